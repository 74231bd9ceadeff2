//! The page in windows of every shape, enlarged, and on paper.

use crate::browser::{Shown, TWO_PEOPLE, with_one_retry};
use crate::client::server;
use crate::webdriver::Device;
use serde_json::json;
use tengen_language::Language;

/// The texts that are cut or reach beyond the window; what a dialog covers is not looked at.
const TOO_LONG: &str = "\
    const root = document.querySelector('dialog[open]') ?? document.body; \
    const seen = [...root.querySelectorAll('button, label, legend, h1, h2, h3, p, summary, select, li, dt, dd, th, td')]; \
    const cut = (one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== 'inline'; \
    const beyond = (one) => { const box = one.getBoundingClientRect(); return box.right > innerWidth + 1 || box.left < -1; }; \
    return [...seen.filter((one) => one.checkVisibility() && !one.closest('.hidden, svg') && (cut(one) || beyond(one))) \
      .map((one) => `${one.tagName} ${one.id} ${one.textContent.trim().slice(0, 60)}`), \
      ...(document.documentElement.scrollWidth > innerWidth ? ['the page is wider than the window'] : [])]";

/// The choices of the open dialog that are wider than what their field shows of them; what is wider lies under its arrow.
const CUT_CHOICES: &str = "\
    const pen = document.createElement('canvas').getContext('2d'); \
    return [...document.querySelectorAll('dialog[open] select')].filter((field) => field.checkVisibility()).flatMap((field) => { \
      const { fontStyle, fontWeight, fontSize, fontFamily, paddingLeft, paddingRight } = getComputedStyle(field); \
      pen.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`; \
      const room = field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight); \
      return [...field.options].filter(({ text }) => pen.measureText(text).width > room + 1).map(({ text }) => `${field.name}: ${text}`); })";

fn speaks(shown: &Shown, language: &str) {
    shown.browser.click("#open-settings");
    shown.browser.choose("#settings form", "language", language);
    shown.browser.wait(&format!("document.documentElement.lang === '{language}'"));
    shown.browser.click("#settings [data-close]");
}

/// The longest title that there is.
fn begins(shown: &Shown) {
    shown.new_game(&[&TWO_PEOPLE[..], &[("rule", "caro-exact"), ("size", "15")]].concat());
    shown.browser.wait("document.getElementById('game-title').textContent.length > 0");
}

#[test]
fn a_phone_on_its_side_shows_the_whole_board() {
    with_one_retry(|| {
        let server = server();
        let Some(shown) = Shown::open(&server, Device::Landscape) else { return };
        begins(&shown);
        shown.browser.run("scrollTo(0, 0)");
        let box_of = |id: &str| format!("document.getElementById('{id}').getBoundingClientRect()");
        shown.browser.wait(&format!("{}.bottom <= innerHeight", box_of("board")));
        // What is beside it does not lie on it.
        shown.browser.wait(&format!("{}.left >= {}.right", box_of("tabs"), box_of("frame")));
        shown.play("a1");
        shown.play("o15");
        shown.wait_for_stones(2);
        shown.check_quiet();
    });
}

#[test]
fn the_narrowest_phone_shows_the_whole_title() {
    with_one_retry(|| {
        let server = server();
        let Some(shown) = Shown::open(&server, Device::Narrow) else { return };
        for language in Language::all().map(Language::code) {
            speaks(&shown, language);
            begins(&shown);
            let title = "const title = document.getElementById('game-title'); \
                         return [title.scrollWidth <= title.clientWidth, title.scrollHeight <= title.clientHeight]";
            assert_eq!(shown.browser.run(title), json!([true, true]), "{language}");
        }
        shown.check_quiet();
    });
}

