//! Why a setting of a search parameter was refused.

use thiserror::Error;

/// Why a setting of a parameter was refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParamError {
    /// The setting is not of the form `NAME=VALUE`.
    #[error("'{0}': expected NAME=VALUE")]
    Form(String),
    /// No parameter has this name.
    #[error("unknown parameter '{0}'; see pbrain-tengen params")]
    Unknown(String),
    /// The value of this setting is not a number from the smallest to the largest.
    #[error("'{0}': expected a whole number from {1} to {2}")]
    Value(String, i32, i32),
    /// This build cannot change parameters.
    #[error("parameters are constants in this build; build with --features tune to change them")]
    Constant,
}
