//! Levels of play from beginner to full strength. They differ in overlooked threats, search depth and the precision
//! with which moves are compared. Below full strength games differ from seed to seed.

use super::choice::choose;
use super::level_searcher::LevelSearcher;
use super::variety::vary;
use crate::base::{Point, Rule, Score, SplitMix64};
use crate::board::Board;
use crate::movegen;
use crate::pattern::PointClass;
use crate::search::{Control, Limits, SearchInfo, SearchRequest, SearchResult, Searcher};

/// The parameters of a level. Weak levels err as people do: they miss threats away from the last stone, see only what a
/// move makes, prefer attacks, and choose at random among moves of nearly the best score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// 1 is the weakest, 10 full strength.
    pub number: u8,
    /// Name of the level for people.
    pub name: &'static str,
    /// How far it searches.
    pub lookahead: Lookahead,
    /// Temperature under each rule, in the order of [`Rule::ALL`]: the probability of a move falls by a factor of `e`
    /// for every such number of points below the best; 0 takes the best.
    pub temperatures: [Score; Rule::ALL.len()],
    /// Per mille of threats overlooked away from the last move; quartered near it, halved for fours.
    pub blunder_rate: u32,
    /// Added to the score of own fours and open threes, in points.
    pub attack_bonus: Score,
}

/// How far a level searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lookahead {
    /// A search of this many plies after each move.
    Plies(u32),
    /// One search of this many nodes.
    Nodes(u64),
    /// A full search within the limits.
    Full,
}

const fn level(
    number: u8,
    name: &'static str,
    lookahead: Lookahead,
    temperatures: [Score; Rule::ALL.len()],
    blunder_rate: u32,
    attack_bonus: Score,
) -> Level {
    Level { number, name, lookahead, temperatures, blunder_rate, attack_bonus }
}

/// Temperatures of a level that takes the best move, and errs by its short searches only.
const BEST: [Score; Rule::ALL.len()] = [0; Rule::ALL.len()];

/// All levels, the weakest first. Each should score 65 to 80 % against the one below; the measured scores are in
/// `docs/playing.md`.
pub const LEVELS: [Level; 10] = [
    level(1, "beginner", Lookahead::Plies(1), [200, 199, 264, 140, 145], 105, 60),
    level(2, "novice", Lookahead::Plies(1), [78, 75, 85, 65, 68], 105, 60),
    level(3, "casual player", Lookahead::Plies(1), [25, 30, 35, 31, 36], 52, 30),
    level(4, "hobby player", Lookahead::Plies(2), [12, 9, 9, 20, 20], 20, 10),
    level(5, "club player", Lookahead::Nodes(800), BEST, 0, 0),
    level(6, "good club player", Lookahead::Nodes(1_900), BEST, 0, 0),
    level(7, "strong", Lookahead::Nodes(4_700), BEST, 0, 0),
    level(8, "very strong", Lookahead::Nodes(11_500), BEST, 0, 0),
    level(9, "master", Lookahead::Nodes(35_000), BEST, 0, 0),
    level(10, "full strength", Lookahead::Full, BEST, 0, 0),
];

/// Largest distance from the last stone, in rows and columns, at which a threat counts as near.
const NEAR_LAST_STONE: i32 = 4;
/// Number of moves that are compared by a search each.
const SEARCHED_MOVES: usize = 10;
/// Limit of compared scores, a win's included, so that missing a win is possible, though unlikely.
const MAX_SCORE: Score = 3_000;

impl Level {
    /// Full strength.
    pub const FULL: &'static Level = &LEVELS[9];

    /// Whether this is full strength, which overlooks nothing.
    pub fn is_full_strength(&self) -> bool {
        self.number == Self::FULL.number
    }

