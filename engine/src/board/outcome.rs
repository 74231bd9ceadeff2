//! Legal moves and the end of a game, from the stones alone.

use super::Board;
use super::geometry::DIRECTIONS;
use crate::base::{Cell, Color, ColorError, Point};

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// This color has won.
    Win(Color),
    /// Too few cells are left.
    Draw,
}

impl Outcome {
    /// `black`, `white` or `draw`.
    pub const fn name(self) -> &'static str {
        match self {
            Outcome::Win(color) => color.name(),
            Outcome::Draw => "draw",
        }
    }
}

impl std::str::FromStr for Outcome {
    type Err = ColorError;

    /// Reads `draw`, or the winner as [`Color`] does.
    fn from_str(text: &str) -> Result<Self, ColorError> {
        if text == Outcome::Draw.name() { Ok(Outcome::Draw) } else { text.parse().map(Outcome::Win) }
    }
}

/// Cells that are examined each way from a stone: more than any rule distinguishes.
const MAX_RUN: i32 = 8;

impl Board {
    /// Whether the side to move may play here: the point is empty and not forbidden to it.
    pub fn is_legal(&self, point: Point) -> bool {
        self.is_empty(point) && !self.forbids(self.side_to_move(), point)
    }

    /// Whether the rule forbids `color` to play at this empty point.
    pub fn forbids(&self, color: Color, point: Point) -> bool {
        self.rule().forbids(color) && self.is_forbidden(point)
    }

    /// The end of the game; `None` while it goes on. The draw by few empty cells assumes a game that began on the empty
    /// board. Forbidden stones are not detected afterwards: check [`Board::is_legal`] before the move.
    pub fn outcome(&self) -> Option<Outcome> {
        // Latest stone first: in a game only that one can win.
        let winner =
            self.history().rev().find_map(|(point, cell)| cell.color().filter(|_| self.is_in_winning_run(point)));
        if let Some(color) = winner {
            return Some(Outcome::Win(color));
        }
        let neutral = self.history().filter(|&(_, cell)| cell == Cell::Neutral).count();
        let draw_at = self.rule().draw_empty_cells(self.size().cells() - neutral);
        (self.empty_count() <= draw_at).then_some(Outcome::Draw)
    }

    /// Number of empty cells at which a game that begins with this position is drawn.
    pub fn draw_at(&self) -> usize {
        self.rule().draw_empty_cells(self.empty_count())
    }

    /// Whether the stone on `point` stands in a run that wins.
    pub fn is_in_winning_run(&self, point: Point) -> bool {
        let cell = self.cell(point);
        let Some(color) = cell.color() else { return false };
        (0..DIRECTIONS.len()).any(|direction| {
            let reach =
                |sign: i32| (1..=MAX_RUN).take_while(|&k| self.cell_at(point, direction, sign * k) == cell).count();
            let ends = [-1, 1].map(|sign| (sign, reach(sign)));
            let is_blocked = |&&(sign, reach): &&(i32, usize)| {
                self.cell_at(point, direction, sign * (reach as i32 + 1)) == (!color).into()
            };
            let run = 1 + ends[0].1 + ends[1].1;
            self.rule().is_win(color, run, ends.iter().filter(is_blocked).count())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{BoardSize, Rule};

    #[test]
    fn a_win_is_what_the_rule_says_wherever_the_last_stone_stands() {
        let [five, six] = ["h8a1i8a3j8a5k8a7l8", "g8a1h8a3i8a5k8a7l8a9j8"];
        let both_ends_closed = "h8g8i8m8j8a5k8a7l8";
        for rule in Rule::ALL {
            let black = Some(Outcome::Win(Color::Black));
            assert_eq!(Board::after(rule, five).outcome(), black, "{rule}");
            assert_eq!(Board::after(rule, &five[..five.len() - 2]).outcome(), None, "{rule}");
            let counts = |wins: bool| if wins { black } else { None };
            assert_eq!(Board::after(rule, six).outcome(), counts(rule.is_win(Color::Black, 6, 0)), "{rule}");
            let closed_wins = rule.is_win(Color::Black, 5, 2);
            assert_eq!(Board::after(rule, both_ends_closed).outcome(), counts(closed_wins), "{rule}");
        }
        let mut later = Board::after(Rule::Standard, five);
        later.push(later.at("o15"));
        assert_eq!(later.outcome(), Some(Outcome::Win(Color::Black)), "another stone changes nothing");
        later.pop();
        later.pop();
        assert_eq!(later.outcome(), None);
    }

    #[test]
    fn a_game_is_drawn_when_too_few_cells_are_left() {
        let size = BoardSize::square(6).unwrap();
        for (rule, left) in [(Rule::Freestyle, 0), (Rule::Renju, 25)] {
            let mut board = Board::new(size, rule);
            // Rows of pairs: nobody has three in a row.
            for point in size.points() {
                let (x, y) = size.xy(point);
                let cell = if (x / 2 + y) % 2 == 0 { Cell::Black } else { Cell::White };
                assert_eq!(board.outcome(), (board.empty_count() <= left).then_some(Outcome::Draw), "{rule}");
                board.place(point, cell).unwrap();
            }
            assert_eq!(board.outcome(), Some(Outcome::Draw), "{rule}");
        }
    }

    #[test]
    fn an_occupied_point_and_a_forbidden_one_are_not_legal() {
        // Two threes of Black cross at h8.
        let moves = "h9a1h10o1i8a15j8o15";
        for rule in Rule::ALL {
            let mut board = Board::after(rule, moves);
            let [crossing, occupied, free] = ["h8", "h9", "c3"].map(|text| board.at(text));
            assert_eq!(
                [crossing, occupied, free].map(|point| board.is_legal(point)),
                [rule != Rule::Renju, false, true]
            );
            board.set_side_to_move(Color::White);
            assert!(board.is_legal(crossing), "White has no forbidden points");
            assert_eq!(board.forbids(Color::Black, crossing), rule == Rule::Renju);
        }
    }
}
