//! Numbered stones beside stones without an order in one text or link, as lfz084's renju copies and shares a board:
//! `H8I9A0G7{G14G11}{A13}`, where `A0` is a pass.

use super::list::{Counting, PairList, PairTurn};
use super::located::SIDE_OF_ROWS;
use tengen::base::{BoardSize, Color};

/// Text of a pass.
const PASS: &str = "A0";

/// Column from 0 and row number from below of each point, `None` for a pass; `None` if the text holds anything else.
fn numbered_points(text: &str) -> Option<Vec<Option<[i32; 2]>>> {
    let mut points = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let letter = rest.bytes().next().filter(u8::is_ascii_alphabetic)?;
        let digits = rest[1..].find(|c: char| !c.is_ascii_digit()).map_or(rest.len(), |end| end + 1);
        let (point, behind) = rest.split_at(digits);
        let column = i32::from(letter.to_ascii_lowercase() - b'a');
        points.push(match point[1..].parse().ok()? {
            0 if point.eq_ignore_ascii_case(PASS) => None,
            row @ 1..=99 => Some([column, row]),
            _ => return None,
        });
        rest = behind.trim_start_matches(|c: char| c.is_whitespace() || c == ',' || c == '_');
    }
    Some(points)
}

/// Numbered stones behind stones of Black and White without an order; `None` if a line is not of points, or if there is a
/// pass among the stones without an order.
pub fn list_of([numbered, black, white]: [&str; 3], size: Option<BoardSize>) -> Option<PairList> {
    let stones = |line: &str| numbered_points(line)?.into_iter().collect::<Option<Vec<_>>>();
    let turns = numbered_points(numbered)?.into_iter().map(|xy| PairTurn { line: 1, xy, color: None });
    let turns: Vec<PairTurn> = turns.collect();
    Some(PairList {
        // The first numbered stone is Black's.
        side: (!turns.is_empty()).then(|| Color::ALL[turns.len() % 2]),
        turns,
        stones: [stones(black)?, stones(white)?],
        counting: Counting::Rows { are_kept: size.is_some() },
        origin: Some(0),
        size,
        ..PairList::default()
    })
}

/// The stones of a text such as `H8I9{G14}{A13}`; `None` if it is anything else.
pub fn list_of_text(text: &str) -> Option<PairList> {
    let (numbered, rest) = text.trim().split_once('{')?;
    let (black, rest) = rest.split_once('}')?;
    let white = rest.trim_start().strip_prefix('{')?.trim_end().strip_suffix('}')?;
    list_of([numbered, black, white], None).filter(|list| list.pairs().next().is_some())
}

/// The stones of a shared link, `https://…/renju.html#H8I9%G14%A13%15%0`: numbered, Black's, White's, the side of the
/// board, and the number from which the moves are counted.
pub fn list_of_link(link: &str) -> Option<PairList> {
    let parts: Vec<&str> = link.split_once('#')?.1.split('%').collect();
    let [numbered, black, white, side, from] = parts[..] else { return None };
    from.parse::<u32>().ok()?;
    let side = side.parse().ok().filter(|&side| side <= SIDE_OF_ROWS)?;
    list_of([numbered, black, white], Some(BoardSize::square(side).ok()?))
}
