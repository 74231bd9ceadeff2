//! The moves that a database knows, their order, and the ones that are good enough to play.

use crate::common::folder::Folder;
use crate::created;
use std::time::Instant;
use tengen::base::{BoardSize, Color, Point, Rule};
use tengen::board::{Board, parse_moves};
use tengen_database::{
    Database, Entry, GameCounts, PositionKey, Proof, StoredMove, WON, best_moves, known_moves, playable_moves,
};

#[test]
fn moves_are_ranked_by_proof_then_score_and_a_large_score_is_no_proof() {
    let (_folder, database) = created("moves");
    let size = BoardSize::square(15).unwrap();
    let mut board = Board::new(size, Rule::Standard);
    board.play(&parse_moves(size, "h8i9f7").unwrap());
    let after = |text: &str| {
        let mut child = board.clone();
        child.push(parse_moves(size, text).unwrap()[0]);
        child
    };
    let searched = |score| Entry { score, depth: 10, ..Entry::default() };
    let lost = Entry { proof: Proof::Loss { stones: 7 }, ..searched(-100) };
    let won = Entry { proof: Proof::Win { stones: 4 }, ..searched(3) };
    let names = ["h10", "g8", "a1", "c3", "o15"];
    let entries =
        [lost, searched(-28_000), won, searched(-27_990), Entry { comment: "odd".into(), ..Entry::default() }];
    let boards = names.map(after);
    database.write(boards.iter().zip(&entries)).unwrap();
    let moves = known_moves(&database, &board).unwrap();
    let order: Vec<String> = moves.iter().map(|known| tengen::board::format_point(size, known.point)).collect();
    assert_eq!(order, ["h10", "g8", "c3", "a1", "o15"]);
    assert_eq!(best_moves(&moves, 100), parse_moves(size, "h10").unwrap());
    assert_eq!(best_moves(&moves[1..], 0), parse_moves(size, "g8").unwrap());
    assert_eq!(best_moves(&moves[1..], 20), parse_moves(size, "g8c3").unwrap());
    assert_eq!(best_moves(&moves[3..], 20), [], "neither a comment nor a proven loss is a move to play");
}

#[test]
fn a_bad_move_is_not_played_because_it_is_the_only_one_known() {
    let folder = Folder::new("doubt");
    let size = BoardSize::square(15).unwrap();
    let board = Board::new(size, Rule::Caro);
    let [h8, g7] = ["h8", "g7"].map(|text| parse_moves(size, text).unwrap()[0]);
    let after = |point| {
        let mut child = board.clone();
        child.push(point);
        child
    };
    let choice = |name: &str, here: Option<Entry>, h8_entry: Entry| {
        let database = Database::create(&folder.file(name)).unwrap();
        database.write([(&after(h8), &h8_entry)]).unwrap();
        if let Some(here) = here {
            database.write([(&board, &here)]).unwrap();
        }
        best_moves(&known_moves(&database, &board).unwrap(), 0)
    };
    let searched = |score| Entry { score, depth: 9, ..Entry::default() };
    let games = |wins, losses| Entry { games: GameCounts { wins: losses, draws: 0, losses: wins }, ..Entry::default() };
    let lists = |point, score| Entry { moves: vec![StoredMove { point, score }], ..searched(score) };
    assert_eq!(choice("even", None, searched(60)), [h8]);
    assert_eq!(choice("bad", None, searched(61)), []);
    assert_eq!(choice("as-bad-as-expected", Some(searched(-200)), searched(250)), [h8]);
    assert_eq!(choice("worse-than-expected", Some(searched(-200)), searched(261)), []);
    assert_eq!(choice("listed", Some(lists(h8, -300)), searched(300)), [h8]);
    assert_eq!(choice("another-listed", Some(lists(g7, -300)), searched(400)), [g7]);
    assert_eq!(choice("some-games-won", None, games(1, 1)), [h8]);
    assert_eq!(choice("most-games-lost", None, games(1, 2)), []);
}

#[test]
fn games_alone_make_a_book_and_many_games_say_more_than_few() {
    let (_folder, database) = created("games");
    let board = Board::new(BoardSize::square(15).unwrap(), Rule::Caro);
    let after = |text: &str, wins, losses| {
        let mut child = board.clone();
        child.push(parse_moves(board.size(), text).unwrap()[0]);
        // Results are stored from the view of the side to move after the move.
        let games = GameCounts { wins: losses, draws: 0, losses: wins };
        (PositionKey::of(&child).0, Entry { games, ..Entry::default() })
    };
    database.merge([after("h8", 63, 40), after("a1", 1, 0), after("c4", 0, 1)]).unwrap();
    database.merge([after("h8", 3, 0)]).unwrap();
    let moves = known_moves(&database, &board).unwrap();
    assert_eq!((moves[0].games.wins, moves[0].games.losses), (63, 40));
    assert_eq!(best_moves(&moves, 0), parse_moves(board.size(), "h8").unwrap());
    // The four corners are images of one move, and all of them are listed.
    assert_eq!(moves.len(), 1 + 4 + 8);
}

