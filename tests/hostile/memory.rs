//! The memory that the real binary takes, against its limit.

use crate::common::process::Process;
use crate::common::processor::wait_for_work;

/// Memory of the program, its tables and its weights, in MB, as `protocol.md` states for ordinary boards, and on a large one
/// with two stones: no limit makes it smaller.
const MIN_MEMORY: [(usize, u64); 2] = [(20, 24), (120, 32)];
/// Memory of each rule after the first, in MB, as `protocol.md` states.
const MEMORY_PER_RULE: u64 = 7;

/// Peak memory of a process, in MB, rounded up.
fn peak(p: &Process) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", p.id())).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap().div_ceil(1024)
}

#[test]
fn memory_stays_within_its_limit_or_what_the_program_needs() {
    for (side, least) in MIN_MEMORY {
        for megabytes in [8, least, 64, 350] {
            let mut p = Process::on_board(side);
            p.send(&format!("INFO max_memory {}", megabytes << 20));
            p.send("INFO timeout_turn 20000");
            for (further_rules, rule) in (0..).zip([0, 4, 8]) {
                p.send(&format!("INFO rule {rule}"));
                for request in ["BOARD 9,9,1 10,9,2 DONE", "SWAP2BOARD DONE"] {
                    p.send(request);
                    // A search with this much time makes its table as large as it may be.
                    wait_for_work(p.id(), 100);
                    p.ask("STOP");
                }
                let (peak, least) = (peak(&p), least + MEMORY_PER_RULE * further_rules);
                eprintln!("{side}x{side}: {megabytes} MB allowed, {peak} MB taken");
                assert!(peak <= megabytes.max(least), "{side}x{side}, rule {rule}: {peak} MB of {megabytes}");
            }
        }
    }
}

/// A search among thousands of stones takes more than one among two, as `protocol.md` states.
#[test]
fn memory_stays_within_its_limit_on_a_nearly_full_board() {
    for (threads, megabytes) in [(1, 40), (2, 48)] {
        let mut p = Process::on_board(120);
        for (key, value) in
            [("max_memory", megabytes << 20), ("timeout_turn", 2000), ("thread_num", threads), ("rule", 4)]
        {
            p.send(&format!("INFO {key} {value}"));
        }
        // Rows of pairs, each row of the other color than the one below: no five in any direction. One cell of ten is empty.
        let cells = (0..120).flat_map(|y| (0..120).map(move |x| (x, y))).filter(|(x, y)| (x * 7 + y * 3) % 10 < 9);
        let (black, white): (Vec<_>, Vec<_>) = cells.partition(|(x, y)| (x / 2 + y) % 2 == 0);
        let stones = black.iter().zip(&white).map(|(b, w)| format!("{},{},1\n{},{},2\n", b.0, b.1, w.0, w.1));
        p.ask_move(&format!("BOARD\n{}DONE", stones.collect::<String>()));
        let peak = peak(&p);
        assert!(peak <= megabytes, "{threads} threads: {peak} MB of {megabytes}");
    }
}
