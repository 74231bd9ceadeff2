//! Settings of the training of the network of line shapes.

/// Settings of a training.
#[derive(Clone, Copy, Debug)]
pub struct NnueRecipe {
    /// Number of passes over the positions.
    pub epochs: usize,
    /// Share of the game's result in the target; the rest is the search's score.
    pub result_share: f32,
    /// Number of positions per step.
    pub batch: usize,
    /// Rate of the first step; a cosine schedule lowers it to 0.00001.
    pub first_rate: f32,
    /// Factor of the new network's scores, applied after the last step.
    pub scale: f32,
    /// Number of threads.
    pub threads: usize,
}

impl NnueRecipe {
    /// First rate for a new network.
    pub const FRESH_RATE: f32 = 2e-3;
    /// First rate for a network already trained on the rule. With [`NnueRecipe::FRESH_RATE`], 17,271 new games made a
    /// network of 119,000 games worse: held-out loss 0.6190 before, 0.6195 after, but 0.6179 with this rate.
    pub const LATER_RATE: f32 = 5e-4;
}
