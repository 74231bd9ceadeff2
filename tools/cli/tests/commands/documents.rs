//! The completions and the manual page name all commands.

use crate::command::{printed, tengen, text};

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
    assert_eq!(printed(&["formats"]), tengen_game::formats::describe());
    let manual = printed(&["man"]);
    for name in &commands {
        assert!(manual.contains(&format!(".SH \"TENGEN {}\"", name.to_uppercase())), "manual: {name}");
        assert!(!manual.contains(&format!("tengen\\-{name}")), "{name} has no page of its own");
    }
    assert!(manual.contains("judge\\-flow") && !manual.contains("GUARD"), "what commands take; nothing hidden");
}
