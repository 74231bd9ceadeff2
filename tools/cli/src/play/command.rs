//! Commands that the player types during a game.

use crate::language::t;
use tengen::base::{BoardSize, Point};
use tengen::board::parse_point;

/// A typed command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayCommand {
    Move(Point),
    Pass,
    Hint,
    Undo,
    Resign,
    Swap,
    /// Lists the levels, or sets one.
    Level(Option<u8>),
    /// Whether an existing file may be overwritten, and its name.
    Save(bool, String),
    /// The file, and the number of the game in it.
    Load(String, Option<usize>),
    New,
    Show,
    Help,
    Quit,
}

impl PlayCommand {
    /// Parses a typed line in upper or lower case; `None` for a blank line. Errors are messages for
    /// the player.
    pub fn read(text: &str, size: BoardSize) -> Result<Option<PlayCommand>, String> {
        let text = text.trim();
        let (word, rest) = text.split_once(char::is_whitespace).map_or((text, ""), |(word, rest)| (word, rest.trim()));
        let word = word.to_ascii_lowercase();
        let name = |command: fn(String) -> PlayCommand| match rest {
            "" => Err(t("play.noFile", &[("word", &word)])),
            name => Ok(Some(command(name.to_owned()))),
        };
        match word.as_str() {
            "" => Ok(None),
            "save" => name(|name| PlayCommand::Save(false, name)),
            "save!" => name(|name| PlayCommand::Save(true, name)),
            "load" => {
                name(|name| match name.rsplit_once(" --game ").map(|(file, number)| (file.trim(), number.parse())) {
                    Some((file, Ok(number))) => PlayCommand::Load(file.to_owned(), Some(number)),
                    _ => PlayCommand::Load(name, None),
                })
            }
            "level" if !rest.is_empty() => match rest.parse() {
                Ok(number @ 1..=10) => Ok(Some(PlayCommand::Level(Some(number)))),
                _ => Err(t("play.noLevel", &[("text", &rest)])),
            },
            "level" | "levels" => Ok(Some(PlayCommand::Level(None))),
            _ if !rest.is_empty() && !word.starts_with(|c: char| c.is_ascii_digit()) => {
                Err(t("play.unknown", &[("text", &text)]))
            }
            "pass" | "--" => Ok(Some(PlayCommand::Pass)),
            "hint" => Ok(Some(PlayCommand::Hint)),
            "undo" => Ok(Some(PlayCommand::Undo)),
            "resign" => Ok(Some(PlayCommand::Resign)),
            "swap" => Ok(Some(PlayCommand::Swap)),
            "new" => Ok(Some(PlayCommand::New)),
            "board" | "show" => Ok(Some(PlayCommand::Show)),
            "help" | "?" => Ok(Some(PlayCommand::Help)),
            "quit" | "exit" | "q" => Ok(Some(PlayCommand::Quit)),
            _ => point(text, size).map(|point| Some(PlayCommand::Move(point))),
        }
    }
}

/// Parses a point: `h8`, or `7,7` counted from the top left.
pub fn point(text: &str, size: BoardSize) -> Result<Point, String> {
    let text = text.trim();
    let off = || t("play.off", &[("text", &text), ("size", &size)]);
    if text.starts_with(|c: char| c.is_ascii_digit() || c == '-') {
        let (x, y) = text.split_once(|c: char| c == ',' || c.is_whitespace()).ok_or_else(off)?;
        let number = |part: &str| part.trim().parse::<i32>().map_err(|_| off());
        return size.point(number(x)?, number(y)?).ok_or_else(off);
    }
    if text.len() > 1 && text.ends_with(|c: char| c.is_ascii_digit()) {
        return parse_point(size, text).map_err(|_| off());
    }
    Err(t("play.unknown", &[("text", &text)]))
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
        let load = |name: &str, number| Ok(Some(PlayCommand::Load(name.into(), number)));
        assert_eq!(PlayCommand::read("load my club.sgf --game 2", size), load("my club.sgf", Some(2)));
        assert_eq!(PlayCommand::read("load a --game b.sgf", size), load("a --game b.sgf", None));
        assert_eq!(PlayCommand::read("Resign", size), Ok(Some(PlayCommand::Resign)));
        for word in ["board", "show"] {
            assert_eq!(PlayCommand::read(word, size), Ok(Some(PlayCommand::Show)));
        }
        assert_eq!(PlayCommand::read("", size), Ok(None));
        let wrong = "z9|15,0|-1,3|level 11|level x|save|load|undo all|resign now|hello|h|1,|h99999999999";
        for text in wrong.split('|') {
            assert!(PlayCommand::read(text, size).is_err(), "{text}");
        }
    }
}
