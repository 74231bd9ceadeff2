//! The position of a GTP session, with the moves that can be undone.

use super::error::GtpError;
use super::vertex::{column_letters, format_vertex};
use crate::server::FileGame;
use tengen::base::{BoardSize, Cell, Color, Point, Rule};
use tengen::board::{Board, Outcome};
use tengen::pattern::PointClass;
use tengen_database::sgf::{self, GameKind, MainLine, Property, SgfError, Survey};

/// A position and how it came about.
pub(super) struct GtpGame {
    board: Board,
    /// Stones before the first move, from a file.
    setup: Vec<(Point, Color)>,
    /// Who makes the first move.
    first: Color,
    /// Moves in their order; `None` is a pass.
    moves: Vec<(Color, Option<Point>)>,
    /// The winner, and the number of moves after which the game was won; 0 by the stones before them.
    won: Option<(Color, usize)>,
}

/// A game of an SGF text.
pub(super) struct SgfGame {
    pub game: GtpGame,
    /// Number of games in the text.
    pub games: usize,
    /// What ends the text early.
    pub damage: Option<SgfError>,
}

impl GtpGame {
    pub fn new(size: BoardSize, rule: Rule) -> Self {
        Self { board: Board::new(size, rule), setup: Vec::new(), first: Color::Black, moves: Vec::new(), won: None }
    }

    pub fn size(&self) -> BoardSize {
        self.board.size()
    }

    pub fn rule(&self) -> Rule {
        self.board.rule()
    }

    /// The position with `color` to move.
    pub fn board_for(&self, color: Color) -> Board {
        let mut board = self.board.clone();
        board.set_side_to_move(color);
        board
    }

    pub fn side_to_move(&self) -> Color {
        self.board.side_to_move()
    }

    /// The result; `None` while the game goes on. Moves after a win change nothing of it.
    pub fn outcome(&self) -> Option<Outcome> {
        if let Some((color, _)) = self.won {
            return Some(Outcome::Win(color));
        }
        let full = self.board.empty_count() <= self.rule().draw_empty_cells(self.size().cells() - self.setup.len());
        full.then_some(Outcome::Draw)
    }

    /// Plays a move of any color, or a pass.
    pub fn play(&mut self, color: Color, point: Option<Point>) -> Result<(), GtpError> {
        if let Some(point) = point {
            let name = || format_vertex(self.size(), point);
            if !self.board.is_empty(point) {
                return Err(GtpError::Occupied(name()));
            }
            if self.board.forbids(color, point) {
                return Err(GtpError::Forbidden(name()));
            }
        }
        self.play_unchecked(color, point);
        Ok(())
    }

    /// The point is empty. A forbidden stone is placed all the same and loses.
    fn play_unchecked(&mut self, color: Color, point: Option<Point>) {
        self.board.set_side_to_move(color);
        match point {
            Some(point) => {
                if self.won.is_none() {
                    self.won = self.winner_by(color, point).map(|winner| (winner, self.moves.len() + 1));
                }
                self.board.push(point);
            }
            None => self.board.set_side_to_move(!color),
        }
        self.moves.push((color, point));
    }

    /// Who wins when `color` plays at the empty `point`.
    fn winner_by(&self, color: Color, point: Point) -> Option<Color> {
        if self.board.patterns(point).class(color) == PointClass::Five {
            return Some(color);
        }
        self.board.forbids(color, point).then_some(!color)
    }

    /// Plays the engine's own move, a pass when it has none; the search picks a forbidden point only when
    /// there is no other.
    pub fn play_generated(&mut self, color: Color, point: Option<Point>) -> Result<(), GtpError> {
        match point {
            Some(point) if !self.board.is_empty(point) => Err(GtpError::Occupied(format_vertex(self.size(), point))),
            point => {
                self.play_unchecked(color, point);
                Ok(())
            }
        }
    }

    pub fn move_count(&self) -> usize {
        self.moves.len()
    }

    /// Takes back the last move.
    pub fn undo(&mut self) -> Result<(), GtpError> {
        let (color, point) = self.moves.pop().ok_or(GtpError::CannotUndo)?;
        if point.is_some() {
            self.board.pop();
        }
        self.board.set_side_to_move(color);
        self.won = self.won.filter(|&(_, count)| count <= self.moves.len());
        Ok(())
    }

    /// The same moves under another rule.
    pub fn set_rule(&mut self, rule: Rule) {
        let old = std::mem::replace(self, Self::new(self.size(), rule));
        self.set_up(old.setup, old.first);
        for (color, point) in old.moves {
            self.play_unchecked(color, point);
        }
    }

    fn set_up(&mut self, stones: Vec<(Point, Color)>, first: Color) {
        self.first = first;
        self.board.set_side_to_move(first);
        // An occupied point keeps its stone.
        self.setup =
            stones.into_iter().filter(|&(point, color)| self.board.place(point, color.into()).is_ok()).collect();
        self.won = self.setup.iter().find(|stone| self.board.is_in_winning_run(stone.0)).map(|&(_, color)| (color, 0));
    }

