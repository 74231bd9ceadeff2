//! The page's files: their size, their texts in every language, and their references to each other.

use crate::imports::at_start;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use tengen_board::message::{ErrorCode, Reason, ReasonValue, ServerAnswer};
use tengen_board::{Databases, PAGES, Shelf, answer, read_request};
use tengen_game::formats::FORMATS;

/// Texts that are no games or have faults, each for another reason.
const DAMAGED: [&str; 99] = [
    "",
    "15-12 13-15 15-11",
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
];

pub fn text(path: &str) -> &'static str {
    PAGES.iter().find(|page| page.path == path).unwrap_or_else(|| panic!("{path} is not served")).text
}

pub fn scripts() -> impl Iterator<Item = (&'static str, &'static str)> {
    PAGES.iter().filter(|page| page.path.ends_with(".js")).map(|page| (page.path, page.text))
}

/// The texts of a language: its file is JSON except for the first words and the last comma.
fn texts(path: &str) -> BTreeMap<String, String> {
    let (_, body) = text(path).split_once("export default ").unwrap();
    let body = body.trim_end().trim_end_matches(';').trim_end_matches('}').trim_end().trim_end_matches(',');
    serde_json::from_str(&format!("{body}}}")).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// English with its other tables: texts needed later, texts of the Learn view, and the server's reasons.
fn english() -> BTreeMap<String, String> {
    all_texts("en")
}

/// The names of `{values}`; `{moves:move|moves}`, a word that depends on a number, needs that number.
fn placeholders(text: &str) -> BTreeSet<&str> {
    let inside = text.split('{').skip(1).filter_map(|rest| rest.split_once('}'));
    inside.map(|(value, _)| value.split_once(':').map_or(value, |(name, _)| name)).collect()
}

/// The texts between `before` and the next `after`.
pub fn between<'a>(text: &'a str, before: &'a str, after: &'a str) -> impl Iterator<Item = &'a str> {
    text.split(before).skip(1).filter_map(move |rest| rest.split_once(after)).map(|(found, _)| found)
}

/// The page's languages, with their own names.
fn languages() -> Vec<(&'static str, &'static str)> {
    let table = between(text("words/languages.js"), "LANGUAGES = {\n", "\n};").next().unwrap();
    let entries = table.lines().filter_map(|line| line.trim().trim_end_matches(',').split_once(": "));
    entries.map(|(code, name)| (code, name.trim_matches('"'))).collect()
}

/// The table of a language.
fn table(code: &str) -> String {
    format!("lang/{code}.js")
}

/// All texts of a language.
fn all_texts(code: &str) -> BTreeMap<String, String> {
    ["", "later/", "learn/", "reasons/"].into_iter().flat_map(|part| texts(&format!("lang/{part}{code}.js"))).collect()
}

/// The size of a text as the server sends it.
fn sent(text: &str) -> usize {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(text.as_bytes()).unwrap();
    encoder.finish().unwrap().len()
}

/// Only one language is loaded. The kept games, the Learn view, the dialogs, and the panels of libraries and databases are
/// loaded on first use.
#[test]
fn what_a_reader_loads_of_the_page_is_smaller_than_90_kilobytes() {
    let at_start = at_start();
    let size_of = |size: fn(&str) -> usize, wanted: &dyn Fn(&str) -> bool| -> usize {
        PAGES.iter().filter(|page| wanted(page.path)).map(|page| size(&page.without_comments())).sum()
    };
    let is_common = |path: &str| at_start.contains(path) || !path.contains('/') && !path.ends_with(".js");
    for (code, _) in languages() {
        let sizes = [str::len, sent].map(|size| size_of(size, &is_common) + size(text(&table(code))));
        assert!((100_000..300_000).contains(&sizes[0]) && sizes[1] < 90_000, "{code}: {sizes:?} bytes");
    }
    let folders =
        [size_of(str::len, &|path| path.starts_with("learn/")), size_of(sent, &|path| path.starts_with("games/"))];
    assert!(folders[0] < 50_000 && folders[1] < 25_000, "{folders:?} bytes");
}

