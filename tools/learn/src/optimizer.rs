//! Adam (Kingma and Ba 2015) and decoupled weight decay (AdamW, Loshchilov and Hutter 2019).

/// Weight decay, as a multiple of the step's rate.
const WEIGHT_DECAY: f32 = 0.05;
/// Keeps a step finite for parameters without a gradient so far.
const EPSILON: f32 = 1e-8;

/// Moments of the gradients so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Adam {
    /// Mean of the gradients.
    pub m: Vec<f32>,
    /// Mean of the squared gradients.
    pub v: Vec<f32>,
}

impl Adam {
    /// Zero moments for this many parameters.
    pub fn new(parameters: usize) -> Self {
        Self { m: vec![0.0; parameters], v: vec![0.0; parameters] }
    }

    /// Takes step `number`, counted from 1, against the gradient.
    pub fn step(&mut self, parameters: &mut [f32], gradient: &[f32], rate: f32, number: usize) {
        let bias = [0.9f64, 0.999].map(|beta| (1.0 - beta.powi(number as i32)) as f32);
        let moments = self.m.iter_mut().zip(&mut self.v);
        for ((parameter, (m, v)), gradient) in parameters.iter_mut().zip(moments).zip(gradient) {
            *m = 0.9 * *m + 0.1 * gradient;
            *v = 0.999 * *v + 0.001 * gradient * gradient;
            *parameter -= rate * (*m / bias[0]) / ((*v / bias[1]).sqrt() + EPSILON);
        }
    }
}

/// Decays parameters as AdamW does in a step of this rate.
pub fn decay(parameters: &mut [f32], rate: f32) {
    parameters.iter_mut().for_each(|parameter| *parameter *= 1.0 - rate * WEIGHT_DECAY);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first step is as long as the rate, whatever the size of the gradient.
    #[test]
    fn the_first_step_is_as_long_as_the_rate_and_goes_down() {
        for gradient in [1e-3, 5.0, -700.0] {
            let mut parameters = [1.0];
            Adam::new(1).step(&mut parameters, &[gradient], 0.01, 1);
            assert!((parameters[0] - (1.0 - 0.01 * gradient.signum())).abs() < 1e-6, "{gradient}: {parameters:?}");
        }
    }

    #[test]
    fn the_lowest_point_of_a_valley_is_found() {
        let (mut parameters, mut adam) = ([4.0, -3.0], Adam::new(2));
        for number in 1..=2_000 {
            let gradient = [2.0 * (parameters[0] - 1.0), 200.0 * (parameters[1] - 2.0)];
            adam.step(&mut parameters, &gradient, 0.02 * (1.0 - number as f32 / 2_000.0), number);
        }
        assert!((parameters[0] - 1.0).abs() < 1e-2 && (parameters[1] - 2.0).abs() < 1e-2, "{parameters:?}");
    }
}
