//! Touch screens: what stands where on phones and on a tablet, long messages, and long touches.

use super::layout::{LONG_ERROR, WATCH_SHIFTS, begins, covered_by};
use super::play::{asked, opening};
use crate::browser::{Shown, with_page};
use crate::webdriver::{Browser, Device};
use serde_json::json;

/// Records layout shifts of the page, including those that it had before.
pub fn watch_shifts_from_start(browser: &Browser) {
    browser.run(&WATCH_SHIFTS.replace("'layout-shift'", "'layout-shift', buffered: true"));
}

/// The sum of all layout shifts since [`WATCH_SHIFTS`].
pub fn shifts(browser: &Browser) -> f64 {
    browser.wait_for_frame();
    // Includes shifts that the browser has not yet reported to the observer.
    browser
        .run("noteShifts(shifts.takeRecords()); return moved.reduce((sum, [value]) => sum + value, 0)")
        .as_f64()
        .unwrap()
}

/// Whether the whole of an element is visible in a list and above the tools, as an expression.
fn is_in_sight(selector: &str) -> String {
    format!(
        "[[one('{selector}'), one('#tree'), one('#foot')] \
         .map((one) => one.getBoundingClientRect())].every(([one, list, foot]) => \
           one.top >= list.top && one.bottom <= list.bottom && one.bottom <= foot.top)"
    )
}

#[test]
fn a_tablet_held_upright_has_a_large_board_and_the_moves_below_it() {
    with_page(Device::Tablet, |shown, browser| {
        shown.show_game("freestyle", "h8a1h9c1h10e1h11g1i8i1");
        let width = browser.value("box('.border').width");
        assert!(width.as_f64().unwrap() >= 590.0, "{width}");
        for tab in ["play", "analyze", "games", "learn"] {
            browser.click_for(&format!("#{tab}-tab"), "box('#frame').bottom < box('aside').top");
        }
        // A pane stands beside the moves.
        shown.open_pane("#open-notes");
        browser.wait(&is_in_sight("#tree [aria-current]"));
        assert_eq!(covered_by(shown, "notes"), json!([]));
        let apart = "return box('#notes').right <= box('#tree').left";
        assert_eq!(browser.run(apart), json!(true));
    });
}

/// The result comes without moving anything, and leaves the last move in sight if there is room for a list.
#[test]
fn a_result_stands_once_and_covers_no_move() {
    for device in [Device::Desktop, Device::Phone, Device::Tablet, Device::Narrow] {
        with_page(device, |shown, browser| {
            shown.two_people_with(
                &[("size", "15"), ("minutes", "0")],
                &["h8", "a1", "h9", "c1", "h10", "e1", "h11", "g1"],
            );
            browser.run(WATCH_SHIFTS);
            shown.plays(8, &["h12"]);
            browser.wait("seen('#result')");
            if [Device::Phone, Device::Tablet].contains(&device) {
                browser.wait(&is_in_sight("#tree [aria-current]"));
                let below = "return box('#result').bottom <= box('#foot').top + 1";
                assert_eq!(browser.run(below), json!(true), "{device:?}");
            }
            if device == Device::Tablet {
                let is_free = "return box('#new').bottom <= box('#result').top";
                assert_eq!(browser.run(is_free), json!(true), "another kind of game can be begun");
            }
            assert!(shifts(browser) < 0.001, "{device:?}: {}", browser.value("moved"));
            // The result is not shown below the board, at the players, or anywhere else outside the box.
            let places = "all('body *').filter((one) => \
                 [...one.childNodes].some((part) => part.nodeType === Node.TEXT_NODE && part.data.includes('wins')) && \
                 one.checkVisibility() && getComputedStyle(one).clipPath === 'none').map(({ id }) => id).join()";
            browser.wait(&format!("{places} === 'result-title'"));
            // The message, which is visually hidden, is for screen readers.
            shown.wait_for_message("Black wins");
            browser.click_for("#analyze-tab", &format!("{places} === 'message'"));
            // A long name stays in its row.
            if device == Device::Narrow {
                browser.run(
                    "location.hash = '#size=15x15&moves=h8&name-black=Konstantinopolitanischer+Dudelsackpfeifer+Wettbewerb'",
                );
                shown.wait_for_stones(1);
                let name = "one('#player-black .name')";
                browser.wait(&format!("{name}.textContent.includes('Wettbewerb')"));
                let fits = format!(
                    "const [name, row] = [{name}, {name}.parentElement].map((one) => one.getBoundingClientRect()); \
                     return [name.top >= row.top && name.bottom <= row.bottom && name.right <= row.right, getComputedStyle({name}).webkitLineClamp]"
                );
                assert_eq!(browser.run(&fits), json!([true, "2"]), "what is cut ends in an ellipsis");
            }
        });
    }
}

/// A finger that rests may aim until the menu of a long touch opens; once it has moved, no menu opens.
#[test]
fn a_finger_aims_before_the_menu_opens_is_refused_at_once_and_shows_a_long_error() {
    with_page(Device::Phone, |shown, browser| {
        begins(shown, "caro-exact");
        let is_menu_open = "one('#menu:popover-open') !== null";
        // The first touch loads what aims.
        shown.play_to(1, "a1");
        let [from, to] = ["d4", "h8"].map(|point| shown.place_of(point));
        browser.drag_finger(from, 650, to);
        shown.wait_for_position("a1h8");
        assert_eq!(browser.value(is_menu_open), json!(false));
        browser.drag_finger(from, 1000, from);
        browser.wait(is_menu_open);
        assert_eq!(shown.stones(), 2);
        browser.press("\u{e00c}");
        // Where no stone may go, the first touch does not ask for a second one.
        opening(shown, "renju", "rif");
        asked(shown, "3 to go");
        let [x, y] = shown.place_of("a1");
        shown.tap(x, y, true);
        shown.wait_for_message("does not allow a1");
        // A tap shows the whole of a long error.
        begins(shown, "caro-exact");
        shown.paste(LONG_ERROR);
        browser.wait("one('#message').classList.contains('long')");
        browser
            .run("const box = one('#message'); box.textContent += box.textContent; dispatchEvent(new Event('resize'))");
        browser.run(WATCH_SHIFTS);
        let is_cut = "(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight)(one('#message'))";
        for is_whole in [false, true, false] {
            browser.wait(&format!("{is_cut} === {}", !is_whole));
            let [x, y] = browser
                .numbers("const { x, y, width, height } = box('#message'); return [x + width / 2, y + height / 2]");
            browser.tap(x, y, true);
        }
        assert!(shifts(browser) < 0.001, "{}", browser.value("moved"));
    });
}

#[test]
fn a_first_visit_moves_nothing() {
    for device in [Device::Desktop, Device::Phone, Device::Narrow] {
        with_page(device, |_: &Shown, browser| {
            let is_offered = "seen('#welcome')";
            browser.wait(is_offered);
            watch_shifts_from_start(browser);
            browser.click_for("#welcome-close", &format!("!{is_offered} && seen('#tree')"));
            assert!(shifts(browser) < 0.001, "{device:?}: {}", browser.value("moved"));
        });
    }
}
