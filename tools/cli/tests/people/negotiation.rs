//! Openings negotiated between people and the engine.

use crate::command::{folder, printed_in as printed, read, signal, start};
use std::time::{Duration, Instant};
use tengen_game::formats;
use tengen_game::formats::Given;

#[test]
fn swap2_is_played_through_with_either_side_opening() {
    let folder = folder("swap2");
    let arguments = ["play", "--swap2", "--level", "1", "--seed", "2", "--time", "200ms"];
    let out = printed(&folder, &arguments, "h8\nh8\ni9\nj8\nquit\n");
    assert!(out.contains("the opening rule is swap2; first player: you, second player: Tengen level 1"), "{out}");
    assert!(out.contains("h8 is occupied"));
    assert!(out.contains(" goes to Tengen level 1"), "{out}");
    let arguments = ["play", "--swap2", "--human", "white", "--level", "1", "--seed", "2", "--time", "200ms"];
    for (choice, taken) in [
        ("white\n", "White goes to you"),
        ("black\n", "Black goes to you"),
        ("purple\nmore\na1\no15\n", " goes to Tengen level 1"),
    ] {
        let out = printed(&folder, &arguments, choice);
        assert!(out.contains(taken), "{choice}: {out}");
        assert!(out.contains("the game is kept in"), "{out}");
    }
}

/// Three nearly even stones, after which the engine takes no side but leaves the choice. Which stones it considers even
/// depends on its weights.
#[test]
fn the_engine_puts_two_more_stones_of_swap2_down_itself() {
    let folder = folder("swap2-more");
    let arguments = ["play", "--swap2", "--level", "1", "--seed", "2", "--time", "500ms"];
    let openings = [
        "8,7\n7,10\n7,12\n",
        "6,13\n2,11\n2,12\n",
        "3,1\n1,1\n2,1\n",
        "9,0\n10,0\n13,5\n",
        "6,13\n5,12\n3,11\n",
        "12,10\n13,11\n13,13\n",
        "3,8\n3,9\n3,11\n",
        "3,9\n10,6\n3,5\n",
        "2,10\n6,9\n4,8\n",
        "7,5\n5,5\n10,7\n",
        "9,5\n10,6\n12,8\n",
        "4,9\n3,8\n8,11\n",
        "8,2\n8,5\n7,3\n",
        "8,8\n8,5\n9,3\n",
        "3,12\n6,10\n3,10\n",
        "7,10\n6,10\n10,7\n",
    ];
    let game = openings
        .into_iter()
        .map(|stones| printed(&folder, &arguments, &format!("{stones}black\nquit\n")))
        .find(|out| out.contains("Tengen level 1: two more stones\n"))
        .expect("one of them is even");
    assert!(game.contains("Black goes to you"), "{game}");
}

#[test]
fn one_balanced_opening_of_three_stones_is_proposed() {
    let folder = folder("openings");
    let call = ["openings", "--swap2", "--seed", "3", "--nodes", "2000"];
    let out = printed(&folder, &call, "");
    let size = tengen::base::BoardSize::square(15).unwrap();
    assert_eq!(out.lines().count(), 1);
    assert_eq!(tengen::board::parse_moves(size, out.trim()).unwrap().len(), 3);
    assert_eq!(out, printed(&folder, &call, ""));
}

#[cfg(unix)]
#[test]
fn swap2_on_a_large_board_begins_within_its_time_and_hears_ctrl_c() {
    let folder = folder("swap2-large");
    let large = ["play", "--swap2", "--size", "60", "--human", "white", "--time", "300ms", "--level", "1"];
    let out = printed(&folder, &large, "quit\n");
    assert!(out.contains("Tengen level 1: ") && out.contains("your choice"), "{out}");
    let mut long = large;
    long[7] = "50s";
    let mut child = start(&folder, &long);
    crate::common::processor::wait_for_work(child.id(), super::streams::BEGUN);
    signal(&child, "-INT");
    let begin = Instant::now();
    let _stdin = child.stdin.take();
    assert!(child.wait().unwrap().success());
    assert!(begin.elapsed() < Duration::from_secs(3), "{:?}", begin.elapsed());
}

#[test]
fn stones_of_an_opening_are_not_taken_back() {
    let folder = folder("opening-undo");
    let call = ["play", "--opening", "swap", "--human", "white", "--level", "1", "--seed", "5", "--time", "100ms"];
    let stands = "the stones of the opening cannot be taken back";
    let out = printed(&folder, &call, "help\nboard\nundo\nwhite\nundo\nquit\n");
    assert!(
        out.contains("your choice (you have White): black or white; a point is typed as h8 or 7,7; board"),
        "{out}"
    );
    assert_eq!(out.matches("\n3 moves").count(), 2, "drawn again at the choice: {out}");
    assert_eq!(out.matches(stands).count(), 2, "at the choice and after it: {out}");
    // White, the engine, has moved: Black's previous move is the third stone of the opening.
    let out = printed(&folder, &call, "black\nundo\nquit\n");
    assert!(out.contains("there is nothing of yours to take back") && out.contains("4 moves"), "{out}");
    let moves = |name: &str| formats::read(&read(&folder, name), Given::default()).unwrap().moves.len();
    assert_eq!((moves("tengen-game-1.psq"), moves("tengen-game-2.psq")), (3, 4));
}

#[test]
fn what_is_not_kept_of_an_opening_is_said() {
    let folder = folder("opening-left");
    let is_said = |input: &str| {
        let out = printed(&folder, &["play", "--swap2", "--human", "both"], input);
        let note = "\nthe opening was not finished: its stones are kept, its choices are not\ngood-bye";
        out.find("the game is kept in").is_some_and(|kept| out[kept..].contains(note))
    };
    assert!(is_said("h8\nj10\nk5\nquit\n") && !is_said("h8\nj10\nk5\nblack\nquit\n") && !is_said("quit\n"));
}
