//! The generated tables compared with a slow definition by the stones, for every key of every rule.
use std::collections::HashMap;
use tengen::base::{Color, Rule};
use tengen::pattern::{COMBINATION_COUNT, Combinations, LinePattern, PatternTables, PointClass, class_of};

const EMPTY: u8 = 0;
const WALL: u8 = 3;

/// A line of eleven cells with the examined stone in the middle.
type Line = [u8; 11];
const MIDDLE: usize = 5;

struct Slow {
    rule: Rule,
    color: Color,
    known: HashMap<Line, LinePattern>,
}

impl Slow {
    fn own(&self) -> u8 {
        self.color as u8 + 1
    }

    fn other(&self) -> u8 {
        2 - self.color as u8
    }

    /// The run through the middle: its first and last cell.
    fn run(&self, line: &Line) -> (usize, usize) {
        let mut from = MIDDLE;
        let mut to = MIDDLE;
        while from > 0 && line[from - 1] == self.own() {
            from -= 1;
        }
        while to < 10 && line[to + 1] == self.own() {
            to += 1;
        }
        (from, to)
    }

    fn wins(&self, line: &Line) -> bool {
        let (from, to) = self.run(line);
        let run = to - from + 1;
        let closed = from > 0 && line[from - 1] == self.other() && to < 10 && line[to + 1] == self.other();
        match (self.rule, self.color) {
            (Rule::Freestyle, _) | (Rule::Renju, Color::White) => run >= 5,
            (Rule::Standard, _) | (Rule::Renju, Color::Black) => run == 5,
            (Rule::Caro, _) => run >= 6 || run == 5 && !closed,
            (Rule::CaroExact, _) => run == 5 && !closed,
        }
    }

    fn fill(line: &Line, stone: u8) -> Vec<Line> {
        (0..11)
            .filter(|&i| line[i] == EMPTY)
            .map(|i| {
                let mut next = *line;
                next[i] = stone;
                next
            })
            .collect()
    }

    fn winning_next(&self, line: &Line) -> Vec<Line> {
        Self::fill(line, self.own()).into_iter().filter(|next| self.wins(next)).collect()
    }

    fn pattern(&mut self, line: &Line) -> LinePattern {
        if let Some(&known) = self.known.get(line) {
            return known;
        }
        let pattern = self.find(line);
        self.known.insert(*line, pattern);
        pattern
    }

    fn find(&mut self, line: &Line) -> LinePattern {
        use LinePattern::*;
        if self.wins(line) {
            return Five;
        }
        let (from, to) = self.run(line);
        if to - from >= 5 {
            return Overline;
        }
        let winning = self.winning_next(line);
        if !winning.is_empty() {
            let replies = Self::fill(line, self.other());
            if replies.iter().any(|reply| self.winning_next(reply).is_empty()) {
                return Four;
            }
            // The existing stones in the run that the added one wins with.
            let mut fours: Vec<Vec<usize>> = winning
                .iter()
                .map(|next| {
                    let (from, to) = self.run(next);
                    (from..=to).filter(|&i| line[i] != EMPTY).collect()
                })
                .collect();
            fours.dedup();
            let forbidden = self.rule == Rule::Renju && self.color == Color::Black;
            return if forbidden && fours.len() > 1 { DoubleFour } else { OpenFour };
        }
        let next: Vec<LinePattern> = Self::fill(line, self.own()).iter().map(|next| self.pattern(next)).collect();
        let count = |test: fn(LinePattern) -> bool| next.iter().filter(|&&p| test(p)).count();
        if count(|p| p == OpenFour) >= 2 {
            OpenThree2
        } else if count(|p| p == OpenFour) == 1 {
            OpenThree
        } else if count(|p| p == Four || p == DoubleFour) > 0 {
            Three
        } else if count(LinePattern::is_open_three) >= 4 {
            OpenTwo4
        } else if count(LinePattern::is_open_three) == 3 {
            OpenTwo3
        } else if count(LinePattern::is_open_three) > 0 {
            OpenTwo
        } else if count(|p| p == Three) > 0 {
            Two
        } else if count(LinePattern::is_open_two) > 0 {
            OpenOne
        } else if count(|p| p == Two) > 0 {
            One
        } else {
            Dead
        }
    }
}

/// The line of two keys. Cells out of reach or behind a wall are walls, because no stone could use them.
fn line_of(left: usize, right: usize, reach: usize, own: u8) -> Line {
    let mut line = [WALL; 11];
    line[MIDDLE] = own;
    for k in 0..reach {
        line[MIDDLE - reach + k] = (left >> (2 * k) & 3) as u8;
        line[MIDDLE + 1 + k] = (right >> (2 * k) & 3) as u8;
    }
    for k in 1..=reach {
        if line[MIDDLE - k] == WALL {
            line[..MIDDLE - k].fill(WALL);
        }
        if line[MIDDLE + k] == WALL {
            line[MIDDLE + k..].fill(WALL);
        }
    }
    line
}

#[test]
fn every_key_of_every_rule_has_the_pattern_of_the_definition() {
    for rule in Rule::ALL {
        let tables = PatternTables::of(rule);
        let keys = 1 << (2 * tables.reach);
        for color in Color::ALL {
            let mut slow = Slow { rule, color, known: HashMap::new() };
            for left in 0..keys {
                for right in 0..keys {
                    let expected = slow.pattern(&line_of(left, right, tables.reach, slow.own()));
                    assert_eq!(tables.line(color, left, right), expected, "{rule} {color:?} {left:010b} {right:010b}");
                }
            }
        }
    }
}

#[test]
fn the_combinations_are_all_multisets_once() {
    let combinations = Combinations::all();
    let mut seen = std::collections::HashSet::new();
    for number in 0..COMBINATION_COUNT {
        let patterns = combinations.patterns(number);
        assert!(patterns.is_sorted(), "{patterns:?}");
        assert!(seen.insert(patterns));
    }
    assert_eq!(combinations.patterns(0), [LinePattern::Dead; 4]);
}

/// Points are forbidden in renju only, and a five is never forbidden.
#[test]
fn classes_follow_the_order_of_strength() {
    use LinePattern::*;
    let class = |patterns, forbids| class_of(patterns, forbids);
    assert_eq!(class([Dead, Four, Four, Dead], false), PointClass::DoubleFour);
    assert_eq!(class([Dead, Four, Four, Dead], true), PointClass::Forbidden);
    assert_eq!(class([Dead, Dead, DoubleFour, Dead], true), PointClass::Forbidden);
    assert_eq!(class([Five, Four, OpenFour, Overline], true), PointClass::Five);
    assert_eq!(class([OpenThree, OpenThree2, Dead, Dead], true), PointClass::Forbidden);
    assert_eq!(class([OpenThree, OpenThree2, Dead, Dead], false), PointClass::DoubleThree);
    assert_eq!(class([OpenThree, Four, Dead, Dead], true), PointClass::FourThree);
    assert_eq!(class([Overline, Four, Dead, Dead], false), PointClass::Four);
}
