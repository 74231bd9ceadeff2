//! The weight files embedded in the binary; `weights/README.md` says how each was made.

use super::container::is_whole;
use crate::base::Rule;

const FREESTYLE: &[u8] = include_bytes!("../../../weights/freestyle.weights");
const STANDARD: &[u8] = include_bytes!("../../../weights/standard.weights");
const RENJU: &[u8] = include_bytes!("../../../weights/renju.weights");
const CARO: &[u8] = include_bytes!("../../../weights/caro.weights");

const _: () = assert!(is_whole(FREESTYLE), "weights/freestyle.weights is damaged");
const _: () = assert!(is_whole(STANDARD), "weights/standard.weights is damaged");
const _: () = assert!(is_whole(RENJU), "weights/renju.weights is damaged");
const _: () = assert!(is_whole(CARO), "weights/caro.weights is damaged");

/// The weight file of a rule. The two caro rules share one.
pub(super) const fn embedded(rule: Rule) -> &'static [u8] {
    match rule {
        Rule::Freestyle => FREESTYLE,
        Rule::Standard => STANDARD,
        Rule::Renju => RENJU,
        Rule::Caro | Rule::CaroExact => CARO,
    }
}
