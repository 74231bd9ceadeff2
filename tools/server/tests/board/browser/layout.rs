//! The page in windows of various shapes, zoomed, and in print.

use super::files::paste;
use super::play::asked;
use super::touch::shifts;
use crate::browser::{Shown, TWO_PEOPLE, with_page};
use crate::webdriver::Device;
use serde_json::json;
use tengen_language::Language;

/// Texts that are cut or outside the window, except those covered by a dialog.
const TOO_LONG: &str = "\
    const root = document.querySelector('dialog[open]') ?? document.body; \
    const seen = [...root.querySelectorAll('button, label, legend, h1, h2, h3, p, summary, select, li, dt, dd, th, td')]; \
    const cut = (one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== 'inline'; \
    const beyond = (one) => { const box = one.getBoundingClientRect(); return box.right > innerWidth + 1 || box.left < -1; }; \
    return [...seen.filter((one) => one.checkVisibility() && !one.closest('.hidden, svg') && (cut(one) || beyond(one))) \
      .map((one) => `${one.tagName} ${one.id} ${one.textContent.trim().slice(0, 60)}`), \
      ...(document.documentElement.scrollWidth > innerWidth ? ['the page is wider than the window'] : [])]";

/// Choices of the open dialog that are wider than the visible part of their field, which ends at the arrow.
const CUT_CHOICES: &str = "\
    const pen = document.createElement('canvas').getContext('2d'); \
    return [...document.querySelectorAll('dialog[open] select')].filter((field) => field.checkVisibility()).flatMap((field) => { \
      const { fontStyle, fontWeight, fontSize, fontFamily, paddingLeft, paddingRight } = getComputedStyle(field); \
      pen.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`; \
      const room = field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight); \
      return [...field.options].filter(({ text }) => pen.measureText(text).width > room + 1).map(({ text }) => `${field.name}: ${text}`); })";

/// Begins a game with the longest title.
pub fn begins(shown: &Shown) {
    begins_with(shown, "caro-exact");
}

fn begins_with(shown: &Shown, rule: &str) {
    shown.new_game(&[&TWO_PEOPLE[..], &[("rule", rule), ("size", "15")]].concat());
    shown.browser.wait("document.getElementById('game-title').textContent.length > 0");
}

#[test]
fn a_phone_on_its_side_shows_the_whole_board() {
    with_page(Device::Landscape, |shown, browser| {
        begins(shown);
        browser.run("scrollTo(0, 0)");
        let box_of = |id: &str| format!("document.getElementById('{id}').getBoundingClientRect()");
        browser.wait(&format!("{}.bottom <= innerHeight", box_of("board")));
        // The element next to it does not overlap it.
        browser.wait(&format!("{}.left >= {}.right", box_of("tabs"), box_of("frame")));
        shown.play("a1");
        shown.play_to(2, "o15");
    });
}

#[test]
fn a_phone_shows_the_whole_title() {
    for device in [Device::Phone, Device::Narrow] {
        with_page(device, |shown, browser| {
            for language in Language::all().map(Language::code) {
                shown.speak(language);
                for rule in ["caro-exact", "standard", "freestyle"] {
                    begins_with(shown, rule);
                    let title = "const title = document.getElementById('game-title'); \
                                 return [title.scrollWidth <= title.clientWidth, title.scrollHeight <= title.clientHeight]";
                    assert_eq!(browser.run(title), json!([true, true]), "{device:?} {language} {rule}");
                }
            }
        });
    }
}

/// No button, label or heading is cut or outside the window, in any panel or dialog.
#[test]
fn no_text_is_too_long_for_the_narrowest_phone() {
    with_page(Device::Narrow, |shown, browser| {
        for language in Language::all().map(Language::code) {
            shown.speak(language);
            begins(shown);
            for place in
                "#play-tab #analyze-tab #games-tab #new #open-settings #open-keys #open-paste #open-share #open-engine \
                          #open-notes #open-explorer #open-review #setup #view #find #balance"
                    .split(' ')
            {
                let tab = match place {
                    "#new" => "#play-tab",
                    "#open-paste" => "#games-tab",
                    _ => "#analyze-tab",
                };
                if !place.ends_with("-tab") {
                    browser.run(&format!("document.querySelector('{tab}').click()"));
                }
                browser.run(&format!("document.querySelector('{place}').click()"));
                if place == "#setup" {
                    browser.wait("document.getElementById('setup-tools').checkVisibility()");
                }
                browser.wait_for_frame();
                assert_eq!(browser.run(TOO_LONG), json!([]), "{language} {place}");
                browser.run("document.querySelectorAll('dialog[open]').forEach((dialog) => dialog.close())");
            }
            browser.run("document.querySelector('#learn-tab').click()");
            for (part, filled) in [("puzzles", "puzzle-task"), ("course", "course-count"), ("sight", "lesson-about")] {
                browser.wait(&format!("document.querySelector('[data-part={part}]')"));
                browser.run(&format!("document.querySelector('[data-part={part}]').click()"));
                browser.wait(&format!("document.getElementById('{filled}').textContent !== ''"));
                browser.wait_for_frame();
                assert_eq!(browser.run(TOO_LONG), json!([]), "{language} {part}");
            }
            browser.run("document.querySelector('#play-tab').click()");
        }
    });
}

