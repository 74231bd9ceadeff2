//! What an annotator does with a game: changes taken back and made again.

use super::{begin, choose_for};
use crate::browser::files::paste;
use crate::browser::{Shown, with_one_retry};
use crate::client::server;
use crate::webdriver::Device;

/// The moves of the list, with their signs.
const MOVES: &str =
    "[...document.querySelectorAll('#tree button:not(.root)')].map(({ textContent }) => textContent).join(' ')";

fn lists(shown: &Shown, moves: &str) {
    shown.browser.wait(&format!("{MOVES} === '{moves}'"));
}

/// On the page of a server, in a browser of its own.
fn on_a_desktop(act: fn(&Shown)) {
    with_one_retry(|| {
        let server = server();
        let Some(shown) = Shown::open(&server, Device::Desktop) else { return };
        act(&shown);
        shown.check_quiet();
    });
}

pub fn redoes(shown: &Shown) {
    let browser = &shown.browser;
    begin(shown);
    choose_for(shown, "i9", "#move-delete");
    lists(shown, "h8");
    let buttons = "['undo', 'redo'].map((name) => document.getElementById(`note-${name}`).checkVisibility()).join()";
    browser.wait(&format!("{buttons} === 'true,false'"));
    browser.click("#note-undo");
    lists(shown, "h8 i9");
    browser.wait(&format!("{buttons} === 'false,true'"));
    browser.click("#note-redo");
    lists(shown, "h8");
    shown.wait_for_message("Redone.");
    browser.wait(&format!("{buttons} === 'true,false'"));
    for again in ['y', 'Z'] {
        browser.press_with_control('z');
        lists(shown, "h8 i9");
        browser.press_with_control(again);
        lists(shown, "h8");
        shown.wait_for_stones(1);
    }
    choose_for(shown, "h8", "#menu-undo");
    lists(shown, "h8 i9");
    choose_for(shown, "h8", "#menu-redo");
    lists(shown, "h8");
    // The kept copy is that of the last change.
    browser.click("#games-tab");
    browser.wait("document.querySelector('#kept-games .quiet').textContent.includes('1 move ')");
    browser.click("#analyze-tab");
    browser.press_with_control('z');
    lists(shown, "h8 i9");
    // A new change ends it.
    shown.play("c3");
    lists(shown, "h8 i9 3. c3");
    browser.press_with_control('y');
    shown.wait_for_message("There is nothing to redo.");
    lists(shown, "h8 i9 3. c3");
}

#[test]
fn what_was_taken_back_is_made_again_by_keys_a_button_and_the_menu() {
    on_a_desktop(redoes);
}

/// Also a game that a paste has replaced, and its own changes before it.
#[test]
fn a_pasted_game_and_what_was_written_in_it_come_again() {
    on_a_desktop(|shown| {
        let browser = &shown.browser;
        begin(shown);
        paste(shown, "h8 h9 h10");
        shown.wait_for_position("h8h9h10");
        choose_for(shown, "h10", "#menu button:nth-child(4)");
        lists(shown, "h8 h9 h10 ??");
        browser.press_with_control('z');
        lists(shown, "h8 h9 h10");
        browser.press_with_control('z');
        shown.wait_for_position("h8i9");
        browser.press_with_control('y');
        shown.wait_for_position("h8h9h10");
        browser.press_with_control('y');
        lists(shown, "h8 h9 h10 ??");
    });
}
