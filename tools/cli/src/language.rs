//! The language of this call's messages.

use clap::Args;
use std::fmt::Display;
use std::sync::OnceLock;
use tengen::base::{Color, Rule};
use tengen_language::{Language, preferred};

static LANGUAGE: OnceLock<Language> = OnceLock::new();

/// Sets the language to the given one, or to the system's. To be called once, at the start.
pub fn speak(asked: Option<Language>) {
    LANGUAGE.get_or_init(|| asked.unwrap_or_else(preferred));
}

/// `--lang`, for the commands that speak to people in their language.
#[derive(Args, Clone, Copy, Debug)]
pub struct LanguageArgs {
    #[arg(long, value_name = "LANGUAGE", help = help_of_option())]
    pub lang: Option<Language>,
}

fn help_of_option() -> String {
    format!("Language of the texts: {}; the system's when it is left out", Language::codes())
}

/// The current language; English if none is set.
pub fn language() -> Language {
    LANGUAGE.get().copied().unwrap_or_default()
}

/// The text with a name, with its values filled in.
pub fn t(name: &str, values: &[(&str, &dyn Display)]) -> String {
    language().t(name, values)
}

/// A color's name, such as `Black`.
pub fn color_name(color: Color) -> String {
    t(color.name(), &[])
}

/// A rule's name in ordinary speech.
pub fn rule_name(rule: Rule) -> String {
    language().t(&format!("rule.{}.short", rule.name()), &[])
}

/// The commands during a game, with explanations.
pub fn help() -> String {
    const COMMANDS: [(&str, &str); 12] = [
        ("h8, 7,7", "help.move"),
        ("pass", "help.pass"),
        ("hint", "help.hint"),
        ("undo", "help.undo"),
        ("resign", "help.resign"),
        ("swap", "help.swap"),
        ("level [N]", "help.level"),
        ("save FILE", "help.save"),
        ("load FILE", "help.load"),
        ("new", "help.new"),
        ("board", "help.board"),
        ("quit", "help.quit"),
    ];
    let line = |(command, name): &(&str, &str)| format!("  {command:<12} {}", t(name, &[]));
    COMMANDS.iter().map(line).collect::<Vec<_>>().join("\n")
}
