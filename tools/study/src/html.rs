//! The report on a game as one HTML page.

use super::words::score_in;
use super::{GameReport, MoveReview, curve};
use std::fmt::Write;
use tengen::board::format_point;
use tengen_game::draw::{self, Picture, escape};
use tengen_game::formats::turn_name;
use tengen_language::Language;

const STYLE: &str = include_str!("report.css");
const SCRIPT: &str = include_str!("report.js");

/// The report as a standalone HTML page: curve, board to step through, turning points, missed wins, all moves.
pub fn to_html(report: &GameReport, language: Language) -> String {
    let text = |name: &str| escape(&language.t(name, &[]));
    let title = report.title(language);
    let picture = Picture {
        numbers_from: Some(1),
        coordinates: true,
        last: false,
        title: Some(title.clone()),
        ..Picture::default()
    };
    let board = draw::to_svg(&report.game, &picture);
    let count = report.reviews.len();
    let list = |reviews: Vec<&MoveReview>, describe: &dyn Fn(&MoveReview) -> String| {
        let items: String = reviews.iter().map(|review| format!("<li>{}</li>\n", escape(&describe(review)))).collect();
        if items.is_empty() { format!("<p>{}</p>\n", text("none")) } else { format!("<ul>\n{items}</ul>\n") }
    };
    format!(
        "<!DOCTYPE html>\n<html lang=\"{code}\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n\
         <link rel=\"icon\" href=\"data:,\">\n<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n{}\
         <h2>{}</h2>\n<div class=\"board\">\n{board}</div>\n\
         <div class=\"steps\"><button id=\"back\" type=\"button\">&lt;</button><input id=\"move\" type=\"range\" min=\"0\" max=\"{count}\" value=\"{count}\" aria-label=\"{}\"><button id=\"on\" type=\"button\">&gt;</button><span id=\"label\"></span></div>\n\
         <h2>{}</h2>\n{}<h2>{}</h2>\n{}<h2>{}</h2>\n{}\
         <script>{SCRIPT}</script>\n</body>\n</html>\n",
        curve::to_svg(report, language),
        text("report.game"),
        text("report.move"),
        text("turningPoints"),
        list(report.turning_points(), &|review| report.describe(review, language)),
        text("missedWins"),
        list(report.missed_wins(), &|review| report.describe_win(review, language)),
        text("report.moves"),
        table(report, language),
        code = language.code(),
        title = escape(&title),
    )
}

fn table(report: &GameReport, language: Language) -> String {
    let heads = ["report.move", "report.share", "report.best", "report.score", "report.depth"];
    let heads: String = heads.iter().map(|name| format!("<th>{}</th>", escape(&language.t(name, &[])))).collect();
    let size = report.game.size;
    let turns: Vec<usize> = report.turning_points().iter().map(|review| review.number).collect();
    let mut html = format!("<table>\n<thead><tr><th></th>{heads}</tr></thead>\n<tbody>\n");
    let mut stones = 0;
    for (review, share) in report.reviews.iter().zip(report.black_shares().into_iter().skip(1)) {
        stones += usize::from(review.played.is_some());
        let class = if turns.contains(&review.number) { " class=\"turn\"" } else { "" };
        // Writing to a string cannot fail.
        let _ = writeln!(
            html,
            "<tr{class} data-stones=\"{stones}\"><td>{}</td><td>{} {}</td><td>{:.0} %</td><td>{}</td><td>{}</td><td>{}</td></tr>",
            review.number,
            escape(&language.t(review.color.name(), &[])),
            turn_name(size, review.played),
            100.0 * share,
            review.best.first().map_or_else(String::new, |&best| format_point(size, best)),
            escape(&score_in(language, review.score, review.proven)),
            review.depth
        );
    }
    html += "</tbody>\n</table>\n";
    html.extend(report.unproven_note(language).map(|note| format!("<p>{note}</p>\n")));
    html
}

#[cfg(test)]
mod tests {
    use super::super::report::tests::review;
    use super::*;
    use tengen::base::{BoardSize, Color, Rule};
    use tengen_game::{Game, formats};

    /// h8 i7, a pass of each side, h7 g9, a pass of Black, h9 f10.
    #[test]
    fn the_numbers_on_the_stones_are_those_of_the_list() {
        let size = BoardSize::square(15).unwrap();
        let mut game = Game::new(Rule::Freestyle, size);
        let turns = formats::parse_turns("h8i7----h7g9--h9f10", size).unwrap();
        turns.iter().for_each(|&turn| game.push_turn(turn));
        let reviews = turns.iter().enumerate().map(|(index, &played)| MoveReview {
            played,
            color: Color::ALL[index % 2],
            ..review(index + 1, 0, &[], 0)
        });
        let html = to_html(&GameReport { reviews: reviews.collect(), game }, Language::default());
        let between = |text: &str, from: &str, to: &str| {
            text.split(from).skip(1).map(|part| part.split(to).next().unwrap().to_owned()).collect::<Vec<_>>()
        };
        let numbers = between(&html, "<g class=\"numbers\"", "</g>");
        let stones: Vec<String> = between(&numbers[0], "<text", "</text>")
            .iter()
            .map(|text| text.split('>').nth(1).unwrap().into())
            .collect();
        assert_eq!(stones, ["1", "2", "5", "6", "8", "9"]);
        let rows: Vec<String> = between(&html, "<tr data-stones", "</td><td>")
            .iter()
            .zip(turns)
            .filter(|(_, turn)| turn.is_some())
            .map(|(row, _)| row.split("<td>").nth(1).unwrap().into())
            .collect();
        assert_eq!(rows, stones);
        assert!(html.contains("max=\"9\" value=\"9\""), "the slider goes through passes too");
    }
}
