//! The weight files embedded in the binary; `weights/README.md` says how each was made.

use crate::base::Rule;

/// The weight file of a rule. The two caro rules share one.
pub(super) const fn embedded(rule: Rule) -> &'static [u8] {
    match rule {
        Rule::Freestyle => include_bytes!("../../../weights/freestyle.weights"),
        Rule::Standard => include_bytes!("../../../weights/standard.weights"),
        Rule::Renju => include_bytes!("../../../weights/renju.weights"),
        Rule::Caro | Rule::CaroExact => include_bytes!("../../../weights/caro.weights"),
    }
}
