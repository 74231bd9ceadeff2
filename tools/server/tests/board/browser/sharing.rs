//! Sharing: the link with the whole game, by copying and by the device's own function.

use super::web::open_host;
use super::{Shown, with_one_retry};
use crate::webdriver::{Browser, Device};
use serde_json::{Value, json};

/// Replaces `navigator.share`; it fails as `window.refusal` states. Shared and copied data are recorded.
const DEVICE: &str = "window.shared = []; window.copied = []; window.refusal = null; \
    Object.defineProperty(navigator, 'share', { configurable: true, value: async (what) => { \
      if (window.refusal) throw new DOMException('', window.refusal); window.shared.push(what); } }); \
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { \
      writeText: async (text) => { window.copied.push(text); } } });";

/// The moves in the list of moves, and the notes.
const GAME: &str = "return [texts('#tree button'), \
    texts('#tree .variation button'), text('#tree [aria-current=true]'), one('#comment').value, \
    one('#name-white').value]";

fn game(shown: &Shown) -> Value {
    shown.open_pane("#open-notes");
    shown.wait("one('#tree [aria-current=true]')");
    shown.run(GAME)
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
        shown.two_people(&["h8", "i9", "h9"]);
        shown.open_pane("#open-notes");
        shown.click_to(2, "#back");
        shown.play("j10");
        shown.wait_for_position("h8i9j10");
        shown.write("#comment", "Why not: 100 % & (more)?");
        shown.write("#name-white", "Ánh & 小林");
        let own = game(&shown);
        assert_eq!(own[1], json!(["3. j10"]), "{own}");
        shown.share("#share");
        shown.wait("window.shared.length === 1");
        let link = shown.value("window.shared[0].url").as_str().expect("a link").to_owned();
        assert!(link.starts_with(&host.address()), "{link}");
        // If the user closes the device's list, nothing is copied; if the list fails, the link is copied.
        for (refusal, copies) in [("AbortError", 0), ("NotAllowedError", 1)] {
            shown.run(&format!("window.refusal = '{refusal}'"));
            shown.share("#share");
            shown.wait_for_frame();
            shown.wait(&format!("window.copied.length === {copies}"));
        }
        shown.share("#copy-link");
        shown.wait("window.copied.length === 2");
        assert_eq!(shown.value("window.copied"), json!([link, link]));
        shown.check_quiet();
        drop(shown);

        // Another user opens the link, and pastes it into a game.
        let Some(shown) = open_at(Device::Desktop, &link) else { return };
        shown.wait_for_position("h8i9j10");
        assert_eq!(game(&shown), own);
        shown.two_people(&[]);
        shown.paste(&link);
        shown.wait_for_position("h8i9j10");
        assert_eq!(game(&shown), own);
        shown.check_quiet();
    });
}
