//! Why a setting of a search parameter was refused.

use std::error::Error;
use std::fmt;

/// Why a setting of a parameter was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParamError {
    /// The setting is not of the form `NAME=VALUE`.
    Form(String),
    /// No parameter has this name.
    Unknown(String),
    /// The value of this setting is not a number from the smallest to the largest.
    Value(String, i32, i32),
    /// This build cannot change parameters.
    Constant,
}

impl fmt::Display for ParamError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParamError::Form(setting) => write!(f, "'{setting}': expected NAME=VALUE"),
            ParamError::Unknown(name) => write!(f, "unknown parameter '{name}'; see pbrain-tengen params"),
            ParamError::Value(setting, min, max) => {
                write!(f, "'{setting}': expected a whole number from {min} to {max}")
            }
            ParamError::Constant => {
                f.write_str("parameters are constants in this build; build with --features tune to change them")
            }
        }
    }
}

impl Error for ParamError {}
