//! Fourth and fifth stones of renju's opening rules: Black offers several fifths, and White takes the one that is worst
//! for Black. So the value of a position is that of the worst fifth that has to be offered.

use super::advisor::OpeningAdvisor;
use super::negotiation::{Negotiation, OpeningAct};
use super::opening_rule::OpeningStage;
use super::renju_openings::StoneSymmetries;
use crate::base::{Color, Point, Score, WIN_BOUND};
use crate::board::Board;
use crate::search::{SearchInfo, SearchRequest};

/// Most fifths that the engine requests.
const MAX_REQUESTED: usize = 8;
/// Number of fourth stones in a comparison, and nodes for the fifths after each.
pub(super) type Effort = (usize, u64);
pub(super) const USUAL: Effort = (12, 40_000);
pub(super) const QUICK: Effort = (4, 4_000);
/// Nodes for the fifths of the position on the board.
const FIFTH_NODES: u64 = 400_000;
/// The score of a missing fifth: worse for Black than any real one.
const NO_FIFTH: Score = -10_000;

/// A fourth stone with Black's scores after its fifths, best first.
type Fourth = (Point, Vec<Score>);

/// Black's score if it has to offer this number of fifths.
fn last_of(scores: &[Score], count: usize) -> Score {
    scores.get(count.saturating_sub(1)).copied().unwrap_or(NO_FIFTH)
}

