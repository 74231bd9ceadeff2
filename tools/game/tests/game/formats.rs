//! Games and positions are written and read again in every format.

mod facts;

use crate::sentences;
use std::time::Duration;
use tengen::base::{BoardSize, Color, Rule, SplitMix64};
use tengen::board::parse_moves;
use tengen_game::draw::{Heat, Picture, Style, to_text};
use tengen_game::formats::{
    DIAGRAM, Format, GameTree, Given, MOVES, OFFSETS, PSQ, Report, SGF, Source, read, read_tree, write,
};
use tengen_game::referee::Referee;
use tengen_game::{EndReason, Fault, Game, Outcome};

fn format_of(text: &str) -> &'static Format {
    Format::of(&Source::text(text)).unwrap_or_else(|| panic!("{text}"))
}

fn read_whole(text: &str) -> (GameTree, Report) {
    read_tree(&Source::text(text), &Given::default()).unwrap_or_else(|error| panic!("{error}: {text}"))
}

const NAMES: [&str; 6] = ["", "Tengen", "a [b] c", "back\\slash", "Nguyễn Văn A", "semi;colon(x)"];

/// A random game, finished or not, on a random board.
fn random_game(rng: &mut SplitMix64) -> Game {
    let rule = Rule::ALL[rng.below(Rule::ALL.len())];
    let (width, height) = (5 + rng.below(30), 5 + rng.below(30));
    let size = BoardSize::new(width, height).unwrap();
    let mut referee = Referee::new(size, rule);
    let mut game = Game::new(rule, size);
    let length = rng.below(60).min(size.cells().saturating_sub(rule.draw_empty_cells(size.cells()) + 1));
    let mut tries = 0;
    while game.moves.len() < length && game.outcome.is_none() && tries < 500 {
        tries += 1;
        let near = size.center();
        let (x, y) = size.xy(near);
        let mut offset = || rng.below(7) as i32 - 3;
        let point = size.point(x + offset(), y + offset()).unwrap_or(near);
        let Ok(outcome) = referee.play(point) else { continue };
        game.outcome = outcome;
        game.moves.push(point);
        game.times.push(Duration::from_millis(rng.below(100_000) as u64));
    }
    game
}

fn decorated(mut game: Game, rng: &mut SplitMix64) -> Game {
    game.names = [NAMES[rng.below(6)].to_owned(), NAMES[rng.below(6)].to_owned()];
    for _ in 0..rng.below(4) {
        let text = ["good ] move", "one\ntwo", "C:\\x\\", "(;B[aa])"][rng.below(4)];
        game.comments.insert(rng.below(game.moves.len() + 1), text.to_owned());
    }
    game
}

#[test]
fn every_format_that_can_hold_a_game_gives_it_back() {
    let mut rng = SplitMix64::new(6);
    for _ in 0..400 {
        let game = random_game(&mut rng);
        let given = Given { rule: Some(game.rule), size: Some(game.size), ..Given::default() };
        let again = |format: &'static Format, game: &Game, given: Given| {
            let text = write(game, format).unwrap();
            assert_eq!(format_of(&text), if text.trim().is_empty() { &MOVES } else { format }, "{text}");
            read(&text, given).unwrap_or_else(|error| panic!("{format}: {error:#}\n{text}"))
        };
        // PSQ holds everything but comments; it holds names only if both are given.
        let mut named = game.clone();
        named.names = ["Tengen".to_owned(), "Nguyễn Văn A".to_owned()];
        assert_eq!(again(&PSQ, &named, Given::default()), named);
        assert_eq!(again(&PSQ, &game, Given::default()), game);
        // SGF holds everything.
        let decorated = decorated(game.clone(), &mut rng);
        assert_eq!(again(&SGF, &decorated, Given::default()), decorated);
        let mut plain = game.clone();
        plain.times.clear();
        assert_eq!(again(&MOVES, &plain, given), plain);
        assert_eq!(again(&OFFSETS, &plain, given), plain);
        let diagram = again(&DIAGRAM, &plain, given);
        assert_eq!(diagram.board().unwrap().hash(), plain.board().unwrap().hash());
        assert_eq!(diagram.side_to_move(), plain.side_to_move());
        // A position of stones only.
        for format in [&SGF, &DIAGRAM] {
            let position = again(format, &diagram, given);
            let mut stones = [position.setup.clone(), diagram.setup.clone()];
            stones.iter_mut().for_each(|stones| stones.sort_by_key(|stone| stone.0));
            assert_eq!((&stones[0], position.first), (&stones[1], diagram.first), "{format}");
        }
    }
}

