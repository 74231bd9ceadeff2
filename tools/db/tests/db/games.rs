//! Results of games: counted once from every format, and seen from the side to move.

use crate::{Shelf, under, usual};
use std::sync::atomic::AtomicBool;
use tengen::base::{BoardSize, Rule};
use tengen::board::Board;
use tengen_db::{ImportOptions, view};
use tengen_game::formats::{Given, parse_turns};
use tengen_learn::records::{Conditions, Sizes};
use tengen_learn::selfplay::{SelfplayRun, play};

#[test]
fn games_are_counted_from_every_format_and_seen_from_the_side_to_move() {
    let shelf = Shelf::new("count");
    shelf.put("games/1.pos", "h8h9i8i9j8j9k8k9l8\n");
    // The same game as SGF, turned by a quarter; White resigned.
    shelf.put("games/2.sgf", "(;GM[4]SZ[15]PB[An]RE[B+R];B[hh];W[gh];B[hi];W[gi])");
    shelf.put("games/3.pos", "h8h9\n");
    let text = shelf.import("a.db", "games");
    assert!(text.contains("2 games, 13 positions on their way; 1 without a result left out"), "{text}");
    let text = shelf.import("a.db", "games");
    assert!(text.contains("0 games, 0 positions on their way; 2 that were counted before left out"), "{text}");
    let text = shelf.known("a.db", Rule::Freestyle, "h8");
    assert!(text.contains("games: +0 =0 -2"), "White is to move and lost: {text}");
    assert!(text.contains("g8") && text.contains("+0 =0 -2"), "{text}");
    // Positions; searched and proven ones; games; positions with games; texts; most stones.
    assert_eq!(shelf.row("a.db"), ["freestyle", "15x15", "9", "0", "0", "2", "9", "0", "8"]);
    let conditions = Conditions::new(Rule::Caro, Sizes::One(BoardSize::square(15).unwrap()), 60, 4);
    let (path, stop) = (shelf.path("caro.games"), AtomicBool::new(false));
    let run = SelfplayRun { path: &path, weights: &[], games: 3, threads: 1, stop: &stop };
    play(&run, conditions, &mut |_| {}).unwrap();
    let (text, _) = shelf.import_with("a.db", "caro.games", ImportOptions { plies: 8, ..usual() });
    assert!(text.contains("3 games, 27 positions"), "{text}");
    assert!(view::summary(&shelf.open("a.db")).unwrap().contains("caro       15x15"));
    shelf.put("bad.sgf", "(;GM[3];B[hh];W[hh])");
    assert!(shelf.refusal("a.db", "bad.sgf").contains("bad.sgf"));
    // After an export and import as text, and after a merge, games are known and counted once.
    let text = shelf.text("a.db");
    assert_eq!(text.matches(r#""players":["An",""]"#).count(), 1, "where there are names");
    shelf.put("all.jsonl", &text);
    for _ in 0..2 {
        assert!(shelf.import("copy.db", "all.jsonl").contains("; 5 games counted\n"));
        assert!(shelf.merge("copy.db", "a.db").ends_with("; 5 games counted"));
        assert!(shelf.text("copy.db") == text);
    }
    assert!(shelf.import("copy.db", "games").contains("0 games"));
}

#[test]
fn the_given_rule_is_that_of_games_that_name_none() {
    let shelf = Shelf::new("rule");
    for (name, head) in [("a1", ""), ("b1", "RU[renju]"), ("c1", "RU[caro]")] {
        let game = format!("(;GM[4]SZ[15]{head}RE[B+R];B[hh];W[{}o])", &name[..1]);
        shelf.put(&format!("games/{name}.sgf"), game);
    }
    shelf.import_with("a.db", "games", under(Rule::Caro));
    let shown = view::summary(&shelf.open("a.db")).unwrap();
    let games_of = |rule: &str| {
        let row = shown.lines().find(|line| line.starts_with(rule)).unwrap_or_else(|| panic!("{rule}: {shown}"));
        row.split_whitespace().nth(5).unwrap().to_owned()
    };
    assert_eq!((games_of("caro").as_str(), games_of("renju").as_str()), ("2", "1"));
    // Under the given rule the game is over before its last move; another rule is not assumed.
    shelf.put("foul.pos", "g8a1i8a3h7c1h9e1h8j8");
    let said = shelf.try_import("a.db", "foul.pos", under(Rule::Renju)).2.unwrap();
    assert!(said.contains("j8: the game was over before it"), "{said}");
}

#[test]
fn games_with_passes_are_counted_listed_and_copied() {
    let shelf = Shelf::new("passes");
    for (name, game) in [
        ("1.sgf", "(;GM[4]SZ[15]RU[renju]PB[A]PW[B]RE[B+];B[hh];W[];B[ii])"),
        // Both sides pass: a draw.
        ("2.sgf", "(;GM[4]SZ[15]RU[renju]RE[0];B[hh];W[ih];B[];W[])"),
        ("3.sgf", "(;GM[4]SZ[15]RU[renju]RE[0];B[];W[])"),
        ("4.sgf", "(;GM[4]SZ[15]RE[B+]AB[hh];W[ii])"),
    ] {
        shelf.put(&format!("games/{name}"), game);
    }
    let said = shelf.import("a.db", "games");
    let counted = "3 games, 9 positions on their way; 1 with stones or blocked cells at the beginning left out";
    assert!(said.starts_with(counted), "{said}");
    let after = |turns: &str, database: &str| {
        let size = BoardSize::square(15).unwrap();
        let mut game = tengen_game::Game::new(Rule::Renju, size);
        parse_turns(turns, size).unwrap().into_iter().for_each(|turn| game.push_turn(turn));
        let board: Board = game.board().unwrap();
        view::position(&shelf.open(database), &board).unwrap()
    };
    // White to move after h8, and Black after the pass.
    assert!(after("h8", "a.db").contains("games: +0 =1 -1"), "{}", after("h8", "a.db"));
    assert!(after("h8 --", "a.db").contains("games: +1 =0 -0"), "{}", after("h8 --", "a.db"));
    let text = shelf.text("a.db");
    assert!(text.contains("\"game\":\"h8 -- i7\""), "{text}");
    shelf.put("a.jsonl", text);
    let said = shelf.import("b.db", "a.jsonl");
    assert!(said.contains("3 games counted"), "{said}");
    assert_eq!(after("h8 --", "b.db"), after("h8 --", "a.db"));
    assert!(shelf.import("b.db", "games").contains("0 games, 0 positions"));
}

#[test]
fn all_games_of_a_file_are_counted_and_what_is_none_is_left_out() {
    let shelf = Shelf::new("several");
    // Two games with a result, one without, one cut by a move on a stone, and one of Go.
    let games = "(;GM[1]SZ[15]RE[B+R];B[hh];W[ig])(;GM[5]RE[W+];B[hh];W[hg])(;SZ[15];B[hh])(;SZ[15]RE[W+];B[hh];W[hh])\
        (;GM[1]SZ[19]KM[6.5]RU[Japanese]RE[B+3];B[pd];W[dp])";
    shelf.put("several.sgf", games);
    let (said, warned) = shelf.import_with("a.db", "several.sgf", usual());
    assert!(said.contains("2 games, 4 positions on their way; 2 without a result left out"), "{said}{warned}");
    assert!(warned.contains("several.sgf: game 4: move 2, h8: the point is occupied: 1 move is left out"), "{warned}");
    assert!(warned.contains("a game of Go (SZ[19] KM[6.5] RU[Japanese])"), "{warned}");
    // An empty file has no game, not even one without a result.
    shelf.put("several.sgf", "\u{feff} \n");
    let (said, warned) = shelf.import_with("a.db", "several.sgf", usual());
    assert!(said.starts_with("0 games, 0 positions on their way\n"), "{said}");
    assert!(warned.contains("several.sgf: no game in it"), "{warned}");
}

#[test]
fn comments_and_labels_of_a_tree_are_kept_and_no_game_is_counted() {
    let shelf = Shelf::new("trees");
    // Two trees without a result, one whose main line ends with a five, and a game with a result and a comment.
    let five = ";B[hh];W[aa];B[hi];W[ba];B[hj];W[ca];B[hk];W[da];B[hl]";
    let text = format!(
        "(;SZ[15]RU[renju]C[the beginning];B[hh](;W[ih]C[bad]LB[ii:A][hh:1][ih:B])(;W[ig];B[ii]LB[ii:C]))\n\
         (;SZ[15]RU[renju];B[hh];W[hg])\n(;SZ[15]RU[renju]({five}C[won])(;B[hh];W[hf]C[direct]))\n\
         (;SZ[15]RU[renju]PB[Ann]RE[B+]{five}C[a fine game])"
    );
    shelf.put("study.sgf", text);
    let text = shelf.import("a.db", "study.sgf");
    assert!(text.contains("1 game, "), "{text}");
    let kept = "3 without a result left out but for 4 comments and 3 labels; 1 comment or label of a game left out; \
                1 mark left out, as a database has no place for them\n";
    assert!(text.contains(kept), "{text}");
    let query = |moves: &str| shelf.known("a.db", Rule::Renju, moves);
    let [bad, direct] = ["h8h7", "h8h10"].map(query);
    assert!(query("h8i8").contains("comment: bad") && direct.contains("comment: direct"), "{direct}");
    assert!(!bad.contains("games"), "{bad}");
    // A label on an empty point belongs to the move there, one on the last stone to that move; others are ignored.
    let labels = query("h8i8");
    assert!(labels.contains("label: B"), "{labels}");
    assert!(query("h8i8i7").contains("label: A") && query("h8i9i7").contains("label: C"));
    assert!(!query("h8").contains("label"));
    // The comments of a counted game are about the game.
    let lines = shelf.text("a.db");
    assert!(!lines.contains("a fine game") && lines.contains("the beginning"), "{lines}");
}

#[test]
fn notes_of_a_board_with_blocked_cells_are_those_of_that_board() {
    let shelf = Shelf::new("blocked");
    let sgf = "(;SZ[15]RU[renju]BLOCKED[aa];B[hh]C[walled]LB[aa:W][ii:A])";
    shelf.put("blocked.sgf", sgf);
    let text = shelf.import("a.db", "blocked.sgf");
    assert!(text.contains("but for 1 comment and 1 label; 1 mark left out"), "{text}");
    let walled = tengen_game::formats::read(sgf, Given::default()).unwrap().board().unwrap();
    assert!(view::position(&shelf.open("a.db"), &walled).unwrap().contains("comment: walled"));
    let open = shelf.known("a.db", Rule::Renju, "h8");
    assert!(!open.contains("walled") && !open.contains('A'), "{open}");
}
