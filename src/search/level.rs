//! Levels of play from a beginner's to full strength: what a player of each overlooks, how far it
//! looks and how exactly it compares.

use super::{Control, Limits, SearchResult, Searcher};
use crate::base::{BoardSize, Point, Score, SplitMix64, WIN};
use crate::board::Board;
use crate::movegen;
use crate::pattern::PointClass;
use std::sync::Arc;

/// How a player of one level finds its moves. Weak levels err as people do: they miss threats that
/// lie away from the last stone, look only at what a move makes, like to attack, and take one of
/// several moves that look about as good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// 1 is the weakest, 10 full strength.
    pub number: u8,
    /// What people call such a player.
    pub name: &'static str,
    /// How far it looks.
    pub sight: Sight,
    /// Moves come with a probability that falls by `e` for so much score below the best; 0 takes the best.
    pub slip: Score,
    /// How often it misses a threat that the last stone is no part of, in thousandths. Of one that
    /// lies at the last stone it misses a quarter of that, and of a four half as many.
    pub oversight: u32,
    /// What it adds to the score of its own fours and open threes, out of love for them.
    pub eagerness: Score,
}

/// How far a level looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    /// At each move's position as it stands, and no reply to it.
    Glance,
    /// A search of so many plies after each move, continuous fours to their end.
    Plies(u32),
    /// One search of so many nodes.
    Nodes(u64),
    /// All that the limits allow.
    Full,
}

const fn level(number: u8, name: &'static str, sight: Sight, slip: Score, oversight: u32, eagerness: Score) -> Level {
    Level { number, name, sight, slip, oversight, eagerness }
}

/// All levels, the weakest first. A level wins between 60 and 80 % of its games against the one below.
pub const LEVELS: [Level; 10] = [
    level(1, "beginner", Sight::Glance, 75, 110, 70),
    level(2, "novice", Sight::Plies(1), 160, 140, 80),
    level(3, "casual player", Sight::Plies(1), 80, 75, 40),
    level(4, "hobby player", Sight::Plies(2), 40, 40, 10),
    level(5, "club player", Sight::Nodes(1_600), 0, 0, 0),
    level(6, "good club player", Sight::Nodes(4_200), 0, 0, 0),
    level(7, "strong", Sight::Nodes(13_000), 0, 0, 0),
    level(8, "very strong", Sight::Nodes(35_000), 0, 0, 0),
    level(9, "master", Sight::Nodes(88_000), 0, 0, 0),
    level(10, "full strength", Sight::Full, 0, 0, 0),
];

/// A threat is at the last stone when it lies no further from it, in rows and columns.
const AT_LAST_STONE: i32 = 4;
/// Moves that are compared, and those that are compared by a search each.
const GLANCES: usize = 24;
const SEARCHES: usize = 10;
/// A win is this much better than any other move, and no more: a slip is possible, if hardly so.
const DECIDED: Score = 3_000;

impl Level {
    /// Full strength.
    pub const FULL: &'static Level = &LEVELS[9];

    /// The level of a number from 1 to 10.
    pub fn by_number(number: u8) -> Option<&'static Level> {
        LEVELS.get(usize::from(number).checked_sub(1)?)
    }

    /// The level for a strength in percent, as `INFO strength` tells it: ten a level, 90 and more is full strength.
    pub fn by_strength(percent: u32) -> &'static Level {
        &LEVELS[(percent / 10).min(LEVELS.len() as u32 - 1) as usize]
    }

    /// The tighter of the level's own limits and those given.
    fn limits(&self, limits: Limits) -> Limits {
        match self.sight {
            Sight::Nodes(nodes) => Limits { nodes: limits.nodes.min(nodes), ..limits },
            _ => limits,
        }
    }
}

impl Searcher {
    /// A move as a player of `level` finds it; the same for the same board, level and seed unless
    /// `control` stops it by time.
    pub fn search_at_level(
        &mut self,
        board: &Board,
        level: &Level,
        seed: u64,
        limits: Limits,
        control: Arc<Control>,
    ) -> SearchResult {
        let mut rng = SplitMix64::new(seed ^ board.hash());
        let misses = overlooks(board, level, &mut rng);
        let compares = matches!(level.sight, Sight::Glance | Sight::Plies(_));
        if !misses && !compares {
            return self.search(board, level.limits(limits), control, &mut |_| {});
        }
        // A quick search for what a report tells, and the move when there is nothing to choose from.
        let mut result = self.search(board, Limits::depth(1), Arc::clone(&control), &mut |_| {});
        let us = board.side_to_move();
        if board.count(us, PointClass::Five) > 0 {
            return result;
        }
        let scored = if misses { self.attacks(board) } else { self.compare(board, level, &control) };
        if let Some((point, score)) = choose(&scored, level.slip, &mut rng) {
            result.best = Some(point);
            result.report.line = vec![point];
            result.report.score = score;
            result.report.proven = false;
        }
        result
    }

    /// Moves with their scores as the level sees them.
    fn compare(&mut self, board: &Board, level: &Level, control: &Arc<Control>) -> Vec<(Point, Score)> {
        self.set_position(board.clone());
        let us = board.side_to_move();
        let count = if level.sight == Sight::Glance { GLANCES } else { SEARCHES };
        let points = self.most_promising(count);
        let love = |point: Point| match board.patterns(point).class(us) {
            class if class >= PointClass::OpenThree && class != PointClass::Forbidden => level.eagerness,
            _ => 0,
        };
        let score = |searcher: &mut Searcher, point: Point| match level.sight {
            Sight::Plies(depth) => {
                let mut after = board.clone();
                after.make(point, &mut ());
                -searcher.search(&after, Limits::depth(depth), Arc::clone(control), &mut |_| {}).report.score
            }
            _ => {
                searcher.position.make(point);
                let score = -searcher.position.score();
                searcher.position.unmake();
                score
            }
        };
        points.into_iter().map(|point| (point, score(self, point).clamp(-DECIDED, DECIDED) + love(point))).collect()
    }