#[test]
fn a_game_of_piskvork_is_read_with_names_in_the_order_of_play() {
    let text = "Piskvorky 20x20, 7:7, 1\n10,10,456\n11,12,4500\npisq7.exe\nother.ZIP\n0\n";
    let game = read(text, Given::default()).unwrap();
    assert_eq!(game.moves, parse_moves(game.size, "j11k9").unwrap());
    assert_eq!(game.times[1], Duration::from_millis(4500));
    assert_eq!(game.names, ["other.ZIP", "pisq7.exe"], "the second player began");
    let lost = read("Piskvorky 15x15, 11:11, 0\r\n8,8,0\r\na\r\nb\r\n2\r\n", Given::default()).unwrap();
    assert_eq!(lost.outcome, Some(Outcome::Win(Color::Black)), "White lost by time");
    let unnamed = read("Piskvorky 15x15, 0:0, 0\n8,8,0\n0\n", Given::default()).unwrap();
    assert_eq!((unnamed.names, unnamed.outcome), ([String::new(), String::new()], None));
}

#[test]
fn sgf_of_other_programs_is_read() {
    let text = "(;FF[3]GM[4]SZ[15]\n PlayerBlack[x]PB[A]PW[B]RU[Renju]RE[B+Resign]\n;B[h8]C[center\\\nof the board];W[hg](;B[ig];W[aa])(;B[jj]))";
    let game = read(text, Given::default()).unwrap();
    assert_eq!(game.moves, parse_moves(game.size, "h8h9i9a15").unwrap());
    assert_eq!((game.rule, game.outcome), (Rule::Renju, Some(Outcome::Win(Color::Black))));
    assert_eq!(game.comments[&1], "centerof the board");
    let setup = read("(;GM[4]SZ[9]AB[aa:ba][ee]AW[ii]PL[W];W[hh])", Given::default()).unwrap();
    assert_eq!((setup.setup.len(), setup.first, setup.moves.len()), (4, Color::White, 1));
    let reversed = read("(;GM[4]SZ[9]AB[cc:aa]PL[WHITE])", Given::default()).unwrap();
    assert_eq!((reversed.setup.len(), reversed.first), (9, Color::White));
}

#[test]
fn a_board_as_it_is_shown_is_read() {
    let text =
        "   a b c d e\n 5 . . . . . 5\n 4 . X . . . 4\n 3 . .(O). . 3\n 2 . . . . . 2\n 1 . . . . . 1\n   a b c d e\n";
    let game = read(text, Given::default()).unwrap();
    assert_eq!((game.size.width(), game.size.height(), game.setup.len()), (5, 5, 2));
    assert_eq!(game.side_to_move(), Color::Black);
}

/// First characters that look like stones, break a row or have another meaning, and text that looks like a mark's line.
const MARKS: [&str; 14] = ["A", "X", "o", "", "/", " ", "(", "*", "#", "7", "é", "[1]", "a: b1", "-"];

