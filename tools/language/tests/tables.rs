//! The tables of the languages against each other and against what the program says.
#![allow(missing_docs)]

use std::collections::BTreeSet;
use std::fs::read_to_string;
use std::path::{Path, PathBuf};
use tengen_language::{Language, aligned, padded};

/// The texts in braces: `moves`, `moves:move|moves`.
fn inside(text: &str) -> impl Iterator<Item = &str> {
    text.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(inside, _)| inside)
}

fn values(text: &str) -> BTreeSet<&str> {
    inside(text).map(|inside| inside.split_once(':').map_or(inside, |(name, _)| name)).collect()
}

#[test]
fn every_language_says_everything() {
    let english = Language::default().table();
    assert!(english.len() > 100, "{} texts", english.len());
    for language in Language::all() {
        let table = language.table();
        assert_eq!(english.keys().collect::<Vec<_>>(), table.keys().collect::<Vec<_>>(), "{}", language.code());
        for (name, text) in table {
            assert_eq!(values(&english[name]), values(text), "{}: {name}", language.code());
            assert!(!text.trim().is_empty(), "{}: {name}", language.code());
        }
    }
}

#[test]
fn words_that_go_with_a_number_have_the_forms_of_their_language() {
    for language in Language::all() {
        // A language that is not named here has as many everywhere as where it has the first.
        let mut forms = match language.code() {
            "en" => Some(2),
            "ru" => Some(3),
            "ja" | "ko" | "vi" | "zh" => Some(0),
            _ => None,
        };
        for (name, text) in language.table() {
            for (_, words) in inside(text).filter_map(|inside| inside.split_once(':')) {
                let count = words.split('|').count();
                assert_eq!(count, *forms.get_or_insert(count), "{}: {name}", language.code());
            }
        }
    }
}

#[test]
fn words_follow_their_number() {
    let said = |code: &str, moves: u64| code.parse::<Language>().unwrap().t("kept.moves", &[("moves", &moves)]);
    assert_eq!([0, 1, 2].map(|n| said("en", n)), ["0 moves", "1 move", "2 moves"]);
    let russian = [0, 1, 2, 4, 5, 11, 12, 21, 22, 111].map(|n| said("ru", n));
    let expected =
        ["0 ходов", "1 ход", "2 хода", "4 хода", "5 ходов", "11 ходов", "12 ходов", "21 ход", "22 хода", "111 ходов"];
    assert_eq!(russian, expected);
    assert_eq!(said("ko", 1), "1수");
}

#[test]
fn columns_count_wide_characters_twice() {
    assert_eq!(padded("手", 4), "手  ");
    assert_eq!(aligned("评分", 6), "  评分");
    assert_eq!(padded("too long", 3), "too long");
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in folder.read_dir().unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// Every text is said somewhere, and nothing is said that has no text. Names that are put together are those of rules,
/// levels and scores.
#[test]
fn the_program_and_the_table_name_the_same_texts() {
    let tools = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut files = Vec::new();
    for package in ["cli", "db", "study"] {
        sources(&tools.join(package).join("src"), &mut files);
    }
    let sources: String = files.iter().map(|path| read_to_string(path).unwrap()).collect();
    let english = Language::default().table();
    for name in english.keys() {
        let is_made = ["rule.", "level.", "score."].iter().any(|group| name.starts_with(group));
        assert!(is_made || sources.contains(&format!("\"{name}\"")), "{name} is said nowhere");
    }
    let groups = ["play.", "help.", "open.", "report.", "live.", "known."];
    for name in sources.split('"').filter(|name| groups.iter().any(|group| name.starts_with(group))) {
        let is_name =
            name.chars().all(|c| c.is_alphanumeric() || c == '.') && !name.ends_with(".js") && !name.ends_with(".css");
        assert!(!is_name || english.contains_key(name), "{name} has no text");
    }
}

#[test]
fn a_language_that_is_not_spoken_is_refused_with_those_that_are() {
    let refusal = "xx".parse::<Language>().unwrap_err();
    assert!(refusal.starts_with("'xx' is none of the languages en, vi, zh, ja, ko, ru"), "{refusal}");
    assert_eq!("zh_CN.GB18030".parse().map(Language::code), Ok("zh"));
}
