//! The page's files: their size, their texts in every language, and their references to each other.

use crate::imports::at_start;
use crate::told_of;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use tengen_board::PAGES;
use tengen_game::formats::FORMATS;

pub fn text(path: &str) -> &'static str {
    PAGES.iter().find(|page| page.path == path).unwrap_or_else(|| panic!("{path} is not served")).text
}

pub fn scripts() -> impl Iterator<Item = (&'static str, &'static str)> {
    PAGES.iter().filter(|page| page.path.ends_with(".js")).map(|page| (page.path, page.text))
}

/// The texts of a language: its file is JSON except for the first words and the last comma.
pub fn texts(path: &str) -> BTreeMap<String, String> {
    let (_, body) = text(path).split_once("export default ").unwrap();
    let body = body.trim_end().trim_end_matches(';').trim_end_matches('}').trim_end().trim_end_matches(',');
    serde_json::from_str(&format!("{body}}}")).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// English with its other tables: texts needed later and texts of the Learn view.
fn english() -> BTreeMap<String, String> {
    all_texts("en")
}

/// The names of `{values}`; `{moves:move|moves}`, a word that depends on a number, needs that number.
pub fn placeholders(text: &str) -> BTreeSet<&str> {
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

/// On a notebook page X and O stand for `黑方` and `白方`, and for `흑` and `백`, whose particles do not fit X and O.
#[test]
fn chinese_and_korean_name_the_sides_so_that_crosses_and_rings_fit() {
    let renamed = |code| {
        all_texts(code).into_iter().filter(|(name, _)| !["detail.", "mark."].iter().any(|part| name.starts_with(part)))
    };
    for (name, text) in renamed("zh") {
        assert!(!text.replace("黑方", "").replace("白方", "").contains(['黑', '白']), "{name}: {text}");
    }
    for (name, text) in renamed("ko") {
        for particle in ["은", "이", "을", "과", "으"] {
            assert!(!["흑", "백"].iter().any(|side| text.contains(&format!("{side}{particle}"))), "{name}: {text}");
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
    for (path, _) in scripts().filter(|(path, _)| path.contains("lang/") && *path != "lang/reasons/en.js") {
        let (folder, _) = path.rsplit_once('/').unwrap();
        // English reasons have their sentences when they come.
        let english = texts(&format!("{folder}/{}.js", if folder.ends_with("reasons") { "vi" } else { "en" }));
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
    let accepted: Vec<&str> = between(rest, "accept=\"", "\"").next().unwrap().split(',').map(str::trim).collect();
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

#[test]
fn a_file_of_which_only_its_damage_is_read_takes_the_place_of_no_game() {
    for text in ["[Black \"a\"]\n\n1. zz 1-0\n", "15\n15\n1\n7 16\n", "(;GM[4]SZ[15]"] {
        let with = json!({ "text": text, "rule": "caro", "width": 15, "height": 15 });
        assert_eq!(told_of("open", with)["code"], "unreadable", "{text}");
    }
}

#[test]
fn without_scripts_the_page_says_what_it_needs() {
    let (_, told) = text("index.html").split_once("<noscript>").unwrap();
    let (told, _) = told.split_once("</noscript>").unwrap();
    assert!(told.contains("needs JavaScript") && told.contains("lang=\"vi\""), "{told}");
}
