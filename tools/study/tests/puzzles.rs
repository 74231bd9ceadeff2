//! The puzzles in the program are what they say: proved, with one right move, none of them twice.
#![allow(missing_docs)]

use std::collections::HashSet;
use tengen::base::{Color, Point, Rule, SplitMix64};
use tengen::board::{SYMMETRIES, transform};
use tengen::solver::Solution;
use tengen_study::puzzle::{BUILT_IN, GRADES, MoveVerdict, Prover, Puzzle, PuzzleFinder, PuzzleKind, PuzzleSet};

const RULES: [Rule; 4] = [Rule::Caro, Rule::Freestyle, Rule::Standard, Rule::Renju];

fn built_in() -> Vec<Puzzle> {
    PuzzleSet::built_in().unwrap().puzzles
}

/// One puzzle of each kind and grade, of the rules in turn.
fn sample(seed: u64) -> Vec<Puzzle> {
    let mut random = SplitMix64::new(seed);
    let mut one = |kind, grade, turn| {
        let is_one =
            |puzzle: &Puzzle| (puzzle.kind, puzzle.grade, puzzle.rule) == (kind, grade, RULES[turn % RULES.len()]);
        let mut group: Vec<Puzzle> = built_in().into_iter().filter(is_one).collect();
        group.swap_remove(random.below(group.len()))
    };
    let wins = (1..=GRADES).map(|grade| (PuzzleKind::Win, grade, usize::from(grade)));
    let holds = (1..=GRADES).map(|grade| (PuzzleKind::Hold, grade, usize::from(grade) + 2));
    wins.chain(holds).map(|(kind, grade, turn)| one(kind, grade, turn)).collect()
}

#[test]
fn a_sample_of_each_grade_is_proved_again() {
    let mut finder = PuzzleFinder::default();
    for puzzle in sample(44) {
        assert!(finder.know(&puzzle), "{puzzle}");
        assert!(!finder.know(&puzzle), "the same once more: {puzzle}");
    }
}

#[test]
#[ignore = "minutes: every puzzle"]
fn every_puzzle_is_proved_again_and_no_two_have_the_same_core() {
    let mut finder = PuzzleFinder::default();
    for puzzle in built_in() {
        assert!(finder.know(&puzzle), "not proved, or the same as one before it: {puzzle}");
    }
}

/// A resumed search for puzzles reads the games before the interruption again.
#[test]
fn a_game_that_gave_a_puzzle_gives_no_other_one_of_its_kind() {
    let games = sample(46).into_iter().filter(|puzzle| puzzle.kind == PuzzleKind::Win && puzzle.grade == 3);
    for game in games {
        let find = |finder: &mut PuzzleFinder| finder.of_game(&game.board(), &[], &|_| Some(0));
        let found = find(&mut PuzzleFinder::default());
        assert!(found.iter().any(|puzzle| puzzle.kind == PuzzleKind::Win), "{game}");
        let mut again = PuzzleFinder::default();
        for puzzle in &found {
            assert_eq!(again.renew(puzzle).as_ref(), Some(puzzle));
        }
        let more: Vec<Puzzle> = find(&mut again);
        assert!(more.iter().all(|puzzle| found.iter().all(|old| old.kind != puzzle.kind)), "{found:?} {more:?}");
    }
}

/// Not only the moves that the finder has looked at: every legal one.
#[test]
fn no_other_move_on_the_board_is_right() {
    let mut prover = Prover::default();
    for puzzle in sample(45).into_iter().filter(|puzzle| puzzle.grade <= 2) {
        let mut board = puzzle.board();
        let points: Vec<Point> = board.empties().filter(|&point| board.is_legal(point)).collect();
        for point in points {
            let is_right = match puzzle.kind {
                PuzzleKind::Win => matches!(prover.after(&mut board, point), MoveVerdict::Wins { .. }),
                PuzzleKind::Hold => {
                    board.push(point);
                    let win = prover.win(&mut board);
                    board.pop();
                    win.is_none()
                }
            };
            assert_eq!(is_right, point == puzzle.first, "{point:?}: {puzzle}");
        }
    }
}

/// White's k4 stops what a short search sees. A longer one finds Black's win against it too: nothing holds.
#[test]
fn a_move_that_a_longer_search_refutes_does_not_hold() {
    let line = "caro 15x15 hold vct 5 10 white k4 k8f7k6l6m6c5j5k5l5f3k2 g9j7g6i6j6h5n5g4i4j3";
    let puzzle: Puzzle = line.parse().unwrap();
    assert!(!PuzzleFinder::default().know(&puzzle));
}

