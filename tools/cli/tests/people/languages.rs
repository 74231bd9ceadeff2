//! The command in the players' languages, set by `--lang` or by the locale.

use crate::command::{folder, output_of, printed_in as printed, refused_in as refusal, tengen};
use std::path::Path;
use tengen::base::{BoardSize, Rule};
use tengen::board::{Board, parse_moves};
use tengen_database::{Database, Entry, Proof};
use tengen_language::Language;

#[test]
fn a_game_and_its_report_speak_the_language_that_is_asked_for() {
    for language in Language::all() {
        let code = language.code();
        let begin = language.t("play.begin", &[("rule", &language.t("rule.renju.short", &[])), ("size", &"15x15")]);
        let occupied = language.t("play.occupied", &[("point", &"h8")]);
        let [turns, missed] = ["turningPoints", "missedWins"].map(|name| language.t(name, &[]));
        let folder = folder(&format!("language-{code}"));
        let play = ["play", "--lang", code, "--rule", "renju", "--human", "both", "--save", "game.psq"];
        let said = printed(&folder, &play, "h8\nh8\npass\nhelp\nlevel\ni9\nfoo\nundo\nundo\nundo\nundo\nj10\nquit\n");
        let turn = language.t("play.turn", &[("color", &language.t("black", &[]))]);
        assert!(said.starts_with(&begin) && said.contains(&occupied) && said.contains(&turn), "{code}: {said}");
        assert!(said.contains("--game 2"), "{code}: {said}");
        let report = ["analyze", "game.psq", "--report", "report.html", "--nodes", "200", "--lang", code];
        printed(&folder, &report, "");
        let html = std::fs::read_to_string(folder.join("report.html")).unwrap();
        assert!(html.contains(&format!("<html lang=\"{code}\">")), "{code}");
        assert!(html.contains(&format!("<h2>{turns}</h2>")) && html.contains(&format!("<h2>{missed}</h2>")), "{code}");
        let titles: Vec<_> = html.split("<title>").skip(1).filter_map(|text| text.split("</title>").next()).collect();
        assert_eq!(titles[2], titles[0], "{code}: the board's title is the page's");
        let is_other = |word: &str| code != "en" && (said.contains(word) || html.contains(word));
        for word in ["occupied", "neither a move", "there is nothing", "Black", "Turning points", "good-bye"] {
            assert!(!is_other(word), "{code} says {word}");
        }
    }
}

#[test]
fn an_opening_speaks_the_language_that_is_asked_for() {
    for language in Language::all() {
        let code = language.code();
        let folder = folder(&format!("language-opening-{code}"));
        let play = ["play", "--lang", code, "--opening", "taraguchi-3", "--human", "both"];
        let said = printed(&folder, &play, "a1\nz99\nh8\nstay\nh8\nh9\nstay\nj6\nquit\n");
        let center = language.t("open.center", &[("number", &1), ("color", &language.t("black", &[]))]);
        let first = language.t("open.first", &[("choices", &center)]);
        let refused = language.t("open.refused", &[("word", &"a1"), ("choices", &first)]);
        let off = language.t("play.off", &[("text", &"z99"), ("size", &"15x15")]);
        let occupied = language.t("play.occupied", &[("point", &"h8")]);
        let name = match code {
            "zh" => "D13 游星",
            "ja" => "D13 遊星",
            "ko" => "D13 유성(遊星)",
            "ru" => "D13 Юсэй",
            _ => "D13 Yusei",
        };
        let kept = language.t("open.notKept", &[]);
        for text in [refused, off, occupied, language.t("open.name", &[("name", &name)]), kept] {
            assert!(said.contains(&text), "{code}: {text}: {said}");
        }
        assert_eq!(language.t("open.names", &[]).split(' ').count(), 26, "{code}");
    }
}

#[test]
fn the_locale_says_the_language_and_the_option_overrules_it() {
    let said = |locale: &[(&str, &str)], option: &[&str]| {
        let mut command = tengen(&[&["analyze", "--moves", "h8i9", "--whole", "--nodes", "100"], option].concat());
        for name in ["LC_ALL", "LC_MESSAGES", "LANG"] {
            command.env_remove(name);
        }
        output_of(&command.envs(locale.iter().copied()).output().unwrap())
    };
    assert!(said(&[], &[]).contains("Turning points"));
    assert!(said(&[("LANG", "ko_KR.UTF-8")], &[]).contains("승부처"));
    assert!(said(&[("LANG", "ko_KR.UTF-8"), ("LC_ALL", "ru_RU.UTF-8")], &[]).contains("Переломные"));
    assert!(said(&[("LANG", "ko_KR.UTF-8")], &["--lang", "en"]).contains("Turning points"));
    assert!(said(&[("LANG", "xx_XX")], &[]).contains("Turning points"));
}

/// A database that knows: after d5, i9 wins in three moves; and it has the score of the position after d5i9h9.
fn database(folder: &Path) {
    let size = BoardSize::square(15).unwrap();
    let [after, other] =
        ["d5i9", "d5i9h9"].map(|moves| Board::from_moves(size, Rule::Freestyle, &parse_moves(size, moves).unwrap()));
    let lost = Entry { proof: Proof::Loss { stones: 2 }, ..Entry::default() };
    let searched = Entry { score: -120, depth: 9, nodes: 500, ..Entry::default() };
    Database::create(&folder.join("a.db")).unwrap().write([(&after, &lost), (&other, &searched)]).unwrap();
}

#[test]
fn what_a_database_knows_is_said_in_the_language_of_the_game() {
    for language in Language::all() {
        let code = language.code();
        let folder = folder(&format!("language-database-{code}"));
        database(&folder);
        let play =
            ["play", "--lang", code, "--rule", "freestyle", "--level", "10", "--time", "100ms", "--database", "a.db"];
        let said = printed(&folder, &play, "d5\nhint\nquit\n");
        let wins = format!("i9 {}\n", language.t("known.wins", &[("moves", &3)]));
        let score = language.t("knownScore", &[("score", &"+120"), ("depth", &9)]);
        assert!(said.contains(&wins) && said.contains(&format!("h9 {score}\n")), "{code}: {said}");
    }
}

#[test]
fn what_programs_read_stays_english() {
    let folder = folder("language-programs");
    database(&folder);
    let known = ["analyze", "--rule", "freestyle", "--database", "a.db", "--lang", "zh", "--nodes", "8000", "--moves"];
    for moves in ["d5", "d5i9h9", "h8i9j8g10i7h6k8"] {
        let lines = printed(&folder, &[&known[..], &[moves]].concat(), "");
        assert!(lines.is_ascii(), "{lines}");
    }
    let lines = printed(&folder, &["analyze", "--moves", "h8", "--nodes", "500", "--lang", "ru"], "");
    assert!(lines.lines().all(|line| line.contains("depth ") && line.contains(" nodes ")), "{lines}");
}

#[test]
fn only_commands_that_speak_a_language_take_one() {
    let folder = folder("language-none");
    for command in ["solve", "match", "db", "board", "formats"] {
        let told = refusal(&folder, &[command, "--lang", "vi"], "");
        assert!(told.contains("unexpected argument '--lang'"), "{command}: {told}");
    }
}
