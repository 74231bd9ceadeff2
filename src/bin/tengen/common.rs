//! What several commands share.

use anyhow::{Context, Result};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tengen::base::{BoardSize, Rule};
use tengen::eval::Weights;

/// Weights by name that are for the rule.
pub fn weights_for(name: &str, rule: Rule) -> Result<Arc<Weights>> {
    let weights = Weights::read(name)?;
    let fit = weights.iter().find(|weights| weights.check_rule(rule).is_ok());
    fit.cloned().with_context(|| format!("the weights in '{name}' are not for {rule}"))
}

pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// Becomes true at Ctrl-C.
pub fn interrupted() -> Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let on_interrupt = Arc::clone(&stop);
    ctrlc::set_handler(move || on_interrupt.store(true, Ordering::Relaxed)).context("cannot listen to Ctrl-C")?;
    Ok(stop)
}

pub fn parse_size(text: &str) -> Result<BoardSize, String> {
    let (width, height) = text.split_once(['x', 'X']).unwrap_or((text, text));
    let number =
        |part: &str| part.parse::<usize>().map_err(|_| format!("'{text}' is no board size such as 15 or 20x10"));
    BoardSize::new(number(width)?, number(height)?).map_err(|error| error.to_string())
}