    /// The level with a number from 1 to 10.
    pub fn by_number(number: u8) -> Option<&'static Level> {
        LEVELS.get(usize::from(number).checked_sub(1)?)
    }

    /// The level for a strength in percent, as in `INFO strength`: one level for every ten percent, full strength from
    /// 90.
    pub fn by_strength(percent: u32) -> &'static Level {
        &LEVELS[(percent / 10).min(LEVELS.len() as u32 - 1) as usize]
    }

    /// Finds a move as a player of this level, within the limits and without the excluded moves of the request. Equal
    /// boards, seeds and earlier searches of the level give equal moves, unless `control` stops the search by time or
    /// several threads search.
    pub fn search(
        &self,
        searcher: &mut LevelSearcher,
        board: &Board,
        seed: u64,
        request: impl Into<SearchRequest>,
        control: &Control,
    ) -> SearchResult {
        let request = SearchRequest { multi_pv: 1, ..request.into() };
        if self.is_full_strength() {
            return searcher.full_strength().search(board, request, control, &mut |_| {});
        }
        self.find_move(searcher.at_level(self.number), board, seed, request, control)
    }

    /// Finds the move of a level below full strength.
    fn find_move(
        &self,
        searcher: &mut Searcher,
        board: &Board,
        seed: u64,
        request: SearchRequest,
        control: &Control,
    ) -> SearchResult {
        let mut rng = SplitMix64::new(seed ^ board.hash());
        let overlooks = self.overlooks_threat(board, &mut rng);
        if let Lookahead::Nodes(nodes) = self.lookahead
            && !overlooks
        {
            let most = request.limits.nodes;
            let request = SearchRequest { limits: request.limits.at_most_nodes(nodes), ..request };
            let found = searcher.search(board, request.clone(), control, &mut |_| {});
            let nodes_left = most - found.info().nodes.min(most);
            return vary(searcher, board, found, &request, nodes_left, control, &mut rng);
        }
        // A quick search, for the report and for the move when there is no choice.
        let excluded = request.root_excluded.clone();
        let quick = SearchRequest { limits: Limits::depth(1), ..request };
        let mut result = searcher.search(board, quick, control, &mut |_| {});
        if board.count(board.side_to_move(), PointClass::Five) > 0 {
            return result;
        }
        let mut scored = if overlooks { attacks(searcher, board) } else { self.compare(searcher, board, control) };
        scored.retain(|(point, _)| !excluded.contains(point));
        if let Some((point, score)) = choose(&scored, self.temperatures[board.rule() as usize], &mut rng) {
            result.best = Some(point);
            let info = result.info().clone();
            result.lines = vec![SearchInfo { pv: vec![point], score, proven: false, ..info }];
        }
        result
    }

    /// The moves with the level's scores for them.
    fn compare(&self, searcher: &mut Searcher, board: &Board, control: &Control) -> Vec<(Point, Score)> {
        let Lookahead::Plies(depth) = self.lookahead else { return Vec::new() };
        let points = searcher.ordered_moves(board, SEARCHED_MOVES);
        let mut evaluator = searcher.evaluator(board.clone());
        let mut scored = Vec::with_capacity(points.len());
        for point in points {
            evaluator.make(point);
            let score = searcher.search(evaluator.board(), Limits::depth(depth), control, &mut |_| {}).info().score;
            evaluator.unmake();
            // An interrupted search knows no score.
            if control.should_stop() {
                break;
            }
            scored.push((point, (-score).clamp(-MAX_SCORE, MAX_SCORE) + self.attack_bonus(board, point)));
        }
        scored
    }

    /// The level's bonus for a move that attacks.
    fn attack_bonus(&self, board: &Board, point: Point) -> Score {
        let class = board.patterns(point).class(board.side_to_move());
        let attacks = class >= PointClass::OpenThree && class != PointClass::Forbidden;
        if attacks { self.attack_bonus } else { 0 }
    }

    /// Whether the level overlooks a threat of the opponent on the board.
    fn overlooks_threat(&self, board: &Board, rng: &mut SplitMix64) -> bool {
        let them = !board.side_to_move();
        let fours: Vec<Point> = board.points_of(them, PointClass::Five).collect();
        let is_four = !fours.is_empty();
        let threats = if is_four { fours } else { board.points_of(them, PointClass::OpenFour).collect() };
        let Some(last) = board.last().filter(|_| !threats.is_empty()) else { return false };
        let near = threats.iter().any(|&point| board.size().distance(point, last) <= NEAR_LAST_STONE);
        let rate = self.blunder_rate / if near { 4 } else { 1 } / if is_four { 2 } else { 1 };
        rng.below(1_000) < rate as usize
    }
}