/// No button, label or heading is cut or reaches beyond the window, in any panel or dialog.
#[test]
fn no_text_is_too_long_for_the_narrowest_phone() {
    with_one_retry(|| {
        let server = server();
        let Some(shown) = Shown::open(&server, Device::Narrow) else { return };
        for language in Language::all().map(Language::code) {
            speaks(&shown, language);
            begins(&shown);
            for place in
                ["#play-tab", "#analyze-tab", "#games-tab", "#new", "#open-settings", "#open-keys", "#open-paste"]
            {
                let tab = if place == "#new" { "#play-tab" } else { "#games-tab" };
                if !place.ends_with("-tab") {
                    shown.browser.run(&format!("document.querySelector('{tab}').click()"));
                }
                shown.browser.run(&format!("document.querySelector('{place}').click()"));
                shown.browser.wait_for_frame();
                assert_eq!(shown.browser.run(TOO_LONG), json!([]), "{language} {place}");
                shown.browser.run("document.querySelectorAll('dialog[open]').forEach((dialog) => dialog.close())");
            }
            shown.browser.run("document.querySelector('#learn-tab').click()");
            for (part, filled) in [("puzzles", "puzzle-task"), ("course", "course-count"), ("sight", "lesson-about")] {
                shown.browser.wait(&format!("document.querySelector('[data-part={part}]')"));
                shown.browser.run(&format!("document.querySelector('[data-part={part}]').click()"));
                shown.browser.wait(&format!("document.getElementById('{filled}').textContent !== ''"));
                shown.browser.wait_for_frame();
                assert_eq!(shown.browser.run(TOO_LONG), json!([]), "{language} {part}");
            }
            shown.browser.run("document.querySelector('#play-tab').click()");
        }
        shown.check_quiet();
    });
}

#[test]
fn no_choice_of_a_dialog_is_cut_on_a_phone() {
    with_one_retry(|| {
        let server = server();
        for device in [Device::Phone, Device::Narrow] {
            let Some(shown) = Shown::open(&server, device) else { return };
            for language in Language::all().map(Language::code) {
                speaks(&shown, language);
                for opener in ["#new", "#open-settings"] {
                    shown.browser.run("document.querySelector('#play-tab').click()");
                    shown.browser.run(&format!("document.querySelector('{opener}').click()"));
                    shown.browser.wait_for_frame();
                    assert_eq!(shown.browser.run(CUT_CHOICES), json!([]), "{device:?} {language} {opener}");
                    shown.browser.run("document.querySelectorAll('dialog[open]').forEach((dialog) => dialog.close())");
                }
            }
            shown.check_quiet();
        }
    });
}

/// A line of an analysis that is longer than its two rows ends with a whole row.
#[test]
fn no_row_of_a_line_of_an_analysis_is_cut() {
    with_one_retry(|| {
        let server = server();
        for device in [Device::Phone, Device::Desktop] {
            let Some(shown) = Shown::open(&server, device) else { return };
            shown.browser.click("#analyze-tab");
            let cut = shown.browser.run(
                "const lines = document.getElementById('lines'); const line = document.createElement('li'); \
                 const head = Object.assign(document.createElement('span'), { className: 'head', textContent: '50 %' }); \
                 const move = () => Object.assign(document.createElement('button'), { textContent: 'h10' }); \
                 line.append(head, ...Array.from({ length: 40 }, move)); lines.append(line); \
                 const { top, bottom } = line.getBoundingClientRect(); \
                 const rows = [...line.querySelectorAll('button')].map((button) => button.getBoundingClientRect()); \
                 const whole = rows.filter((row) => row.top >= top && row.bottom <= bottom); \
                 const cut = rows.filter((row) => row.top < bottom && row.bottom > bottom); \
                 line.remove(); return [new Set(whole.map((row) => row.top)).size, cut.length]",
            );
            assert_eq!(cut, json!([2, 0]), "{device:?}");
        }
    });
}

#[test]
fn the_buttons_below_the_board_stay_in_the_window_beside_the_encoding_of_texts() {
    with_one_retry(|| {
        let server = server();
        let Some(shown) = Shown::open(&server, Device::Desktop) else { return };
        begins(&shown);
        let below = "innerHeight - document.querySelector('.bar').getBoundingClientRect().bottom";
        shown.browser.wait(&format!("{below} >= 0"));
        shown.browser.run("document.getElementById('encoding').hidden = false");
        shown.browser.wait_for_frame();
        shown.browser.wait(&format!("{below} >= 0"));
        assert_eq!(shown.browser.run("return document.getElementById('encoding').checkVisibility()"), json!(true));
    });
}

