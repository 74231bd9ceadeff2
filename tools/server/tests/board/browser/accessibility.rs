//! Every screen: with axe-core, light and dark, on a desktop and on a phone; in every language on small screens.

use super::layout::begins;
use crate::browser::{Shown, with_one_retry, with_page};
use crate::client::server;
use crate::webdriver::{Browser, Device};
use serde_json::{Value, json};
use std::fs;

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

/// Menus, whose texts are short for a screen of their own.
const MORE_SCREENS: [(&str, &[&str], &str); 2] =
    [("view", &["#analyze-tab", "#view"], "#zoom-in"), ("balance", &["#balance"], "#balance-1")];

/// Leaves a screen's dialog or question.
const LEAVE: &str = "all('dialog[open]').forEach((dialog) => dialog.close()); \
    one('#question-answers [data-value=playOn]')?.click()";

/// Returns each violated rule with the elements that violate it: all rules in light colors, those of colors in dark ones.
const VIOLATIONS: &str = "const done = arguments[0]; document.documentElement.dataset.theme = 'THEME'; \
    const rules = 'THEME' === 'dark' ? ['color-contrast'] : null; \
    axe.run(document, { resultTypes: ['violations'], elementRef: false, ...(rules && { runOnly: rules }) }) \
      .then(({ violations }) => done(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target, failureSummary }) => \
        `${target} ${failureSummary}`).join('; ')}`)), (error) => done([String(error)]))";

/// Checks all screens.
fn checks(device: Device, themes: &[&str]) {
    let Ok(axe) = fs::read_to_string(AXE) else {
        return tengen_repository::skip(&format!("{AXE}: `npm install --prefix target/ci/axe axe-core`"));
    };
    let server = server();
    let Some(browser) = Browser::start(device) else { return };
    browser.run_first(&axe);
    let shown = Shown::at(browser, device, &server.address());
    let browser = &shown.browser;
    let check = |name: &str| {
        for theme in themes {
            let violations = browser.run_async(&VIOLATIONS.replace("THEME", theme));
            assert_eq!(violations, json!([]), "{device:?}, {theme}, {name}");
        }
    };
    check("first visit");
    shown.two_people(&["h8", "i9"]);
    // A touch screen has no keys to list.
    let is_here = |name: &str| name != "keys" || !device.is_touch();
    for (name, pressed, there) in SCREENS.into_iter().filter(|(name, ..)| is_here(name)) {
        pressed.iter().for_each(|selector| browser.click(selector));
        browser.wait(&format!("seen('{there}')"));
        browser.wait_for_frame();
        check(name);
        browser.run(LEAVE);
    }
    browser.click_each(&["#analyze-tab", "#first"]);
    // The pictures of the Learn view contain stones too.
    for moves in ["a1", "a1b1", "a1b1c1", "a1b1c1d1"] {
        shown.play(&moves[moves.len() - 2..]);
        browser.wait(&format!("location.hash.endsWith('moves={moves}')"));
    }
    browser.click_for("#tree .fold", "one('#tree .fold[aria-expanded=false]')");
    check("folded variation");
    browser.run(
        "one('#tree .variation button:not(.fold)') \
         .dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: 20, clientY: 20 }))",
    );
    browser.wait("one('#menu:popover-open .glyphs')");
    check("menu of a move");
    browser.press("\u{e00c}");
    browser.click("#play-tab");
    shown.resign("Black resigns");
    check("result");
    assert_eq!(browser.console(), Vec::<Value>::new());
}

/// Elements that are wider than the window or scroll sideways, except for the tools, the course's tree, an enlarged board
/// and the lines of the engine, which are cut.
const SIDEWAYS: &str = "const width = WIDTH; \
    const is_free = (one) => one.closest('#foot, #course-tree, #frame, #lines li, svg, .hidden, [aria-hidden=true]'); \
    const beyond = ({ left, right }) => right > width + 0.5 || left < -0.5; \
    const scrolls = (one) => one.scrollWidth > one.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(one).overflowX); \
    const seen = all('body *').filter((one) => one.checkVisibility() && !is_free(one)); \
    const wide = seen.filter((one) => beyond(one.getBoundingClientRect()) || scrolls(one)); \
    return [...wide.map((one) => `${one.tagName} ${one.id || one.parentElement.id} ${one.textContent.trim().slice(0, 50)}`), \
      ...(document.documentElement.scrollWidth > width ? [`the page: ${document.documentElement.scrollWidth}`] : [])]";