    /// A game of a file, up to before move number `until`, counted from 1.
    pub fn from_file(file: &FileGame, until: Option<usize>) -> Result<Self, GtpError> {
        let mut game = Self::new(file.size, file.rule);
        game.set_up(file.setup.clone(), file.first);
        for &point in file.moves.iter().take(until.map_or(usize::MAX, |until| until.saturating_sub(1))) {
            if !game.board.is_empty(point) {
                return Err(GtpError::File(format!("{} is occupied", format_vertex(file.size, point))));
            }
            game.play_unchecked(game.side_to_move(), Some(point));
        }
        Ok(game)
    }

    /// The main line of a game of an SGF text, by its number from 1, up to before move number `until`, counted from 1. Its
    /// rule counts when the file names one, else `rule`. A damaged text gives the moves before the fault, and the fault.
    pub fn from_sgf(text: &str, number: usize, rule: Rule, until: Option<usize>) -> Result<SgfGame, GtpError> {
        let MainLine { properties, games, fault: damage } = sgf::main_line(text, number)?;
        let mut survey = Survey::default();
        properties.iter().for_each(|property| survey.add(property));
        if let GameKind::Other(name) = survey.kind() {
            return Err(SgfError::OtherGame(name).into());
        }
        let size = survey.size()?;
        let rules = properties.iter().find(|property| property.name == "RU");
        let mut game = Self::new(size, rules.and_then(|rules| sgf::parse_rule(&rules.values[0])).unwrap_or(rule));
        let most = until.map_or(usize::MAX, |until| until.saturating_sub(1));
        let fault = |property: &Property, text: &str| GtpError::File(format!("line {}: {text}", property.line));
        for property in &properties {
            let color = if property.name.ends_with('W') { Color::White } else { Color::Black };
            match property.name.as_str() {
                // What stands behind the move belongs to later positions.
                "B" | "W" if game.moves.len() == most => break,
                "B" | "W" => {
                    let point = sgf::parse_sgf_point(&property.values[0], size)?;
                    if !game.board.is_empty(point) {
                        let name = format_vertex(size, point);
                        return Err(fault(property, &format!("{name} is occupied")));
                    }
                    game.play_unchecked(color, Some(point));
                }
                "AB" | "AW" | "AE" if !game.moves.is_empty() => {
                    return Err(fault(property, "stones are put down or taken off in mid-game"));
                }
                "AE" => return Err(fault(property, "AE takes stones off: expected AB, AW or moves")),
                "AB" | "AW" => {
                    let mut stones = std::mem::take(&mut game.setup);
                    for value in &property.values {
                        stones.extend(sgf::parse_sgf_points(value, size)?.into_iter().map(|point| (point, color)));
                    }
                    let (rule, first) = (game.rule(), game.first);
                    game = Self::new(size, rule);
                    game.set_up(stones, first);
                }
                "PL" if game.moves.is_empty() => {
                    let color: Result<Color, _> = property.values[0].trim().parse();
                    game.first = color.map_err(|error| fault(property, &error.to_string()))?;
                    game.board.set_side_to_move(game.first);
                }
                _ => {}
            }
        }
        Ok(SgfGame { game, games, damage })
    }

