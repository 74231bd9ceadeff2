//! The loss of a training: how far expected shares of the points are from their targets.

/// The losses after an epoch, in nats a position: of the games learned from and of those held out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Losses {
    /// Of the games learned from.
    pub train: f32,
    /// Of the games held out.
    pub held_out: f32,
}

/// Log-odds to a share of points.
pub fn sigmoid(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

/// Cross-entropy of log-odds to a share that should be `target`, written so that it cannot overflow.
pub fn cross_entropy(logit: f32, target: f32) -> f32 {
    logit.max(0.0) - logit * target + (-logit.abs()).exp().ln_1p()
}
