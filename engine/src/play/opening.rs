//! The engine's acts in a negotiated opening, found by search: where the other player may change sides next, it keeps
//! the game even; elsewhere it does what is best for its own side.

use super::advisor::OpeningAdvisor;
use super::balance::SECOND_CANDIDATES;
use super::fifths::{QUICK, USUAL};
use super::negotiation::{Negotiation, OpeningAct};
use super::opening_rule::{OpeningStage, Zone};
use super::renju_openings::{RENJU_OPENINGS, StoneSymmetries, TURNS};
use crate::base::{BoardSize, Color, Point, Score, SplitMix64, WIN_BOUND};
use crate::board::Board;
use crate::search::SearchResult;

/// Largest score, in points, at which a position counts as fair to both sides.
pub const FAIR: Score = 60;
/// Nodes of the search that chooses a side, and the score up to which the search is repeated with more.
const DECISION_NODES: u64 = 400_000;
const UNCLEAR_SCORE: Score = 200;
/// Width of the ring beyond the forbidden cells for Black's second stone in pro.
const NEAR_RING: i32 = 3;
/// Points compared for the first of two stones.
const FIRST_CANDIDATES: usize = 24;
/// Most stones or openings compared for the fairest, drawn at random.
const MAX_COMPARED: usize = 24;
/// Random openings of swap2 among which the fairest is chosen.
const PROPOSALS: usize = 64;

