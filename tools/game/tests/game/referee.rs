//! The match runner's referee, compared with the organizers' judge and the naive oracle, and the opening files.

use crate::common::oracle::Grid;
use crate::common::{data, random_point, square};
use std::path::Path;
use tengen::base::{BoardSize, Cell, Color, Rule, SplitMix64};
use tengen::board::parse_moves;
use tengen_game::formats::{self, Given};
use tengen_game::referee::Referee;
use tengen_game::{Fault, Outcome, opening_file};

#[test]
fn the_referee_knows_fouls_as_the_judge_does() {
    for case in data::renju_random() {
        let stones = case.board.history().filter_map(|(p, cell)| Some((p, cell.color()?)));
        let referee = Referee::of_stones(case.board.size(), Rule::Renju, stones);
        assert_eq!(referee.is_foul(case.point), case.is_forbidden, "{}", case.line);
    }
}

#[test]
fn the_referee_agrees_with_the_naive_oracle_on_random_games() {
    let mut rng = SplitMix64::new(21);
    for rule in Rule::ALL {
        for _ in 0..40 {
            let mut board = square(9, rule);
            let mut referee = Referee::new(board.size(), rule);
            while let Some(point) = random_point(&board, &mut rng) {
                let side = board.side_to_move();
                let grid = Grid::of(&board);
                let foul = rule == Rule::Renju && side == Color::Black && grid.is_foul(point);
                let expected = if foul {
                    Err(Fault::Foul)
                } else if grid.winner_if(rule, point, side) {
                    Ok(Some(Outcome::Win(side)))
                } else if board.empty_count() - 1 <= rule.draw_empty_cells(board.size().cells()) {
                    Ok(Some(Outcome::Draw))
                } else {
                    Ok(None)
                };
                assert_eq!(referee.play(point), expected, "{rule} {point:?}");
                // A foul ends the game, so that the point is not tried forever.
                if expected != Ok(None) {
                    break;
                }
                board.push(point);
                assert_eq!(referee.play(point), Err(Fault::Illegal));
            }
        }
    }
}

#[test]
fn the_openings_of_the_project_and_the_forms_of_other_tools_are_read() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../openings");
    let mut rules = Vec::new();
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let (rule, side) = name.rsplit_once('-').unwrap();
        let size = BoardSize::square(side.parse().unwrap()).unwrap();
        let openings = opening_file::parse(&std::fs::read_to_string(&path).unwrap(), size, rule.parse().unwrap());
        assert!(openings.unwrap_or_else(|e| panic!("{name}: {e:#}")).len() >= 100, "{name}");
        rules.push(rule.parse::<Rule>().unwrap());
    }
    assert!(Rule::ALL.iter().all(|rule| rules.contains(rule)), "openings of every rule: {rules:?}");
    // Offsets from the center with and without blanks, and joined points.
    let forms = ["8,-3, 6,-4, 5,-4\r\n", "-6,1,-6,0,-9,1\n", "0,0, 1,0, 1,3", "d3e5f6d7\n\nq3o5o7p8o3\n"];
    for (text, count) in forms.into_iter().zip([1, 1, 1, 2]) {
        let openings = opening_file::parse(text, BoardSize::square(20).unwrap(), Rule::Freestyle).unwrap();
        assert_eq!(openings.len(), count, "{text:?}");
    }
}

#[test]
fn an_overline_of_black_is_a_foul_and_of_white_a_win() {
    let size = BoardSize::square(15).unwrap();
    let stones = |color| parse_moves(size, "a1b1c1e1f1").unwrap().into_iter().map(move |p| (p, color));
    let d1 = parse_moves(size, "d1").unwrap()[0];
    assert!(Referee::of_stones(size, Rule::Renju, stones(Color::Black)).is_foul(d1));
    let mut board = crate::common::board_of_rows(Rule::Renju, std::iter::repeat_n("...............", 15));
    stones(Color::White).for_each(|(p, color)| board.place(p, Cell::from(color)).unwrap());
    assert!(board.is_winning_move(d1, Color::White));
}

#[test]
fn renju_with_too_few_cells_at_the_beginning_is_played_to_the_last() {
    let last_verdict = |mut referee: Referee, moves: &str| {
        let moves = parse_moves(referee.size(), moves).unwrap();
        moves.into_iter().map(|point| referee.play(point)).last()
    };
    let board = |width, height| BoardSize::new(width, height).unwrap();
    assert_eq!(last_verdict(Referee::new(board(5, 5), Rule::Renju), "c3"), Some(Ok(None)));
    // The fifth stone leaves 25 of 30 cells.
    assert_eq!(last_verdict(Referee::new(board(5, 6), Rule::Renju), "c3a1e1a6"), Some(Ok(None)));
    assert_eq!(last_verdict(Referee::new(board(5, 6), Rule::Renju), "c3a1e1a6e6"), Some(Ok(Some(Outcome::Draw))));
    // Setup stones do not count, just as missing cells.
    let stones = parse_moves(board(5, 6), "a1c1e1a6e6").unwrap().into_iter().map(|point| (point, Color::White));
    assert_eq!(last_verdict(Referee::of_stones(board(5, 6), Rule::Renju, stones), "c3"), Some(Ok(None)));
}

#[test]
fn a_full_board_that_is_set_up_is_a_draw() {
    let judge = |rows| formats::read(rows, Given::default()).unwrap().judge();
    assert_eq!(judge("XXOOX/OOXXO/XXOOX/OOXXO/XXOOX"), Ok(Some(Outcome::Draw)));
    assert_eq!(judge("XXOOX/OOXXO/XX.OX/OOXXO/XXOOX"), Ok(None));
    assert_eq!(judge("XXXXX/OOXXO/XXOOX/OOXXO/XXOOX"), Ok(Some(Outcome::Win(Color::Black))));
}
