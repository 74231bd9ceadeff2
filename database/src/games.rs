//! Finished games as a database counts them, and their byte format.

use super::{GameCounts, PositionKey};
use crate::storage::bytes::{ByteReader, push_number};
use tengen::base::{BoardSize, Cell, Color, Point, Rule};

/// A finished game. A database stores the games that it has counted, so that none counts twice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinishedGame {
    /// The rule.
    pub rule: Rule,
    /// The board.
    pub size: BoardSize,
    /// The color of the first move.
    pub first: Color,
    /// The winner; `None` for a draw.
    pub winner: Option<Color>,
    /// The moves, on distinct points.
    pub moves: Vec<Point>,
    /// Black's and White's names, empty if unknown; games that differ in nothing else are one game.
    pub names: [String; 2],
}

impl FinishedGame {
    /// Number of the game's positions to count, from the empty board up to `plies` moves. The position after the last
    /// move is not counted, because nobody plays from it.
    pub fn countable(&self, plies: usize) -> usize {
        self.moves.len().min(plies.saturating_add(1))
    }

    /// The positions after these numbers of moves, each with the result for its side to move.
    pub(super) fn positions(
        &self,
        range: std::ops::Range<usize>,
    ) -> impl Iterator<Item = (PositionKey, GameCounts)> + use<'_> {
        let mover = |index: usize| if index.is_multiple_of(2) { self.first } else { !self.first };
        range.map(move |count| {
            let side = mover(count);
            let stones = self.moves[..count].iter().enumerate().map(|(i, &point)| (point, Cell::from(mover(i))));
            let result = match self.winner {
                None => GameCounts { draws: 1, ..GameCounts::default() },
                Some(winner) if winner == side => GameCounts { wins: 1, ..GameCounts::default() },
                Some(_) => GameCounts { losses: 1, ..GameCounts::default() },
            };
            (PositionKey::of_stones(self.rule, self.size, side, stones).0, result)
        })
    }

    /// Bytes: rule, width, height, first color and winner, the moves.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let winner = self.winner.map_or(0, |winner| 1 + winner.index() as u8);
        let players = self.first.index() as u8 * 3 + winner;
        let mut bytes = vec![self.rule.bits() as u8, self.size.width() as u8, self.size.height() as u8, players];
        self.moves.iter().for_each(|point| push_number(&mut bytes, point.0.into()));
        bytes
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
        let winner = usize::from(players % 3).checked_sub(1).map(|index| Color::ALL[index]);
        let mut reader = ByteReader(moves);
        let mut taken = vec![false; size.cells()];
        let mut moves = Vec::new();
        while !reader.0.is_empty() {
            let point = Point(reader.number()?);
            if std::mem::replace(taken.get_mut(usize::from(point.0))?, true) {
                return None;
            }
            moves.push(point);
        }
        (!is_continuous).then_some(Self { rule, size, first, winner, moves, names: Default::default() })
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
            for winner in [None, Some(Color::Black), Some(Color::White)] {
                let moves = parse_moves(size, "h8t20a1").unwrap();
                let game = FinishedGame { rule: Rule::Caro, size, first, winner, moves, names: Default::default() };
                assert_eq!(FinishedGame::from_bytes(&game.to_bytes()).as_ref(), Some(&game));
                let twice = [game.to_bytes(), vec![0x80 | 7]].concat();
                assert_eq!(FinishedGame::from_bytes(&twice), None);
                let named = FinishedGame { names: ["An\nna".into(), String::new()], ..game.clone() };
                assert_eq!((named.to_bytes(), named.players().as_str()), (game.to_bytes(), "An na\n"));
                let stored = FinishedGame::from_stored(&named.to_bytes(), &named.players()).unwrap();
                assert_eq!(stored.names, ["An na", ""]);
                assert_eq!((game.countable(2), game.countable(99)), (3, 3));
                let ends: Vec<GameCounts> = game.positions(0..3).map(|(_, counts)| counts).collect();
                let won = |color| u32::from(winner == Some(color));
                assert_eq!((ends[0].wins, ends[0].losses), (won(first), won(!first)));
                assert_eq!((ends[1].wins, ends[1].losses), (won(!first), won(first)));
            }
        }
    }
}