#[test]
fn no_choice_of_a_dialog_is_cut_on_a_phone() {
    for device in [Device::Phone, Device::Narrow] {
        with_page(device, |shown, browser| {
            for language in Language::all().map(Language::code) {
                shown.speak(language);
                for opener in ["#new", "#open-settings"] {
                    browser.run("document.querySelector('#play-tab').click()");
                    browser.run(&format!("document.querySelector('{opener}').click()"));
                    if opener == "#new" {
                        browser.choose("#new-game form", "size", "other");
                    }
                    browser.wait_for_frame();
                    assert_eq!(browser.run(CUT_CHOICES), json!([]), "{device:?} {language} {opener}");
                    // The narrowest phone at 200 % zoom.
                    let wide = "const dialog = document.querySelector('dialog[open]'); dialog.style.width = '171px'; const { scrollWidth, \
                                clientWidth } = dialog; dialog.style.width = ''; return scrollWidth <= clientWidth";
                    assert_eq!(browser.run(wide), json!(true), "{device:?} {language} {opener}");
                    browser.run("document.querySelectorAll('dialog[open]').forEach((dialog) => dialog.close())");
                }
            }
        });
    }
}

/// Records layout shifts of the page, including those right after a click.
pub const WATCH_SHIFTS: &str = "window.moved = []; \
    const name = ({ node }) => node?.id || node?.className || node?.nodeName; \
    window.noteShifts = (entries) => entries.forEach(({ value, sources }) => moved.push([value, sources.map(name).join()])); \
    window.shifts = new PerformanceObserver((list) => noteShifts(list.getEntries())); shifts.observe({ type: 'layout-shift' })";

/// The parts among the board, the players, the tabs and the buttons above them that an element covers.
pub fn covered_by(shown: &Shown, id: &str) -> serde_json::Value {
    shown.browser.run(&format!(
        "const own = document.getElementById('{id}').getBoundingClientRect(); \
         const parts = [...document.querySelectorAll('#frame, .player, #tabs, header > button')]; \
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
            begins(shown);
            ["h8", "i9"].into_iter().for_each(|point| shown.play(point));
            shown.wait_for_stones(2);
            browser.click("#analyze-tab");
            browser.wait_for_frame();
            browser.run(WATCH_SHIFTS);
            browser.click("#live");
            browser.wait("document.querySelectorAll('#lines li').length === 3");
            browser.click("#live");
            shown.play("i9");
            shown.wait_for_message("There is a stone on i9");
            paste(shown, LONG_ERROR);
            browser.wait("document.getElementById('message').classList.contains('error')");
            assert_eq!(covered_by(shown, "message"), json!([]), "{device:?}");
            for tool in ["#open-notes", "#setup", "#open-explorer", "#open-review"] {
                browser.click(tool);
                browser.wait(&format!("document.querySelector('{tool}').ariaPressed === 'true'"));
                browser.wait_for_frame();
            }
            browser.click("#play-tab");
            browser.wait_for_frame();
            browser.click("#games-tab");
            browser.wait("document.getElementById('kept-count').checkVisibility()");
            let total = shifts(browser);
            assert!(total < 0.005, "{device:?} {total}: {}", browser.run("return moved"));
        });
    }
}

/// The grid is as large as the window allows.
#[test]
fn the_board_has_the_room_that_there_is() {
    for device in [Device::Phone, Device::Desktop] {
        with_page(device, |shown, browser| {
            begins(shown);
            browser.wait_for_frame();
            let facts = "const { width, height } = document.querySelector('.border').getBoundingClientRect(); \
                 return [width, height, innerWidth, innerHeight]";
            let facts = browser.run(facts);
            let [width, height, window, high] = [0, 1, 2, 3].map(|at| facts[at].as_f64().unwrap());
            assert!((width - height).abs() < 0.5, "{facts}");
            // At least the width without 24 pixels on a phone, and the height without 205 pixels on a desktop: 595 of 800.
            let least = if device.is_touch() { window - 24.5 } else { 0.9 * (high - 141.0) };
            assert!(width >= least, "{device:?} {facts}");
            if !device.is_touch() {
                // Eight rows of moves and the start beside the largest pane.
                shown.open_pane("#open-notes");
                browser.wait("document.getElementById('marks').children.length > 0");
                browser.wait("document.getElementById('tree').clientHeight >= 9 * 27");
            }
        });
    }
}

