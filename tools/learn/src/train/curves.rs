//! Losses over the epochs as an SVG picture.

use crate::loss::Losses;

/// The losses over the epochs as a picture, by name of the trained part: solid lines for held-out games, dashed ones
/// for training games.
pub fn loss_curves(parts: &[(String, &[Losses])]) -> String {
    const WIDTH: f32 = 640.0;
    const HEIGHT: f32 = 260.0;
    const EDGE: f32 = 40.0;
    let learned: Vec<_> = parts.iter().filter(|(_, losses)| !losses.is_empty()).collect();
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{}\" font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
        learned.len() as f32 * HEIGHT
    );
    for (i, (part, losses)) in learned.iter().enumerate() {
        let top = i as f32 * HEIGHT + EDGE;
        let all = || losses.iter().flat_map(|losses| [losses.train, losses.held_out]);
        let (low, high) = (all().fold(f32::INFINITY, f32::min), all().fold(f32::NEG_INFINITY, f32::max));
        let x = |epoch: usize| EDGE + (WIDTH - 2.0 * EDGE) * epoch as f32 / (losses.len().max(2) - 1) as f32;
        let y = |loss: f32| top + (HEIGHT - 2.0 * EDGE) * (high - loss) / (high - low).max(1e-6);
        let line = |of: fn(&Losses) -> f32| {
            let points =
                losses.iter().enumerate().map(|(epoch, losses)| format!("{:.1},{:.1}", x(epoch), y(of(losses))));
            points.collect::<Vec<_>>().join(" ")
        };
        let style = "fill=\"none\" stroke=\"black\" stroke-width=\"1.5\"";
        svg += &format!(
            "<text x=\"{EDGE}\" y=\"{}\">Loss of the {part}: {high:.4} to {low:.4}, {} epochs</text>\n",
            top - 12.0,
            losses.len() - 1
        );
        svg += &format!("<polyline {style} points=\"{}\"/>\n", line(|losses| losses.held_out));
        svg += &format!("<polyline {style} stroke-dasharray=\"4 3\" points=\"{}\"/>\n", line(|losses| losses.train));
    }
    svg + "</svg>\n"
}
