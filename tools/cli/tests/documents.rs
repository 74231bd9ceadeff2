//! The completions and the manual page name what the command can do.
#![allow(missing_docs)]

use std::process::Command;

#[test]
fn completions_and_manual_name_every_command() {
    let print = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_tengen")).args(arguments).output().unwrap();
        assert!(output.status.success(), "{arguments:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let help = print(&["--help"]);
    let section = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let commands: Vec<&str> = section
        .lines()
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|&name| name != "help")
        .collect();
    assert!(commands.contains(&"match"), "{help}");
    for shell in ["bash", "zsh", "fish"] {
        let completions = print(&["completions", shell]);
        for name in &commands {
            assert!(completions.contains(name), "{shell}: {name}");
        }
    }
    assert!(["completions", "man"].iter().all(|name| commands.contains(name)), "{help}");
    assert_eq!(print(&["--version"]), format!("tengen {}\n", env!("CARGO_PKG_VERSION")));
    let manual = print(&["man"]);
    for name in &commands {
        assert!(manual.contains(&format!(".SH \"TENGEN {}\"", name.to_uppercase())), "manual: {name}");
        assert!(!manual.contains(&format!("tengen\\-{name}")), "{name} has no page of its own");
    }
    assert!(manual.contains("judge\\-flow") && !manual.contains("GUARD"), "what commands take; nothing hidden");
}
