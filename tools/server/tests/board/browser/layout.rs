//! The page in windows of various shapes, zoomed, and in print.

use super::play::asked;
use super::touch::shifts;
use crate::browser::{Shown, with_page};
use crate::webdriver::Device;
use serde_json::json;

/// Begins a game between two people.
pub fn begins(shown: &Shown, rule: &str) {
    shown.two_people_with(&[("rule", rule), ("size", "15")], &[]);
    shown.wait("text('#game-title').length > 0");
}

/// Records layout shifts of the page, including those right after a click.
pub const WATCH_SHIFTS: &str = "window.moved = []; \
    const name = ({ node }) => node?.id || node?.className || node?.nodeName; \
    window.noteShifts = (entries) => entries.forEach(({ value, sources }) => moved.push([value, sources.map(name).join()])); \
    window.shifts = new PerformanceObserver((list) => noteShifts(list.getEntries())); shifts.observe({ type: 'layout-shift' })";

/// The parts among the board, the players, the tabs and the buttons above them that an element covers.
pub fn covered_by(shown: &Shown, id: &str) -> serde_json::Value {
    shown.run(&format!(
        "const own = box('#{id}'); const parts = all('#frame, .player, #tabs, header > button'); \
         return parts.filter((part) => {{ const {{ left, right, top, bottom }} = part.getBoundingClientRect(); \
           return part.checkVisibility() && left < own.right - 0.5 && own.left < right - 0.5 && \
             top < own.bottom - 0.5 && own.top < bottom - 0.5; }}).map(({{ id }}) => id)"
    ))
}

/// A text that is not a game, with a long error.
pub const LONG_ERROR: &str = "(;GM[4]SZ[15];B[hh];W[zz];B[aa];W[bb](;B[cc])(;B[dd])";

/// Elements keep their places when analysis starts and ends, notices and long errors appear, and tabs and panes change.
#[test]
fn nothing_jumps() {
    for device in [Device::Desktop, Device::Phone] {
        with_page(device, |shown, browser| {
            begins(shown, "caro-exact");
            ["h8", "i9"].into_iter().for_each(|point| shown.play(point));
            shown.wait_for_stones(2);
            browser.click("#analyze-tab");
            browser.wait_for_frame();
            browser.run(WATCH_SHIFTS);
            browser.click_for("#live", "all('#lines li').length === 3");
            browser.click("#live");
            shown.play("i9");
            shown.wait_for_message("There is a stone on i9");
            shown.paste(LONG_ERROR);
            browser.wait("one('#message').classList.contains('error')");
            assert_eq!(covered_by(shown, "message"), json!([]), "{device:?}");
            for tool in ["#open-notes", "#setup", "#open-explorer", "#open-review"] {
                browser.click_for(tool, &format!("one('{tool}').ariaPressed === 'true'"));
                browser.wait_for_frame();
            }
            browser.click("#play-tab");
            browser.wait_for_frame();
            browser.click_for("#games-tab", "seen('#kept-count')");
            let total = shifts(browser);
            assert!(total < 0.005, "{device:?} {total}: {}", browser.value("moved"));
        });
    }
}

