//! Finished games as a database counts them, and their byte format.

use super::{GameCounts, PositionKey};
use crate::storage::bytes::{ByteReader, push_number};
use tengen::base::{BoardSize, Cell, Color, Point, Rule};
use tengen::board::Outcome;

/// A finished game. A database stores the games that it has counted, so that none counts twice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinishedGame {
    /// The rule.
    pub rule: Rule,
    /// The board.
    pub size: BoardSize,
    /// The color of the first move.
    pub first: Color,
    /// How it ended.
    pub outcome: Outcome,
    /// The moves, on distinct points, without passes.
    pub moves: Vec<Point>,
    /// The passes, in order, each as the number of moves before it. They are turns, as moves are.
    pub passes: Vec<usize>,
    /// Black's and White's names, empty if unknown; games that differ in nothing else are one game.
    pub names: [String; 2],
}

/// Moves and passes in the order of play; each pass is the number of moves before it, in order.
pub fn turns_of<'a>(moves: &'a [Point], passes: &'a [usize]) -> impl Iterator<Item = Option<Point>> + 'a {
    let mut passes = passes.iter().copied().peekable();
    (0..=moves.len()).flat_map(move |index| {
        let count = std::iter::from_fn(|| passes.next_if_eq(&index)).count();
        std::iter::repeat_n(None, count).chain(moves.get(index).map(|&point| Some(point)))
    })
}