#[test]
fn every_board_that_diagram_draws_with_letters_is_read_again() {
    let renju = Given { rule: Some(Rule::Renju), ..Given::default() };
    let mut threes = read("......./......./...XX../..X..../..X..../......./.......", renju).unwrap();
    threes.first = Color::Black;
    assert_eq!(threes.board().unwrap().forbidden_points().len(), 1);
    let small = BoardSize::square(5).unwrap();
    let mut full = Game::new(Rule::Renju, small);
    full.setup = small.points().map(|point| (point, Color::ALL[point.index() / 2 % 2])).collect();
    let mut large = Game::new(Rule::Freestyle, BoardSize::new(30, 12).unwrap());
    large.moves = parse_moves(large.size, "h8aa9").unwrap();
    for game in [threes, full, large] {
        let stones = |game: &Game| {
            let mut stones: Vec<_> = game.stones().collect();
            stones.sort_by_key(|stone| stone.0);
            stones
        };
        let board = game.board().unwrap();
        let empty: Vec<_> = game.size.points().filter(|&point| board.is_empty(point)).collect();
        let corners = [empty.first(), empty.last()].into_iter().flatten();
        // Marks on candidates, empty points and stones.
        let marks = empty.iter().zip(MARKS).map(|(&point, mark)| (point, mark.to_owned()));
        let hidden = game.stones().map(|(point, _)| (point, "X".to_owned()));
        let picture = Picture {
            coordinates: true,
            last: true,
            forbidden: board.forbidden_points(),
            // Digits next to the row numbers.
            heat: corners.map(|&point| Heat { point, share: 0.5 }).collect(),
            caption: Some("White to move: h8".to_owned()),
            marks: marks.chain(hidden).collect(),
            ..Picture::default()
        };
        for columns in [0, 1] {
            let text = to_text(&game, &picture, Style { color: false, columns });
            assert_eq!(format_of(&text), &DIAGRAM, "{text}");
            let again = read(&text, Given { rule: Some(game.rule), ..Given::default() });
            let again = again.unwrap_or_else(|error| panic!("{error:#}\n{text}"));
            assert_eq!((again.size, stones(&again)), (game.size, stones(&game)), "{text}");
        }
    }
}

#[test]
fn a_column_of_two_letters_is_one_move_of_playok() {
    let size = BoardSize::square(40).unwrap();
    let mut game = Game::new(Rule::Freestyle, size);
    game.moves = parse_moves(size, "ad35a1ae36b2af37").unwrap();
    let text = write(&game, Format::named("playok").unwrap()).unwrap();
    let (tree, report) = read_tree(&Source::text(&text), &Given::default()).unwrap();
    assert_eq!((tree.main_line().moves, sentences(&report)), (game.moves, Vec::<String>::new()), "{text}");
}

#[test]
fn boards_and_moves_are_told_apart() {
    for (text, format) in [
        ("+++++\n+X+++\n+++++\n+++++\n+++++", &DIAGRAM),
        ("5 - - - - - 5\n4 - - - - - 4\n3 - - - - - 3\n2 - - - - - 2\n1 - - - - - 1", &DIAGRAM),
        ("XOXOX/OXOXO/XOXOX/OXOXO/XOXOX", &DIAGRAM),
        ("  a b c d e\n5 X O X O X 5", &DIAGRAM),
        ("1. h8 2. i9", &MOVES),
        ("# a comment\n1.h8, 2.i9\n", &MOVES),
        ("7,7 8,8", &MOVES),
        ("7,7\n8,8\n6,8", &MOVES),
        ("0 0 1 -1", &OFFSETS),
        ("0,0, -1,+1", &OFFSETS),
    ] {
        assert_eq!(format_of(text), format, "{text}");
    }
    let game = read("1. h8 2.i9, 3.j10\n4. h9i8", Given::default()).unwrap();
    assert_eq!(game.moves, parse_moves(game.size, "h8i9j10h9i8").unwrap());
    assert_eq!(read("+++++\n+X+++\n-----\n_____\n+++++", Given::default()).unwrap().setup.len(), 1);
}