#[test]
fn a_board_has_the_room_that_there_is_and_its_tools_stand_apart() {
    for device in [Device::Phone, Device::Desktop] {
        with_page(device, |shown, browser| {
            begins(shown, "caro-exact");
            browser.wait_for_frame();
            // The grid is as large as the window allows.
            let [width, height, window, high] = browser
                .numbers("const { width, height } = box('.border'); return [width, height, innerWidth, innerHeight]");
            assert!((width - height).abs() < 0.5, "{width} {height}");
            // At least the width without 24 pixels on a phone, and the height without 205 pixels on a desktop: 595 of 800.
            let least = if device.is_touch() { window - 24.5 } else { 0.9 * (high - 141.0) };
            assert!(width >= least, "{device:?} {width}");
            if !device.is_touch() {
                // Eight rows of moves and the start beside the largest pane.
                shown.open_pane("#open-notes");
                browser.wait("one('#marks').children.length > 0 && one('#tree').clientHeight >= 9 * 27");
            }
            // Taking back and redoing are not hit for each other.
            browser.click("#play-tab");
            shown.play_to(1, "h8");
            // Nothing was taken back, so the button is disabled.
            browser.wait("one('#redo').disabled");
            shown.click_to(0, "#undo");
            browser.wait("!one('#redo').disabled");
            let apart = "const [a, b] = ['undo', 'redo'].map((id) => document.getElementById(id).getBoundingClientRect()); \
                         return [b.left - a.right >= 2 * a.width, a.width >= 36]";
            assert_eq!(browser.run(apart), json!([true, true]), "two buttons, wide as a finger, stand between them");
            shown.click_to(1, "#redo");
            // "Go on from here" takes the place of the players on a phone, where they would be cut.
            let cut = "const text = one('#players-text'); const height = () => text.parentElement.offsetHeight; \
                       const before = height(); one('#back').click(); \
                       return [seen('#go-on'), text.scrollHeight > text.clientHeight, height() - before]";
            assert_eq!(browser.run(cut), json!([true, false, 0]), "{device:?}");
            // On a small phone at 200 % zoom the tools scroll.
            let last = "const foot = one('#foot'); foot.style.width = '195px'; \
                        const tool = one('#open-share'); tool.scrollIntoView({ inline: 'end' }); \
                        return tool.getBoundingClientRect().right <= foot.getBoundingClientRect().right";
            assert!(device == Device::Desktop || browser.run(last) == json!(true));
            // A board much higher than wide is as high as the window allows, and scrolls to the last move.
            browser.run("location.hash = '#rule=freestyle&size=5x32&moves=c32c1'");
            shown.wait_for_stones(2);
            browser.wait(
                "(() => { const frame = one('#frame'); const box = (part) => part.getBoundingClientRect(); \
                 const last = box(all('.stone').toSorted((a, b) => box(b).top - box(a).top)[0]); \
                 return box(frame).bottom <= innerHeight && frame.scrollHeight > frame.clientHeight && last.bottom <= box(frame).bottom + 1; })()",
            );
        });
    }
}

/// The board stays visible, however far the text below is scrolled.
#[test]
fn a_phone_keeps_the_board_in_sight_and_an_enlarged_one_its_coordinates() {
    with_page(Device::Phone, |shown, browser| {
        // Stones are set up without a way to and fro.
        browser.click_each(&["#analyze-tab", "#setup"]);
        browser.wait(
            "[one('#frame'), one('#setup-done')] \
             .map((part) => part.getBoundingClientRect()).every(({ top, bottom }) => top >= 0 && bottom <= innerHeight)",
        );
        // White can be first to move on an empty board too.
        browser.click("#setup-tools input[name=to-move][value=white]");
        browser.click_for("#setup-done", "location.hash.includes('first=white')");
        shown.play_to(1, "h8");
        browser.wait("one('.stone').classList.contains('white')");
        // The colors alternate between rows, so that there is no five.
        let columns = |row: usize| if row.is_multiple_of(2) { ["a", "c", "e", "g"] } else { ["c", "a", "g", "e"] };
        let moves: String = (1..=15).flat_map(|row| columns(row).map(|column| format!("{column}{row}"))).collect();
        shown.show_game("freestyle", &moves);
        for tab in ["analyze", "play", "games", "learn"] {
            browser.click(&format!("#{tab}-tab"));
            browser.run("scrollTo(0, document.documentElement.scrollHeight)");
            browser.wait_for_frame();
            let facts = "const board = box('#frame'); const tabs = box('#tabs'); \
                 return [board.top >= 0, board.bottom <= tabs.top, tabs.bottom === innerHeight]";
            assert_eq!(browser.run(facts), json!([true, true, true]), "{tab}");
        }
        // Coordinates at the edges of the visible part match the points there.
        begins(shown, "caro-exact");
        let labels = "all('.ruler text')";
        browser.wait(&format!("{labels}.length === 0"));
        shown.zoom("in");
        browser.run("const frame = one('#frame'); frame.scrollTo(frame.scrollWidth, frame.scrollHeight)");
        browser.wait(&format!("{labels}.some((label) => label.textContent === 'o')"));
        let [x, y] = shown.place_of("n2");
        let is_near = |name: &str, side: &str, at: f64| {
            format!(
                "{labels}.some((label) => {{ const {{ left, right, top, bottom }} = label.getBoundingClientRect(); \
                 const frame = box('#frame'); \
                 const middle = {side}; return label.textContent === '{name}' && Math.abs(middle - {at}) < 3 && \
                 left >= frame.left && top >= frame.top && right <= frame.right && bottom <= frame.bottom; }})"
            )
        };
        browser.wait(&is_near("n", "(left + right) / 2", x));
        browser.wait(&is_near("2", "(top + bottom) / 2", y));
        shown.zoom("out");
        browser.wait(&format!("{labels}.length === 0"));
    });
}