/// A file of an older program, into which people have written: its puzzles stay, with what is found now, unless another
/// move is right.
#[test]
fn a_set_is_renewed_by_what_the_solver_finds_now_and_keeps_its_comments() {
    let finder = || PuzzleFinder::default();
    let is_short = |puzzle: &Puzzle| puzzle.kind == PuzzleKind::Win && puzzle.length == 4;
    let puzzle = built_in().into_iter().find(is_short).unwrap();
    let old = Puzzle { length: 9, grade: 5, ..puzzle.clone() };
    assert!(!finder().know(&old));
    let first = puzzle.board().empties().find(|&point| point != puzzle.first).unwrap();
    let wrong = Puzzle { first, ..puzzle.clone() };
    let mut text = format!("# Anna's puzzles\n{wrong}\n{old} # by Anna\n\n{puzzle}\n");
    let refused = "# not proved now, or twice: ";
    for (lost, origins) in [(2, "# of this call\n"), (0, "# of this call\n# of this call\n")] {
        let mut set: PuzzleSet = text.parse().unwrap();
        assert_eq!(set.renew(&mut finder()), lost);
        text = set.to_text("# of this call");
        let (columns, rest) = text.split_once('\n').unwrap();
        assert!(columns.starts_with("# Puzzles of Tengen: rule, size, "), "{text}");
        let kept = format!("# Anna's puzzles\n{refused}{wrong}\n{refused}{puzzle}\n{origins}{puzzle}  # by Anna\n");
        assert_eq!(rest, kept);
    }
}

#[test]
fn there_are_hundreds_for_every_rule_and_kind_in_less_than_100_kb() {
    assert!(BUILT_IN.len() < 100_000, "{}", BUILT_IN.len());
    let puzzles = built_in();
    assert!(puzzles.len() >= 300, "{}", puzzles.len());
    for rule in RULES {
        for kind in PuzzleKind::ALL {
            let of =
                |grade| puzzles.iter().filter(|it| it.rule == rule && it.kind == kind && it.grade == grade).count();
            let grades: Vec<usize> = (1..=GRADES).map(of).collect();
            assert!(grades.iter().sum::<usize>() >= 30, "{rule} {kind:?}: {grades:?}");
            assert!(grades.iter().filter(|&&count| count > 0).count() >= 3, "{rule} {kind:?}: {grades:?}");
        }
    }
    let ids: HashSet<String> = puzzles.iter().map(Puzzle::id).collect();
    assert_eq!(ids.len(), puzzles.len());
}

#[test]
fn no_position_stands_twice_however_the_board_is_turned() {
    let mut seen = HashSet::new();
    for puzzle in built_in() {
        let turned = (0..SYMMETRIES).map(|symmetry| {
            puzzle.stones.clone().map(|stones| {
                let mut points: Vec<u16> =
                    stones.into_iter().map(|point| transform(puzzle.size, point, symmetry).0).collect();
                points.sort_unstable();
                points
            })
        });
        let position = turned.min().unwrap();
        assert!(seen.insert((puzzle.rule.name(), puzzle.kind, position)), "{puzzle}");
    }
}

/// In renju White wins by points that Black may not play: under another rule the same fours are not enough.
#[test]
fn forbidden_points_decide_some_of_renju() {
    let mut prover = Prover::default();
    let white = built_in().into_iter().filter(|puzzle| puzzle.rule == Rule::Renju && puzzle.side == Color::White);
    let decided = white.filter(|puzzle| {
        let free = Puzzle { rule: Rule::Standard, ..puzzle.clone() };
        puzzle.kind == PuzzleKind::Win
            && matches!(prover.by_fours(&mut puzzle.board()), Solution::Win(_))
            && !matches!(prover.by_fours(&mut free.board()), Solution::Win(_))
    });
    let count = decided.count();
    assert!(count > 0, "{count}");
}

#[test]
fn a_line_that_is_no_puzzle_is_refused_with_its_number() {
    let good = built_in().swap_remove(0).to_string();
    assert_eq!(good.parse::<Puzzle>().unwrap().to_string(), good);
    let words: Vec<&str> = good.split(' ').collect();
    for (index, wrong) in [
        (0, "chess"),
        (1, "15x"),
        (1, "3x3"),
        (2, "lose"),
        (3, "vcx"),
        (4, "0"),
        (4, "6"),
        (5, "many"),
        (6, "red"),
        (7, "z99"),
        (8, "h8h8"),
        (9, "h"),
    ] {
        let mut words = words.clone();
        words[index] = wrong;
        let text = format!("# a set\n{good}\n{}\n", words.join(" "));
        let error = text.parse::<PuzzleSet>().unwrap_err();
        assert!(format!("{error:#}").starts_with("line 3: "), "{error:#}");
    }
    assert!("caro 15x15 win".parse::<Puzzle>().is_err());
    assert!("# nothing\n\n".parse::<PuzzleSet>().unwrap().puzzles.is_empty());
}