#[test]
fn names_that_look_like_moves_stay_names_in_psq() {
    for (names, written) in [
        (["3, Smith, John", "1,2"], ["3; Smith; John", "1;2"]),
        (["1,2", "b"], ["1;2", "b"]),
        (["-1,5", "b"], ["-1;5", "b"]),
        (["Smith, John", "2 Fast"], ["Smith, John", "2 Fast"]),
    ] {
        for moves in ["", "h8i9"] {
            let mut game = Game::new(Rule::Freestyle, BoardSize::square(15).unwrap());
            game.moves = parse_moves(game.size, moves).unwrap();
            game.names = names.map(str::to_owned);
            let text = write(&game, &PSQ).unwrap();
            let again = read(&text, Given::default()).unwrap_or_else(|error| panic!("{error:#}\n{text}"));
            assert_eq!((&again.moves, again.names), (&game.moves, written.map(str::to_owned)), "{text}");
        }
    }
}

#[test]
fn what_is_wrong_is_said_with_its_line() {
    let cases = [
        ("Piskvorky 4x4, 0:0, 0\n", "line 1"),
        ("Piskvorky 15x15, 0:0, 0\n16,1,0\n", "PSQ: line 2: 16,1 is off"),
        ("(;GM[1]SZ[19]\n;B[dd];W[pp])", "SGF: line 1: this is a game of Go (SZ[19]), not five in a row; if it"),
        ("(;GM[2];B[dd];W[pp])", "SGF: line 1: GM[2] is a game of Othello"),
        ("(;GM[4]SZ[15];B[zz])", "'zz' is not a point"),
        ("(;GM[4]SZ[15])(;GM[4];B[hh])", "2 games in the file (1: 0 moves, 2: 1 move); choose one with --game NUMBER"),
        ("(;GM[4", "SGF: line 1: a value without its ']'"),
        ("h8\nq1", "line 2"),
        ("h8\nh8", "line 2: h8 is played twice"),
        ("0,0, 1\n", "line 1"),
        ("0,0, 1,1\n1,1, 2,2\n", "line 2"),
        ("X....\n..O.\n", "row 2 has 4 cells"),
        (".....\n..Y..\n.....\n.....\n.....", "line 2: 'Y'"),
        ("h8a1i8a2j8a3k8a4l8a5", "the game was over"),
        ("  a b c d e\n5 . . A . . 5\n4 . . . . . 4\n3 . . . . . 3\n2 . . . . . 2\n1 . . . . . 1\n", "'A' at c5"),
        (".....\n..A..\n.....\n.....\n.....", "a mark hides what stands on its point"),
    ];
    for (text, expected) in cases {
        let error = format!("{:#}", read(text, Given::default()).expect_err(text));
        assert!(error.contains(expected), "{text}: {error}");
    }
    let given = Given { rule: Some(Rule::Caro), size: Some(BoardSize::square(19).unwrap()), ..Given::default() };
    assert!(format!("{:#}", read("(;GM[4]SZ[15])", given).unwrap_err()).contains("15x15, not 19x19"));
    assert!(format!("{:#}", read("(;GM[4]RU[renju])", given).unwrap_err()).contains("renju"));
    let diagram = read("X..../...../...../...../.....", Given::default()).unwrap();
    for format in [&PSQ, &MOVES, &OFFSETS] {
        assert!(write(&diagram, format).is_err());
    }
}

