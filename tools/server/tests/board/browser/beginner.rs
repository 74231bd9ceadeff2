//! The first visit: its offers, in every language, and when they disappear.

use crate::browser::{Shown, with_page};
use crate::webdriver::{Browser, Device};
use serde_json::json;
use tengen_language::Language;

const IS_OFFERED: &str = "document.getElementById('welcome').checkVisibility()";

/// Loads the page as on a first visit.
fn offer_returns(shown: &Shown) {
    // Data that the page stores or writes into the address when it is left must not exist at the next visit.
    shown.browser.run(
        "const put = Storage.prototype.setItem; \
         for (const storage of [localStorage, sessionStorage]) \
           for (const key of Object.keys(storage)) if (key !== 'tengen.token') storage.removeItem(key); \
         Storage.prototype.setItem = function (key, text) { if (key === 'tengen.token') put.call(this, key, text); }; \
         history.replaceState = () => {}; location.hash = ''",
    );
    shown.reload();
    shown.browser.wait(IS_OFFERED);
}

fn is_offered(shown: &Shown, browser: &Browser) {
    // The offer remains if nothing was chosen.
    browser.wait(IS_OFFERED);
    shown.reload();
    browser.wait(IS_OFFERED);
    // In the chosen language, with nothing wider than its space.
    for language in Language::all().map(Language::code).chain(["en"]) {
        shown.speak(language);
        let overlong = "return [...document.querySelectorAll('#welcome *')].filter((one) => one.scrollWidth > one.clientWidth + 1).length";
        assert_eq!(browser.run(overlong), json!(0), "{language}");
    }
    let title = "return document.getElementById('welcome-title').textContent";
    assert_eq!(browser.run(title), json!("New here?"));
    // The rules, with rows that win and rows that do not.
    browser.click("#welcome-rules");
    browser.wait("document.querySelectorAll('#rules-rows .wins').length === 2");
    browser.wait("document.querySelectorAll('#rules-rows .stone').length === 21");
    // A stone shaded like the board's is invisible while the board is hidden.
    let shaded = "return [...document.querySelectorAll('#rules-rows .disc')].filter((disc) => getComputedStyle(disc).fill.includes('url')).length";
    assert_eq!(browser.run(shaded), json!(0));
    browser.choose("#rules", "rules", "standard");
    browser.wait("document.getElementById('rules-own').textContent.startsWith('Exactly five win')");
    browser.click("#play-tab");
    assert_eq!(browser.run(&format!("return {IS_OFFERED}")), json!(false));
    shown.reload();
    browser.wait_for_frame();
    assert_eq!(browser.run(&format!("return {IS_OFFERED}")), json!(false), "it was taken");
    offer_returns(shown);
    browser.click("#welcome-puzzle");
    browser.wait("document.getElementById('puzzle-task')?.textContent");
    offer_returns(shown);
    browser.click("#welcome-close");
    browser.wait(&format!("!{IS_OFFERED}"));
    // A game begun in another way.
    offer_returns(shown);
    shown.new_game(&[]);
    browser.wait(&format!("!{IS_OFFERED}"));
    // A game against the weakest level.
    offer_returns(shown);
    browser.click("#welcome-play");
    browser.wait("document.querySelector('#player-white .name').textContent.includes('level 1')");
    shown.play_to(2, "h8");
    // After the first stone the offer is no longer needed.
    offer_returns(shown);
    shown.play("h8");
    browser.wait(&format!("!{IS_OFFERED}"));
}

#[test]
fn a_first_visit_on_a_desktop_is_offered_a_way_in() {
    with_page(Device::Desktop, is_offered);
}

#[test]
fn a_first_visit_on_a_phone_is_offered_a_way_in() {
    with_page(Device::Narrow, is_offered);
}
