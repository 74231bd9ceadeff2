//! Reading a game from an SGF text.

use super::choice::game_of;
use crate::gtp::error::GtpError;
use crate::gtp::game::GtpGame;
use crate::gtp::vertex::format_vertex;
use crate::server::counted;
use tengen::base::{Cell, Color, Point, Rule};
use tengen_database::sgf::{self, BLOCKED, Property, STONE_OF_OPENING, TAKEN_OFF, TAKES_OFF};
use tengen_database::why;

/// A game read from an SGF text.
pub(in crate::gtp) struct SgfGame {
    pub game: GtpGame,
    /// Number of games in the text.
    pub games: usize,
    /// What is not read as it is written, in sentences.
    pub notes: Vec<String>,
}

/// The game being read, and what is remembered on the way.
struct Reading {
    /// The game without the changes of `setup`; its side to move is right.
    game: GtpGame,
    /// Number of moves that are still read.
    left: usize,
    /// The cells as they are set up since the last move, from which the game begins anew.
    setup: Option<Vec<Cell>>,
    /// The stones of Gomoku Quest's opening.
    quest: Vec<Point>,
    /// Whether moves or `PL` say whose turn it is, so that a move of the other side is out of turn.
    is_turn_known: bool,
    /// Notes, the first of each kind.
    notes: Vec<(&'static str, String)>,
}

impl GtpGame {
    /// The main line of game number `number` (from 1) of an SGF text, up to before move number `until`, counted from 1.
    /// `rule` is used unless the file names one that is known. Reading ends at a fault, as a cut text or a move on a
    /// stone, which a note names.
    ///
    /// # Errors
    /// When nothing stands before the fault.
    pub fn from_sgf(text: &str, number: usize, rule: Rule, until: Option<usize>) -> Result<SgfGame, GtpError> {
        let (whole, games, outside) = game_of(text, number)?;
        let rule = whole.rule()?.unwrap_or(rule);
        let mut reading = Reading {
            game: Self::new(whole.survey.size()?, rule),
            left: until.map_or(usize::MAX, |until| until.saturating_sub(1)),
            setup: None,
            quest: Vec::new(),
            is_turn_known: false,
            notes: Vec::new(),
        };
        let mut fault = whole.fault.as_ref().map(ToString::to_string);
        for property in &whole.main_line {
            // Properties after this move belong to later positions.
            if reading.left == 0 && matches!(property.name.as_str(), "B" | "W" | "QPR" | "QSLW") {
                fault = None;
                break;
            }
            if let Err(problem) = reading.read(property, whole.has_variations) {
                fault = Some(format!("line {}: {problem}", property.line));
                break;
            }
        }
        reading.finish_setup();
        let Reading { game, notes, .. } = reading;
        let is_empty = game.moves.is_empty() && game.setup.is_empty();
        if let Some(fault) = fault.clone().filter(|_| is_empty) {
            return Err(GtpError::File(fault));
        }
        let moves = counted(game.move_count() as u64, "move");
        let fault = fault.map(|fault| format!("read up to a fault: {fault}; {moves} read"));
        let damage = whole.damage.as_ref().map(|(line, damage)| format!("line {line}: {damage}"));
        let unknown = whole.unknown_rule().map(|name| why::unknown_rule(name, rule));
        let of_file = [outside, unknown].into_iter().flatten().map(|reason| reason.to_string());
        let notes = notes.into_iter().map(|(_, note)| note);
        Ok(SgfGame { games, notes: fault.into_iter().chain(damage).chain(of_file).chain(notes).collect(), game })
    }
}

impl Reading {
    /// Reads a property. Fails with what is wrong with it; the part before is read.
    fn read(&mut self, property: &Property, has_variations: bool) -> Result<(), String> {
        match property.name.as_str() {
            "B" => self.make_move(property, Color::Black),
            "W" => self.make_move(property, Color::White),
            "QPR" | "QSLW" => self.make_opening(property),
            "AB" => self.change_cells(property, Cell::Black, has_variations),
            "AW" => self.change_cells(property, Cell::White, has_variations),
            "AE" => self.change_cells(property, Cell::Empty, has_variations),
            BLOCKED => self.change_cells(property, Cell::Neutral, has_variations),
            "PL" => self.set_turn(property),
            _ => Ok(()),
        }
    }

    /// Remembers a note, if it is the first of its kind.
    fn note(&mut self, property: &Property, kind: &'static str, text: &str) {
        if self.notes.iter().all(|&(known, _)| known != kind) {
            self.notes.push((kind, format!("line {}: {text}", property.line)));
        }
    }

    fn place(&mut self, color: Color, point: Option<Point>) -> Result<(), String> {
        self.finish_setup();
        let game = &mut self.game;
        if let Some(point) = point.filter(|&point| !game.board.is_empty(point)) {
            return Err(format!("{} is occupied", format_vertex(game.size(), point)));
        }
        game.play_unchecked(color, point);
        self.left -= 1;
        self.is_turn_known = true;
        Ok(())
    }