impl FinishedGame {
    /// Moves and passes in the order of play.
    pub fn turns(&self) -> impl Iterator<Item = Option<Point>> + '_ {
        turns_of(&self.moves, &self.passes)
    }

    /// Number of moves and passes.
    pub fn turn_count(&self) -> usize {
        self.moves.len() + self.passes.len()
    }

    /// The stones after `count` turns.
    pub fn stones_after(&self, count: usize) -> impl Iterator<Item = (Point, Cell)> + '_ {
        let turns = self.turns().take(count).enumerate();
        turns.filter_map(|(index, turn)| turn.map(|point| (point, self.first.after(index).into())))
    }

    /// Number of the game's positions to count, from the empty board up to `plies` turns, at most as many as a row of
    /// the database can say. The position after the last turn is not counted, because nobody plays from it.
    pub fn countable(&self, plies: usize) -> usize {
        self.turn_count().min(plies.saturating_add(1)).min(u16::MAX.into())
    }

    /// The positions after these numbers of turns, each with the result for its side to move. A position that a pass of
    /// each side brings back counts once.
    pub(super) fn positions(
        &self,
        range: std::ops::Range<usize>,
    ) -> impl Iterator<Item = (PositionKey, GameCounts)> + use<'_> {
        let turns: Vec<Option<Point>> = self.turns().collect();
        range.filter(move |&count| count < 2 || turns[count - 2..count] != [None, None]).map(move |count| {
            let side = self.first.after(count);
            let result = match self.outcome {
                Outcome::Draw => GameCounts { draws: 1, ..GameCounts::default() },
                Outcome::Win(winner) if winner == side => GameCounts { wins: 1, ..GameCounts::default() },
                Outcome::Win(_) => GameCounts { losses: 1, ..GameCounts::default() },
            };
            (PositionKey::of_stones(self.rule, self.size, side, self.stones_after(count)).0, result)
        })
    }

    /// The number that stands for a pass among the points.
    fn pass_number(size: BoardSize) -> u16 {
        size.cells() as u16
    }

    /// Bytes: rule, width, height, first color and outcome, then the turns: a point's number, or for a pass the number of
    /// the board's cells.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let outcome = match self.outcome {
            Outcome::Draw => 0,
            Outcome::Win(winner) => 1 + winner.index() as u8,
        };
        let players = self.first.index() as u8 * 3 + outcome;
        let mut bytes = vec![self.rule.bits() as u8, self.size.width() as u8, self.size.height() as u8, players];
        let pass = Self::pass_number(self.size);
        self.turns().for_each(|turn| push_number(&mut bytes, turn.map_or(pass, |point| point.0).into()));
        bytes
    }

    /// Rule, width, height and first color from a game's bytes: games with the same four begin with the same position.
    pub(super) fn start_of(bytes: &[u8]) -> Option<[u8; 4]> {
        let &[rule, width, height, players] = bytes.first_chunk()?;
        Some([rule, width, height, players / 3])
    }

    /// The players as they are stored beside a game: Black's name and White's, each on a line.
    pub(super) fn players(&self) -> String {
        let [black, white] = [0, 1].map(|side| self.names[side].replace('\n', " "));
        if black.is_empty() && white.is_empty() { String::new() } else { format!("{black}\n{white}") }
    }

    /// A game of its bytes and its stored players; `None` if it is damaged.
    pub(super) fn from_stored(bytes: &[u8], players: &str) -> Option<Self> {
        let (black, white) = players.split_once('\n').unwrap_or_default();
        Some(Self { names: [black, white].map(str::to_owned), ..Self::from_bytes(bytes)? })
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (&[rule, width, height, players], moves) = bytes.split_first_chunk()?;
        let (rule, is_continuous) = Rule::from_bits(rule.into()).ok()?;
        let size = BoardSize::new(width.into(), height.into()).ok()?;
        let first = *Color::ALL.get(usize::from(players / 3))?;
        let outcome = [Outcome::Draw, Outcome::Win(Color::Black), Outcome::Win(Color::White)][usize::from(players % 3)];
        let mut reader = ByteReader(moves);
        let mut taken = vec![false; size.cells()];
        let (mut moves, mut passes) = (Vec::new(), Vec::new());
        while !reader.0.is_empty() {
            let point = Point(reader.number()?);
            if point.0 == Self::pass_number(size) {
                passes.push(moves.len());
                continue;
            }
            if std::mem::replace(taken.get_mut(usize::from(point.0))?, true) {
                return None;
            }
            moves.push(point);
        }
        (!is_continuous).then_some(Self { rule, size, first, outcome, moves, passes, names: Default::default() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen::board::parse_moves;

    #[test]
    fn a_game_survives_its_bytes_and_damaged_ones_are_refused() {
        let size = BoardSize::square(20).unwrap();
        for first in Color::ALL {
            for outcome in [Outcome::Draw, Outcome::Win(Color::Black), Outcome::Win(Color::White)] {
                let moves = parse_moves(size, "h8t20a1").unwrap();
                let (passes, names) = Default::default();
                let game = FinishedGame { rule: Rule::Caro, size, first, outcome, moves, passes, names };
                assert_eq!(FinishedGame::from_bytes(&game.to_bytes()).as_ref(), Some(&game));
                let twice = [game.to_bytes(), vec![0x80 | 7]].concat();
                assert_eq!(FinishedGame::from_bytes(&twice), None);
                let named = FinishedGame { names: ["An\nna".into(), String::new()], ..game.clone() };
                assert_eq!((named.to_bytes(), named.players().as_str()), (game.to_bytes(), "An na\n"));
                let stored = FinishedGame::from_stored(&named.to_bytes(), &named.players()).unwrap();
                assert_eq!(stored.names, ["An na", ""]);
                assert_eq!((game.countable(2), game.countable(99)), (3, 3));
                let ends: Vec<GameCounts> = game.positions(0..3).map(|(_, counts)| counts).collect();
                let won = |color| u32::from(outcome == Outcome::Win(color));
                assert_eq!((ends[0].wins, ends[0].losses), (won(first), won(!first)));
                assert_eq!((ends[1].wins, ends[1].losses), (won(!first), won(first)));
            }
        }
    }

    #[test]
    fn passes_are_turns_that_leave_the_stones_and_change_the_side() {
        let size = BoardSize::square(15).unwrap();
        let moves = parse_moves(size, "h8j9k5").unwrap();
        let game = |passes: &[usize]| FinishedGame {
            rule: Rule::Renju,
            size,
            first: Color::Black,
            outcome: Outcome::Win(Color::Black),
            moves: moves.clone(),
            passes: passes.to_vec(),
            names: Default::default(),
        };
        // Black h8, White passes, Black j9, and k5 by whose turn it is.
        for (passes, positions) in [(&[1][..], 4), (&[0, 1, 3, 3], 7), (&[1, 1], 4), (&[3, 3], 5)] {
            let game = game(passes);
            assert_eq!(FinishedGame::from_bytes(&game.to_bytes()).as_ref(), Some(&game), "{passes:?}");
            assert_eq!(game.positions(0..game.countable(20)).count(), positions, "{passes:?}");
        }
        let board = |text: &str, side: Color| {
            let stones = text.split_whitespace().map(|stone| {
                let color = if stone.starts_with('b') { Color::Black } else { Color::White };
                (tengen::board::parse_point(size, &stone[1..]).unwrap(), Cell::from(color))
            });
            PositionKey::of_stones(Rule::Renju, size, side, stones).0
        };
        let (black, white) = (Color::Black, Color::White);
        let found: Vec<_> = game(&[1]).positions(0..4).collect();
        let expected = [("", black), ("bh8", white), ("bh8", black), ("bh8 bj9", white)];
        for ((key, counts), (stones, side)) in found.iter().zip(expected) {
            assert_eq!((key, counts.wins), (&board(stones, side), u32::from(side == black)), "{stones} {side:?}");
        }
        assert_eq!(game(&[3; 70_000]).countable(usize::MAX), 65_535);
        let mut damaged = game(&[1]).to_bytes();
        push_number(&mut damaged, 226);
        assert_eq!(FinishedGame::from_bytes(&damaged), None);
    }
}
