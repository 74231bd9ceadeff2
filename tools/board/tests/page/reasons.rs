//! Reasons against texts: each has a sentence in every language.

use crate::files::{placeholders, texts};
use serde_json::{Value, json};
use tengen::base::{BoardSize, ColorError, RuleError, SizeError};
use tengen::board::NotationError;
use tengen::play::{OPENING_RULES, OpeningError};
use tengen_board::message::{ServerAnswer, WireReason};
use tengen_board::{Databases, Shelf, answer, read_request};
use tengen_database::Reason;
use tengen_database::renlib::RenlibError;
use tengen_database::why::SENTENCES;

/// Texts that are no games or have faults, each for another reason.
const DAMAGED: [&str; 111] = [
    "",
    "15-12 13-15 15-11",
    "7 8",
    "((((((",
    "{\"game_record\": \"7788\"}",
    "[[0,0],[1,-1]]",
    "{\"winner\": \"Carl\", \"rule\": 2, \"moves\": [[7,7],[0,8]]}",
    "[Variant \"gomoku\"]\n[FEN \"15/7p7/15 w 0 1\"]\n\n1... 7,7 *\n",
    "[Site \"Pente.org\"]\n[Game \"Pente\"]\n\n1. K10 L11 *\n",
    "Player 1 with X\n. . . . .\nPlayer 1 with X\n. . . . .\n. * O . .\n. . * . .\n. . . . .\n. . . . .\n",
    "yxshowinfo\nMESSAGE Rapfi\nSTART 15\nTURN 6,7\n",
    "K10\nT19\n",
    "H8{Z9}{A13}",
    "(;GM[4]SZ[15];QPR[hh,hg,jf];W[ig];B[jf])",
    "(;GM[4]SZ[15];B[hh];AE[hh])",
    "https://example.org/#/?g=",
    "https://example.org/?a=h8i9&b=g7g8",
    "START 15\nBOARD\n7,7,1\n8,8\n",
    "START 15\nTURN 7,7\nwhat\n",
    "START 15\nTURN 7,7\nTURN 8,8\n",
    "START 15\nBEGIN\n",
    "START 15\nTURN 7\n8,8\n",
    "(7, 7), (8, 8)",
    "{[C6][a B][b W][x][y][z];B(J,10)}",
    "{[C5][a B][b W][x][y][z];B(J,10);W(J,1",
    "(;GM[4]SZ[15];B[hh",
    "(;GM[1]SZ[19];B[aa])",
    "(;GM[4]SZ[15];B[hh](;W[hh])(;W[aa]))",
    "(;GM[4]SZ[15];B[hh];B[aa])",
    "(;GM[4]SZ[15];B[zz])",
    "(;GM[4]SZ[999];B[aa])",
    "(;GM[4]SZ[15];B[hh];AB[aa])",
    "(;GM[4]SZ[15];AE[hh])",
    "(;GM[4]SZ[15]PL[X])",
    "(;GM[4]SZ[15];B[hh];BLOCKED[aa])",
    "(;GM[4]SZ[15]",
    "(;GM[4]SZ[15]))",
    "(;GM[4];B)",
    "(;GM[4]SZ[x])",
    "( ;GM[4]B[aa]B[bb]x)",
    "Piskvorky 15x15, 1:1, 0\n16,16,0\n",
    "Piskvorky 15x, 1:1, 0\n",
    "Piskvorky 15x15, 1:1, 0\n8,8,x\n",
    "Piskvorky 15x15, 1:1, 0\n8,8,0\nabc\n",
    "Piskvorky 15x15, 1:1, 0\n8,8,0\na\nb\nc\nd\ne\n",
    "Piskvorky 15x15, 1:1, 0\n8,8,0\ntengen rule foo\n",
    "Piskvorky 15x15, 1:1, 0\n8,8,0\ntengen x\n",
    "Piskvorky 15x15, 1:1, 0\n8,8,0\ntengen rule caro result x\n",
    "Piskvorky 15x15, 1:1, 0\n8,8,0\n8,8,0\n",
    "no game",
    "h8h8",
    "h8 z99",
    "XXXXXOOOO",
    "1, 2, 3",
    "...\n..\n",
    ".....\n.....\n..Q..\n.....\n.....\n",
    "h8a1h9c1h10e1h11g1h12a9",
    "(;GM[4]SZ[15]AB[hh]AW[hh])",
    "index,key,label,value,depth,bound,text\n",
    "redb",
    "PK\u{3}\u{4}",
    "GIF89a",
    "<html>h8</html>",
    "[Black \"a\"]\n\n1. h8 (a1) i9 1-0\n",
    "[Black \"a\"]\n\n1. h8 i9\n",
    "[Black \"a\"]\n\n1. h8 1-0\n[Black \"b\"]\n",
    "https://example.org/",
    "15\n15\n3\n7 7\n",
    "15\n15\n1\n7 16\n",
    "a\nb\n7,7,0\n",
    "a\nb\n7,7,0\nx\n",
    "\u{3}\u{70}\u{71}",
    "(;GM[3];B[aa])",
    "(;GM[99];B[aa])",
    "<?xml version=\"1.0\"?><database><game><move>h8</move></game><game",
    "<?xml version=\"1.0\"?><database></database>",
    "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,7,5\n",
    "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,7,5\n1",
    "Piskvorky 15x15, 11:11, 0\n8,8,0\nx,7,5\n9,9,5\n0\n",
    "Piskvorky 15x15, 11:1), 0\n8,8,0\n9,7,5\n-1\n",
    "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,7,5\nA\0n\nBo\n0\n",
    "a\nb\n7,7,0\n8,6,5\n1",
    "a\nb\n7,7,0\n\n8,6,5\n-1\n9,9,1\n",
    "15\n15\n2\n7 7\n6 8\n8 8\n",
    "(;SZ[15];B[hh];W[ig])\nabc",
    "(;SZ[15];B[hh]);W[ig])",
    "(;SZ[15];B[hh]LB[ii:A\n;W[ig];B[gg])",
    "(;SZ[15];B[hh]C[a][b];W[ig])",
    "(;SZ[15];B[hh]LB[i,:A][ii:B]MA[zz];W[ig])",
    "[Result \"1-0\"]\n\n1. h8 i9 3. i7 g9 1-0\n",
    "[Result \"1-0\"]\n\n1. h8 i9 i7 g9 1-0\n",
    "[Result \"1-0\"]\n\n1. h8 i9) 1-0\n",
    "[Result \"1-0\"]\n\n1. h8 i9 0-1\n",
    "[Black \"a\"] [White \"b\"]\n1. h8 i9 *\n",
    "https://gomocalc.com/#/h8i9\nhtt?lang=en#/h8\n",
    "  a b c d e\n9 . . X . . 9\n8 . . . . . 8\n7 . . . . . 7\n6 . . . . . 6\n5 . . . . . 5\n",
    "<?xml version=\"1.0\"?><database><game><move>h8</mov></game></database>",
    "<?xml version=\"1.0\"?><database><game b\"1\"><move>h8</move></game></database>",
    "<?xml version=\"1.0\"?><database><game bresult=\"7\"><move>h8</move></game></database>",
    "<?xml version=\"1.0\"?><database><game black=\"7\"><move>h8</move></game></database>",
    "<?xml version=\"1.0\"?><database><game><move>h8</move></game></database>abc",
    "<?xml version=\"1.0\"?><database><game><move>h8 &c; i9</move></game></database>",
    "...\nX.O\n.OX",
    "1. h8\n3. i9",
    "B h8 B i9",
    "(;GM[4]SZ[15]QPR[hh][hi];B[hh];W[ii])",
    "http://x/#rule=caro&size=15x15&moves=h8z99",
    "Piskvorky 15x15, 1:1, 0\n8,8,0\ntengen rule foo result 1-0\n",
    "http://x/#size=abc&moves=h8",
    "http://x/#size=15x15&moves=h8&tree=zzz",
    "(;GM[1]HA[3];W[dd])",
];

