/// Limits of a search other than time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Iterations; 1 is the shallowest search.
    pub depth: u32,
    /// Nodes; the search stops within the limit exactly, so it is the same on every machine.
    pub nodes: u64,
}

impl Limits {
    /// No limit but time.
    pub const NONE: Limits = Limits { depth: u32::MAX, nodes: u64::MAX };

    /// A limit of depth alone.
    pub const fn depth(depth: u32) -> Self {
        Self { depth, ..Self::NONE }
    }

    /// A limit of nodes alone.
    pub const fn nodes(nodes: u64) -> Self {
        Self { nodes, ..Self::NONE }
    }
}
