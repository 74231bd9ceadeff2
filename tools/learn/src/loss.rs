//! Loss of a training: cross-entropy between expected and target shares of points.

/// The losses after an epoch, in nats per position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Losses {
    /// Loss on the training games.
    pub train: f32,
    /// Loss on the held-out games.
    pub held_out: f32,
}

/// Converts log-odds to a share of points.
pub fn sigmoid(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

/// Cross-entropy of log-odds against the share `target`, in a form that cannot overflow.
pub fn cross_entropy(logit: f32, target: f32) -> f32 {
    logit.max(0.0) - logit * target + (-logit.abs()).exp().ln_1p()
}
