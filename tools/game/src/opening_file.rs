//! Opening files: one opening per line, as offsets from the center or as points, or games and trees in any other format.

use super::formats::{self, Format, Given, Source};
use super::referee::Referee;
use super::{Fault, Game, Outcome};
use anyhow::{Context, Result, bail, ensure};
use std::ops::ControlFlow;
use tengen::base::{BoardSize, Point, Rule};
use tengen_database::{Reason, why};

/// The first moves of a game, Black's first.
pub type Opening = Vec<Point>;

/// Reads the openings of a file: the lines of a text, as [`parse`] does, or in another format every line of play up to
/// the end of a variation. Warnings state the parts left out. Fails if the file cannot be read, is for another board,
/// or has a line after which the game is over.
pub fn read(source: &Source, size: BoardSize, rule: Rule) -> Result<(Vec<Opening>, Vec<Reason>)> {
    let format = Format::of(source);
    let is_binary = source.outline().contains(['\0', char::REPLACEMENT_CHARACTER]);
    if format.is_none() && !is_binary && formats::stranger(source).is_none()
        || format.is_some_and(|format| [&formats::MOVES, &formats::OFFSETS].contains(&format))
            && !formats::is_sized(&source.outline())
    {
        let text = source.text_of_all();
        // No opening has a pass, so -1,-1 is an offset.
        let is_pass = |word: &str| word == "-1,-1";
        let has_pass = text.split(|c: char| c.is_whitespace() || c == ';').any(is_pass);
        let are_points = format == Some(&formats::MOVES) && !has_pass;
        let may_count_from_1 = formats::may_count_from_1(&text, &Given { size: Some(size), ..Given::default() });
        ensure!(
            !(are_points && may_count_from_1),
            "the pairs may count from 0 or from 1: write points such as h8 i9, or offsets such as 0,0, 1,-1"
        );
        return Ok((parse_lines(&text, size, rule, are_points)?, Vec::new()));
    }
    let given = Given { rule: Some(rule), size: Some(size), fills_in: true, ..Given::default() };
    let mut openings = Vec::new();
    let mut fault = None;
    let report = formats::read_games(source, &given, &mut |tree| {
        let added = || -> Result<()> {
            let own = tree.head.size;
            ensure!(own == size, "the board is {own}, not {size}; --size {own} takes it");
            ensure!(tree.head.setup.is_empty(), "a position that did not come about by moves");
            let ends = (1..tree.nodes.len()).filter(|&node| tree.children_of(node).next().is_none());
            for end in ends {
                let Game { moves, passes, .. } = tree.game_to(end);
                ensure!(passes.is_empty(), "an opening with a pass");
                check(&moves, size, rule).with_context(|| tengen::board::format_moves(size, &moves))?;
                openings.push(moves);
            }
            Ok(())
        };
        match { added }() {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                fault = Some(error);
                ControlFlow::Break(())
            }
        }
    })?;
    if let Some(error) = fault {
        return Err(error.context(format!("{}: game {}", report.format, report.games)));
    }
    ensure!(!openings.is_empty(), why::no_opening());
    Ok((openings, report.warnings))
}

/// Reads a text of openings, one per line, as offsets from the center (`8,-3, 6,-4`) or as points (`h8i9j10`); blank
/// lines and lines that begin with `#` are skipped. Fails at the first line that is not an opening on this board, or if
/// there is none.
pub fn parse(text: &str, size: BoardSize, rule: Rule) -> Result<Vec<Opening>> {
    parse_lines(text, size, rule, false)
}

/// Reads a text of openings as [`parse`] does. With `are_points`, pairs without signs such as `7,7 8,8` are column and row.
fn parse_lines(text: &str, size: BoardSize, rule: Rule, are_points: bool) -> Result<Vec<Opening>> {
    // Some editors begin a file with a byte order mark.
    let lines = text.trim_start_matches('\u{feff}').lines().map(without_remark).enumerate();
    let openings: Vec<Opening> = lines
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(number, line)| {
            parse_line(line, size, rule, are_points).with_context(|| format!("line {}: '{line}'", number + 1))
        })
        .collect::<Result<_>>()?;
    if openings.is_empty() {
        bail!(why::no_opening());
    }
    Ok(openings)
}

/// A line without the comment after ` #`.
fn without_remark(line: &str) -> &str {
    line.split_once(" #").map_or(line, |(line, _)| line).trim()
}

fn parse_line(line: &str, size: BoardSize, rule: Rule, are_points: bool) -> Result<Opening> {
    let pairs = if are_points { formats::coordinates(line) } else { None };
    let point = |(x, y)| size.point(x, y).ok_or_else(|| why::off(format!("{x},{y}"), size));
    let points = if let Some(pairs) = pairs {
        pairs.into_iter().map(point).collect::<Result<_, _>>()?
    } else if line.contains(|c: char| c.is_ascii_alphabetic()) {
        formats::parse_line(line, size)?
    } else {
        formats::parse_offsets(line, size)?
    };
    check(&points, size, rule)?;
    Ok(points)
}