/// The letters and numbers at the edges of what can be seen are those of the points there.
#[test]
fn an_enlarged_board_keeps_its_coordinates() {
    with_one_retry(|| {
        let server = server();
        let Some(shown) = Shown::open(&server, Device::Phone) else { return };
        begins(&shown);
        let browser = &shown.browser;
        let labels = "[...document.querySelectorAll('.ruler text')]";
        browser.wait(&format!("{labels}.length === 0"));
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
        (0..3).for_each(|_| browser.click("#zoom-out"));
        browser.wait(&format!("{labels}.length === 0"));
        shown.check_quiet();
    });
}

/// What is scrolled is the page, beside a board that stays.
#[test]
fn the_panel_of_a_phone_on_its_side_has_no_scroll_of_its_own() {
    with_one_retry(|| {
        let server = server();
        for device in [Device::Landscape, Device::WideLandscape] {
            let Some(shown) = Shown::open(&server, device) else { return };
            let browser = &shown.browser;
            for tab in ["play", "analyze", "games"] {
                browser.click(&format!("#{tab}-tab"));
                let facts = browser.run(
                    "scrollTo(0, document.documentElement.scrollHeight); const panel = document.querySelector('aside'); \
                     return [panel.scrollHeight <= panel.clientHeight + 1, \
                     document.getElementById('frame').getBoundingClientRect().top >= 0]",
                );
                assert_eq!(facts, json!([true, true]), "{device:?} {tab}");
            }
        }
    });
}

#[test]
fn stones_are_set_up_on_a_phone_without_a_way_to_and_fro() {
    with_one_retry(|| {
        let server = server();
        let Some(shown) = Shown::open(&server, Device::Phone) else { return };
        shown.browser.click("#analyze-tab");
        shown.browser.click("#setup");
        shown.browser.wait(
            "[document.getElementById('frame'), document.getElementById('setup-done')] \
             .map((part) => part.getBoundingClientRect()).every(({ top, bottom }) => top >= 0 && bottom <= innerHeight)",
        );
        // White begins on an empty board, too.
        shown.browser.click("#setup-tools input[name=to-move][value=white]");
        shown.browser.click("#setup-done");
        shown.browser.wait("location.hash.includes('first=white')");
        shown.play("h8");
        shown.wait_for_stones(1);
        shown.browser.wait("document.querySelector('.stone').classList.contains('white')");
    });
}

#[test]
fn taking_back_and_redoing_are_not_hit_for_each_other() {
    with_one_retry(|| {
        let server = server();
        for device in [Device::Desktop, Device::Phone] {
            let Some(shown) = Shown::open(&server, device) else { return };
            begins(&shown);
            shown.play("h8");
            shown.wait_for_stones(1);
            // Nothing was taken back: there is nothing to hit.
            shown.browser.wait("document.getElementById('redo').disabled");
            shown.browser.click("#undo");
            shown.wait_for_stones(0);
            shown.browser.wait("!document.getElementById('redo').disabled");
            let apart = "const [a, b] = ['undo', 'redo'].map((id) => document.getElementById(id).getBoundingClientRect()); \
                         return (a.right < b.left || b.right < a.left) && (a.bottom < b.top || b.bottom < a.top)";
            assert_eq!(shown.browser.run(apart), json!(true), "neither side by side nor one below the other");
            shown.browser.click("#redo");
            shown.wait_for_stones(1);
        }
    });
}

#[test]
fn paper_holds_the_board_and_the_moves_alone() {
    with_one_retry(|| {
        let server = server();
        let Some(shown) = Shown::open(&server, Device::Desktop) else { return };
        begins(&shown);
        shown.play("h8");
        shown.wait_for_stones(1);
        shown.browser.show_as_printed();
        let visible = |selector: &str| {
            shown.browser.run(&format!("return document.querySelector('{selector}').checkVisibility()"))
        };
        for shown_part in ["#board", "#game-title", "#player-black", "#tree"] {
            assert_eq!(visible(shown_part), json!(true), "{shown_part}");
        }
        for part in ["#new", "#undo", "#tabs", ".bar", "#open-settings"] {
            assert_eq!(visible(part), json!(false), "{part}");
        }
    });
}