    /// The board in text: `X` is Black, `O` White, `.` empty.
    pub fn diagram(&self) -> String {
        let size = self.size();
        let width = column_letters(size.width() - 1).len() + 1;
        let columns: String = (0..size.width()).map(|x| format!("{:>width$}", column_letters(x))).collect();
        let mut text = format!("\n   {columns}");
        for y in 0..size.height() {
            let row = size.height() - y;
            text += &format!("\n{row:>3}");
            for x in 0..size.width() {
                let point = size.point(x as i32, y as i32);
                let symbol = match point.map_or(Cell::Neutral, |point| self.board.cell(point)) {
                    Cell::Black => 'X',
                    Cell::White => 'O',
                    Cell::Empty => '.',
                    Cell::Neutral => '#',
                };
                text += &format!("{symbol:>width$}");
            }
            text += &format!(" {row}");
        }
        let side = if self.side_to_move() == Color::Black { "Black" } else { "White" };
        text + &format!("\n   {columns}\n{size} {}, {side} to move", self.rule())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen::base::SplitMix64;

    fn load(properties: &str) -> Result<GtpGame, GtpError> {
        GtpGame::from_sgf(&format!("(;GM[4]SZ[15]{properties})"), 1, Rule::Freestyle, None).map(|found| found.game)
    }

    #[test]
    fn a_forbidden_stone_of_a_file_loses() {
        // Black's last stone makes two threes.
        let moves = ";B[ih];W[aa];B[jh];W[oa];B[hi];W[ao];B[hj];W[oo];B[hh];W[hg]";
        let mut game = load(&format!("RU[renju]{moves}")).unwrap();
        assert_eq!(game.outcome(), Some(Outcome::Win(Color::White)));
        game.set_rule(Rule::Caro);
        assert_eq!(game.outcome(), None);
        game.set_rule(Rule::Renju);
        game.undo().unwrap();
        assert_eq!(game.outcome(), Some(Outcome::Win(Color::White)));
        game.undo().unwrap();
        assert_eq!(game.outcome(), None);
    }

    #[test]
    fn stones_that_were_set_up_may_have_won() {
        for (properties, winner) in [
            ("RU[caro]AB[aa:ea];W[oo]", Some(Color::Black)),
            ("RU[caro]AB[ba:fa]AW[aa];W[oo]", Some(Color::Black)),
            ("RU[caro]AB[ba:fa]AW[aa][ga]", None),
            ("RU[caro]AB[bb:bg]AW[ba][bh]", Some(Color::Black)),
            ("RU[standard]AW[aa:fa]", None),
            ("RU[standard]AW[ea][db][cc][bd][ae]", Some(Color::White)),
            ("RU[renju]AB[aa][bb][cc][dd][ee];W[oo]", Some(Color::Black)),
        ] {
            let mut game = load(properties).unwrap();
            assert_eq!(game.outcome(), winner.map(Outcome::Win), "{properties}");
            // The win stays when a move is taken back.
            let _ = game.undo();
            assert_eq!(game.outcome(), winner.map(Outcome::Win), "{properties}");
        }
    }

    #[test]
    fn a_renju_game_set_up_with_few_empty_cells_is_played_to_the_last() {
        // 24 cells are empty, then 34; nobody has four in line.
        for (stones, outcome) in
            [("AB[aa][ca][ea][ac][cc][ec]AW[ba][da][fa][bc][dc][fc]", None), ("AB[aa]AW[ba]", None)]
        {
            let game =
                GtpGame::from_sgf(&format!("(;GM[4]SZ[6]RU[renju]{stones})"), 1, Rule::Freestyle, None).unwrap().game;
            assert_eq!(game.outcome(), outcome, "{stones}");
        }
    }

    #[test]
    fn what_a_game_of_moves_cannot_hold_is_an_error() {
        for (properties, error) in [
            (";B[hh];AW[ii];B[jj]", "line 1: stones are put down or taken off in mid-game"),
            (";B[hh];W[ii];AE[ii];B[jj]", "line 1: stones are put down or taken off in mid-game"),
            ("AB[hh]\nAE[hh]", "line 2: AE takes stones off: expected AB, AW or moves"),
            ("PL[x]", "line 1: 'x' is neither black nor white"),
            (";foul[hh]", "line 1: 'foul' is not a property: expected capital letters, as in B[hh]"),
        ] {
            let text = format!("(;GM[4]SZ[15]{properties})");
            let found = match GtpGame::from_sgf(&text, 1, Rule::Freestyle, None) {
                // A damaged text gives what stands before the fault.
                Ok(found) => found.damage.map(|fault| fault.to_string()),
                Err(error) => Some(error.to_string()),
            };
            let found = found.unwrap_or_else(|| panic!("{properties} is no error"));
            assert_eq!(found.trim_start_matches("cannot load file: "), error, "{properties}");
        }
        // What comes after the position that is wanted does no harm.
        let game = GtpGame::from_sgf("(;SZ[15];B[hh];AW[ii];B[jj])", 1, Rule::Freestyle, Some(1)).unwrap().game;
        assert_eq!(game.board.empty_count(), 225);
    }

    #[test]
    fn who_begins_is_read_in_every_spelling() {
        for (value, color) in [("w", Color::White), ("White", Color::White), (" B ", Color::Black)] {
            assert_eq!(load(&format!("PL[{value}]")).unwrap().side_to_move(), color, "{value}");
        }
    }

    #[test]
    fn mutated_files_give_a_game_of_the_board_or_an_error() {
        let whole = b"(;FF[4]GM[1]SZ[15]CA[gbk]RU[renju]PL[B]AB[aa:cc]AW[oo]C[\xba\xda]\n;B[hh];W[ig](;B[ii])(;B[jj]))";
        let mut rng = SplitMix64::new(43);
        let (mut read, mut refused) = (0, 0);
        for _ in 0..4_000 {
            let mut bytes = whole.to_vec();
            for _ in 0..1 + rng.below(4) {
                let at = rng.below(bytes.len());
                match rng.below(4) {
                    0 => bytes[at] = rng.below(256) as u8,
                    1 => bytes.insert(at, whole[rng.below(whole.len())]),
                    2 => bytes.truncate(at + 1),
                    _ => drop(bytes.splice(at..at, whole[rng.below(whole.len())..].iter().copied()).count()),
                }
            }
            match GtpGame::from_sgf(&sgf::bytes_to_text(&bytes), 1, Rule::Freestyle, None) {
                Ok(SgfGame { game, .. }) => {
                    read += 1;
                    assert!(game.moves.len() + game.setup.len() <= game.size().cells(), "{bytes:?}");
                }
                Err(error) => {
                    refused += 1;
                    assert!(!error.to_string().is_empty());
                }
            }
        }
        assert!(read > 300 && refused > 300, "{read} games were read, {refused} refused");
    }
}
