//! Black's win probability over a game, drawn as SVG.

use super::GameReport;
use std::fmt::Write;
use tengen_game::draw::escape;
use tengen_game::formats::turn_name;
use tengen_language::Language;

/// Size of the plot and of its margins, in pixels.
const WIDTH: f32 = 760.0;
const HEIGHT: f32 = 240.0;
const LEFT: f32 = 48.0;
const TOP: f32 = 20.0;
const BOTTOM: f32 = 34.0;

/// Black's win probability over the game as a standalone SVG, with the turning points marked.
pub fn to_svg(report: &GameReport, language: Language) -> String {
    let text = |name: &str| escape(&language.t(name, &[]));
    let shares = report.black_shares();
    let last = (shares.len().max(2) - 1) as f32;
    let at = |index: usize, share: f32| (LEFT + WIDTH * index as f32 / last, TOP + HEIGHT * (1.0 - share));
    let (width, height) = (LEFT + WIDTH + 16.0, TOP + HEIGHT + BOTTOM);
    let mut svg = format!(
        "<svg class=\"curve\" xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
         font-family=\"'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif\" font-size=\"12\">\n\
         <title>{}</title>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n",
        text("report.curveLabel")
    );
    // Writing to a string cannot fail, here and below.
    for tenth in [0, 25, 50, 75, 100] {
        let y = at(0, tenth as f32 / 100.0).1;
        let dash = if tenth == 50 { "" } else { " stroke-dasharray=\"2 4\"" };
        let _ = write!(
            svg,
            "<line x1=\"{LEFT}\" y1=\"{y}\" x2=\"{}\" y2=\"{y}\" stroke=\"#b9b2a5\"{dash}/>\n<text x=\"{}\" y=\"{}\" text-anchor=\"end\" fill=\"#6b655a\">{tenth} %</text>\n",
            LEFT + WIDTH,
            LEFT - 6.0,
            y + 4.0
        );
    }
    let step = (shares.len() / 12).next_multiple_of(5).max(5);
    for index in (0..shares.len()).step_by(step) {
        let (x, y) = at(index, 0.0);
        let _ = writeln!(
            svg,
            "<text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\" fill=\"#6b655a\">{index}</text>",
            y + 18.0
        );
    }
    let points: Vec<String> = shares
        .iter()
        .enumerate()
        .map(|(index, &share)| at(index, share))
        .map(|(x, y)| format!("{x:.1},{y:.1}"))
        .collect();
    let (from, to) = (at(0, 0.0), at(shares.len().max(1) - 1, 0.0));
    let _ = write!(
        svg,
        "<polygon points=\"{:.1},{:.1} {} {:.1},{:.1}\" fill=\"#222222\" fill-opacity=\"0.12\"/>\n\
         <polyline points=\"{}\" fill=\"none\" stroke=\"#222222\" stroke-width=\"2\" stroke-linejoin=\"round\"/>\n",
        from.0,
        from.1,
        points.join(" "),
        to.0,
        to.1,
        points.join(" ")
    );
    for review in report.turning_points() {
        let share = shares.get(review.number).copied().unwrap_or(0.5);
        let (x, y) = at(review.number, share);
        let label = format!("{} {}", review.number, turn_name(report.game.size, review.played));
        // Keeps the label inside the picture.
        let (anchor, above) = (if x > LEFT + WIDTH - 40.0 { "end" } else { "middle" }, share < 0.5);
        let _ = write!(
            svg,
            "<circle class=\"turn\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\" fill=\"#c8261d\"/>\n<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"{anchor}\" fill=\"#c8261d\">{label}</text>\n",
            if above { y - 10.0 } else { y + 20.0 }
        );
    }
    let _ = writeln!(svg, "<text x=\"{LEFT}\" y=\"13\" fill=\"#6b655a\">{}</text>\n</svg>", text("report.curve"));
    svg
}
