//! The checker's rules against the engine's, and certificates that were written by hand.

use crate::stones::PlainStones;
use crate::{Certificate, Checker, FIVE, FormatError, WinningMove};
use tengen::base::{BoardSize, Cell, Color, Point, Rule, SplitMix64};
use tengen::board::{Board, format_point, parse_moves};
use tengen::pattern::PointClass;

#[test]
fn the_checker_is_at_most_300_lines() {
    let files = [include_str!("check.rs"), include_str!("stones.rs")];
    let is_code = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with("//");
    let code = files.iter().flat_map(|file| file.lines()).filter(is_code).count();
    assert!((150..=300).contains(&code), "{code} lines of code");
    let of_engine = files.iter().flat_map(|file| file.lines()).filter(|line| line.contains("tengen::"));
    assert!(
        of_engine.clone().all(|line| line.starts_with("use tengen::base::{")),
        "{:?}",
        of_engine.collect::<Vec<_>>()
    );
}

#[test]
fn wins_and_forbidden_points_are_those_of_the_board() {
    let mut random = SplitMix64::new(67);
    let (mut wins, mut fouls) = (0, 0);
    for game in 0..40 {
        let rule = Rule::ALL[game % Rule::ALL.len()];
        let size = BoardSize::new(9, 11).unwrap();
        let (mut board, mut stones) = (Board::new(size, rule), PlainStones::new(size, rule));
        while board.empty_count() > 30 {
            let points: Vec<Point> = board.empties().collect();
            for &point in &points {
                for color in Color::ALL {
                    let expected = board.is_winning_move(point, color);
                    let found = stones.with(point, color, |stones| stones.wins(point));
                    assert_eq!(found, expected, "{rule} {}", format_point(size, point));
                    wins += usize::from(found);
                    let is_forbidden = stones.may_be_forbidden(point, color, true);
                    assert_eq!(is_forbidden, board.forbids(color, point), "{rule} {}", format_point(size, point));
                    fouls += usize::from(is_forbidden);
                }
            }
            for color in Color::ALL {
                let has_five = board.count(color, PointClass::Five) > 0;
                assert_eq!(stones.five_of(color).is_some(), has_five, "{rule}");
            }
            let point = points[random.below(points.len())];
            board.push(point);
            stones.put(point, board.cell(point));
            if board.outcome().is_some() {
                break;
            }
        }
    }
    assert!(wins > 100 && fouls > 100, "the test sees wins and forbidden points: {wins}, {fouls}");
}

#[test]
fn white_stones_forbid_only_what_they_may_forbid() {
    let mut random = SplitMix64::new(68);
    let (mut free, mut risky) = (0, 0);
    for _ in 0..60 {
        let mut stones = PlainStones::new(BoardSize::new(9, 9).unwrap(), Rule::Renju);
        let mut points: Vec<Point> = stones.size.points().collect();
        let mut take = || points.swap_remove(random.below(points.len()));
        (0..30).for_each(|index| stones.put(take(), Color::ALL[usize::from(index % 3 == 0)].into()));
        let more: Vec<Point> = (0..8).map(|_| take()).collect();
        let all = points.len();
        points.retain(|&point| !stones.may_be_forbidden(point, Color::Black, false));
        (free, risky) = (free + points.len(), risky + all - points.len());
        for point in more {
            stones.put(point, Cell::White);
            assert!(points.iter().all(|&point| !stones.may_be_forbidden(point, Color::Black, true)));
        }
    }
    assert!(free > 500 && risky > 50, "{free} points that stay free, {risky} others");
}

/// Black, to move, has three in a row with open ends.
fn open_three() -> Certificate {
    let size = BoardSize::square(15).unwrap();
    let points = parse_moves(size, "h8a1i8a3j8a5").unwrap();
    let mut stones: Vec<(Point, Color)> = points.into_iter().zip(Color::ALL.into_iter().cycle()).collect();
    stones.sort_by_key(|stone| stone.1.index());
    let four = parse_moves(size, "k8").unwrap()[0];
    let answers = vec![WinningMove { point: four, replies: Vec::new(), other: FIVE }];
    Certificate { size, rule: Rule::Freestyle, attacker: Color::Black, to_move: Color::Black, stones, answers }
}