#[test]
fn the_page_names_the_languages_that_it_has() {
    let named: BTreeSet<String> = languages().iter().map(|(code, _)| table(code)).collect();
    let served: BTreeSet<String> =
        scripts().map(|(path, _)| path.to_owned()).filter(|path| path.contains("lang/")).collect();
    let of_parts = ["later", "learn", "reasons"]
        .map(|part| languages().into_iter().map(move |(code, _)| format!("lang/{part}/{code}.js")));
    assert_eq!(named.into_iter().chain(of_parts.into_iter().flatten()).collect::<BTreeSet<_>>(), served);
    assert!(languages().len() >= 6);
    for (code, name) in languages() {
        assert_eq!(texts(&format!("lang/{code}.js"))["language"], name, "{code}");
        let marked = format!("lang=\"{code}\"");
        assert!(code == "en" || text("index.html").contains(&marked), "{code}: no sentence without scripts");
    }
}

/// Words that depend on a number have the forms that `Intl.PluralRules` distinguishes in the language.
#[test]
fn words_that_go_with_a_number_have_the_forms_of_their_language() {
    for (code, _) in languages() {
        // A language not listed here has the same number of forms everywhere.
        let mut forms = match code {
            "en" => Some(2),
            "ru" => Some(3),
            "ja" | "ko" | "vi" | "zh" => Some(0),
            _ => None,
        };
        for (name, text) in all_texts(code) {
            for (value, words) in between(&text, "{", "}").filter_map(|inside| inside.split_once(':')) {
                let count = words.split('|').count();
                assert_eq!(count, *forms.get_or_insert(count), "{code}: {name}");
                assert!(!value.is_empty() && words.split('|').all(|word| !word.is_empty()), "{code}: {name}");
            }
        }
    }
}

/// On a notebook page the texts name the sides X and O; Russian must therefore use one form.
#[test]
fn russian_names_the_sides_in_one_form() {
    for (name, text) in all_texts("ru") {
        for part in ["Чёрн", "чёрн", "Черн", "черн", "Бел", "бел"] {
            let others = text.replace("Чёрные", "").replace("Белые", "");
            assert!(!others.contains(part), "{name}: {text}");
        }
    }
}

#[test]
fn vietnamese_says_forbidden_move_and_not_play_again() {
    for (name, text) in all_texts("vi") {
        assert!(!text.contains("điểm cấm") && !text.to_lowercase().contains("đi lại"), "{name}: {text}");
    }
}

#[test]
fn every_language_says_everything() {
    for (path, _) in scripts().filter(|(path, _)| path.contains("lang/")) {
        let (folder, _) = path.rsplit_once('/').unwrap();
        let english = texts(&format!("{folder}/en.js"));
        let other = texts(path);
        let names = |texts: &BTreeMap<String, String>| texts.keys().cloned().collect::<Vec<_>>();
        assert_eq!(names(&english), names(&other), "{path}");
        for (name, text) in &english {
            assert_eq!(placeholders(text), placeholders(&other[name]), "{path}: {name}");
            assert!(!other[name].trim().is_empty(), "{path}: {name}");
        }
    }
}

#[test]
fn every_text_that_the_page_names_is_there() {
    let english = english();
    let mut named: Vec<(&str, &str)> = Vec::new();
    for attribute in ["data-t=\"", "data-t-label=\"", "data-t-placeholder=\""] {
        named.extend(between(text("index.html"), attribute, "\"").map(|name| ("index.html", name)));
    }
    for (path, script) in scripts() {
        let is_call = |at: &usize| !script[..*at].ends_with(|c: char| c.is_alphanumeric() || "_.$".contains(c));
        let calls = script.match_indices("t(\"").map(|(at, _)| at).filter(is_call);
        named.extend(calls.filter_map(|at| script[at + 3..].split('"').next()).map(|name| (path, name)));
    }
    assert!(named.len() > 150, "{} names were seen", named.len());
    for (path, name) in named {
        assert!(english.contains_key(name), "{path}: '{name}' has no text");
    }
}

#[test]
fn no_page_file_is_longer_than_400_lines_and_no_table_of_texts_than_650() {
    for page in PAGES {
        // Language files have one text per line.
        let most = if page.path.contains("lang/") { 650 } else { 400 };
        assert!(page.text.lines().count() <= most, "{}", page.path);
    }
}

