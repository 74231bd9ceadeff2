//! Tests every screen with axe-core, light and dark, on a desktop and on a phone.

use crate::browser::{Shown, TWO_PEOPLE, with_one_retry, with_page};
use crate::client::server;
use crate::webdriver::{Browser, Device};
use serde_json::{Value, json};
use std::fs;
use tengen_language::Language;

/// File that `.ci/run` installs.
const AXE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/ci/axe/node_modules/axe-core/axe.min.js");

/// Screens: a name, the buttons to press, and an element of the screen.
const SCREENS: [(&str, &[&str], &str); 20] = [
    ("play", &["#play-tab"], "#resign"),
    ("question", &["#resign"], "#question-answers button"),
    ("new game", &["#new"], "#new-game[open]"),
    ("analysis", &["#analyze-tab", "#live"], "#lines li"),
    ("menu", &["#find"], "#vct"),
    ("notes", &["#open-notes"], "#comment"),
    ("explorer", &["#open-explorer"], "#known button"),
    ("review", &["#open-review"], "#review"),
    ("edit", &["#setup"], "#setup-done"),
    ("share", &["#setup-cancel", "#open-share"], "#share-dialog[open]"),
    ("about", &["#open-share", "#share-about"], "#about[open]"),
    ("search", &["#open-engine"], "#engine-dialog[open]"),
    ("puzzles", &["#learn-tab"], "#puzzle[data-state=asked]"),
    ("course", &["[data-part=course]"], "#course-count:not(:empty)"),
    ("sight", &["[data-part=sight]"], "#lesson-about:not(:empty)"),
    ("rules", &["[data-part=rules]"], "#rules-rows li"),
    ("library", &["#games-tab"], "#kept-games li"),
    ("paste", &["#open-paste"], "#paste[open]"),
    ("settings", &["#open-settings"], "#settings[open]"),
    ("keys", &["#open-keys"], "#keys[open]"),
];

/// Leaves a screen's dialog or question.
const LEAVE: &str = "document.querySelectorAll('dialog[open]').forEach((dialog) => dialog.close()); \
    document.querySelector('#question-answers [data-value=playOn]')?.click()";

/// Returns each violated rule with the elements that violate it.
const VIOLATIONS: &str = "const done = arguments[0]; const rules = RULES; \
    axe.run(document, { resultTypes: ['violations'], elementRef: false, ...(rules && { runOnly: rules }) }) \
      .then(({ violations }) => done(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target, failureSummary }) => \
        `${target} ${failureSummary}`).join('; ')}`)), (error) => done([String(error)]))";

/// Checks all screens; `rules` are the rules to check, all for `null`.
fn checks(device: Device, theme: &str, rules: &str) {
    let Ok(axe) = fs::read_to_string(AXE) else {
        return tengen_repository::skip(&format!("{AXE}: `npm install --prefix target/ci/axe axe-core`"));
    };
    let server = server();
    let Some(browser) = Browser::start(device) else { return };
    browser.run_first(&axe);
    browser.run_first(&format!("localStorage.setItem('tengen.settings', JSON.stringify({{ theme: '{theme}' }}))"));
    let shown = Shown::at(browser, device, &server.address());
    let browser = &shown.browser;
    let check = |name: &str| {
        let violations = browser.run_async(&VIOLATIONS.replace("RULES", rules));
        assert_eq!(violations, json!([]), "{device:?}, {theme}, {name}");
    };
    check("first visit");
    shown.begin(&TWO_PEOPLE, &["h8", "i9"]);
    // A touch screen has no keys to list.
    let is_here = |name: &str| name != "keys" || !device.is_touch();
    for (name, pressed, there) in SCREENS.into_iter().filter(|(name, ..)| is_here(name)) {
        pressed.iter().for_each(|selector| browser.click(selector));
        browser.wait(&format!("document.querySelector('{there}')?.checkVisibility()"));
        browser.wait_for_frame();
        check(name);
        browser.run(LEAVE);
    }
    browser.click("#analyze-tab");
    browser.click("#first");
    // The pictures of the Learn view contain stones too.
    for moves in ["a1", "a1b1", "a1b1c1", "a1b1c1d1"] {
        shown.play(&moves[moves.len() - 2..]);
        browser.wait(&format!("location.hash.endsWith('moves={moves}')"));
    }
    browser.click("#tree .fold");
    browser.wait("document.querySelector('#tree .fold[aria-expanded=false]')");
    check("folded variation");
    browser.run(
        "document.querySelector('#tree .variation button:not(.fold)') \
         .dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: 20, clientY: 20 }))",
    );
    browser.wait("document.querySelector('#menu:popover-open .glyphs')");
    check("menu of a move");
    browser.press("\u{e00c}");
    browser.click("#play-tab");
    shown.resign("Black resigns");
    check("result");
    assert_eq!(browser.console(), Vec::<Value>::new());
}

/// Elements that are wider than the window or scroll sideways, except for the tools, the course's tree, an enlarged board
/// and the lines of the engine, which are cut.
const SIDEWAYS: &str = "\
    const is_free = (one) => one.closest('#foot, #course-tree, #frame, #lines li, svg, .hidden, [aria-hidden=true]'); \
    const beyond = ({ left, right }) => right > width + 0.5 || left < -0.5; \
    const scrolls = (one) => one.scrollWidth > one.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(one).overflowX); \
    const seen = [...document.querySelectorAll('body *')].filter((one) => one.checkVisibility() && !is_free(one)); \
    const wide = seen.filter((one) => beyond(one.getBoundingClientRect()) || scrolls(one)); \
    return [...wide.map((one) => `${one.tagName} ${one.id || one.parentElement.id} ${one.textContent.trim().slice(0, 50)}`), \
      ...(document.documentElement.scrollWidth > width ? [`the page: ${document.documentElement.scrollWidth}`] : [])]";

/// Opens every screen in every language.
fn scrolls_nothing_sideways(device: Device) {
    let sideways = format!("const width = {}; {SIDEWAYS}", device.phone().unwrap()[0]);
    with_page(device, |shown, browser| {
        shown.new_game(&TWO_PEOPLE);
        shown.plays(0, &["h8", "i9"]);
        for language in Language::all().map(Language::code) {
            shown.speak(language);
            for (name, pressed, there) in SCREENS.into_iter().filter(|(name, ..)| *name != "keys") {
                for selector in pressed {
                    browser.run(&format!("document.querySelector('{selector}').click()"));
                }
                browser.wait(&format!("document.querySelector('{there}')?.checkVisibility()"));
                browser.wait_for_frame();
                assert_eq!(browser.run(&sideways), json!([]), "{language} {name}");
                browser.run(LEAVE);
                // The Learn view opens with the part that was left.
                if name == "rules" {
                    browser.run("document.querySelector('[data-part=puzzles]').click()");
                }
            }
        }
    });
}

#[test]
fn nothing_scrolls_sideways_on_a_phone_at_twice_its_size() {
    scrolls_nothing_sideways(Device::Zoomed);
}

#[test]
fn nothing_scrolls_sideways_on_a_desktop_at_twice_its_size() {
    scrolls_nothing_sideways(Device::ZoomedDesktop);
}

#[test]
fn every_screen_of_a_desktop_is_accessible() {
    with_one_retry(|| checks(Device::Desktop, "light", "null"));
}

/// Only the colors differ.
#[test]
fn every_dark_screen_of_a_desktop_is_accessible() {
    with_one_retry(|| checks(Device::Desktop, "dark", "['color-contrast']"));
}

#[test]
fn every_screen_of_a_phone_is_accessible() {
    with_one_retry(|| checks(Device::Phone, "light", "null"));
}
