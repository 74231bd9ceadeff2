//! `pbrain-tengen tree`: statistics of the search tree of given positions, as tables. Only in a build with the feature
//! `tree`.

use super::position;
use std::error::Error;
use std::io::{self, Write};
use std::time::Instant;
use tengen::board::Board;
use tengen::search::tree::{DepthCounts, TreeCounts};
use tengen::search::{Control, Limits, Searcher};

/// Iterations of fewer nodes are not used to measure the growth of the tree.
const MIN_NODES_OF_GROWTH: u64 = 2_000;

/// Searches each position of `text` with a cleared searcher and prints the tables.
///
/// A line of `text` is a rule, the side of the board and the moves, Black's first; empty lines and lines that begin
/// with `#` are skipped.
///
/// # Errors
/// When a line is not a position, or `out` cannot be written to.
pub fn run(text: &str, limits: Limits, out: &mut impl Write) -> Result<TreeCounts, Box<dyn Error + Send + Sync>> {
    let mut searcher = Searcher::new(super::TABLE_BYTES);
    let mut all = TreeCounts::default();
    let mut growth = Growth::default();
    let mut seconds = 0.0;
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let board = position_of(line).map_err(|error| format!("'{line}': {error}"))?;
        searcher.clear();
        let mut iterations = Vec::new();
        let start = Instant::now();
        let found = searcher.search(&board, limits, &Control::unlimited(), &mut |lines| {
            iterations.push((lines[0].depth, lines[0].nodes, lines[0].pv.first().copied()));
        });
        seconds += start.elapsed().as_secs_f64();
        let own = growth.add(&iterations);
        let last_change = iterations.windows(2).rfind(|pair| pair[0].2 != pair[1].2).map_or(1, |pair| pair[1].0);
        let tree = searcher.tree();
        writeln!(
            out,
            "{line}: depth {} nodes {} quiescence {} a leaf {} growth {} move of depth {last_change} score {}",
            found.info().depth,
            found.info().nodes,
            percent(tree.quiescence_nodes(), tree.quiescence_nodes() + tree.main_nodes()),
            ratio(tree.quiescence_nodes(), tree.leaves()),
            own.text(),
            found.info().score,
        )?;
        all.add(tree);
    }
    print_tables(&all, out)?;
    writeln!(out, "\nnodes a ply: times {}", growth.text())?;
    let nodes = all.main_nodes() + all.quiescence_nodes();
    writeln!(out, "{nodes} nodes {:.0} nps", nodes as f64 / f64::max(seconds, 1e-9))?;
    Ok(all)
}

fn position_of(line: &str) -> Result<Board, Box<dyn Error + Send + Sync>> {
    let [rule, side, moves] = line.split_whitespace().collect::<Vec<_>>()[..] else {
        return Err("expected a rule, the side of the board and moves".into());
    };
    position(rule.parse()?, side.parse()?, moves)
}

/// Growth of the nodes from one iteration to the next, as a sum of logarithms over the steps.
#[derive(Default)]
struct Growth {
    logarithms: f64,
    steps: u32,
}

impl Growth {
    /// Adds the iterations of a search, each its depth, nodes and move; returns the growth of this search.
    fn add<T>(&mut self, iterations: &[(i32, u64, T)]) -> Growth {
        let mut own = Growth::default();
        for pair in iterations.windows(2) {
            if pair[0].1 >= MIN_NODES_OF_GROWTH && pair[1].0 == pair[0].0 + 1 {
                own.logarithms += (pair[1].1 as f64 / pair[0].1 as f64).ln();
                own.steps += 1;
            }
        }
        self.logarithms += own.logarithms;
        self.steps += own.steps;
        own
    }

    fn text(&self) -> String {
        if self.steps == 0 { "-".into() } else { format!("{:.2}", (self.logarithms / f64::from(self.steps)).exp()) }
    }
}