/// A touch screen shows an element as hovered until something else is touched.
#[test]
fn only_a_pointer_that_hovers_highlights_what_is_under_it() {
    let rules = PAGES.iter().filter(|page| page.path.ends_with(".css")).flat_map(|page| page.text.lines());
    let hovering: Vec<&str> = rules.filter(|rule| rule.contains(":hover")).collect();
    assert!(
        hovering.len() > 5 && hovering.iter().all(|rule| rule.starts_with("@media (hover: hover) {")),
        "{hovering:?}"
    );
}

#[test]
fn every_format_can_be_chosen_where_a_file_is_opened() {
    let (_, rest) = text("index.html").split_once("id=\"file\"").unwrap();
    let accepted: Vec<&str> = between(rest, "accept=\"", "\"").next().unwrap().split(',').collect();
    for extension in FORMATS.iter().flat_map(|format| format.extensions) {
        assert!(accepted.contains(&format!(".{extension}").as_str()), ".{extension} is not offered: {accepted:?}");
    }
}

#[test]
fn every_error_code_has_a_sentence() {
    let document = include_str!("../../src/protocol.md");
    let (_, table) = document.split_once("| code | meaning |").unwrap();
    let (table, _) = table.split_once("\n\n").unwrap();
    let english = english();
    // The page itself stops a search and then shows nothing.
    let codes = between(table, "| `", "`").filter(|&code| code != "stopped");
    let missing: Vec<&str> = codes.filter(|code| !english.contains_key(&format!("error.{code}"))).collect();
    assert_eq!(missing, Vec::<&str>::new());
}

/// Whether a reason and its parts have a code.
fn is_known(reason: &Reason) -> bool {
    let is_said = |value: &ReasonValue| {
        matches!(value, ReasonValue::Text(_)) || matches!(value, ReasonValue::Reason(part) if is_known(part))
    };
    reason.code.is_some() && reason.values.values().all(is_said)
}

#[test]
fn every_reason_against_a_text_has_a_sentence_in_every_language() {
    let (mut seen, mut unknown) = (0, BTreeSet::new());
    for text in DAMAGED {
        let with = json!({ "text": text, "rule": "caro", "width": 15, "height": 15 });
        let request = read_request(&json!({ "id": 1, "ask": "open", "with": with }).to_string()).unwrap();
        let reasons = match answer(request.question, &Databases::of_page(), &Shelf::default()) {
            Ok(ServerAnswer::Opened { warnings, .. }) => warnings,
            Ok(_) => Vec::new(),
            Err(error) => vec![error.message.into()],
        };
        for reason in reasons {
            seen += 1;
            let said = &reason.message;
            assert!(!said.contains("invalid digit") && !said.contains("cannot parse"), "{text}: {said}");
            if !is_known(&reason) {
                unknown.insert(reason.message);
            }
        }
    }
    let reason =
        "more than 3000000 moves, the most that the board takes; `tengen db import` puts a library into a database";
    assert!(is_known(&reason.to_owned().into()), "{reason}");
    let reason = "more than 1000 variations in which stones are set up: 2 moves are left out";
    assert!(is_known(&reason.to_owned().into()), "{reason}");
    assert!(unknown.is_empty(), "no language knows: {unknown:#?}");
    assert!(seen > 50, "{seen} reasons were seen");
}

#[test]
fn a_file_of_which_only_its_damage_is_read_takes_the_place_of_no_game() {
    for text in ["[Black \"a\"]\n\n1. zz 1-0\n", "15\n15\n1\n7 16\n", "(;GM[4]SZ[15]"] {
        let with = json!({ "text": text, "rule": "caro", "width": 15, "height": 15 });
        let request = read_request(&json!({ "id": 1, "ask": "open", "with": with }).to_string()).unwrap();
        let opened = answer(request.question, &Databases::of_page(), &Shelf::default());
        assert!(opened.is_err_and(|error| error.code == ErrorCode::Unreadable), "{text}");
    }
}

#[test]
fn without_scripts_the_page_says_what_it_needs() {
    let (_, told) = text("index.html").split_once("<noscript>").unwrap();
    let (told, _) = told.split_once("</noscript>").unwrap();
    assert!(told.contains("needs JavaScript") && told.contains("lang=\"vi\""), "{told}");
}
