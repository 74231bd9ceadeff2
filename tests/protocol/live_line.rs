//! Lines about a running search, parsed as other programs do.
//!
//! The expression and the program come from `pygomo-lib` 0.1.1 (MIT, github.com/nguyencongminh090/pygomo), which was
//! written for Rapfi's output.

use crate::common::process::Process;
use regex_lite::Regex;
use std::process::Command;
use std::time::Duration;

/// The expression of `parse_message` in `pygomo/protocol/gomocup.py`.
const LINE: &str = r"(?i)^depth\s+(\d+)-(\d+)\s+(?:multipv\s+(\d+)\s+)?ev\s+([+-]?\w*\d+)\s+n\s+([\d.]+[KMG]?)\s+n/ms\s+(\d+)\s+tm\s+(\d+)\s+pv\s+(.+)";

/// The messages before the answer to a request.
fn messages(process: &mut Process, request: &str) -> Vec<String> {
    process.send(request);
    let heard = std::iter::repeat_with(|| process.line_within(Duration::from_secs(20)).unwrap());
    let lines = heard.take_while(|line| line.starts_with("MESSAGE ") || line == "OK");
    lines.filter_map(|line| line.strip_prefix("MESSAGE ").map(str::to_owned)).collect()
}

#[test]
fn every_report_has_the_form_that_libraries_read() {
    let expression = Regex::new(LINE).unwrap();
    let mut process = Process::start();
    process.send("start 15\ninfo timeout_turn 1000");
    let position = "board\n7,7,2\ndone";
    let lines = messages(&mut process, position);
    assert!(!lines.is_empty());
    for line in &lines {
        let parts = expression.captures(line).unwrap_or_else(|| panic!("{line}"));
        let moves = parts[8].split(' ');
        assert!(parts.get(3).is_none() && moves.count() > 0 && parts[4].parse::<i32>().is_ok(), "{line}");
    }
    // Some lines come during the search: a reader that looks ten times a second misses lines that come with the move.
    let early = lines.iter().filter(|line| expression.captures(line).unwrap()[7].parse::<u32>().unwrap() < 800);
    assert!(early.count() > 0, "{lines:?}");
    let lines = messages(&mut process, "info max_node 4000\nyxnbest 3");
    let numbers: Vec<String> = lines.iter().map(|line| expression.captures(line).expect(line)[3].to_owned()).collect();
    assert_eq!(numbers, ["1", "2", "3"], "{lines:?}");
    // A proven win.
    let lines = messages(&mut process, "board\n7,7,1\n0,0,2\n7,6,1\n0,2,2\n7,5,1\n0,4,2\ndone");
    assert!(lines.iter().any(|line| &expression.captures(line).expect(line)[4] == "+M3"), "{lines:?}");
}

/// Runs where Python and pygomo are installed; if CI is set, their absence is a failure.
#[test]
fn pygomos_own_program_plays_and_shows_the_search() {
    let python = |program: &str| Command::new("python3").args(["-c", program]).output();
    if !python("import pygomo").is_ok_and(|output| output.status.success()) {
        return tengen_repository::skip("python3 with pygomo-lib 0.1.1");
    }
    let program = format!(
        r#"
from pygomo import EngineClient
from pygomo.protocol.models import SearchInfo

def on_search_info(info: SearchInfo):
    print(f"Depth: {{info.depth}} | Winrate: {{info.winrate_percent:.1f}}% | PV: {{info.pv[:4]}}")

with EngineClient({:?}) as engine:
    engine.start(board_size=15)
    engine.configure(timeout_turn=1000)
    result = engine.begin(on_info=on_search_info)
    print(f"Engine played: {{result.move}}")
    result = engine.turn("h9", on_info=on_search_info)
    print(f"Engine responded: {{result.move}} {{result.search_info.depth}} {{len(result.pv)}}")
"#,
        crate::common::engine_path()
    );
    let output = python(&program).unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text} {}", String::from_utf8_lossy(&output.stderr));
    assert!(text.contains("Engine played: h8"), "{text}");
    let live = text.lines().skip_while(|line| !line.starts_with("Engine played"));
    let live: Vec<&str> = live.filter(|line| line.starts_with("Depth: ")).collect();
    assert!(live.iter().any(|line| !line.starts_with("Depth: 0 ") && line.contains("<Move ")), "{text}");
    let last = text.lines().last().unwrap();
    assert!(last.starts_with("Engine responded: ") && !last.contains(" 0"), "{text}");
}
