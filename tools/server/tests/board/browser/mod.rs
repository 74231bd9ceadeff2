//! Tests of the page in a browser, on a desktop and on a phone.

mod accessibility;
mod analysis;
mod choices;
mod files;
mod games;
mod layout;
mod learn;
mod library;
mod messages;
mod play;
mod sharing;
mod shown;
mod touch;
mod views;
mod web;
mod workplace;

pub use crate::retry::with_one_retry;
pub use shown::{Shown, TWO_PEOPLE};

use crate::client::{Page, server};
use crate::webdriver::{Browser, Device};
use serde_json::json;
use std::panic::{RefUnwindSafe, UnwindSafe};
use std::time::{Duration, Instant};
use tengen_board::pool::POOL_BYTES;
use tengen_server::{Options, Server};

/// Runs a scenario on the page of a new server, with one retry, and checks that the page was quiet; nothing without a
/// browser.
pub fn with_page(device: Device, scenario: impl Fn(&Shown, &Browser) + UnwindSafe + RefUnwindSafe) {
    with_server(server, device, |shown, browser, _| scenario(shown, browser));
}

/// Runs a scenario as [`with_page`] does, on the page of a server that `start` starts.
pub fn with_server(
    start: impl Fn() -> Server + UnwindSafe + RefUnwindSafe,
    device: Device,
    scenario: impl Fn(&Shown, &Browser, &Server) + UnwindSafe + RefUnwindSafe,
) {
    with_one_retry(|| {
        let server = start();
        let Some(shown) = Shown::open(&server, device) else { return };
        scenario(&shown, &shown.browser, &server);
        shown.check_quiet();
    });
}

/// Plays to a five between two people, then some moves against the engine, one of which is taken back.
fn plays_caro(shown: &Shown) {
    shown.two_people(&["h8", "a1", "h9", "c1", "h10", "e1", "h11", "g1", "h12"]);
    shown.wait_for_message("Black wins");
    shown.wait("one('.win')");
    shown.play("h13");
    shown.wait_for_message("The game is over");
    assert_eq!(shown.stones(), 9);
    shown.new_game(&[("rule", "caro"), ("black", "human"), ("white", "2")]);
    for count in 1..=2 {
        shown.play_to(2 * count, shown.first_empty(&["h8", "d4", "d12"]));
    }
    shown.click_to(2, "#undo");
    shown.resign("White wins");
}

/// Checks live lines with their expected results on the board; a click plays one.
fn runs_an_analysis(shown: &Shown) {
    shown.two_people(&["h8"]);
    shown.click("#analyze-tab");
    shown.click_for("#live", "all('#lines li').length >= 2");
    shown.wait("all('.share').length >= 2");
    shown.run("one('#lines button').click()");
    shown.wait_for_stones(2);
    shown.click("#live");
    shown.click_each(&["#find", "#vcf"]);
    shown.wait_for_message("no win by fours");
}

/// Sets up stones of both colors with White to move.
fn sets_up_a_position(shown: &Shown) {
    shown.two_people(&["h8"]);
    shown.click("#analyze-tab");
    shown.click_for("#setup", "seen('#setup-tools')");
    // The left arrow, in WebDriver's code, takes a move of the game back, but no setup stones.
    shown.press("\u{e012}");
    shown.wait_for_frame();
    assert_eq!(shown.stones(), 1);
    shown.play("i9");
    shown.click("#setup-tools input[name=stone][value=white]");
    shown.play_to(3, "c3");
    shown.click("#setup-tools input[name=to-move][value=white]");
    shown.click_for("#setup-done", "location.hash.includes('first=white')");
    shown.press_with_control('z');
    shown.wait_for_message("Undone: edited position.");
    shown.press_with_control('y');
    shown.play_to(4, "k11");
    shown.wait("location.hash.includes('moves=k11')");
    shown.reload();
    shown.wait_for_stones(4);
}