#[test]
fn a_damaged_file_is_read_as_far_as_it_goes_with_a_sentence() {
    let cases = [
        (
            "Piskvorky 15x15, 0:0, 0\n8,8,0\n16,1,0\n",
            1,
            "line 3: 16,1 is off the 15x15 board: the game is read up to here",
        ),
        ("Piskvorky 15x15, 0:0, 0\n8,8,0\n9,x,0\n", 1, "line 3: '9,x,0': expected a move"),
        ("Piskvorky 15x15, 0:0, 0\n8,8,0\n3,9", 1, "line 3: '3,9': expected a move or an end code"),
        ("Piskvorky 15x15, 0:0, 0\n8,8,0\n8,8,0\n", 1, "move 2, h8: the point is occupied: 1 move is left out"),
        ("(;GM[4]SZ[15]\n;B[aa]\n;W[bb", 1, "line 3: a value without its ']': the file is damaged or cut here"),
        ("(;GM[4]SZ[15];B[aa]", 1, "line 1: expected ')' at the end"),
        ("(;GM[4]SZ[15]\n;B[hh];W[ii]\nAE[ii];B[jj](;W[aa])(;W[bb]))", 2, "line 3: stones are taken off"),
        ("(;SZ[15]RE[B+R];B[hh];W[ii];foul[hh];W[ii])", 2, "line 1: 'foul' is not a property"),
    ];
    for (text, moves, warning) in cases {
        let (tree, report) = read_whole(text);
        assert_eq!(tree.main_line().moves.len(), moves, "{text}");
        assert!(sentences(&report).iter().any(|said| said.contains(warning)), "{text}: {:?}", sentences(&report));
        assert_eq!(tree.head.outcome, None, "{text}: a cut game has no result");
    }
}

#[test]
fn what_a_text_names_wins_and_the_rest_is_filled_in() {
    let (caro, nineteen) = (Rule::Caro, BoardSize::square(19).unwrap());
    let cases = [
        ("Piskvorky 20x20, 11:11, 0\n20,1,0\n", Rule::Caro, 20),
        ("Piskvorky 20x20, 11:11, 0\n20,1,0\nB\nW\n0\ntengen rule renju\n", Rule::Renju, 20),
        ("(;GM[4];B[ss])", Rule::Caro, 19),
        ("(;GM[4]RU[renju];B[ss])", Rule::Renju, 19),
        ("(;GM[4]SZ[15];B[hh])", Rule::Caro, 15),
        // What a format never states is its own.
        ("(;GM[4];B[hh];W[ig])", Rule::Caro, 15),
        ("[White \"a\"]\n[Black \"b\"]\n[Result \"1-0\"]\n\n1. h8 i9 1-0\n", Rule::Caro, 15),
        ("<database><games><game><move>h8 i9</move></game></games></database>", Rule::Renju, 15),
        ("s19", Rule::Caro, 19),
        ("9,9", Rule::Caro, 19),
        ("X..../...../...../...../.....", Rule::Caro, 5),
    ];
    let given = Given { rule: Some(caro), size: Some(nineteen), in_page: true, fills_in: true, ..Given::default() };
    for (text, rule, side) in cases {
        let game = read(text, given).unwrap_or_else(|error| panic!("{text}: {error:#}"));
        assert_eq!((game.rule, game.size), (rule, BoardSize::square(side).unwrap()), "{text}");
    }
    // A point off the board implies a larger one if the given size only fills in.
    let side = |text: &str, given: Given| read(text, given).map(|game| game.size.width()).ok();
    let fifteen = BoardSize::square(15).unwrap();
    for (text, own, expected) in [
        ("t20", nineteen, 20),
        ("h8 i9", BoardSize::square(5).unwrap(), 15),
        ("s19a1", fifteen, 19),
        ("u21", fifteen, 21),
    ] {
        assert_eq!(side(text, Given { size: Some(own), ..given }), Some(expected), "{text}");
        assert_eq!(side(text, Given { size: Some(own), fills_in: false, ..given }), None, "{text}");
    }
    assert_eq!(side("t20", Given::default()), None);
    assert_eq!(side("h8 i99", Given { size: Some(fifteen), ..given }), None, "more likely a slip than a board");
}

