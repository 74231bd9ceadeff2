//! What people type, and paste out of logs, scripts and chats.

pub mod dialogue;
pub mod link;
pub mod moves;
pub mod offsets;
pub mod pairs;
pub mod stones;