/// Whether a reason and its parts have a code, and its values are no sentences; texts of a file may look like some.
fn is_known(reason: &Value) -> bool {
    let is_said = |(name, value): (&String, &Value)| match value.as_str() {
        None => is_known(value),
        Some(text) => name == "text" || !text.contains(": ") && !text.contains("; "),
    };
    reason["code"].is_string() && reason["values"].as_object().is_none_or(|values| values.iter().all(is_said))
}

#[test]
fn every_reason_against_a_text_has_a_code() {
    let (mut seen, mut unknown) = (0, Vec::new());
    for text in DAMAGED {
        let with = json!({ "text": text, "rule": "caro", "width": 15, "height": 15 });
        let request = read_request(&json!({ "id": 1, "ask": "open", "with": with }).to_string()).unwrap();
        let reasons = match answer(request.question, &Databases::of_page(), &Shelf::default(), &|_| {}) {
            Ok(ServerAnswer::Opened { warnings, .. }) => warnings,
            Ok(_) => Vec::new(),
            Err(error) => vec![error.reason.into()],
        };
        for WireReason(reason) in reasons {
            seen += 1;
            let said = reason["message"].as_str().unwrap();
            assert!(!said.contains("invalid digit") && !said.contains("cannot parse"), "{text}: {said}");
            unknown.extend((!is_known(&reason)).then(|| said.to_owned()));
        }
    }
    assert!(unknown.is_empty(), "no language knows: {unknown:#?}");
    assert!(seen > 50, "{seen} reasons were seen");
}

#[test]
fn every_code_has_a_sentence_with_its_values_in_the_other_languages() {
    // Beside `every_language_says_everything`.
    let texts = texts("lang/reasons/vi.js");
    let names_of = |code: &str| placeholders(&texts[&format!("detail.{code}")]);
    // The page leaves out the name of a format.
    for (code, sentence) in SENTENCES.iter().filter(|(code, _)| *code != "format") {
        assert_eq!(names_of(code), placeholders(sentence), "{code}");
    }
    let (size, text) = (BoardSize::square(15).unwrap(), || "h8".to_owned());
    let errors: [Reason; 7] = [
        NotationError { text: text(), size }.into(),
        SizeError::OutOfRange.into(),
        SizeError::NotASize(text()).into(),
        RuleError::UnknownName(text()).into(),
        ColorError(text()).into(),
        OpeningError::BoardTooSmall(size, OPENING_RULES[0]).into(),
        RenlibError::NotALibrary.into(),
    ];
    for Reason { code, values, .. } in &errors {
        assert_eq!(names_of(code.unwrap()), values.iter().map(|(name, _)| *name).collect(), "{code:?}");
    }
    // Notes on SGF have their sentences in `tengen_database::sgf`.
    let notes = ["takesOff", "takenOff", "questPass"].map(names_of);
    assert_eq!(texts.len(), SENTENCES.len() - 1 + errors.len() + notes.len(), "a code has no use");
}
