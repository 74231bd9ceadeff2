//! Reading a game from an SGF text.

use crate::gtp::error::GtpError;
use crate::gtp::game::GtpGame;
use crate::gtp::vertex::format_vertex;
use std::collections::HashMap;
use tengen::base::{BoardSize, Cell, Color, Point, Rule};
use tengen_database::sgf::{
    self, BLOCKED, GameKind, MainLine, Property, STONE_OF_OPENING, SgfError, Survey, TAKEN_OFF, TAKES_OFF,
};

/// A game read from an SGF text.
pub(in crate::gtp) struct SgfGame {
    pub game: GtpGame,
    /// Number of games in the text.
    pub games: usize,
    /// The fault at which reading ended, if there was one.
    pub damage: Option<SgfError>,
    /// Moves and stones that are not read as they are written.
    pub notes: Vec<String>,
}

/// The game being read, and what is remembered on the way.
struct Reading {
    /// The game without the changes of `setup`; its side to move is right.
    game: GtpGame,
    /// The position as it is set up since the last move, from which the game begins anew.
    setup: Option<Setup>,
    /// The stones of Gomoku Quest's opening.
    quest: Vec<Point>,
    /// Whether moves or `PL` say whose turn it is, so that a move of the other side is out of turn.
    is_turn_known: bool,
    notes: Vec<(&'static str, String)>,
}

/// The stones and blocked cells of a position, each with the number of the change that put it there.
struct Setup {
    cells: HashMap<Point, (usize, Cell)>,
    changes: usize,
}

impl Setup {
    fn new(game: &GtpGame) -> Self {
        let stones = game.board.history().enumerate();
        let cells: HashMap<_, _> = stones.map(|(change, (point, cell))| (point, (change, cell))).collect();
        Self { changes: cells.len(), cells }
    }

    /// Sets the content of cells, `None` to empty them.
    fn set(&mut self, points: &[Point], cell: Option<Cell>) {
        self.changes += 1;
        for &point in points {
            match cell {
                Some(cell) => self.cells.insert(point, (self.changes, cell)),
                None => self.cells.remove(&point),
            };
        }
    }

    /// The stones and blocked cells in the order in which they came.
    fn stones(self) -> Vec<(Point, Cell)> {
        let mut found: Vec<_> = self.cells.into_iter().collect();
        found.sort_by_key(|&(point, (change, _))| (change, point));
        found.into_iter().map(|(point, (_, cell))| (point, cell)).collect()
    }
}

fn fault(property: &Property, text: &str) -> GtpError {
    GtpError::File(format!("line {}: {text}", property.line))
}

/// The points of all values of a property, each once.
fn sgf_points(property: &Property, size: BoardSize) -> Result<Vec<Point>, GtpError> {
    let (points, fault) = sgf::parse_point_set(&property.values, size);
    fault.map_or(Ok(points), |fault| Err(fault.into()))
}

impl GtpGame {
    /// The main line of game number `number` (from 1) of an SGF text, up to before move number `until`, counted from 1.
    /// `rule` is used unless the file names a rule. Of a damaged text the moves before the fault are read, and the
    /// fault is returned with them.
    pub fn from_sgf(text: &str, number: usize, rule: Rule, until: Option<usize>) -> Result<SgfGame, GtpError> {
        let MainLine { properties, games, has_variations, fault: damage } = sgf::main_line(text, number)?;
        let mut survey = Survey::default();
        properties.iter().for_each(|property| survey.add(property));
        if let GameKind::Other(name) = survey.kind() {
            return Err(SgfError::OtherGame(name).into());
        }
        let size = survey.size()?;
        let rules = properties.iter().find(|property| property.name == "RU");
        let game = Self::new(size, rules.and_then(|rules| sgf::parse_rule(&rules.values[0])).unwrap_or(rule));
        let mut reading = Reading { game, setup: None, quest: Vec::new(), is_turn_known: false, notes: Vec::new() };
        let most = until.map_or(usize::MAX, |until| until.saturating_sub(1));
        let mut made = 0;
        for (index, property) in properties.iter().enumerate() {
            match property.name.as_str() {
                // Properties after this move belong to later positions.
                "B" | "W" | "QPR" | "QSLW" if made >= most => break,
                "B" | "W" => {
                    reading.make_move(property)?;
                    made += 1;
                }
                "QPR" | "QSLW" => made += reading.make_opening(property, most - made)?,
                "AE" if has_variations && reading.takes_off(&sgf_points(property, size)?) => {
                    reading.note_cut(property, &properties[index..]);
                    break;
                }
                "AB" | "AW" | "AE" | BLOCKED => reading.change_stones(property)?,
                "PL" if !property.values[0].trim().is_empty() => {
                    let color: Color =
                        property.values[0].trim().parse().map_err(|error| fault(property, &format!("{error}")))?;
                    reading.is_turn_known = true;
                    let game = &mut reading.game;
                    game.board.set_side_to_move(color);
                    if game.moves.is_empty() {
                        game.first = color;
                    }
                }
                _ => {}
            }
        }
        reading.finish_setup();
        let Reading { game, notes, .. } = reading;
        Ok(SgfGame { game, games, damage, notes: notes.into_iter().map(|(_, note)| note).collect() })
    }
}

impl Reading {
    /// Remembers a note, the first of its kind.
    fn note(&mut self, property: &Property, name: &str, kind: &'static str) {
        if self.notes.iter().all(|&(known, _)| known != kind) {
            let name = if name.is_empty() { String::new() } else { format!("{name} ") };
            self.notes.push((kind, format!("line {}: {name}{kind}", property.line)));
        }
    }