impl OpeningAdvisor<'_> {
    /// The fourth stone, and the number of fifths to request where White decides that. In that case Black may change
    /// sides next, and the stone keeps the game even; else it is White's best.
    pub(super) fn fourth(&mut self, negotiation: &Negotiation) -> Vec<OpeningAct> {
        let most = match negotiation.stages().nth(1) {
            Some(OpeningStage::Number(_, most)) => Some(*most),
            _ => None,
        };
        let count = most.map_or_else(|| negotiation.offers_due().unwrap_or(1), |most| most.min(MAX_REQUESTED));
        let fourths = self.fourths(negotiation.board(), count, USUAL);
        let numbers = if most.is_some() { 1..=count } else { count..=count };
        let choices = fourths
            .iter()
            .flat_map(|(point, scores)| numbers.clone().map(move |number| (last_of(scores, number), *point, number)));
        let best = choices.min_by_key(|&(score, ..)| if most.is_some() { score.abs() } else { score });
        match best {
            Some((_, point, number)) if most.is_some() => {
                vec![OpeningAct::Point(point), OpeningAct::Number(number)]
            }
            Some((_, point, _)) => vec![OpeningAct::Point(point)],
            None => Vec::new(),
        }
    }

    /// The number of fifths, at most `most`, that leaves a position of three or four stones nearest to even.
    pub(super) fn number_of_fifths(&mut self, board: &Board, most: usize) -> usize {
        let most = most.min(MAX_REQUESTED);
        let scores: Vec<Vec<Score>> = if board.side_to_move() == Color::White {
            self.fourths(board, most, USUAL).into_iter().map(|(_, scores)| scores).collect()
        } else {
            // The fourth stone is on the board already.
            let fifths = self.fifths(board, board.empties().collect(), most, FIFTH_NODES);
            vec![fifths.iter().map(|info| info.score).collect()]
        };
        let unfair = |count: &usize| scores.iter().map(|scores| last_of(scores, *count)).min().map(Score::abs);
        (1..=most).min_by_key(unfair).unwrap_or(1)
    }

    /// Black's score after three stones if it has to offer this number of fifths and White plays its best fourth.
    pub(super) fn black_score(&mut self, board: &Board, count: usize, effort: Effort) -> Score {
        let fourths = self.fourths(board, count, effort);
        fourths.iter().map(|(_, scores)| last_of(scores, count)).min().unwrap_or(0)
    }

    /// Black's score after four stones if it has to offer this number of fifths.
    pub(super) fn score_of_fifths(&mut self, board: &Board, count: usize) -> Score {
        let allowed = board.empties().collect();
        self.fifths(board, allowed, count, FIFTH_NODES).get(count - 1).map_or(NO_FIFTH, |info| info.score)
    }

    /// The most promising fourths. One whose search was interrupted is left out, because its fifths have no scores,
    /// unless it is the first.
    fn fourths(&mut self, board: &Board, count: usize, (tries, nodes): Effort) -> Vec<Fourth> {
        let mut board = board.clone();
        let mut fourths = Vec::new();
        for point in self.most_promising(&board, tries) {
            board.push(point);
            let allowed = board.empties().collect();
            let fifths = self.fifths(&board, allowed, count, nodes);
            board.pop();
            if !fourths.is_empty() && self.control.should_stop() {
                break;
            }
            fourths.push((point, fifths.iter().map(|info| info.score).collect()));
        }
        fourths
    }

    /// The best of the allowed fifths, as many as are still to be offered.
    pub(super) fn offer(&mut self, negotiation: &Negotiation) -> Vec<Point> {
        let due = negotiation.offers_due().unwrap_or(1).saturating_sub(negotiation.offers().len());
        let fifths = self.fifths(negotiation.board(), negotiation.allowed(), due.max(1), FIFTH_NODES);
        fifths.iter().map(|info| info.pv[0]).collect()
    }

    /// The best of the allowed fifths, no two of them equal by a symmetry of the stones: `count`, or fewer if there are
    /// no more.
    fn fifths(&mut self, board: &Board, allowed: Vec<Point>, count: usize, nodes: u64) -> Vec<SearchInfo> {
        let distinct = StoneSymmetries::of(board).distinct(self.without_blocked(board, allowed));
        let mut is_distinct = vec![false; board.size().cells()];
        distinct.iter().for_each(|point| is_distinct[point.index()] = true);
        let request = SearchRequest {
            root_excluded: board.empties().filter(|point| !is_distinct[point.index()]).collect(),
            ..SearchRequest::multi_pv(count, self.limits.at_most_nodes(nodes))
        };
        let mut fifths = self.searcher.search(board, request, self.control, &mut |_| {}).lines;
        fifths.retain(|info| info.pv.first().is_some_and(|point| is_distinct[point.index()]));
        // A search without time finds one line; the most promising moves fill up the rest.
        let promising = self.most_promising(board, usize::MAX);
        let rest = promising.into_iter().filter(|point| is_distinct[point.index()]).chain(distinct.iter().copied());
        for point in rest {
            if fifths.len() < count && fifths.iter().all(|other| other.pv[0] != point) {
                fifths.push(SearchInfo { score: NO_FIFTH, pv: vec![point], ..SearchInfo::default() });
            }
        }
        fifths.truncate(count);
        fifths
    }

    /// The offered fifth that is best for White.
    pub(super) fn choose_fifth(&mut self, board: &Board, offered: &[Point]) -> Option<Point> {
        let choices = self.without_blocked(board, offered.to_vec()).into_iter().map(|point| vec![point]).collect();
        // Black's lowest score.
        self.nearest(board, choices, -WIN_BOUND)?.0.pop()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Rule;
    use crate::play::{BlockedMoves, OpeningRule};
    use crate::search::{Budget, Control, Limits, Searcher};
    use std::time::{Duration, Instant};

    fn with_advisor<T>(control: &Control, work: impl FnOnce(&mut OpeningAdvisor) -> T) -> T {
        let mut searcher = Searcher::new(1 << 20);
        work(&mut OpeningAdvisor::new(&mut searcher, Limits::NONE, control, BlockedMoves::default()))
    }

    #[test]
    fn a_fourth_whose_search_was_interrupted_is_not_compared() {
        let board = Board::after(Rule::Renju, "h8h9i9");
        for millis in (10..80).step_by(7) {
            let budget = Budget { soft: Duration::MAX, hard: Duration::from_millis(millis) };
            let control = Control::new(Instant::now(), budget);
            let fourths = with_advisor(&control, |advisor| advisor.fourths(&board, 8, (usize::MAX, 6_000)));
            let is_known = |(_, scores): &Fourth| scores.iter().all(|&score| score > NO_FIFTH);
            assert!(fourths.iter().skip(1).all(is_known), "{millis} ms: {fourths:?}");
        }
    }

    #[test]
    fn the_worst_fifth_is_found_where_there_is_no_time_to_search_each_deeply() {
        let board = Board::after(Rule::Renju, "");
        let mut negotiation = Negotiation::new(OpeningRule::Offers(4), board.size(), Rule::Renju).unwrap();
        let stones = ["h8", "h9", "i9", "g9", "i8", "i10", "h10", "a1"].map(|name| board.at(name));
        negotiation.put_stones(&stones).unwrap();
        let unplanned = Budget { soft: Duration::ZERO, hard: Duration::MAX };
        for control in [Control::unlimited().with_most_nodes(50_000), Control::new(Instant::now(), unplanned)] {
            let chosen = with_advisor(&control, |advisor| advisor.decide(&negotiation, 1));
            assert_eq!(chosen, [OpeningAct::Point(stones[7])]);
        }
    }
}
