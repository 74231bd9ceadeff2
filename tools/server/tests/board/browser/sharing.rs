//! Sharing: the link with the whole game, by copying and by the device's own function.

use super::web::open_host;
use super::{Shown, TWO_PEOPLE, with_one_retry};
use crate::webdriver::{Browser, Device};
use serde_json::{Value, json};

/// Replaces `navigator.share`; it fails as `window.refusal` states. Shared and copied data are recorded.
const DEVICE: &str = "window.shared = []; window.copied = []; window.refusal = null; \
    Object.defineProperty(navigator, 'share', { configurable: true, value: async (what) => { \
      if (window.refusal) throw new DOMException('', window.refusal); window.shared.push(what); } }); \
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { \
      writeText: async (text) => { window.copied.push(text); } } });";

/// The moves in the list of moves, and the notes.
const GAME: &str = "return [[...document.querySelectorAll('#tree button')].map((button) => button.textContent), \
    [...document.querySelectorAll('#tree .variation button')].map((button) => button.textContent), \
    document.querySelector('#tree [aria-current=true]').textContent, document.getElementById('comment').value, \
    document.getElementById('name-white').value]";

fn game(shown: &Shown) -> Value {
    shown.open_pane("#open-notes");
    shown.browser.wait("document.querySelector('#tree [aria-current=true]')");
    shown.browser.run(GAME)
}

/// Writes into a field of the notes.
fn write(shown: &Shown, field: &str, text: &str) {
    shown.browser.run(&format!(
        "const field = document.getElementById('{field}'); field.value = {}; \
         for (const kind of ['input', 'change']) field.dispatchEvent(new Event(kind, {{ bubbles: true }}))",
        json!(text)
    ));
}

fn open_at(device: Device, address: &str) -> Option<Shown> {
    let browser = Browser::start(device)?;
    browser.run_first(DEVICE);
    Some(Shown::at(browser, device, address))
}

#[test]
fn a_phone_shares_a_link_with_the_whole_game_which_others_open() {
    with_one_retry(|| {
        let Some(host) = open_host(false) else { return };
        let Some(shown) = open_at(Device::Phone, &host.address()) else { return };
        shown.begin(&TWO_PEOPLE, &["h8", "i9", "h9"]);
        shown.open_pane("#open-notes");
        shown.browser.click("#back");
        shown.wait_for_stones(2);
        shown.play("j10");
        shown.wait_for_position("h8i9j10");
        write(&shown, "comment", "Why not: 100 % & (more)?");
        write(&shown, "name-white", "Ánh & 小林");
        let own = game(&shown);
        assert_eq!(own[1], json!(["3. j10"]), "{own}");
        shown.share("#share");
        shown.browser.wait("window.shared.length === 1");
        let link = shown.browser.run("return window.shared[0].url").as_str().expect("a link").to_owned();
        assert!(link.starts_with(&host.address()), "{link}");
        // If the user closes the device's list, nothing is copied; if the list fails, the link is copied.
        for (refusal, copies) in [("AbortError", 0), ("NotAllowedError", 1)] {
            shown.browser.run(&format!("window.refusal = '{refusal}'"));
            shown.share("#share");
            shown.browser.wait_for_frame();
            shown.browser.wait(&format!("window.copied.length === {copies}"));
        }
        shown.share("#copy-link");
        shown.browser.wait("window.copied.length === 2");
        assert_eq!(shown.browser.run("return window.copied"), json!([link, link]));
        shown.check_quiet();
        drop(shown);

        // Another user opens the link, and pastes it into a game.
        let Some(shown) = open_at(Device::Desktop, &link) else { return };
        shown.wait_for_position("h8i9j10");
        assert_eq!(game(&shown), own);
        shown.new_game(&TWO_PEOPLE);
        shown.browser.run(&format!(
            "const data = new DataTransfer(); data.setData('text', {}); \
             document.body.dispatchEvent(new ClipboardEvent('paste', {{ clipboardData: data, bubbles: true }}))",
            json!(link)
        ));
        shown.wait_for_position("h8i9j10");
        assert_eq!(game(&shown), own);
        shown.check_quiet();
    });
}