#[test]
fn a_point_that_is_forbidden_to_black_is_whites_to_play() {
    let (_folder, database) = created("forbidden");
    let size = BoardSize::square(15).unwrap();
    let mut board = Board::new(size, Rule::Renju);
    // Black would make two open threes at h8.
    board.play(&parse_moves(size, "g8a1i8a3h7c1h9").unwrap());
    let h8 = parse_moves(size, "h8").unwrap()[0];
    for (side, playable) in [(Color::White, vec![h8]), (Color::Black, Vec::new())] {
        board.set_side_to_move(side);
        let mut after = board.clone();
        after.push(h8);
        database.write([(&after, &Entry { score: -50, depth: 10, ..Entry::default() })]).unwrap();
        let moves = known_moves(&database, &board).unwrap();
        assert_eq!((moves.len(), moves[0].score), (1, Some(50)));
        assert_eq!(playable_moves(&moves, &board, &[], 0), playable, "{side:?}");
    }
}

#[test]
fn a_large_board_of_which_no_move_is_known_costs_no_time() {
    let (_folder, database) = created("large");
    let mut board = Board::new(BoardSize::square(120).unwrap(), Rule::Freestyle);
    let stones: Vec<Point> = board.empties().take(300).collect();
    board.play(&stones);
    let look = || {
        let begin = Instant::now();
        let points: Vec<Point> = known_moves(&database, &board).unwrap().iter().map(|known| known.point).collect();
        (points, begin.elapsed())
    };
    let (unknown, quick) = look();
    assert_eq!(unknown, []);
    let mut after = board.clone();
    let point = board.size().center();
    after.push(point);
    database.write([(&after, &Entry { score: -7, depth: 1, ..Entry::default() })]).unwrap();
    // Now every move has to be looked up.
    let (known, slow) = look();
    assert_eq!(known, [point]);
    assert!(4 * quick < slow, "{quick:?} {slow:?}");
}

#[test]
fn a_known_move_misses_no_five_stops_the_opponents_and_delays_no_proven_win() {
    let (_folder, database) = created("urgent");
    let size = BoardSize::square(15).unwrap();
    let won = Proof::Win { stones: 2 };
    for (moves, known, proof, is_played) in [
        ("h8a1i8a3j8a5k8a7", "o1", Proof::Open, false),
        ("h8a1i8a3j8a5k8a7", "l8", Proof::Open, true),
        ("h8a1i8a2j8a3o3a4", "o1", Proof::Open, false),
        ("h8a1i8a2j8a3o3a4", "a5", Proof::Open, true),
        // An open three.
        ("h8a1i8c14j8o2", "o15", Proof::Open, true),
        ("h8a1i8c14j8o2", "o15", won, false),
    ] {
        let board = Board::from_moves(size, Rule::Freestyle, &parse_moves(size, moves).unwrap());
        let point = parse_moves(size, known).unwrap()[0];
        let mut after = board.clone();
        after.push(point);
        let games = Entry { games: GameCounts { wins: 0, draws: 0, losses: 5 }, ..Entry::default() };
        database.write([(&board, &Entry { proof, ..Entry::default() }), (&after, &games)]).unwrap();
        let played = playable_moves(&known_moves(&database, &board).unwrap(), &board, &[], 0);
        assert_eq!(played.contains(&point), is_played, "{moves} {known} {proof:?}");
        database.remove([&after]).unwrap();
    }
    // The search that found the win lists the moves that win.
    let board = Board::from_moves(size, Rule::Freestyle, &parse_moves(size, "h8a1i8c14j8o2").unwrap());
    let point = parse_moves(size, "k8").unwrap()[0];
    let found = Entry { proof: won, moves: vec![StoredMove { point, score: WON }], ..Entry::default() };
    database.write([(&board, &found)]).unwrap();
    assert_eq!(playable_moves(&known_moves(&database, &board).unwrap(), &board, &[], 0), [point]);
}

#[test]
fn a_proof_keeps_the_moves_of_its_search() {
    let search =
        |score, depth, point| Entry { score, depth, moves: vec![StoredMove { point, score }], ..Entry::default() };
    let proven = Entry { proof: Proof::Win { stones: 2 }, ..search(20_000, 3, Point(5)) };
    let deeper = search(50, 30, Point(6));
    for (mut first, second) in [(proven.clone(), &deeper), (deeper.clone(), &proven)] {
        first.merge(second);
        assert_eq!(first, proven);
    }
    let by_hand = Entry { score: 150, depth: 9, ..Entry::default() };
    let mut known = by_hand.clone();
    known.merge(&Entry { proof: Proof::Win { stones: 5 }, ..Entry::default() });
    assert_eq!(known, Entry { proof: Proof::Win { stones: 5 }, ..by_hand });
}
