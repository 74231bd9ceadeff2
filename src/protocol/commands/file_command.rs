//! What the commands about files of other programs ask for.

/// What is done with the database and a file of another program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::protocol) enum FileCommand {
    /// Reads a library of RenLib.
    FromLibrary,
    /// Writes one of the positions behind the game's.
    ToLibrary,
    /// Reads Rapfi's text.
    FromText,
    /// Writes it, of the game's rule and board.
    ToText,
    /// Writes it, of everything.
    AllToText,
}

impl FileCommand {
    /// Whether the database is changed.
    pub(super) fn writes_database(self) -> bool {
        matches!(self, Self::FromLibrary | Self::FromText)
    }
}
