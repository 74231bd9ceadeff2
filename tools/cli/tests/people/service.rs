//! The commands on the documentation page about services work as written.

use crate::command::{folder, text};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const PAGE: &str = include_str!("../../../../docs/service.md");

/// The page's code block in a language.
fn code(language: &str) -> &'static str {
    let begin = format!("```{language}\n");
    PAGE.split(begin.as_str())
        .nth(1)
        .and_then(|rest| rest.split("```").next())
        .unwrap_or_else(|| panic!("no {language}"))
}

/// Runs a program that can find `tengen`; `None` if the program is missing.
fn run(program: &str, arguments: &[&str], folder: &Path) -> Option<Output> {
    let tengen = PathBuf::from(env!("CARGO_BIN_EXE_tengen"));
    let mut paths = vec![tengen.parent().unwrap().to_owned()];
    paths.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()));
    let path = std::env::join_paths(paths).unwrap();
    let output =
        Command::new(program).args(arguments).current_dir(folder).env("PATH", path).env("LC_ALL", "C").output();
    output.inspect_err(|error| tengen_repository::skip(&format!("{program}: {error}"))).ok()
}

fn printed(program: &str, arguments: &[&str], folder: &Path) -> Option<String> {
    let output = run(program, arguments, folder)?;
    assert!(output.status.success(), "{program} {arguments:?}: {}", text(&output.stderr));
    Some(text(&output.stdout))
}

#[test]
fn both_languages_print_the_same_move_and_hand_a_refusal_on() {
    let folder = folder("service");
    std::fs::write(folder.join("ask.py"), code("python")).unwrap();
    std::fs::write(folder.join("ask.mjs"), code("js")).unwrap();
    let refused = format!("{}\nask('h8x99')\n", code("python"));
    std::fs::write(folder.join("refused.py"), refused).unwrap();
    let python = printed("python3", &["ask.py"], &folder);
    let script = printed("node", &["ask.mjs"], &folder);
    for said in python.iter().chain(&script) {
        let [name, share, percent] = said.split_whitespace().collect::<Vec<_>>()[..] else { panic!("{said}") };
        let is_point = name.starts_with(|c: char| c.is_ascii_lowercase()) && name[1..].parse::<u8>().is_ok();
        assert!(is_point && percent == "%", "{said}");
        assert!((1..100).contains(&share.parse::<u32>().unwrap()), "{said}");
    }
    if let (Some(python), Some(script)) = (&python, &script) {
        assert_eq!(python, script);
    }
    if let Some(output) = run("python3", &["refused.py"], &folder) {
        let said = text(&output.stderr);
        assert!(
            !output.status.success() && said.contains("moves: line 1: 'x99' is not a point on a 15x15 board"),
            "{said}"
        );
    }
}

#[cfg(unix)]
#[test]
fn the_pictures_of_the_page_are_pictures() {
    let folder = folder("service-pictures");
    std::fs::write(folder.join("draw.sh"), code("sh")).unwrap();
    printed("sh", &["-e", "draw.sh"], &folder).unwrap();
    for (name, begin) in
        [("position.png", &b"\x89PNG\r\n\x1a\n"[..]), ("marked.png", b"\x89PNG"), ("game.gif", b"GIF89a")]
    {
        let bytes = std::fs::read(folder.join(name)).unwrap();
        assert!(bytes.starts_with(begin) && bytes.len() > 1_000, "{name}: {} bytes", bytes.len());
    }
}
