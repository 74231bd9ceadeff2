//! The completions and the manual page name all commands.

use crate::command::{printed, tengen, text};
use tengen_game::formats::FORMATS;

/// The table of formats by command: all commands read by one table, and only a format with an order of moves has games
/// to count or lines to begin with.
fn table_of_formats() -> String {
    let mut table = String::from(
        "| format | files | `diagram`, `analyze`, `play`, `solve`, `board` | `db import` | `match --openings` | `loadsgf` of `tengen gtp` | \
         written | variations, labels, marks | stones first | rule, size |\n\
         | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n",
    );
    let yes = |holds: bool| if holds { "yes" } else { "" };
    for format in FORMATS {
        let files: Vec<String> = format.extensions.iter().map(|extension| format!("`.{extension}`")).collect();
        let cells = [
            format!("{} (`{}`)", format.title, format.name).as_str(),
            files.join(" ").as_str(),
            "read",
            if format.holds.order { "read" } else { "" },
            if format.holds.order { "read" } else { "" },
            "read",
            yes(format.write.is_some()),
            yes(format.holds.variations),
            yes(format.holds.setup),
            yes(format.holds.conditions),
        ]
        .map(|cell| format!(" {cell} ").replace("  ", " "));
        table += &format!("|{}|\n", cells.join("|"));
    }
    table
}

#[test]
fn the_table_of_formats_is_that_of_the_code() {
    let page = include_str!("../../../../docs/formats.md");
    let table = table_of_formats();
    assert!(page.contains(&table), "docs/formats.md does not hold this table:\n{table}");
    for format in FORMATS {
        assert!(
            page.contains(&format!("* **{}**: ", format.title)),
            "docs/formats.md says nothing of {}",
            format.title
        );
    }
    let told = printed(&["formats"]);
    assert!(FORMATS.iter().all(|format| told.contains(format.about)), "{told}");
}

#[test]
fn help_is_wrapped_to_the_window() {
    let longest = |columns: &str| {
        let help = text(&tengen(&["play", "--help"]).env("COLUMNS", columns).output().unwrap().stdout);
        help.lines().map(|line| line.chars().count()).max().unwrap()
    };
    assert!(longest("70") <= 70, "{}", longest("70"));
    assert!((71..=140).contains(&longest("140")), "{}", longest("140"));
}

#[test]
fn completions_and_manual_name_every_command() {
    let help = printed(&["--help"]);
    let section = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let commands: Vec<&str> = section
        .lines()
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|&name| name != "help")
        .collect();
    assert!(commands.contains(&"match"), "{help}");
    for shell in ["bash", "zsh", "fish"] {
        let completions = printed(&["completions", shell]);
        for name in &commands {
            assert!(completions.contains(name), "{shell}: {name}");
        }
    }
    assert!(["completions", "man"].iter().all(|name| commands.contains(name)), "{help}");
    assert_eq!(printed(&["--version"]), format!("tengen {}\n", env!("CARGO_PKG_VERSION")));
    let manual = printed(&["man"]);
    for name in &commands {
        assert!(manual.contains(&format!(".SH \"TENGEN {}\"", name.to_uppercase())), "manual: {name}");
        assert!(!manual.contains(&format!("tengen\\-{name}")), "{name} has no page of its own");
    }
    assert!(manual.contains("judge\\-flow") && !manual.contains("GUARD"), "what commands take; nothing hidden");
}
