//! Commands that a person may type during a game.

use tengen::base::{BoardSize, Point};
use tengen::board::parse_point;

/// What a person may type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayCommand {
    Move(Point),
    Hint,
    Undo,
    Swap,
    /// The levels, or a new one.
    Level(Option<u8>),
    /// Whether a file that is there may be overwritten, and its name.
    Save(bool, String),
    Load(String),
    New,
    Show,
    Help,
    Quit,
}

/// The commands with what they do, for `help`.
pub const HELP: &str = "\
  h8, 7,7      play there: a column letter and a row number from the bottom, or column,row
               from the top left, both from 0
  hint         what full strength would play
  undo         take back to your move before
  swap         change sides
  level [N]    show the levels, or let the engine play at level N from now on
  save FILE    write the game; the name ends in .psq, .sgf, .moves or another of `tengen formats`; save! overwrites
  load FILE    go on with another game; rule and size stay where the file does not name them
  new          begin again
  show         draw the board
  quit         leave; an unfinished game is kept in a file";

impl PlayCommand {
    /// Reads what was typed, without regard to case; nothing for a blank line.
    ///
    /// # Errors
    /// What is wrong with it, for the person.
    pub fn read(text: &str, size: BoardSize) -> Result<Option<PlayCommand>, String> {
        let text = text.trim();
        let (word, rest) = text.split_once(char::is_whitespace).map_or((text, ""), |(word, rest)| (word, rest.trim()));
        let word = word.to_ascii_lowercase();
        let name = |command: fn(String) -> PlayCommand| match rest {
            "" => Err(format!("{word}: expected a file name, as in {word} game.psq")),
            name => Ok(Some(command(name.to_owned()))),
        };
        match word.as_str() {
            "" => Ok(None),
            "save" => name(|name| PlayCommand::Save(false, name)),
            "save!" => name(|name| PlayCommand::Save(true, name)),
            "load" => name(PlayCommand::Load),
            "level" if !rest.is_empty() => match rest.parse() {
                Ok(number @ 1..=10) => Ok(Some(PlayCommand::Level(Some(number)))),
                _ => Err(format!("'{rest}' is not a level from 1 to 10")),
            },
            "level" | "levels" => Ok(Some(PlayCommand::Level(None))),
            _ if !rest.is_empty() && !word.starts_with(|c: char| c.is_ascii_digit()) => {
                Err(format!("'{text}' is neither a move nor a command; help lists the commands"))
            }
            "hint" => Ok(Some(PlayCommand::Hint)),
            "undo" => Ok(Some(PlayCommand::Undo)),
            "swap" => Ok(Some(PlayCommand::Swap)),
            "new" => Ok(Some(PlayCommand::New)),
            "show" => Ok(Some(PlayCommand::Show)),
            "help" | "?" => Ok(Some(PlayCommand::Help)),
            "quit" | "exit" | "q" => Ok(Some(PlayCommand::Quit)),
            _ => point(text, size).map(|point| Some(PlayCommand::Move(point))),
        }
    }
}

/// `h8`, or `7,7` from the top left.
pub fn point(text: &str, size: BoardSize) -> Result<Point, String> {
    let text = text.trim();
    if text.starts_with(|c: char| c.is_ascii_digit() || c == '-') {
        let off = || format!("'{text}' is not a point on a {size} board");
        let (x, y) = text.split_once(|c: char| c == ',' || c.is_whitespace()).ok_or_else(off)?;
        let number = |part: &str| part.trim().parse::<i32>().map_err(|_| off());
        return size.point(number(x)?, number(y)?).ok_or_else(off);
    }
    if text.len() > 1 && text.ends_with(|c: char| c.is_ascii_digit()) {
        return parse_point(size, text).map_err(|error| error.to_string());
    }
    Err(format!("'{text}' is neither a move nor a command; help lists the commands"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_and_commands_are_read_as_people_type_them() {
        let size = BoardSize::square(15).unwrap();
        let at = |x, y| Ok(Some(PlayCommand::Move(size.point(x, y).unwrap())));
        assert_eq!(PlayCommand::read(" H8 ", size), at(7, 7));
        assert_eq!(PlayCommand::read("0,14", size), at(0, 14));
        assert_eq!(PlayCommand::read("0, 14", size), at(0, 14));
        assert_eq!(PlayCommand::read("Level 3", size), Ok(Some(PlayCommand::Level(Some(3)))));
        assert_eq!(
            PlayCommand::read("save my game.psq", size),
            Ok(Some(PlayCommand::Save(false, "my game.psq".into())))
        );
        assert_eq!(PlayCommand::read("", size), Ok(None));
        for text in [
            "z9",
            "15,0",
            "-1,3",
            "level 11",
            "level x",
            "save",
            "load",
            "undo all",
            "hello",
            "h",
            "1,",
            "h99999999999",
        ] {
            assert!(PlayCommand::read(text, size).is_err(), "{text}");
        }
    }
}