/// The candidates with the value of what each makes for the mover, ignoring what it takes from the opponent.
fn attacks(searcher: &Searcher, board: &Board) -> Vec<(Point, Score)> {
    let evaluator = searcher.evaluator(board.clone());
    movegen::legal_candidates(board).into_iter().map(|point| (point, evaluator.own_gain(point))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{format_point, parse_moves};

    fn board(moves: &str) -> Board {
        Board::after(Rule::Freestyle, moves)
    }

    fn move_of(level: u8, moves: &str, seed: u64) -> String {
        let board = board(moves);
        let level = Level::by_number(level).unwrap();
        let mut searcher = LevelSearcher::new(1 << 20);
        let result = level.search(&mut searcher, &board, seed, Limits::nodes(2_000), &Control::unlimited());
        format_point(board.size(), result.best.unwrap())
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
            // Black has four in a row, blocked at one side.
            for seed in 0..20 {
                assert_eq!(move_of(level, "h8g8i8a1j8a3k8o15", seed), "l8", "level {level}");
            }
            let quiet = "h8i9h9h10g7";
            assert_eq!(move_of(level, quiet, 7), move_of(level, quiet, 7));
        }
    }

    #[test]
    fn a_level_without_time_plays_the_move_that_needs_no_search() {
        let (board, control) = (board("h8a1i8a3j8a5"), Control::unlimited());
        control.stop();
        for seed in 0..20 {
            let found = LEVELS[3].search(&mut LevelSearcher::new(1 << 16), &board, seed, Limits::NONE, &control);
            assert!(["g8", "k8"].map(|name| Some(board.at(name))).contains(&found.best), "{found:?}");
        }
    }

    #[test]
    fn a_weak_level_knows_its_own_searches_and_none_of_another_strength() {
        let (board, control) = (board("h8i9h9h10g7"), Control::unlimited());
        let mut used = LevelSearcher::new(1 << 20);
        for seed in 0..5 {
            used.full_strength().search(&board, Limits::nodes(30_000), &control, &mut |_| {});
            let [found, expected] = [&mut used, &mut LevelSearcher::new(1 << 20)].map(|searcher| {
                let result = LEVELS[2].search(searcher, &board, seed, Limits::NONE, &control);
                (result.best, result.info().score)
            });
            assert_eq!(found, expected, "seed {seed}");
        }
        let nodes = |searcher: &mut LevelSearcher| {
            LEVELS[8].search(searcher, &board, 1, Limits::depth(5), &control).info().nodes
        };
        let first = nodes(&mut used);
        assert!(nodes(&mut used) < first);
        used.full_strength().search(&board, Limits::nodes(30_000), &control, &mut |_| {});
        assert_eq!(nodes(&mut used), first);
    }

    /// The moves of a game in which a person, as Black, tries these points in order.
    fn game_against(level: u8, seed: u64, moves: &str) -> Vec<Point> {
        let level = Level::by_number(level).unwrap();
        let mut board = board("");
        let mut searcher = LevelSearcher::new(1 << 20);
        for point in parse_moves(board.size(), moves).unwrap() {
            if !board.is_empty(point) {
                continue;
            }
            board.push(point);
            let found = level.search(&mut searcher, &board, seed, Limits::NONE, &Control::unlimited());
            board.push(found.best.unwrap());
        }
        board.history().map(|(point, _)| point).collect()
    }

    #[test]
    fn the_same_moves_of_a_person_meet_other_games_and_with_the_seed_the_same() {
        for level in 1..=9 {
            // Two moves suffice where each takes long.
            let moves = if level < 8 { "h8g9j9f6k11e5" } else { "h8g9" };
            let games: Vec<_> = (1..=8).map(|seed| game_against(level, seed, moves)).collect();
            assert_eq!(game_against(level, 1, moves), games[0], "level {level}");
            let mut different = games.clone();
            different.sort();
            different.dedup();
            assert!(different.len() >= 3, "level {level}: {games:?}");
        }
    }

    #[test]
    fn no_level_plays_a_move_that_is_excluded() {
        let board = board("h8i9h9h10");
        let mut searcher = LevelSearcher::new(1 << 20);
        for level in 1..=10 {
            let level = Level::by_number(level).unwrap();
            let mut root_excluded = Vec::new();
            for seed in 0..6 {
                let request = SearchRequest { root_excluded: root_excluded.clone(), ..Limits::nodes(2_000).into() };
                let best = level.search(&mut searcher, &board, seed, request, &Control::unlimited()).best.unwrap();
                assert!(board.is_empty(best) && !root_excluded.contains(&best), "level {}", level.number);
                root_excluded.push(best);
            }
            let request = SearchRequest { root_excluded: board.empties().collect(), ..Limits::nodes(2_000).into() };
            assert_eq!(level.search(&mut searcher, &board, 0, request, &Control::unlimited()).best, None);
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