    /// Notes that the rest of a line is left out because of an `AE`.
    fn note_cut(&mut self, property: &Property, rest: &[Property]) {
        let count = rest.iter().filter(|property| ["B", "W", "QSLW"].contains(&property.name.as_str())).count();
        let moves = if count == 1 { "1 move is".to_owned() } else { format!("{count} moves are") };
        self.notes.push((TAKES_OFF, format!("line {}: {TAKES_OFF}: {moves} left out", property.line)));
    }

    /// Whether these points, in the order of the board, have stones after the first move.
    fn takes_off(&self, points: &[Point]) -> bool {
        let is_in_game = self.setup.is_none() && !self.game.moves.is_empty();
        is_in_game && self.game.board.history().any(|(point, _)| points.binary_search(&point).is_ok())
    }

    fn place(&mut self, property: &Property, color: Color, point: Option<Point>) -> Result<(), GtpError> {
        self.finish_setup();
        let game = &mut self.game;
        if let Some(point) = point.filter(|&point| !game.board.is_empty(point)) {
            return Err(fault(property, &format!("{} is occupied", format_vertex(game.size(), point))));
        }
        game.play_unchecked(color, point);
        self.is_turn_known = true;
        Ok(())
    }

    /// Makes the move of a `B` or `W`. One on a stone of Gomoku Quest's opening is a pass.
    fn make_move(&mut self, property: &Property) -> Result<(), GtpError> {
        let color = if property.name == "W" { Color::White } else { Color::Black };
        let size = self.game.size();
        let mut point = sgf::parse_sgf_move(&property.values[0], size)?;
        let name = |point: Option<Point>| point.map_or_else(|| "a pass".to_owned(), |point| format_vertex(size, point));
        if point.is_some_and(|point| self.quest.contains(&point)) {
            self.note(property, &name(point), STONE_OF_OPENING);
            point = None;
        }
        if self.is_turn_known && color != self.game.side_to_move() {
            self.note(property, &name(point), "comes out of turn");
        }
        self.place(property, color, point)
    }

    /// Makes up to `most` moves of Gomoku Quest's opening; returns how many.
    fn make_opening(&mut self, property: &Property, most: usize) -> Result<usize, GtpError> {
        let values = property.values.iter().flat_map(|value| value.split(','));
        let mut made = 0;
        for value in values.filter(|value| !value.is_empty()).take(most) {
            let point = sgf::parse_sgf_point(value.trim(), self.game.size())?;
            self.place(property, self.game.side_to_move(), Some(point))?;
            self.quest.push(point);
            made += 1;
        }
        Ok(made)
    }

    /// Places or removes the stones of an `AB`, `AW`, `AE` or `BLOCKED`. The result is a position that was set up, in
    /// which no earlier move can be undone.
    fn change_stones(&mut self, property: &Property) -> Result<(), GtpError> {
        let points = sgf_points(property, self.game.size())?;
        if property.name == "AE" && self.takes_off(&points) {
            self.note(property, "", TAKEN_OFF);
            self.quest.clear();
        }
        self.is_turn_known &= self.setup.is_some() || self.game.moves.is_empty();
        let cell = match property.name.as_str() {
            "AB" => Some(Cell::Black),
            "AW" => Some(Cell::White),
            BLOCKED => Some(Cell::Neutral),
            _ => None,
        };
        self.setup.get_or_insert_with(|| Setup::new(&self.game)).set(&points, cell);
        Ok(())
    }

    /// Begins the game anew from the position that was set up, if there is one: once for all its properties.
    fn finish_setup(&mut self) {
        let Some(setup) = self.setup.take() else { return };
        let (size, side) = (self.game.size(), self.game.side_to_move());
        self.game = GtpGame::new(size, self.game.rule());
        self.game.set_up(setup.stones(), side);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, Instant};
    use tengen::base::SplitMix64;
    use tengen::board::Outcome;

    fn load(properties: &str) -> Result<GtpGame, GtpError> {
        GtpGame::from_sgf(&format!("(;GM[4]SZ[15]{properties})"), 1, Rule::Freestyle, None).map(|found| found.game)
    }

