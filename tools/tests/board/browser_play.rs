//! Games in a real browser: openings led by questions, clocks, hints, engines among themselves, a cut connection.

use crate::browser::{Shown, TWO_PEOPLE};
use crate::client::server;
use crate::webdriver::Device;
use std::time::Duration;

/// Two people and an opening.
fn opening(shown: &Shown, rule: &str, name: &str) {
    shown.new_game(&[("rule", rule), ("black", "human"), ("white", "human"), ("opening", name)]);
}

fn plays(shown: &Shown, before: usize, points: &[&str]) {
    for (count, point) in points.iter().enumerate() {
        shown.play(point);
        shown.wait_for_stones(before + count + 1);
    }
}

fn no_question(shown: &Shown) {
    shown.browser.wait("document.getElementById('question').hidden");
}

/// The second player asks for two more stones, and the first one chooses; a reload in between changes nothing.
fn swap2(shown: &Shown) {
    opening(shown, "caro", "swap2");
    plays(shown, 0, &["h8", "i9", "h9"]);
    shown.answer("The second player: which side", "more");
    plays(shown, 3, &["i8"]);
    shown.reload();
    shown.wait_for_stones(4);
    shown.browser.wait("document.getElementById('question').textContent.includes('1 to go')");
    plays(shown, 4, &["g7"]);
    shown.answer("The first player: which side", "white");
    no_question(shown);
    plays(shown, 5, &["g8"]);
}

fn swaps(shown: &Shown) {
    opening(shown, "freestyle", "swap1");
    plays(shown, 0, &["h8"]);
    shown.answer("The second player", "black");
    no_question(shown);
    plays(shown, 1, &["i8"]);
    opening(shown, "freestyle", "swap");
    plays(shown, 0, &["h8", "i8", "a1"]);
    shown.answer("The second player", "white");
    no_question(shown);
}

/// Black's first stone stands in the middle, the second one outside the inner square.
fn pro(shown: &Shown) {
    opening(shown, "standard", "pro");
    shown.browser.wait("document.querySelector('.closed')");
    shown.play("a1");
    shown.wait_for_message("does not allow a1");
    plays(shown, 0, &["h8", "h9"]);
    shown.play("j10");
    shown.wait_for_message("does not allow j10");
    plays(shown, 2, &["k8"]);
    no_question(shown);
    shown.browser.wait("!document.querySelector('.closed')");
}

fn soosorv(shown: &Shown) {
    opening(shown, "renju", "soosorv");
    plays(shown, 0, &["h8", "h9", "h10"]);
    shown.answer("The second player: change sides", "stay");
    shown.answer("how many fifth stones", "2");
    plays(shown, 3, &["g7"]);
    shown.answer("change sides", "swap");
    for point in ["i7", "j6"] {
        shown.play(point);
    }
    shown.browser.wait("document.querySelectorAll('.mark').length === 2");
    shown.browser.wait("document.getElementById('question').textContent.includes('choose one')");
    shown.play("j6");
    shown.wait_for_stones(5);
    no_question(shown);
}

/// The engine answers the questions that are its own.
fn swap2_against_the_engine(shown: &Shown) {
    shown.new_game(&[("rule", "caro"), ("black", "human"), ("white", "1"), ("opening", "swap2")]);
    plays(shown, 0, &["h8", "i9"]);
    shown.play("h9");
    // It takes a side, or puts two stones and asks.
    let asked = "document.querySelector('#question-answers [data-value=white]')";
    shown.browser.wait(&format!("document.getElementById('question').hidden || {asked}"));
    assert!(shown.stones() >= 3);
}

#[test]
fn openings_are_led_by_questions() {
    let server = server();
    let Some(shown) = Shown::open(&server, Device::Desktop) else { return };
    swap2(&shown);
    swaps(&shown);
    pro(&shown);
    soosorv(&shown);
    swap2_against_the_engine(&shown);
    shown.check_quiet();
}

/// A clock runs out, and the result survives a reload, as that of a resignation does.
fn clocks(shown: &Shown) {
    shown.browser.run("document.querySelector('#new-game [name=minutes]').step = 'any'");
    let clocks = [("minutes", "0.025"), ("increment", "0")];
    shown.new_game(&[&TWO_PEOPLE[..], &clocks].concat());
    let clock = |color: &str| format!("document.querySelector('#player-{color} .clock').textContent");
    shown.browser.wait(&format!("{} === '0:01.5'", clock("black")));
    shown.play("h8");
    shown.wait_for_message("White is out of time: Black wins");
    assert_eq!(shown.browser.run(&format!("return {}", clock("white"))), "0:00.0");
    shown.play("i9");
    shown.wait_for_message("over");
    shown.reload();
    shown.play("i9");
    shown.wait_for_message("over");
    assert_eq!(shown.stones(), 1);
}

fn hint(shown: &Shown) {
    shown.new_game(&[&TWO_PEOPLE[..], &[("minutes", "0")]].concat());
    plays(shown, 0, &["h8"]);
    shown.browser.click("#hint");
    shown.wait_for_message("Hint: ");
    shown.browser.wait("document.querySelectorAll('.ghost').length === 1");
    plays(shown, 1, &["i9"]);
}

fn engine_against_engine(shown: &Shown) {
    // A second a move, so that the game does not end between two looks at it.
    let second = [("black", "10"), ("white", "10"), ("time", "1")];
    shown.new_game(&[&[("rule", "freestyle"), ("opening", "none")], &second[..]].concat());
    shown.browser.wait("document.querySelectorAll('.stone').length >= 3");
    shown.browser.click("#hold");
    let held = shown.stones();
    std::thread::sleep(Duration::from_millis(300));
    assert_eq!(shown.stones(), held, "paused");
    shown.browser.click("#go-on");
    shown.browser.wait(&format!("document.querySelectorAll('.stone').length > {held}"));
    shown.browser.click("#hold");
    let held = shown.stones();
    shown.browser.click("#undo");
    shown.wait_for_stones(held as usize - 1);
}

/// The seats change, and the engine moves for the other side.
fn sides(shown: &Shown) {
    shown.new_game(&[("rule", "caro"), ("black", "human"), ("white", "1")]);
    shown.browser.click("#swap");
    shown.wait_for_stones(1);
    shown.browser.wait("document.querySelector('#player-black .name').textContent.includes('level 1')");
}

#[test]
fn clocks_hints_engines_and_sides() {
    let server = server();
    let Some(shown) = Shown::open(&server, Device::Desktop) else { return };
    clocks(&shown);
    hint(&shown);
    engine_against_engine(&shown);
    sides(&shown);
    shown.check_quiet();
}

#[test]
fn a_connection_that_is_cut_while_the_engine_thinks_costs_no_move() {
    let server = server();
    let Some(shown) = Shown::open(&server, Device::Phone) else { return };
    shown.new_game(&[("rule", "caro"), ("black", "human"), ("white", "10"), ("time", "1.5")]);
    shown.play("h8");
    shown.browser.wait("document.querySelector('.player.thinks')");
    server.disconnect();
    shown.wait_for_stones(2);
    shown.wait_for_message("White: ");
    shown.check_quiet();
}