/// The board stays visible, however far the text below is scrolled.
#[test]
fn a_phone_keeps_the_board_in_sight() {
    with_page(Device::Phone, |shown, browser| {
        // The colors alternate between rows, so that there is no five.
        let columns = |row: usize| if row.is_multiple_of(2) { ["a", "c", "e", "g"] } else { ["c", "a", "g", "e"] };
        let moves: String = (1..=15).flat_map(|row| columns(row).map(|column| format!("{column}{row}"))).collect();
        browser.run(&format!("location.hash = '#rule=freestyle&size=15x15&moves={moves}'"));
        shown.wait_for_stones(60);
        for tab in ["analyze", "play", "games", "learn"] {
            browser.click(&format!("#{tab}-tab"));
            browser.run("scrollTo(0, document.documentElement.scrollHeight)");
            browser.wait_for_frame();
            let facts = "const board = document.getElementById('frame').getBoundingClientRect(); \
                 const tabs = document.getElementById('tabs').getBoundingClientRect(); \
                 return [board.top >= 0, board.bottom <= tabs.top, tabs.bottom === innerHeight]";
            assert_eq!(browser.run(facts), json!([true, true, true]), "{tab}");
        }
    });
}

/// The encoding of a file's texts and messages are shown above the board: the tools do not move.
#[test]
fn the_tools_stay_in_the_window_beside_the_encoding_of_texts() {
    with_page(Device::Desktop, |shown, browser| {
        begins(shown);
        let below = "return innerHeight - document.getElementById('foot').getBoundingClientRect().bottom";
        let before = browser.run(below);
        assert!(before.as_f64().is_some_and(|room| room >= 0.0), "{before}");
        browser.run("document.getElementById('encoding').hidden = false");
        browser.wait_for_frame();
        assert_eq!(browser.run(below), before);
        assert_eq!(browser.run("return document.getElementById('encoding').checkVisibility()"), json!(true));
    });
}

/// Coordinates at the edges of the visible part match the points there.
#[test]
fn an_enlarged_board_keeps_its_coordinates() {
    with_page(Device::Phone, |shown, browser| {
        begins(shown);
        let labels = "[...document.querySelectorAll('.ruler text')]";
        browser.wait(&format!("{labels}.length === 0"));
        browser.click("#view");
        (0..3).for_each(|_| browser.click("#zoom-in"));
        browser.run(
            "const frame = document.getElementById('frame'); frame.scrollTo(frame.scrollWidth, frame.scrollHeight)",
        );
        browser.wait(&format!("{labels}.some((label) => label.textContent === 'o')"));
        let [x, y] = shown.place_of("n2");
        let is_near = |name: &str, side: &str, at: f64| {
            format!(
                "{labels}.some((label) => {{ const {{ left, right, top, bottom }} = label.getBoundingClientRect(); \
                 const frame = document.getElementById('frame').getBoundingClientRect(); \
                 const middle = {side}; return label.textContent === '{name}' && Math.abs(middle - {at}) < 3 && \
                 left >= frame.left && top >= frame.top && right <= frame.right && bottom <= frame.bottom; }})"
            )
        };
        browser.wait(&is_near("n", "(left + right) / 2", x));
        browser.wait(&is_near("2", "(top + bottom) / 2", y));
        browser.click("#view");
        (0..3).for_each(|_| browser.click("#zoom-out"));
        browser.wait(&format!("{labels}.length === 0"));
    });
}

/// A board much higher than wide is as high as the window allows, and scrolls to the last move.
#[test]
fn a_high_board_stays_in_the_window() {
    for device in [Device::Desktop, Device::Phone] {
        with_page(device, |shown, browser| {
            browser.run("location.hash = '#rule=freestyle&size=5x32&moves=c32c1'");
            shown.wait_for_stones(2);
            browser.wait(
                "(() => { const frame = document.getElementById('frame'); const box = (part) => part.getBoundingClientRect(); \
                 const last = box([...document.querySelectorAll('.stone')].toSorted((a, b) => box(b).top - box(a).top)[0]); \
                 return box(frame).bottom <= innerHeight && frame.scrollHeight > frame.clientHeight && last.bottom <= box(frame).bottom + 1; })()",
            );
        });
    }
}