/// Checks that the game is not over after these moves.
fn check(points: &[Point], size: BoardSize, rule: Rule) -> Result<()> {
    let mut referee = Referee::new(size, rule);
    for &point in points {
        let why = match referee.play(point) {
            Ok(None) => continue,
            Ok(Some(Outcome::Win(_))) => "wins",
            Ok(Some(Outcome::Draw)) => "fills the board",
            Err(Fault::Foul) => "is forbidden to Black",
            Err(_) => "is occupied",
        };
        bail!("the game cannot go on after an opening move: {} {why}", tengen::board::format_point(size, point));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size() -> BoardSize {
        BoardSize::square(15).unwrap()
    }

    #[test]
    fn both_formats_mean_the_same() {
        let offsets = parse("0,0, 1,-1, -2,3\n\n# comment\n", size(), Rule::Freestyle).unwrap();
        assert_eq!(offsets, parse("h8 i9 f5", size(), Rule::Freestyle).unwrap());
        assert_eq!(offsets, parse("\u{feff}# comment\nh8i9f5", size(), Rule::Freestyle).unwrap());
        for line in ["h8_i9_f5", "h8,i9,f5", "1. h8 2. i9 3. f5", "1.h8 i9 2.f5"] {
            assert_eq!(offsets, parse(line, size(), Rule::Freestyle).unwrap(), "{line}");
        }
    }

    #[test]
    fn a_line_that_is_no_opening_is_named() {
        for text in ["0,0,1", "0,0, 0,0", "9,0", "h8z3", "h8h8", "", "0,x"] {
            assert!(parse(text, size(), Rule::Freestyle).is_err(), "{text}");
        }
        let error = format!("{:#}", parse("h8\nq1", size(), Rule::Freestyle).unwrap_err());
        assert!(error.contains("line 2"), "{error}");
    }

    #[test]
    fn pairs_of_a_file_of_moves_are_column_and_row() {
        let read = |text: &str, name| read(&Source { bytes: text.as_bytes(), name }, size(), Rule::Freestyle);
        let names = |text: &str, name| {
            read(text, name)
                .unwrap()
                .0
                .iter()
                .map(|moves| tengen::board::format_moves(size(), moves))
                .collect::<Vec<_>>()
        };
        assert_eq!(names("3,3 4,4 5,5\n7,7 8,6\n", "a.txt"), ["d12e11f10", "h8i9"]);
        assert_eq!(names("0,0, 1,-1\n2,3\n", "a.txt"), ["h8i9", "j5"]);
        assert_eq!(names("2,3\n", "a.off"), ["j5"]);
        assert_eq!(names("0,0 1,1\n-1,-1 2,2\n", "a.txt"), ["h8i7", "g9j6"]);
        let asked = read("8,8 9,9\n", "a.txt").unwrap_err().to_string();
        assert!(asked.contains("may count from 0 or from 1"), "{asked}");
    }

    #[test]
    fn the_lines_of_a_tree_and_the_games_of_a_file_are_openings() {
        let read = |text: &str| read(&Source::text(text), size(), Rule::Freestyle);
        let (openings, warnings) = read("(;GM[1]SZ[15];B[hh](;W[ii];B[ih])(;W[hi]))(;SZ[15];B[hg];W[hg])").unwrap();
        let lines: Vec<String> = openings.iter().map(|moves| tengen::board::format_moves(size(), moves)).collect();
        assert_eq!(lines, ["h8i7i8", "h8h7", "h9"]);
        assert_eq!(warnings[0].message, "game 2: move 2, h9: the point is occupied: 1 move is left out");
        assert_eq!(read("h8i9\n0,0, 1,-1").unwrap().0.len(), 2);
        assert_eq!(read(&"h8i9\n".repeat(20_000)).unwrap().0.len(), 20_000, "more than a format is recognized by");
        // KataGomo's form: the size before the points, no column I, and comments.
        let (openings, warnings) = read("# renju\n15 h4 J3 L5  # 1\n15 H8 J9\n").unwrap();
        let lines: Vec<String> = openings.iter().map(|moves| tengen::board::format_moves(size(), moves)).collect();
        assert_eq!((lines, warnings.len()), (vec!["h4i3k5".to_owned(), "h8i9".to_owned()], 1));
        assert_eq!(
            read("<html>h8</html>").unwrap_err().to_string(),
            "a web page, not a game; copy the moves out of it"
        );
        for (text, error) in [
            ("(;SZ[19];B[hh])", "SGF: game 1: the board is 19x19, not 15x15; --size 19x19 takes it"),
            (
                "(;SZ[15];B[hh];W[aa];B[hi];W[ca];B[hj];W[ea];B[hk];W[ga];B[hl])",
                "the game cannot go on after an opening move: h4 wins",
            ),
            ("(;SZ[15]AB[hh])", "a position that did not come about by moves"),
        ] {
            let said = format!("{:#}", read(text).unwrap_err());
            assert!(said.contains(error), "{said}");
        }
    }
}