/// A game saved as SGF can be pasted back.
fn saves_and_loads(shown: &Shown) {
    shown.two_people(&["h8", "i9", "h9"]);
    shown.open_pane("#open-notes");
    shown.type_into("#comment", "a comment");
    let saved = shown.save_text("sgf");
    assert!(saved.contains("C[a comment]"), "{saved}");
    shown.two_people(&[]);
    shown.click_each(&["#games-tab", "#open-paste"]);
    shown.run(&format!("one('#paste-text').value = {}", json!(saved)));
    shown.click_to(3, "#paste button.main");
    shown.wait("one('#comment').value === 'a comment'");
}

/// The connection is cut during an analysis: the page reconnects by itself and continues.
fn survives_a_cut_connection(shown: &Shown, server: &Server) {
    shown.click("#analyze-tab");
    shown.click_for("#live", "all('#lines li').length >= 2");
    // The lines shown when the connection is lost are old.
    shown.run(
        "window.states = []; new MutationObserver(() => { states.push(connection()); \
         if (states.at(-1) === 'lost') all('#lines li').forEach((li) => (li.dataset.old = 'true')); \
         }).observe(document.documentElement, { attributeFilter: ['data-connection'] })",
    );
    server.disconnect();
    shown.wait("window.states.includes('lost') && window.states.at(-1) === 'online'");
    shown.wait_for_stones(3);
    shown.wait("all('#lines li:not([data-old])').length >= 2");
    shown.click("#live");
}

#[test]
fn a_desktop_plays_analyzes_sets_up_saves_and_survives() {
    with_server(server, Device::Desktop, |shown, _, server| {
        plays_caro(shown);
        runs_an_analysis(shown);
        sets_up_a_position(shown);
        saves_and_loads(shown);
        survives_a_cut_connection(shown, server);
    });
}

#[test]
fn a_ninth_tab_says_that_there_are_too_many_and_comes_in_when_one_is_closed() {
    let server = server();
    let Some(browser) = Browser::start(Device::Desktop) else { return };
    let mut tabs: Vec<Page> = (0..8).map(|_| Page::open(&server)).collect();
    browser.go(&server.address());
    browser.wait("connection() === 'full' && text('#banner-text').includes('Too many tabs')");
    tabs.pop();
    browser.wait("connection() === 'online' && one('#banner').hidden");
}

/// A server on a port that the system does not assign to connections meanwhile.
fn server_on_a_lasting_port() -> Server {
    let first = 12_000 + (std::process::id() % 8_000) as u16;
    let try_port = |port| Server::start(&Options { port, threads: 1, memory: POOL_BYTES, database: None }).ok();
    (first..first + 100).find_map(try_port).expect("a free port")
}

#[test]
fn a_tab_goes_on_with_a_server_that_was_started_anew() {
    with_one_retry(|| {
        let first = server_on_a_lasting_port();
        let Some(shown) = Shown::open(&first, Device::Desktop) else { return };
        shown.two_people(&["h8"]);
        let port = first.port();
        drop(first);
        shown.wait("connection() === 'lost'");
        // The first visit to the Learn view has to wait for the server, too.
        shown.click_saying("#learn-tab", "There is no connection to the program.");
        let start = Instant::now();
        // The port becomes free when the first server's threads have ended.
        let second = loop {
            match Server::start(&Options { port, threads: 1, memory: POOL_BYTES, database: None }) {
                Ok(server) => break server,
                Err(error) => assert!(start.elapsed() < Duration::from_secs(60), "{error:#}"),
            }
            std::thread::sleep(Duration::from_millis(100));
        };
        shown.wait("connection() === 'refused' && seen('#address')");
        shown.type_into("#address", &second.address());
        shown.click("#new-address button");
        shown.wait("connection() === 'online' && text('#puzzle-task')");
        shown.wait_for_exact_message("");
        shown.click("#play-tab");
        shown.play_to(2, "i9");
    });
}