fn print_tables(tree: &TreeCounts, out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "\ndepth      nodes       pv      cut      all terminal    table   static  dropped multicut first-cut"
    )?;
    let total = tree.total();
    let rows = || tree.depths.iter().enumerate().rev().filter(|(_, counts)| counts.ends != [0; 8]);
    for (name, counts) in rows().map(|(depth, counts)| (depth.to_string(), counts)).chain([("all".into(), &total)]) {
        let DepthCounts { ends, first_move_cuts, .. } = counts;
        write!(out, "{name:>5} {:>10}", ends.iter().sum::<u64>())?;
        ends.iter().try_for_each(|count| write!(out, " {count:>8}"))?;
        writeln!(out, " {:>9}", percent(*first_move_cuts, ends[1]))?;
    }
    writeln!(
        out,
        "\ndepth      moves  to five  to four    fours delaying     idle    quiet    other  reduced  repeated"
    )?;
    for (name, counts) in rows().map(|(depth, counts)| (depth.to_string(), counts)).chain([("all".into(), &total)]) {
        let DepthCounts { moves, reduced, repeated, .. } = counts;
        write!(out, "{name:>5} {:>10}", moves.iter().sum::<u64>())?;
        moves.iter().try_for_each(|count| write!(out, " {count:>8}"))?;
        writeln!(out, " {:>8} {:>9}", percent(*reduced, moves.iter().sum()), percent(*repeated, *reduced))?;
    }
    let [reductions, windows, aspirations] = tree.repeats;
    writeln!(out, "\nrepeated: {reductions} reduced moves, {windows} windows, {aspirations} iterations")?;
    let nodes = tree.quiescence_nodes();
    let share = percent(nodes, nodes + tree.main_nodes());
    writeln!(out, "quiescence: {nodes} nodes ({share} of all), {} a leaf", ratio(nodes, tree.leaves()))?;
    let names = ["terminal", "answers", "table", "static", "fours"];
    let ends = names.iter().zip(tree.quiescence_ends).map(|(name, count)| format!("{name} {}", percent(count, nodes)));
    writeln!(out, "  {}", ends.collect::<Vec<_>>().join(", "))?;
    let plies = tree.quiescence_plies.iter().enumerate().map(|(ply, count)| format!("{ply}: {count}"));
    writeln!(out, "  by ply below the leaf: {}", plies.collect::<Vec<_>>().join(", "))
}

fn percent(part: u64, whole: u64) -> String {
    if whole == 0 { "-".into() } else { format!("{:.1}%", 100.0 * part as f64 / whole as f64) }
}

fn ratio(part: u64, whole: u64) -> String {
    if whole == 0 { "-".into() } else { format!("{:.2}", part as f64 / whole as f64) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_of_a_file_is_searched() {
        let mut out = Vec::new();
        run("# Two positions.\nstandard 15 h8i9\ncaro 20 j10\n", Limits::depth(1), &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert_eq!(text.lines().filter(|line| line.contains(": depth 1 nodes ")).count(), 2, "{text}");
    }

    #[test]
    fn a_line_that_is_no_position_is_named() {
        for (wrong, why) in [
            ("standard 15", "expected a rule, the side of the board and moves"),
            ("standard 15 h8 h9", "expected a rule, the side of the board and moves"),
            ("chess 15 h8", ""),
            ("standard x h8", ""),
            ("standard 15 z9", ""),
            ("standard 15 h8i9h8", "h8 is played twice"),
        ] {
            let error = run(wrong, Limits::depth(1), &mut Vec::new()).unwrap_err().to_string();
            assert!(error.starts_with(&format!("'{wrong}': {why}")), "{error}");
        }
    }

    #[test]
    fn growth_is_the_mean_factor_of_iterations_that_follow_each_other() {
        let mut growth = Growth::default();
        assert_eq!(growth.text(), "-");
        let iterations = [(1, 10, ()), (2, 2_000, ()), (3, 8_000, ()), (4, 16_000, ()), (6, 90_000, ())];
        assert_eq!(growth.add(&iterations).text(), "2.83");
        assert_eq!(growth.text(), "2.83");
    }
}