impl OpeningAdvisor<'_> {
    /// The acts of the player whose turn it is: one, or several that follow each other. Empty when the opening is over,
    /// or when only blocked points are left. Proposals depend on `seed`.
    pub fn decide(&mut self, negotiation: &Negotiation, seed: u64) -> Vec<OpeningAct> {
        let board = negotiation.board();
        let acts = match negotiation.stage() {
            None => Vec::new(),
            Some(OpeningStage::Stone(..)) => self.put_stones(negotiation, seed),
            Some(OpeningStage::Side(_, instead)) => self.take_side(negotiation, instead.as_deref()).0,
            Some(OpeningStage::Number(_, most)) => {
                vec![OpeningAct::Number(self.number_of_fifths(board, *most))]
            }
            Some(OpeningStage::Offer(..)) => points(self.offer(negotiation)),
            Some(OpeningStage::Pick(_)) => points(self.choose_fifth(board, negotiation.offers())),
        };
        let stones: Vec<Point> = acts.iter().filter_map(|act| act.point()).collect();
        // Offered stones are alternatives, others follow each other.
        let is_allowed = match negotiation.stage() {
            Some(OpeningStage::Offer(..)) => stones.iter().all(|&point| self.blocked.allows(board, &[point])),
            _ => self.blocked.allows(board, &stones),
        };
        if is_allowed { acts } else { Vec::new() }
    }

    /// [`OpeningAdvisor::decide`]; where it takes White and White moves next, the move is added: the search that chose
    /// the side has found it, and may have used all the time.
    pub fn decide_with_move(&mut self, negotiation: &Negotiation, seed: u64) -> Vec<OpeningAct> {
        let Some(OpeningStage::Side(_, instead)) = negotiation.stage() else { return self.decide(negotiation, seed) };
        let (mut acts, best) = self.take_side(negotiation, instead.as_deref());
        if acts == [OpeningAct::Side(Color::White)] {
            acts.extend(best.map(OpeningAct::Point));
        }
        acts
    }

    fn put_stones(&mut self, negotiation: &Negotiation, seed: u64) -> Vec<OpeningAct> {
        let board = negotiation.board();
        let player = negotiation.player();
        let zones: Vec<Zone> = negotiation
            .stages()
            .map_while(|stage| match stage {
                OpeningStage::Stone(_, zone) if Some(negotiation.actor_of(stage)) == player => Some(*zone),
                _ => None,
            })
            .collect();
        let next = negotiation.stages().nth(zones.len());
        match (zones.as_slice(), next) {
            ([Zone::Near(0)], _) => points([board.size().center()]),
            // Also the rest of an opening, for a manager that asks again before it is complete.
            ([Zone::Near(0), ..] | [Zone::Near(1), Zone::Near(2)], _)
            | ([Zone::Near(2)], Some(OpeningStage::Number(..))) => {
                points(self.propose_renju_opening(negotiation, seed))
            }
            ([_, _, _], _) => points(self.propose_three(board, seed)),
            ([_, _], _) => points(self.balance(board, 2, 0).map(|(stones, _)| stones).unwrap_or_default()),
            ([_], Some(OpeningStage::Number(..) | OpeningStage::Offer(..))) => self.fourth(negotiation),
            (&[Zone::Far(reach)], _) => points(self.outside(board, reach)),
            (_, Some(OpeningStage::Side(..))) => points(self.keep_even(negotiation, seed)),
            _ => points(self.search_move(board, u64::MAX).best),
        }
    }

    /// The allowed stone that leaves the game nearest to even.
    fn keep_even(&mut self, negotiation: &Negotiation, seed: u64) -> Vec<Point> {
        let board = negotiation.board();
        let distinct = StoneSymmetries::of(board).distinct(self.without_blocked(board, negotiation.allowed()));
        let choices = distinct.into_iter().map(|point| vec![point]).collect();
        self.fairest(board, choices, seed)
    }

    /// The fairest of several continuations. Some are left out at random, so that games differ.
    fn fairest(&mut self, board: &Board, mut choices: Vec<Vec<Point>>, seed: u64) -> Vec<Point> {
        choices.retain(|choice| self.blocked.allows(board, choice));
        if choices.len() > 3 {
            let mut rng = SplitMix64::new(seed ^ board.hash());
            rng.shuffle(&mut choices);
            choices.truncate(MAX_COMPARED.min(choices.len() * 2 / 3));
        }
        self.propose(board, choices)
    }

    /// The continuation that is nearest to even.
    fn propose(&mut self, board: &Board, choices: Vec<Vec<Point>>) -> Vec<Point> {
        let (stones, found) = self.nearest(board, choices, 0).unwrap_or_default();
        self.proposed = found;
        stones
    }

    /// The missing stones of one of the 26 openings in some orientation, as fair under the rule as a short search can
    /// tell.
    fn propose_renju_opening(&mut self, negotiation: &Negotiation, seed: u64) -> Vec<Point> {
        let board = negotiation.board();
        let begun = negotiation.moves();
        let mut rng = SplitMix64::new(seed);
        let mut choices: Vec<Vec<Point>> = RENJU_OPENINGS
            .iter()
            .filter_map(|opening| {
                // A random orientation, or the next one that matches the stones and has no blocked move.
                let turn = rng.below(TURNS);
                (turn..turn + TURNS)
                    .filter_map(|turn| opening.stones(board.size(), turn % TURNS))
                    .filter_map(|stones| stones.strip_prefix(begun.as_slice()).map(<[Point]>::to_vec))
                    .find(|choice| self.blocked.allows(board, choice))
            })
            .collect();
        let Some(count) = negotiation.offers_due() else { return self.fairest(board, choices, seed) };
        rng.shuffle(&mut choices);
        choices.truncate((choices.len() * 2 / 3).max(1));
        let mut best: Option<(Score, Vec<Point>)> = None;
        for choice in choices {
            let mut after = board.clone();
            after.play(&choice);
            let unfair = self.black_score(&after, count, QUICK).abs();
            // An interrupted comparison knows no score.
            if best.is_some() && self.control.should_stop() {
                break;
            }
            if best.as_ref().is_none_or(|(least, _)| unfair < *least) {
                best = Some((unfair, choice));
            }
        }
        best.map(|(_, stones)| stones).unwrap_or_default()
    }

    /// The best move farther than `reach` from the first stone, in rows or columns.
    fn outside(&mut self, board: &Board, reach: i32) -> Vec<Point> {
        let Some((first, _)) = board.history().next() else { return Vec::new() };
        let distance = |point: Point| board.size().distance(point, first);
        let outside = board.empties().filter(|&point| distance(point) > reach).collect();
        let allowed = self.without_blocked(board, outside);
        let near = allowed.iter().filter(|&&point| distance(point) <= reach + NEAR_RING);
        let mut choices: Vec<Vec<Point>> = near.map(|&point| vec![point]).collect();
        if choices.is_empty() {
            choices = allowed.iter().map(|&point| vec![point]).collect();
        }
        // The bias is the highest score, which no undecided one exceeds.
        self.nearest(board, choices, WIN_BOUND).unwrap_or_default().0
    }

    /// The better side under the next stages, or the alternative to choosing one; and the best move, if a search for it
    /// chose the side.
    fn take_side(
        &mut self,
        negotiation: &Negotiation,
        instead: Option<&[OpeningStage]>,
    ) -> (Vec<OpeningAct>, Option<Point>) {
        let board = negotiation.board();
        let mut best = None;
        if let Some([OpeningStage::Offer(_, Some(count)), ..]) = instead
            && self.score_of_fifths(board, *count) > 0
        {
            return (vec![OpeningAct::Instead], None);
        }
        let score = match (negotiation.stages().nth(1), negotiation.offers_due()) {
            (Some(OpeningStage::Offer(..)), Some(count)) => self.score_of_fifths(board, count),
            (Some(OpeningStage::Stone(..)), Some(count)) => self.black_score(board, count, USUAL),
            _ => {
                let more = matches!(instead, Some([OpeningStage::Stone(..), ..]));
                let found = self.search_side(board, if more { 0.3 } else { 0.9 });
                best = found.best;
                let score = found.info().score;
                if board.side_to_move() == Color::Black { score } else { -score }
            }
        };
        let side = if score > 0 { Color::Black } else { Color::White };
        if let Some([OpeningStage::Stone(..), ..]) = instead
            && score.abs() <= FAIR
            && let Some(stones) = self.two_more(board, score)
        {
            return ([vec![OpeningAct::Instead], points(stones)].concat(), None);
        }
        (vec![OpeningAct::Side(side)], best)
    }

    /// The search that chooses a side. Where its score is near even, it is repeated with `share` of the time that is
    /// left.
    fn search_side(&mut self, board: &Board, share: f64) -> SearchResult {
        let begun = self.control.elapsed();
        let found = self.search_move(board, DECISION_NODES);
        let per_second = DECISION_NODES as f64 / (self.control.elapsed() - begun).as_secs_f64().max(1e-3);
        let nodes = self.control.planned_left().map_or(0.0, |left| share * left.as_secs_f64() * per_second) as u64;
        if found.info().score.abs() > UNCLEAR_SCORE || nodes < 2 * DECISION_NODES || self.limits.nodes <= DECISION_NODES
        {
            return found;
        }
        let again = self.search_move(board, nodes);
        if again.info().depth >= found.info().depth { again } else { found }
    }

    /// Two more stones after which the game is at least as even as with `score`; `None` if there are none.
    fn two_more(&mut self, board: &Board, score: Score) -> Option<Vec<Point>> {
        let choices = self.pairs(board, FIRST_CANDIDATES, SECOND_CANDIDATES);
        let found = self.most_balanced(board, &choices, 0)?;
        (found.score.abs() <= score.abs()).then_some(found.stones)
    }

    /// Three stones anywhere (Black, White, Black): the fairest of some random openings that depend on `seed`.
    fn propose_three(&mut self, board: &Board, seed: u64) -> Vec<Point> {
        let mut proposals = proposals(board.size(), seed);
        proposals.retain(|proposal| self.blocked.allows(board, proposal));
        self.propose(board, proposals)
    }
}

fn points(points: impl IntoIterator<Item = Point>) -> Vec<OpeningAct> {
    points.into_iter().map(OpeningAct::Point).collect()
}

/// Random openings of three stones each, not yet compared: the first anywhere, White's within two cells of it, Black's
/// other within four.
fn proposals(size: BoardSize, seed: u64) -> Vec<Vec<Point>> {
    let mut rng = SplitMix64::new(0x5A42 ^ seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    let mut proposals = Vec::with_capacity(PROPOSALS);
    while proposals.len() < PROPOSALS {
        let first = Point(rng.below(size.cells()) as u16);
        let (x, y) = size.xy(first);
        let mut near = |reach: usize| {
            let offset = |rng: &mut SplitMix64| rng.below(2 * reach + 1) as i32 - reach as i32;
            size.point(x + offset(&mut rng), y + offset(&mut rng))
        };
        if let (Some(second), Some(third)) = (near(2), near(4))
            && first != second
            && first != third
            && second != third
        {
            proposals.push(vec![first, second, third]);
        }
    }
    proposals
}
