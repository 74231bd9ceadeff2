//! Naive analysis of a position from its stones alone: wins, legal moves, VCF by definition, replays of printed lines.

use super::oracle::Grid;
use tengen::base::{Cell, Color, Point, Rule};
use tengen::board::Board;

/// Stones and a rule; everything else is computed anew.
#[derive(Clone)]
pub struct Naive {
    pub grid: Grid,
    pub rule: Rule,
}

impl Naive {
    pub fn of(board: &Board) -> Self {
        Self { grid: Grid::of(board), rule: board.rule() }
    }

    pub fn with(&self, point: Point, color: Color) -> Self {
        Self { grid: self.grid.with(point, color.into()), rule: self.rule }
    }

    pub fn empties(&self) -> Vec<Point> {
        self.grid.size.points().filter(|p| self.grid.cells[p.index()] == Cell::Empty).collect()
    }

    pub fn wins(&self, point: Point, color: Color) -> bool {
        self.grid.winner_if(self.rule, point, color)
    }

    pub fn winning(&self, color: Color) -> Vec<Point> {
        self.empties().into_iter().filter(|&point| self.wins(point, color)).collect()
    }

    pub fn is_legal(&self, point: Point, color: Color) -> bool {
        self.rule != Rule::Renju || color == Color::White || !self.grid.is_foul(point)
    }

    pub fn legal(&self, color: Color) -> Vec<Point> {
        self.empties().into_iter().filter(|&p| self.is_legal(p, color)).collect()
    }

    /// Whether `color`, to move, wins by a four that no reply stops. Neither side has a winning point yet.
    pub fn has_unstoppable_four(&self, color: Color) -> bool {
        self.legal(color).into_iter().any(|point| {
            let four = self.with(point, color);
            !four.winning(color).is_empty()
                && four.legal(!color).into_iter().all(|reply| {
                    let answered = four.with(reply, !color);
                    !four.wins(reply, !color) && !answered.winning(color).is_empty()
                })
        })
    }

    /// VCF by definition: every move leaves a winning cell, and every reply is tried.
    pub fn has_vcf(&self, attacker: Color, stones: u32) -> bool {
        if !self.winning(attacker).is_empty() {
            return stones >= 1;
        }
        if stones < 2 {
            return false;
        }
        self.legal(attacker).into_iter().any(|point| {
            let after = self.with(point, attacker);
            !after.winning(attacker).is_empty()
                && after.winning(!attacker).is_empty()
                && after.legal(!attacker).into_iter().all(|reply| {
                    let after = after.with(reply, !attacker);
                    !after.winning(attacker).is_empty() || after.has_vcf(attacker, stones - 1)
                })
        })
    }

    /// Replays a printed VCF: every attacking move is legal and makes a four, its reply in the line is
    /// the only legal one that stops the five, and the last move is a five.
    pub fn replay_vcf(&self, attacker: Color, line: &[Point]) {
        let mut now = self.clone();
        for (i, &point) in line.iter().enumerate() {
            assert_eq!(now.grid.cells[point.index()], Cell::Empty);
            if i % 2 == 1 {
                let stops: Vec<Point> = now
                    .legal(!attacker)
                    .into_iter()
                    .filter(|&reply| now.with(reply, !attacker).winning(attacker).is_empty())
                    .collect();
                let blocks = self.rule.open_end_required();
                assert!(stops.is_empty() || stops == [point] || blocks && stops.contains(&point), "{stops:?}");
                now = now.with(point, !attacker);
                continue;
            }
            let wins = now.grid.winner_if(now.rule, point, attacker);
            assert!(wins || now.is_legal(point, attacker));
            now = now.with(point, attacker);
            if i + 1 == line.len() {
                assert!(wins, "the line does not end with a five");
            } else {
                assert!(!now.winning(attacker).is_empty() && now.winning(!attacker).is_empty());
            }
        }
    }

    /// Replays a printed VCT: the moves are legal, and the line ends with the attacker's five, its only five.
    pub fn replay_vct(&self, attacker: Color, line: &[Point]) {
        let mut now = self.clone();
        for (i, &point) in line.iter().enumerate() {
            let color = if i % 2 == 0 { attacker } else { !attacker };
            let wins = now.grid.winner_if(now.rule, point, color);
            assert!(now.grid.cells[point.index()] == Cell::Empty && (wins || now.is_legal(point, color)));
            assert_eq!(wins, i + 1 == line.len() && color == attacker, "move {i} of {line:?}");
            now = now.with(point, color);
        }
    }
}