#[test]
fn an_open_four_needs_one_answer_and_a_closed_one_more() {
    let certificate = open_three();
    assert_eq!([false, true].map(|literal| Checker::check(&certificate, literal)), [Ok(3), Ok(3)]);
    // With White's stone at the other end one reply stops the five.
    let mut closed = certificate.clone();
    closed.stones[3].0 = parse_moves(closed.size, "g8").unwrap()[0];
    let refusal = Checker::check(&closed, false).unwrap_err();
    let [four, reply] = ["k8", "l8"].map(|name| parse_moves(closed.size, name).unwrap()[0]);
    assert_eq!((refusal.moves, refusal.reason), (vec![reply, four], "there is no five"));
    // The defender's own five comes first.
    let mut late = certificate.clone();
    late.stones.push((parse_moves(late.size, "a2").unwrap()[0], Color::White));
    assert_eq!(Checker::check(&late, false).unwrap_err().reason, "the defender wins", "a4 makes five");
    late.stones.remove(3);
    assert_eq!(Checker::check(&late, false), Ok(3), "three in a row are too late");
    late.stones.push((parse_moves(late.size, "a4").unwrap()[0], Color::White));
    assert_eq!(Checker::check(&late, false).unwrap_err().reason, "the defender wins");
}

#[test]
fn a_game_that_is_over_and_a_full_board_prove_nothing() {
    let mut over = open_three();
    over.stones.extend(parse_moves(over.size, "g8k8").unwrap().into_iter().map(|point| (point, Color::Black)));
    assert_eq!(Checker::check(&over, false).unwrap_err().reason, "the game is over");
    // Renju is drawn with 25 empty cells.
    let mut full = open_three();
    let size = BoardSize::new(6, 7).unwrap();
    full.size = size;
    let rows = ["O.O.O.", "......", ".XXX..", "......", "O.O.O.", "X.X.X.", "O.O.O."];
    let cells = rows.iter().flat_map(|row| row.chars()).zip(size.points());
    let color = |sign| [('X', Color::Black), ('O', Color::White)].into_iter().find(|pair| pair.0 == sign);
    full.stones = cells.filter_map(|(sign, point)| Some((point, color(sign)?.1))).collect();
    full.answers[0].point = size.point(4, 2).unwrap();
    for rule in [Rule::Freestyle, Rule::Renju] {
        full.rule = rule;
        let is_won = Checker::check(&full, false).is_ok();
        assert_eq!(is_won, rule == Rule::Freestyle, "{rule}");
    }
}

#[test]
fn a_file_is_read_as_it_was_written_and_a_part_of_it_is_refused() {
    let certificate = open_three();
    let bytes = certificate.to_bytes();
    assert_eq!(Certificate::from_bytes(&bytes).as_ref(), Ok(&certificate));
    for end in 0..bytes.len() {
        assert!(Certificate::from_bytes(&bytes[..end]).is_err(), "{end} bytes");
    }
    let longer = [&bytes[..], b"\0"].concat();
    assert_eq!(Certificate::from_bytes(&longer), Err(FormatError::End));
    let text = String::from_utf8(bytes).unwrap();
    for (line, [part, other]) in [
        (1, ["tengen-proof 1", "tengen-proof 2"]),
        (2, ["freestyle", "free"]),
        (3, ["15x15", "15x150"]),
        (4, ["attacker black", "attacker blue"]),
        (7, ["0,14", "7,7"]),
        (6, ["7,7", "7,99"]),
        (8, ["answers 1", "answers one"]),
    ] {
        let changed = text.replacen(part, other, 1);
        assert_ne!(changed, text);
        let found = Certificate::from_bytes(changed.as_bytes());
        assert!(matches!(found, Err(FormatError::Head(at, _)) if at == line), "{other}: {found:?}");
    }
    assert_eq!(Cell::from(Color::Black), Cell::Black);
    // A reply beyond the board, and one that is listed twice.
    let last = certificate.answers.len() - 1;
    let replies = &certificate.answers[last].replies;
    for added in [Point(225), Point(30_000), replies.first().map_or(Point(3), |reply| reply.0)] {
        let mut changed = certificate.clone();
        changed.answers[last].replies.extend([(added, FIVE); 2]);
        assert_eq!(Certificate::from_bytes(&changed.to_bytes()), Err(FormatError::Answer(last + 1)), "{added:?}");
    }
}
