//! Keys, refused stones, changes, line numbers and lazily updated evaluations of the board.

use crate::common::{random_point, times};
use crate::walk::evaluated;
use tengen::base::{BoardSize, Cell, Color, Rule, Score, SplitMix64};
use tengen::board::Board;
use tengen::eval::StaticScore;
use tengen::pattern::{PatternTables, PointPatterns};

#[test]
fn equal_positions_have_equal_keys_and_different_ones_different_keys() {
    let size = BoardSize::square(15).unwrap();
    let points: Vec<_> = size.points().collect();
    let mut one = Board::new(size, Rule::Freestyle);
    let mut other = one.clone();
    let empty = one.hash();
    for i in [3, 50, 7, 90] {
        one.push(points[i]);
    }
    for i in [7, 90, 3, 50] {
        other.push(points[i]);
    }
    assert_eq!(one.hash(), other.hash());
    other.set_side_to_move(Color::White);
    assert_ne!(one.hash(), other.hash());
    assert_ne!(one.hash(), empty);
}

#[test]
fn a_stone_on_a_stone_is_refused_and_changes_nothing() {
    let mut board = Board::new(BoardSize::square(15).unwrap(), Rule::Renju);
    let center = board.size().center();
    board.place(center, Cell::White).unwrap();
    let hash = board.hash();
    assert!(board.place(center, Cell::Black).is_err());
    assert_eq!(board.hash(), hash);
    board.pop();
    board.pop();
    assert_eq!(board.empty_count(), 225);
}

/// Tracks a board by the changes of its stones only.
#[derive(Clone, PartialEq, Debug)]
struct Follower {
    cells: Vec<Cell>,
    lines: Vec<[usize; 4]>,
    patterns: Vec<PointPatterns>,
}

impl Follower {
    fn of(board: &Board) -> Self {
        let points = || board.size().points();
        Self {
            cells: points().map(|point| board.cell(point)).collect(),
            lines: points().map(|point| std::array::from_fn(|direction| board.line_number(point, direction))).collect(),
            patterns: points().map(|point| board.patterns(point)).collect(),
        }
    }
}

#[test]
fn the_changes_of_a_stone_tell_lines_and_patterns_of_all_empty_points() {
    for rule in Rule::ALL {
        let mut rng = SplitMix64::new(70 + rule as u64);
        let mut board = Board::new(BoardSize::new(13, 17).unwrap(), rule);
        let mut followers = vec![Follower::of(&board)];
        for _ in 0..150 * times() {
            if board.stones() == 0 || rng.below(5) < 3 {
                let Some(point) = random_point(&board, &mut rng) else { continue };
                let mut now = followers[followers.len() - 1].clone();
                now.cells[point.index()] = board.side_to_move().into();
                board.push(point);
                let changes = board.changes_of(board.stones() - 1);
                assert_eq!((changes[0].point, changes[0].after), (point, PointPatterns::NOTHING));
                for (i, change) in changes.iter().enumerate() {
                    let index = change.point.index();
                    assert_eq!(std::mem::replace(&mut now.patterns[index], change.after), change.before);
                    if i > 0 {
                        assert_eq!(now.cells[index], Cell::Empty);
                        now.lines[index][usize::from(change.direction)] = change.line as usize;
                    }
                }
                followers.push(now);
            } else {
                board.pop();
                followers.pop();
            }
            let mut expected = Follower::of(&board);
            let now = &followers[board.stones()];
            // Changes do not include the lines through stones.
            for point in board.size().points().filter(|&point| !board.is_empty(point)) {
                expected.lines[point.index()] = now.lines[point.index()];
            }
            assert_eq!(*now, expected, "{rule}");
        }
    }
}

#[test]
fn a_line_and_its_reverse_have_one_folded_number_below_the_documented_count() {
    for (rule, halves, folded) in
        [(Rule::Freestyle, 121, 7_381), (Rule::Standard, 364, 66_430), (Rule::Renju, 364, 66_430)]
    {
        let tables = PatternTables::of(rule);
        assert_eq!(tables.line_count(), halves * halves);
        let mut seen = vec![0; folded];
        for left in 0..halves {
            for right in 0..halves {
                let (line, reverse) = (left * halves + right, right * halves + left);
                assert_eq!(tables.folded_line(line), tables.folded_line(reverse));
                assert_eq!(tables.line_byte(line), tables.line_byte(reverse), "a line means the same from both ends");
                seen[tables.folded_line(line)] += 1;
            }
        }
        assert!(seen.iter().all(|&count| count == 1 || count == 2));
        assert_eq!(seen.iter().filter(|&&count| count == 1).count(), halves);
    }
}

#[test]
fn stones_pending_in_any_number_give_the_sums_of_a_fresh_evaluator() {
    for rule in Rule::ALL {
        let mut rng = SplitMix64::new(90 + rule as u64);
        let mut evaluator = evaluated(Board::new(BoardSize::square(15).unwrap(), rule));
        let (mut pending, mut most_pending) = (0, 0);
        for _ in 0..600 * times() {
            // Mostly stones without an evaluation in between; now and then several are taken back.
            if evaluator.board().history().len() < 3 || rng.below(3) > 0 {
                let Some(point) = random_point(evaluator.board(), &mut rng) else { continue };
                evaluator.make(point);
                pending += 1;
            } else {
                for _ in 0..rng.below(4) {
                    evaluator.unmake();
                    pending = usize::max(pending, 1) - 1;
                }
            }
            if rng.below(6) == 0 {
                most_pending = most_pending.max(pending);
                pending = 0;
                let mut fresh = evaluated(evaluator.board().clone());
                let score = fresh.evaluate();
                if rng.below(2) == 0 {
                    let leaf = evaluator.evaluate_leaf(Score::MIN, Score::MAX, 0);
                    assert_eq!(leaf, StaticScore { score, is_rough: false }, "{rule}");
                }
                assert_eq!(evaluator.evaluate(), score, "{rule}");
                assert_eq!(evaluator.accumulated(), fresh.accumulated(), "{rule}");
            }
        }
        assert!(most_pending > 4, "{rule}: {most_pending}");
    }
}