    /// Makes the move of a `B` or `W`. One on a stone of Gomoku Quest's opening is a pass.
    fn make_move(&mut self, property: &Property, color: Color) -> Result<(), String> {
        let size = self.game.size();
        let mut point = sgf::parse_sgf_move(&property.values[0], size).map_err(|error| error.to_string())?;
        let name = |point: Option<Point>| point.map_or_else(|| "a pass".to_owned(), |point| format_vertex(size, point));
        if point.is_some_and(|point| self.quest.contains(&point)) {
            self.note(property, STONE_OF_OPENING, &format!("{} {STONE_OF_OPENING}", name(point)));
            point = None;
        }
        if self.is_turn_known && color != self.game.side_to_move() {
            self.note(property, "turn", &format!("{} comes out of turn", name(point)));
        }
        self.place(color, point)
    }

    /// Makes the moves of Gomoku Quest's opening.
    fn make_opening(&mut self, property: &Property) -> Result<(), String> {
        let values = property.values.iter().flat_map(|value| value.split(','));
        for value in values.filter(|value| !value.is_empty()).take(self.left) {
            let point = sgf::parse_sgf_point(value, self.game.size()).map_err(|error| error.to_string())?;
            self.place(self.game.side_to_move(), Some(point))?;
            self.quest.push(point);
        }
        Ok(())
    }

    /// Sets the side to move.
    fn set_turn(&mut self, property: &Property) -> Result<(), String> {
        match property.values[0].trim().parse() {
            Ok(color) => {
                self.is_turn_known = true;
                self.game.board.set_side_to_move(color);
                if self.game.moves.is_empty() {
                    self.game.first = color;
                }
            }
            Err(_) if property.values[0].trim().is_empty() => {}
            Err(error) => self.note(property, "PL", &why::left_out(error).to_string()),
        }
        Ok(())
    }

    /// Changes cells. The result is a position that was set up, in which no earlier move can be undone. Fails if a stone
    /// of the game is taken off and there are variations, which could begin at a move before it.
    fn change_cells(&mut self, property: &Property, cell: Cell, has_variations: bool) -> Result<(), String> {
        let (points, fault) = sgf::parse_point_set(&property.values, self.game.size());
        let fault = fault.map_or(Ok(()), |fault| Err(fault.to_string()));
        if points.is_empty() {
            return fault;
        }
        let board = &self.game.board;
        let is_in_game = self.setup.is_none() && !self.game.moves.is_empty();
        if is_in_game && points.iter().any(|&point| !board.is_empty(point) && board.cell(point) != cell) {
            if has_variations {
                return Err(TAKES_OFF.to_owned());
            }
            self.note(property, TAKEN_OFF, TAKEN_OFF);
            self.quest.clear();
        }
        self.is_turn_known &= !is_in_game;
        let board = &self.game.board;
        let setup = self.setup.get_or_insert_with(|| board.size().points().map(|point| board.cell(point)).collect());
        points.iter().for_each(|point| setup[point.index()] = cell);
        fault
    }

    /// Begins the game anew from the position that was set up, if there is one: once for all its properties.
    fn finish_setup(&mut self) {
        let Some(cells) = self.setup.take() else { return };
        let (size, side) = (self.game.size(), self.game.side_to_move());
        let stones = size.points().zip(cells).filter(|&(_, cell)| cell != Cell::Empty).collect();
        self.game = GtpGame::new(size, self.game.rule());
        self.game.set_up(stones, side);
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
    fn what_is_not_read_is_said_with_its_line_and_is_an_error_if_nothing_stands_before_it() {
        let (long, cut) = ("x".repeat(99), format!("{}…", "x".repeat(40)));
        for (properties, said) in [
            (";B[hh]\n;W[hh];B[ii]", "read up to a fault: line 2: H8 is occupied; 1 move read"),
            (";B[hh];W[zz]", "read up to a fault: line 1: 'zz' is not a point on a 15x15 board; 1 move read"),
            ("AB[hh][zz]", "read up to a fault: line 1: 'zz' is not a point on a 15x15 board; 0 moves read"),
            ("PL[x];B[hh]", "line 1: 'x' is neither black nor white: left out"),
            ("RU[x];B[hh]", "the rule 'x' is not known: freestyle is taken"),
            (";B[hh])\n;W[ii]", "line 2: moves outside of a game are left out: a bracket is missing, or one too many"),
            (";B[hh])", "line 1: ')' without '('"),
            (&format!("RU[{long}];B[hh]"), &format!("the rule '{cut}' is not known: freestyle is taken")),
            (&format!("PL[{long}];B[hh]"), &format!("line 1: '{cut}' is neither black nor white: left out")),
            (";B[hh][ii]", "line 1: several values where there can be one: the first is read"),
            (";B[zz]", "cannot load file: line 1: 'zz' is not a point on a 15x15 board"),
            (";foul[hh]", "cannot load file: line 1: 'foul' is not a property: expected capital letters, as in B[hh]"),
            ("RU[Connect6];B[hh]", "cannot load file: a game of Connect6 (RU[Connect6]), not five in a row"),
        ] {
            let found = GtpGame::from_sgf(&format!("(;GM[4]SZ[15]{properties})"), 1, Rule::Freestyle, None);
            assert_eq!(
                found.map_or_else(|error| error.to_string(), |found| found.notes.join("; ")),
                said,
                "{properties}"
            );
        }
        let until = GtpGame::from_sgf("(;SZ[15];B[hh];W[hh]", 1, Rule::Freestyle, Some(2)).unwrap();
        assert_eq!(until.notes, [""; 0], "the fault is behind the position");
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