/// The page scrolls while the board stays, and every tool can be pressed, also beside a question.
#[test]
fn the_panel_of_a_phone_on_its_side_has_no_scroll_of_its_own() {
    let covered = "return [...document.querySelectorAll('#foot .icon, #question-answers button')].filter((one) => one.checkVisibility()) \
        .filter((one) => { const { x, y, width, height } = one.getBoundingClientRect(); \
          return !one.contains(document.elementFromPoint(x + width / 2, y + height / 2)); }).map(({ id, textContent }) => id || textContent)";
    for device in [Device::Landscape, Device::WideLandscape, Device::ZoomedDesktop] {
        with_page(device, |shown, browser| {
            shown.begin(&TWO_PEOPLE, &["h8"]);
            browser.click("#resign");
            asked(shown, "Resign this game?");
            assert_eq!(browser.run(covered), json!([]), "{device:?}");
            for tab in ["play", "analyze", "games"] {
                browser.click(&format!("#{tab}-tab"));
                let facts = browser.run(
                    "scrollTo(0, document.documentElement.scrollHeight); const panel = document.querySelector('aside'); \
                     const foot = document.getElementById('foot'); return [panel.scrollHeight <= panel.clientHeight + 1, \
                     document.getElementById('frame').getBoundingClientRect().top >= 0, foot.scrollWidth <= foot.clientWidth]",
                );
                assert_eq!(facts, json!([true, true, true]), "{device:?} {tab}");
                assert_eq!(browser.run(covered), json!([]), "{device:?} {tab}");
            }
        });
    }
}

#[test]
fn stones_are_set_up_on_a_phone_without_a_way_to_and_fro() {
    with_page(Device::Phone, |shown, browser| {
        browser.click("#analyze-tab");
        browser.click("#setup");
        browser.wait(
            "[document.getElementById('frame'), document.getElementById('setup-done')] \
             .map((part) => part.getBoundingClientRect()).every(({ top, bottom }) => top >= 0 && bottom <= innerHeight)",
        );
        // White can be first to move on an empty board too.
        browser.click("#setup-tools input[name=to-move][value=white]");
        browser.click("#setup-done");
        browser.wait("location.hash.includes('first=white')");
        shown.play_to(1, "h8");
        browser.wait("document.querySelector('.stone').classList.contains('white')");
    });
}

#[test]
fn taking_back_and_redoing_are_not_hit_for_each_other() {
    for device in [Device::Desktop, Device::Phone] {
        with_page(device, |shown, browser| {
            begins(shown);
            shown.play_to(1, "h8");
            // Nothing was taken back, so the button is disabled.
            browser.wait("document.getElementById('redo').disabled");
            browser.click("#undo");
            shown.wait_for_stones(0);
            browser.wait("!document.getElementById('redo').disabled");
            let apart = "const [a, b] = ['undo', 'redo'].map((id) => document.getElementById(id).getBoundingClientRect()); \
                         return [b.left - a.right >= 2 * a.width, a.width >= 36]";
            assert_eq!(browser.run(apart), json!([true, true]), "two buttons, wide as a finger, stand between them");
            browser.click("#redo");
            shown.wait_for_stones(1);
            // "Go on from here" takes the place of the players on a phone, where they would be cut.
            let cut = "const text = document.getElementById('players-text'); const height = () => text.parentElement.offsetHeight; \
                       const before = height(); document.getElementById('back').click(); \
                       return [document.getElementById('go-on').checkVisibility(), text.scrollHeight > text.clientHeight, height() - before]";
            assert_eq!(browser.run(cut), json!([true, false, 0]), "{device:?}");
            // On a small phone at 200 % zoom the tools scroll.
            let last = "const foot = document.getElementById('foot'); foot.style.width = '195px'; \
                        const tool = document.getElementById('open-share'); tool.scrollIntoView({ inline: 'end' }); \
                        return tool.getBoundingClientRect().right <= foot.getBoundingClientRect().right";
            assert!(device == Device::Desktop || browser.run(last) == json!(true));
        });
    }
}

#[test]
fn paper_holds_the_board_and_the_moves_alone() {
    with_page(Device::Desktop, |shown, browser| {
        begins(shown);
        shown.play_to(1, "h8");
        browser.show_as_printed();
        // A page of paper is as wide as a phone's window, whose list of moves scrolls.
        let whole = "return getComputedStyle(document.getElementById('tree')).maxHeight === 'none' && document.getElementById('frame').getBoundingClientRect().left >= 0";
        assert_eq!(browser.run(whole), json!(true), "the moves and the board are not cut");
        let visible =
            |selector: &str| browser.run(&format!("return document.querySelector('{selector}').checkVisibility()"));
        for shown_part in ["#board", "#game-title", "#player-black", "#tree"] {
            assert_eq!(visible(shown_part), json!(true), "{shown_part}");
        }
        for part in ["#new", "#undo", "#tabs", "#foot", "#open-settings"] {
            assert_eq!(visible(part), json!(false), "{part}");
        }
        // Next to the list of games too, without a heading for an empty list.
        browser.run("document.getElementById('games-tab').click()");
        browser.wait_for_frame();
        for (part, is_shown) in [("#tree", true), ("#board", true), ("#kept-title", false)] {
            assert_eq!(visible(part), json!(is_shown), "{part}");
        }
    });
}
