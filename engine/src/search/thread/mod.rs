//! One thread of a search with its data, and the search on several threads.

mod lazy_smp;
mod stack;
mod worker;

pub use stack::update_pv;
pub use worker::{NodeCount, Shared, ThreadMemory, Worker};
