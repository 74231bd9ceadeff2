//! One node of the search: the PVS node and quiescence; pruning, reductions and extensions; scores from the pattern
//! counters alone.

mod depth;
mod lmr;
mod move_kind;
mod node_type;
mod pruning;
mod pvs;
mod quiescence;
mod singular;
mod terminal;
mod threat;

pub use depth::PLY;
pub use move_kind::{MoveKind, attacks};
pub use node_type::{NodeType, NonPv, Root};
pub use pvs::INFINITY;
pub use threat::Threat;
