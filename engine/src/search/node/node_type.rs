//! The kinds of search nodes, known at compile time.

/// The kind of a node: root, PV or null window.
pub trait NodeType {
    /// Whether the window is open, that is, the exact score is wanted.
    const PV: bool;
    /// Whether this is the root, where the move is wanted.
    const ROOT: bool;
}

/// The root.
pub struct Root;
/// A node on the principal variation.
pub struct Pv;
/// A node searched with a null window.
pub struct NonPv;

impl NodeType for Root {
    const PV: bool = true;
    const ROOT: bool = true;
}

impl NodeType for Pv {
    const PV: bool = true;
    const ROOT: bool = false;
}

impl NodeType for NonPv {
    const PV: bool = false;
    const ROOT: bool = false;
}