    /// Moves with what they make for the mover alone: the view of someone who does not look at the
    /// opponent's stones.
    fn attacks(&mut self, board: &Board) -> Vec<(Point, Score)> {
        self.set_position(board.clone());
        let mut points = Vec::new();
        movegen::candidates(board, &mut points);
        movegen::retain_legal(self.position.board_mut(), &mut points, 0);
        points.into_iter().map(|point| (point, self.position.own_promise(point))).collect()
    }

    /// The moves of the position that look best at once, the best first.
    fn most_promising(&mut self, count: usize) -> Vec<Point> {
        self.moves.clear();
        self.generate();
        let from = self.push_moves(None, 0);
        let count = count.min(self.moves.len() - from);
        let points = (from..from + count).filter_map(|index| self.pick(index)).collect();
        self.moves.clear();
        points
    }
}

/// Whether the level fails to see a threat of the opponent that is on the board.
fn overlooks(board: &Board, level: &Level, rng: &mut SplitMix64) -> bool {
    let them = !board.side_to_move();
    let fours: Vec<Point> = board.points_of(them, PointClass::Five).collect();
    let is_four = !fours.is_empty();
    let threats = if is_four { fours } else { board.points_of(them, PointClass::OpenFour).collect() };
    let Some(last) = board.last().filter(|_| !threats.is_empty()) else { return false };
    let at_last_stone = threats.iter().any(|&point| distance(board.size(), point, last) <= AT_LAST_STONE);
    let misses = level.oversight / if at_last_stone { 4 } else { 1 } / if is_four { 2 } else { 1 };
    rng.below(1_000) < misses as usize
}

fn distance(size: BoardSize, a: Point, b: Point) -> i32 {
    let ((ax, ay), (bx, by)) = (size.xy(a), size.xy(b));
    (ax - bx).abs().max((ay - by).abs())
}

/// One of the moves, with a probability that falls with its distance from the best score.
fn choose(scored: &[(Point, Score)], slip: Score, rng: &mut SplitMix64) -> Option<(Point, Score)> {
    let best = scored.iter().copied().reduce(|best, next| if next.1 > best.1 { next } else { best })?;
    if slip == 0 || best.1 >= WIN {
        return Some(best);
    }
    // Whole numbers, so that every machine chooses alike: halved for each ln 2 of the slip.
    const UNIT: u64 = 1 << 20;
    let weight = |score: Score| {
        let halvings = i64::from(best.1 - score) * 1443 / (i64::from(slip) * 1000);
        UNIT >> halvings.clamp(0, 63)
    };
    let total: u64 = scored.iter().map(|&(_, score)| weight(score)).sum();
    let mut left = rng.next() % total;
    scored.iter().copied().find(|&(_, score)| {
        let weight = weight(score);
        let found = left < weight;
        left = left.saturating_sub(weight);
        found
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Rule;
    use crate::board::{format_moves, parse_moves};

    fn board(moves: &str) -> Board {
        let size = BoardSize::square(15).unwrap();
        let mut board = Board::new(size, Rule::Freestyle);
        for point in parse_moves(size, moves).unwrap() {
            board.make(point, &mut ());
        }
        board
    }

    fn move_of(level: u8, moves: &str, seed: u64) -> String {
        let board = board(moves);
        let level = Level::by_number(level).unwrap();
        let control = Arc::new(Control::unlimited());
        let limits = Limits::nodes(2_000);
        let best = Searcher::new(1 << 20).search_at_level(&board, level, seed, limits, control).best.unwrap();
        format_moves(board.size(), &[best])
    }

    #[test]
    fn numbers_and_strengths_name_levels() {
        assert!(Level::by_number(0).is_none() && Level::by_number(11).is_none());
        assert!((1..=10).all(|number| Level::by_number(number).unwrap().number == number));
        assert_eq!([0, 50, 89, 90, 1000].map(|percent| Level::by_strength(percent).number), [1, 6, 9, 10, 10]);
    }

    #[test]
    fn every_level_takes_its_five_and_the_same_seed_gives_the_same_move() {
        for level in 1..=10 {
            // Black has four in a row, closed at one side.
            for seed in 0..20 {
                assert_eq!(move_of(level, "h8g8i8a1j8a3k8o15", seed), "l8", "level {level}");
            }
            let quiet = "h8i9h9h10g7";
            assert_eq!(move_of(level, quiet, 7), move_of(level, quiet, 7));
        }
    }

    #[test]
    fn weak_levels_vary_and_overlook_threats_away_from_the_last_stone() {
        let moves = |level: u8, moves: &str| (0..60).map(|seed| move_of(level, moves, seed)).collect::<Vec<_>>();
        let different = |mut list: Vec<String>| {
            list.sort();
            list.dedup();
            list.len()
        };
        assert!(different(moves(1, "h8i9h9h10")) > different(moves(9, "h8i9h9h10")));
        // White's open three at the edge, with its last stone far away.
        let far = "h8b2h9c2j12d2n2n14";
        let answers = ["a2", "e2", "f2", "b2"];
        let missed = |level: u8| moves(level, far).iter().filter(|point| !answers.contains(&point.as_str())).count();
        assert!(missed(1) > 2, "{}", missed(1));
        assert!(missed(1) < 30, "it mostly sees it: {}", missed(1));
        assert_eq!(missed(9), 0);
    }
}