/// The page scrolls while the board stays, and every tool can be pressed, also beside a question.
#[test]
fn the_panel_of_a_phone_on_its_side_has_no_scroll_of_its_own() {
    let covered = "return all('#foot .icon, #question-answers button').filter((one) => one.checkVisibility()) \
        .filter((one) => { const { x, y, width, height } = one.getBoundingClientRect(); \
          return !one.contains(document.elementFromPoint(x + width / 2, y + height / 2)); }).map(({ id, textContent }) => id || textContent)";
    for device in [Device::Landscape, Device::WideLandscape, Device::ZoomedDesktop] {
        with_page(device, |shown, browser| {
            shown.two_people(&[]);
            if device == Device::Landscape {
                // The whole board is shown.
                browser.run("scrollTo(0, 0)");
                browser.wait("box('#board').bottom <= innerHeight");
                // The element next to it does not overlap it.
                browser.wait("box('#tabs').left >= box('#frame').right");
                shown.play("a1");
                shown.play_to(2, "o15");
                shown.two_people(&[]);
            }
            shown.plays(0, &["h8"]);
            browser.click("#resign");
            asked(shown, "Resign this game?");
            assert_eq!(browser.run(covered), json!([]), "{device:?}");
            for tab in ["play", "analyze", "games"] {
                browser.click(&format!("#{tab}-tab"));
                let facts = browser.run(
                    "scrollTo(0, document.documentElement.scrollHeight); const panel = one('aside'); \
                     const foot = one('#foot'); return [panel.scrollHeight <= panel.clientHeight + 1, \
                     box('#frame').top >= 0, foot.scrollWidth <= foot.clientWidth]",
                );
                assert_eq!(facts, json!([true, true, true]), "{device:?} {tab}");
                assert_eq!(browser.run(covered), json!([]), "{device:?} {tab}");
            }
        });
    }
}

#[test]
fn tools_stay_beside_an_encoding_and_paper_holds_the_board_and_the_moves_alone() {
    with_page(Device::Desktop, |shown, browser| {
        begins(shown, "caro-exact");
        shown.play_to(1, "h8");
        // The encoding of a file's texts and messages are shown above the board: the tools do not move.
        let below = "return innerHeight - box('#foot').bottom";
        let before = browser.run(below);
        assert!(before.as_f64().is_some_and(|room| room >= 0.0), "{before}");
        browser.run("one('#encoding').hidden = false");
        browser.wait_for_frame();
        assert_eq!(browser.run(below), before);
        assert_eq!(browser.value("seen('#encoding')"), json!(true));
        browser.run("one('#encoding').hidden = true");
        browser.show_as_printed();
        // A page of paper is as wide as a phone's window, whose list of moves scrolls.
        let whole = "return getComputedStyle(one('#tree')).maxHeight === 'none' && box('#frame').left >= 0";
        assert_eq!(browser.run(whole), json!(true), "the moves and the board are not cut");
        let visible = |selector: &str| browser.value(&format!("seen('{selector}')"));
        for shown_part in ["#board", "#game-title", "#player-black", "#tree"] {
            assert_eq!(visible(shown_part), json!(true), "{shown_part}");
        }
        for part in ["#new", "#undo", "#tabs", "#foot", "#open-settings"] {
            assert_eq!(visible(part), json!(false), "{part}");
        }
        // Next to the list of games too, without a heading for an empty list.
        browser.run("one('#games-tab').click()");
        browser.wait_for_frame();
        for (part, is_shown) in [("#tree", true), ("#board", true), ("#kept-title", false)] {
            assert_eq!(visible(part), json!(is_shown), "{part}");
        }
    });
}
