//! Reasons why something cannot be read, written or played: a code with values, so that each language has a sentence
//! and programs can distinguish them.

use serde::Serialize;
use std::collections::BTreeMap;
use tengen_game::formats::{FORMATS, Format};

// `REASONS`: codes and English sentences with `{names}` for the values; the build extracts them from the page.
include!(concat!(env!("OUT_DIR"), "/reasons.rs"));

/// Names of values that are reasons themselves.
const PARTS: [&str; 2] = ["rest", "more"];
/// Names of values that are numbers.
const NUMBERS: [&str; 11] = ["all", "at", "bytes", "count", "index", "last", "least", "line", "number", "row", "rows"];
/// Names of values that are one word.
const WORDS: [&str; 3] = ["most", "point", "size"];

/// A reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reason {
    /// Sentence in English; empty if the answer holds it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub message: String,
    /// Code of the reason; `None` if there is no sentence for it in the languages.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<&'static str>,
    /// Values of the sentence.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub values: BTreeMap<&'static str, ReasonValue>,
}

/// A value of a reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum ReasonValue {
    /// A number, a point or a word of the file.
    Text(String),
    /// A nested reason.
    Reason(Reason),
}

impl From<String> for Reason {
    fn from(message: String) -> Self {
        let of = |&(code, sentence): &(&'static str, &'static str)| Some((code, values_of(sentence, &message)?));
        // Errors of a recognized format begin with its name.
        let behind = |format: &&Format| message.strip_prefix(format.title)?.strip_prefix(": ");
        let of_format = FORMATS.iter().find_map(behind).map(|rest| ("format", vec![("rest", rest)]));
        let found = of_format.or_else(|| REASONS.iter().find_map(of));
        let value = |(name, text): (&'static str, &str)| {
            let text = text.to_owned();
            let is_part = PARTS.contains(&name);
            (name, if is_part { ReasonValue::Reason(text.into()) } else { ReasonValue::Text(text) })
        };
        let (code, values) = found.map_or((None, Vec::new()), |(code, values)| (Some(code), values));
        let values = values.into_iter().map(value).collect();
        Self { message, code, values }
    }
}

/// The values of a sentence, each as short as possible; `None` if the text is not that sentence.
fn values_of<'a>(sentence: &'static str, text: &'a str) -> Option<Vec<(&'static str, &'a str)>> {
    let Some((begin, rest)) = sentence.split_once('{') else { return (sentence == text).then(Vec::new) };
    let text = text.strip_prefix(begin)?;
    let (name, rest) = rest.split_once('}')?;
    let next = &rest[..rest.find('{').unwrap_or(rest.len())];
    // The last value extends to the end.
    let ends = text.match_indices(next).map(|(at, _)| at).filter(|_| !rest.is_empty());
    ends.chain(rest.is_empty().then_some(text.len())).filter(|&end| is_value(name, &text[..end])).find_map(|end| {
        let mut values = values_of(rest, &text[end..])?;
        values.insert(0, (name, &text[..end]));
        Some(values)
    })
}

/// Whether a value fits a name. Values that could be any text would take in the sentences before and behind them.
fn is_value(name: &str, value: &str) -> bool {
    !value.is_empty()
        && match name {
            "quoted" => !value.contains('\''),
            "format" | "rules" => !value.contains(": ") && !value.contains("; "),
            name if NUMBERS.contains(&name) => value.bytes().all(|byte| byte.is_ascii_digit()),
            name if WORDS.contains(&name) => !value.contains(' '),
            _ => true,
        }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_sentence_is_taken_apart_into_codes_and_values() {
        let said = "SGF: line 2: move 2, h8: the point is occupied: 3 moves were read; paste the moves alone";
        let reason = serde_json::to_value(Reason::from(said.to_owned())).unwrap();
        let (place, occupied) = (&reason["values"]["rest"], "move 2, h8: the point is occupied");
        assert_eq!((&reason["code"], &reason["message"]), (&json!("format"), &json!(said)));
        assert_eq!((&place["code"], &place["values"]["line"]), (&json!("line"), &json!("2")));
        let (read, advice) = (&place["values"]["rest"]["values"]["rest"], &place["values"]["rest"]["values"]["more"]);
        assert_eq!((&advice["code"], &read["code"]), (&json!("pasteMoves"), &json!("movesRead")));
        assert_eq!((&read["values"]["count"], &read["values"]["rest"]["message"]), (&json!("3"), &json!(occupied)));
        assert_eq!(read["values"]["rest"]["values"], json!({ "number": "2", "point": "h8" }));
        let unknown = Reason::from("what nobody has a sentence for".to_owned());
        assert_eq!((unknown.code, unknown.values.len()), (None, 0));
    }

    #[test]
    fn what_is_said_of_strangers_texts_has_a_code() {
        for (said, code) in [
            ("Black has 4 stones and White 0, not as in a game", "counts"),
            ("Black would have 2 stones and White 3: the colors of the signs are swapped", "countsSwapped"),
            ("the columns have no letter I: J9 = i9", "withoutI"),
            ("the cells hold numbers, and no 'X' or 'O'", "numberCells"),
            ("4 '#' and 1 'O', but no 'X'", "hashStones"),
            ("the moves beside the stones are in no known form and left out", "movesUnread"),
            ("a game of Connect6 (RU[Connect6]), not five in a row", "connect6Rules"),
            ("all moves stand in round brackets, which are those of variations", "onlyVariations"),
            ("2 boards: the last one was read", "boards"),
            ("a game of Keryo-Pente, not five in a row", "otherGameOf"),
            ("the rule 'omok' is not known: freestyle is taken", "unknownRule"),
            ("the file says 0-1, the board shows 1-0 under freestyle", "boardResult"),
            ("the result '-1' is not understood", "unknownResult"),
            ("no line of moves in this row", "noRowMoves"),
            ("the pairs count columns and rows from the center: 0,0 = h8", "readCenter"),
            ("the moves are a line of digits, whose meaning is not known", "lineOfDigits"),
            ("stones before the moves (FEN) are not read", "fenStones"),
            ("Black's stones are the '*'", "starStones"),
            ("the points after YXSHOWINFO are read as row,column", "rowColumnOrder"),
            ("YXBLOCK keeps moves out of the search only: its cells stay free", "searchOnly"),
            ("the blocked cells are in no known form and left out", "blockedUnread"),
            ("'START 999': expected sides from 5 to 120, as in START 15", "sides"),
            ("the list of moves is empty", "emptyMoves"),
            ("'7.5' is not the number of a column or row", "notColumn"),
            ("'foo,6': expected the numbers of column and row", "rowNumbers"),
            ("move 4 comes after move 2", "moveGap"),
            ("a game with passes cannot be written as CSV; sgf, lib, moves and link can hold them", "advice"),
            ("a.db: a database of format '2', this program reads '3'", "databaseFormat"),
            ("it is cut off after 70 bytes, in record 3 of 4; 2 records are no positions", "advice"),
        ] {
            assert_eq!(Reason::from(said.to_owned()).code, Some(code), "{said}");
        }
        let said = "pairs: two lists of points in one object: they may be those of two players; put the moves of both in one list";
        let reason = serde_json::to_value(Reason::from(said.to_owned())).unwrap();
        let (rest, more) = (&reason["values"]["rest"]["values"]["rest"], &reason["values"]["rest"]["values"]["more"]);
        assert_eq!((&rest["code"], &more["code"]), (&json!("twoLists"), &json!("oneList")));
    }
}