    #[test]
    fn a_forbidden_stone_of_a_file_loses() {
        // Black's last stone makes a double-three.
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
            // The win stays after a move is taken back.
            let _ = game.undo();
            assert_eq!(game.outcome(), winner.map(Outcome::Win), "{properties}");
        }
    }

    #[test]
    fn a_renju_game_set_up_with_few_empty_cells_is_played_to_the_last() {
        // 24 cells are empty in the first position, 34 in the second; nobody has four in line.
        for (stones, outcome) in
            [("AB[aa][ca][ea][ac][cc][ec]AW[ba][da][fa][bc][dc][fc]", None), ("AB[aa]AW[ba]", None)]
        {
            let game =
                GtpGame::from_sgf(&format!("(;GM[4]SZ[6]RU[renju]{stones})"), 1, Rule::Freestyle, None).unwrap().game;
            assert_eq!(game.outcome(), outcome, "{stones}");
        }
    }

    #[test]
    fn what_cannot_be_read_is_an_error_with_its_line() {
        for (properties, error) in [
            (";B[hh]\n;W[hh]", "line 2: H8 is occupied"),
            ("PL[x]", "line 1: 'x' is neither black nor white"),
            (";foul[hh]", "line 1: 'foul' is not a property: expected capital letters, as in B[hh]"),
        ] {
            let text = format!("(;GM[4]SZ[15]{properties})");
            let found = match GtpGame::from_sgf(&text, 1, Rule::Freestyle, None) {
                // Of a damaged text the part before the fault is read.
                Ok(found) => found.damage.map(|fault| fault.to_string()),
                Err(error) => Some(error.to_string()),
            };
            let found = found.unwrap_or_else(|| panic!("{properties} is no error"));
            assert_eq!(found.trim_start_matches("cannot load file: "), error, "{properties}");
        }
    }

    /// The stones on the board, the side to move, and the number of moves that can be undone.
    fn summary(game: &GtpGame) -> (String, Color, usize) {
        let mut stones: Vec<String> = game
            .board
            .history()
            .map(|(point, cell)| {
                format!("{}{}", if cell == Color::Black.into() { 'b' } else { 'w' }, format_vertex(game.size(), point))
            })
            .collect();
        stones.sort();
        (stones.join(" "), game.side_to_move(), game.move_count())
    }

    #[test]
    fn passes_and_stones_that_are_put_down_or_taken_off_lead_to_the_position() {
        for (properties, stones, side, moves) in [
            (";B[hh];W[];B[ii]", "bH8 bJ7", Color::White, 3),
            (";B[hh];W[tt];B[ii]", "bH8 bJ7", Color::White, 3),
            (";B[hh];AW[ii];B[jj]", "bH8 bK6 wJ7", Color::White, 1),
            (";B[hh];W[ii];AE[ii]PL[W];W[jj]", "bH8 wK6", Color::Black, 1),
            ("AB[hh][ii]AE[hh];W[jj]", "bJ7 wK6", Color::Black, 1),
            ("AB[hh];W[];PL[ White ]", "bH8", Color::White, 1),
            ("AB[hh]AW[hh]", "wH8", Color::Black, 0),
        ] {
            let game = load(properties).unwrap();
            assert_eq!(summary(&game), (stones.to_owned(), side, moves), "{properties}");
        }
        let mut game = load(";B[hh];W[];B[ii]").unwrap();
        game.undo().unwrap();
        game.undo().unwrap();
        assert_eq!(summary(&game), ("bH8".to_owned(), Color::White, 1));
        // Properties after the requested position are left out.
        let until =
            |number| GtpGame::from_sgf("(;SZ[15];B[hh];W[];AW[ii];B[jj])", 1, Rule::Renju, Some(number)).unwrap().game;
        assert_eq!(summary(&until(1)).0, "");
        assert_eq!(summary(&until(2)).0, "bH8");
        assert_eq!(summary(&until(3)).0, "bH8 wJ7");
    }

    /// A game made anew for each property takes minutes, and a list of every rectangle's points gigabytes.
    #[test]
    fn many_properties_and_rectangles_are_one_position() {
        let start = Instant::now();
        for setup in [format!("AB[ba:ZZ]{}", "AE[bb]AB[bb]".repeat(5_000)), format!("AB{}", "[ba:ZZ]".repeat(50_000))] {
            let text = format!("(;SZ[52]{setup};B[aa])");
            let game = GtpGame::from_sgf(&text, 1, Rule::Freestyle, None).unwrap().game;
            assert_eq!(game.board.stones(), 51 * 52 + 1);
        }
        assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
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
            match GtpGame::from_sgf(&sgf::decode_sgf(&bytes, None).text, 1, Rule::Freestyle, None) {
                Ok(SgfGame { game, .. }) => {
                    read += 1;
                    assert!(game.board.stones() <= game.size().cells(), "{bytes:?}");
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