#[test]
fn nonsense_is_refused_without_a_panic() {
    let mut rng = SplitMix64::new(9);
    let alphabet: Vec<char> = "Piskvorky 15x,;()[]BWABSZ0189hx.XO/\\\n\r\té".chars().collect();
    let mut read_well = 0;
    for _ in 0..20_000 {
        let start = ["", "Piskvorky 15x15, 1:1, 0\n", "(;GM[4]SZ[9]", "h8", "0,0,"][rng.below(5)];
        let rest: String = (0..rng.below(40)).map(|_| alphabet[rng.below(alphabet.len())]).collect();
        read_well += usize::from(read(&format!("{start}{rest}"), Given::default()).is_ok());
    }
    assert!(read_well > 0);
}

#[test]
fn end_codes_of_psq_make_a_winner_only_where_they_say_so() {
    let game_of = |tail: &str| {
        let text = format!("Piskvorky 15x15, 11:11, 0\r\n8,8,10\r\n9,9,20\r\n9,8,5\r\n{tail}");
        read(&text, Given::default()).unwrap()
    };
    // White was to move.
    for code in 1..=4 {
        assert_eq!(game_of(&format!("a\r\nb\r\n{code}\r\n")).outcome, Some(Outcome::Win(Color::Black)), "{code}");
    }
    for code in ["-1", "0", "5", "99", "0,1", "-1,3"] {
        for names in ["", "a\r\nb\r\n"] {
            let game = game_of(&format!("{names}{code}\r\n"));
            assert_eq!((game.outcome, game.moves.len()), (None, 3), "{names}{code}");
        }
    }
    assert_eq!(game_of("1,1\r\n").moves.len(), 3, "a pair behind moves with a time is an end code");
    let untimed = read("Piskvorky 15x15, 11:11, 0\n8,8\n9,9\n0,1\n", Given::default()).unwrap();
    assert_eq!((untimed.moves.len(), untimed.outcome), (2, None));
}

#[test]
fn the_kind_of_fault_comes_back_from_psq_unless_the_board_shows_the_end() {
    for (code, fault) in [(1, Fault::Foul), (2, Fault::Time), (3, Fault::Illegal), (4, Fault::Crash)] {
        let mut game = Game::new(Rule::Freestyle, BoardSize::square(15).unwrap());
        game.moves = parse_moves(game.size, "h8i9h9").unwrap();
        game.times = vec![Duration::from_millis(5); 3];
        game.end(Outcome::Win(Color::Black), EndReason::Fault(fault));
        let text = write(&game, &PSQ).unwrap();
        assert!(text.contains(&format!("\r\n{code}\r\n")), "{text}");
        assert_eq!(read(&text, Given::default()).unwrap(), game);
        game.moves = parse_moves(game.size, "a1a3b1b3c1c3d1d3e1").unwrap();
        game.times = vec![Duration::from_millis(5); 9];
        let won = read(&write(&game, &PSQ).unwrap(), Given::default()).unwrap();
        assert_eq!((won.outcome, won.reason), (Some(Outcome::Win(Color::Black)), None));
    }
}

#[test]
fn the_clocks_of_an_sgf_file_give_the_times_of_its_moves() {
    let millis = |text: &str| -> Vec<u128> {
        read(text, Given::default()).unwrap().times.iter().map(Duration::as_millis).collect()
    };
    let clocks = "(;GM[4]SZ[15]TM[300]RU[caro];B[hh]BL[297.5];WL[290]W[ii];B[hi]BL[290];W[gg]WL[290.25])";
    // An increment can leave more time than before.
    assert_eq!(millis(clocks), [2500, 10_000, 7500, 0]);
    assert_eq!(millis("(;GM[4]SZ[15]RU[caro];B[hh]EMT[1.25]BL[7];W[ii]EMT[0.004])"), [1250, 4]);
    // Without an initial time there is nothing to subtract from; invalid times are ignored.
    assert!(millis("(;GM[4]SZ[15]RU[caro];B[hh]BL[200];W[ii]WL[-5];B[hi]EMT[NaN]BL[1e300])").is_empty());
}