/// Texts that are cut or outside the window, except those covered by a dialog, and lines of the engine, which are cut.
const TOO_LONG: &str = "\
    const root = one('dialog[open]') ?? document.body; \
    const seen = [...root.querySelectorAll('button, label, legend, h1, h2, h3, p, summary, select, li, dt, dd, th, td')]; \
    const cut = (one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== 'inline'; \
    const beyond = (one) => { const box = one.getBoundingClientRect(); return box.right > innerWidth + 1 || box.left < -1; }; \
    return [...seen.filter((one) => one.checkVisibility() && !one.closest('.hidden, svg, #lines') && (cut(one) || beyond(one))) \
      .map((one) => `${one.tagName} ${one.id} ${one.textContent.trim().slice(0, 60)}`), \
      ...(document.documentElement.scrollWidth > innerWidth ? ['the page is wider than the window'] : [])]";

/// Choices of the open dialog that are wider than the visible part of their field, which ends at the arrow; and the dialog, if
/// it scrolls sideways on the narrowest phone at 200 % zoom.
const CUT_CHOICES: &str = "\
    const dialog = one('dialog[open]'); dialog.style.width = '171px'; const scrolls = dialog.scrollWidth > dialog.clientWidth; \
    dialog.style.width = ''; const pen = document.createElement('canvas').getContext('2d'); \
    return all('dialog[open] select').filter((field) => field.checkVisibility()).flatMap((field) => { \
      const { fontStyle, fontWeight, fontSize, fontFamily, paddingLeft, paddingRight } = getComputedStyle(field); \
      pen.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`; \
      const room = field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight); \
      return [...field.options].filter(({ text }) => pen.measureText(text).width > room + 1).map(({ text }) => `${field.name}: ${text}`); \
    }).concat(scrolls ? ['the dialog'] : [])";

/// Whether the title of the game is not cut.
const CUT_TITLE: &str = "const { scrollWidth, clientWidth, scrollHeight, clientHeight } = one('#game-title'); \
    return scrollWidth > clientWidth || scrollHeight > clientHeight ? [text('#game-title')] : []";

/// Checks every screen in every language; on a device that is not zoomed also the longest titles, and the choices of dialogs.
fn fits(device: Device, screens: &[(&str, &[&str], &str)], script: &str) {
    let is_zoomed = ![Device::Phone, Device::Narrow].contains(&device);
    let script = script.replace("WIDTH", &device.phone().expect("a small screen")[0].to_string());
    with_page(device, |shown, browser| {
        for rule in if is_zoomed { &[][..] } else { &["standard", "freestyle", "caro-exact"] } {
            begins(shown, rule);
            assert_eq!(shown.find_in_every_language(CUT_TITLE), json!([]), "{device:?} {rule}");
        }
        shown.two_people(&["h8", "i9"]);
        for (name, pressed, there) in screens {
            pressed.iter().for_each(|selector| drop(browser.run(&format!("one('{selector}').click()"))));
            browser.wait(&format!("seen('{there}')"));
            let dialog = there.strip_suffix("[open]").zip(pressed.last());
            let dialog: Vec<&str> = dialog.into_iter().flat_map(|(dialog, opener)| [dialog, opener]).collect();
            let all_fields = if *name == "new game" { "choose('#new-game form', 'size', 'other');" } else { "" };
            let has_choices = !is_zoomed && ["new game", "settings"].contains(name);
            for check in [script.as_str(), CUT_CHOICES].into_iter().take(1 + usize::from(has_choices)) {
                let found = shown.find_in_dialog(&format!("{all_fields} {check}"), &dialog);
                assert_eq!(found, json!([]), "{device:?} {name}");
            }
            browser.run(LEAVE);
        }
    });
}

#[test]
fn every_screen_fits_a_small_phone_in_every_language() {
    fits(Device::Narrow, &[&SCREENS[..], &MORE_SCREENS].concat(), TOO_LONG);
}

#[test]
fn every_choice_fits_a_phone_in_every_language() {
    let dialogs = SCREENS.into_iter().filter(|(name, ..)| ["new game", "settings"].contains(name));
    fits(Device::Phone, &dialogs.collect::<Vec<_>>(), TOO_LONG);
}

#[test]
fn nothing_scrolls_sideways_at_twice_its_size_in_any_language() {
    for device in [Device::Zoomed, Device::ZoomedDesktop] {
        // A touch screen has no keys to list.
        fits(device, &SCREENS[..SCREENS.len() - 1], SIDEWAYS);
    }
}

#[test]
fn every_screen_of_a_desktop_is_accessible() {
    with_one_retry(|| checks(Device::Desktop, &["light", "dark"]));
}

#[test]
fn every_screen_of_a_phone_is_accessible() {
    with_one_retry(|| checks(Device::Phone, &["light"]));
}
