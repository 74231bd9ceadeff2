//! Choices and views in a browser: boards and stones, orientation, results, threats.

use super::files::{paste, saved_text};
use super::games::points_at;
use crate::browser::{Shown, TWO_PEOPLE, with_page};
use crate::webdriver::Device;
use serde_json::json;

fn look(shown: &Shown, name: &str) {
    shown.browser.click("#open-settings");
    shown.browser.choose("#settings form", "look", name);
    shown.browser.click("#settings [data-close]");
}

#[test]
fn crosses_and_rings_stand_in_the_squares_of_a_notebook() {
    with_page(Device::Desktop, |shown, browser| {
        shown.begin(&TWO_PEOPLE, &["h8", "i9"]);
        look(shown, "notebook");
        shown
            .browser
            .wait("document.querySelectorAll('.stone .pen').length === 2 && !document.querySelector('.stone .disc')");
        // Fifteen squares have sixteen lines, and the sides have other names.
        let squares = "document.querySelector('.border').width.baseVal.value === 15 * 32";
        browser.wait(squares);
        browser.click("#analyze-tab");
        let names =
            "return ['black', 'white'].map((color) => document.querySelector(`#player-${color} .name`).textContent)";
        assert_eq!(browser.run(names), json!(["X", "O"]));
        shown.reload();
        browser.wait("document.querySelectorAll('.stone .pen').length === 2");
        browser.wait(squares);
        look(shown, "paper");
        browser.wait("document.querySelectorAll('.stone .disc').length === 2 && !document.querySelector('.pen')");
        assert_eq!(browser.run(names), json!(["Black", "White"]));
    });
}

/// All files fetched until the engine answers and no request is pending.
#[test]
fn a_first_visit_fetches_under_100_kilobytes_and_games_with_the_first_stone() {
    with_page(Device::Desktop, |shown, browser| {
        let fetches_games =
            "performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/games/games.js'))";
        browser.wait("document.querySelectorAll('#new').length === 1 && performance.now() > 2000");
        let sum = |size: &str| {
            let sum = format!(
                "return ['navigation', 'resource'].flatMap((type) => performance.getEntriesByType(type)) \
                 .reduce((sum, entry) => sum + entry.{size}, 0)"
            );
            browser.run(&sum).as_u64().unwrap()
        };
        let [sent, plain] = [sum("encodedBodySize"), sum("decodedBodySize")];
        println!("a first visit: {sent} bytes, {plain} unpacked");
        assert!((50_000..100_000).contains(&sent) && plain < 350_000, "{sent} bytes, {plain} unpacked");
        assert_eq!(browser.run(&format!("return {fetches_games}")), json!(false));
        shown.new_game(&TWO_PEOPLE);
        shown.play("h8");
        browser.wait(fetches_games);
        // A user's first game is kept too.
        browser.click("#games-tab");
        browser.wait("document.querySelectorAll('#kept-games li').length === 1");
    });
}

#[test]
fn arrows_go_through_moves_after_a_click_on_a_tab_and_through_tabs_by_keyboard() {
    with_page(Device::Desktop, |shown, _| {
        let chosen = |id: &str| {
            shown.browser.wait(&format!("document.querySelector('[role=tab][aria-selected=true]').id === '{id}'"))
        };
        shown.begin(&TWO_PEOPLE, &["h8", "i9", "j10"]);
        points_at(shown, "#analyze-tab", false);
        shown.browser.press("\u{e012}\u{e012}");
        shown.wait_for_stones(1);
        chosen("analyze-tab");
        shown.browser.run("document.getElementById('analyze-tab').focus()");
        shown.browser.press("\u{e014}\u{e014}");
        chosen("games-tab");
        shown.browser.wait("document.activeElement.id === 'games-tab'");
        // The ring lies within the tab: the panel cuts off what is outside.
        shown.browser.wait("getComputedStyle(document.activeElement).outlineOffset === '-3px'");
        shown.wait_for_stones(1);
    });
}

/// A pane takes the lower part of the list, where the last move of a long game is.
#[test]
fn the_current_move_stays_in_sight_when_a_pane_is_opened() {
    with_page(Device::Desktop, |shown, _| {
        let moves: String = (0..60).map(|n| format!("{}{}", char::from(b'a' + n % 15), 1 + n / 15 * 2)).collect();
        shown.browser.run(&format!("location.hash = '#rule=freestyle&size=15x15&moves={moves}'"));
        shown.wait_for_stones(60);
        shown.browser.click("#analyze-tab");
        for pane in ["#open-review", "#open-notes", "#open-explorer"] {
            shown.open_pane(pane);
            shown.browser.wait(
                "(() => { const [move, list] = ['[aria-current]', ''].map((part) => \
                 document.querySelector(`#tree ${part}`).getBoundingClientRect()); \
                 return move.top >= list.top && move.bottom <= list.bottom; })()",
            );
        }
    });
}

/// After a quarter turn clockwise, the lower left corner is at the upper left.
#[test]
fn a_board_that_lies_otherwise_is_played_on_where_it_is_seen() {
    with_page(Device::Desktop, |shown, browser| {
        shown.new_game(&TWO_PEOPLE);
        browser.click("#analyze-tab");
        shown.choose_from("#view", "#turn");
        browser.wait("document.querySelector('.coordinate').textContent === '1'");
        shown.play("a15");
        browser.wait("location.hash.endsWith('moves=a1')");
        shown.choose_from("#view", "#mirror");
        browser.wait("document.querySelector('.coordinate').textContent === '15'");
        shown.play("a15");
        browser.wait("location.hash.endsWith('moves=a1a15')");
        // The keyboard follows the screen: the down arrow moves along the row.
        browser.run("const frame = document.getElementById('frame'); frame.blur(); frame.focus()");
        browser.press("\u{e015}");
        browser.wait("document.getElementById('announcer').textContent.startsWith('b15')");
        shown.choose_from("#view", "#turn");
        shown.choose_from("#view", "#mirror");
        browser.wait("document.querySelector('.coordinate').textContent === 'a'");
    });
}

/// Makes the board so large that a single touch puts a stone.
fn enlarge(shown: &Shown) {
    shown.browser.click("#view");
    (0..3).for_each(|_| shown.browser.click("#zoom-in"));
}

#[test]
fn the_press_that_closes_a_menu_puts_no_stone() {
    for device in [Device::Desktop, Device::Phone] {
        with_page(device, |shown, browser| {
            shown.new_game(&TWO_PEOPLE);
            enlarge(shown);
            let frame = "const { left, bottom } = document.getElementById('frame').getBoundingClientRect(); return [left, bottom]";
            let [left, bottom] = browser.place(frame);
            let tap = || browser.tap(left + 60.0, bottom - 60.0, device.is_touch());
            tap();
            browser.wait("!document.getElementById('menu').matches(':popover-open')");
            browser.wait_for_frame();
            assert_eq!(shown.stones(), 0, "{device:?}");
            tap();
            shown.wait_for_stones(1);
        });
    }
}

/// The last stone of an enlarged board is in sight, not below the coordinates, and a game begins in the middle.
#[test]
fn an_enlarged_board_follows_the_game() {
    with_page(Device::Phone, |shown, browser| {
        shown.new_game(&TWO_PEOPLE);
        // A finger that rests and then moves puts a stone where it lifts, a swipe does not.
        let places = ["d4", "h8"].map(|point| shown.place_of(point));
        browser.tap(200.0, 20.0, true);
        browser.wait("performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/board/aim.js'))");
        browser.wait_for_frame();
        browser.drag_finger(places[0], 0, places[1]);
        browser.drag_finger(places[0], 250, [200.0, 800.0]);
        browser.drag_finger(places[0], 250, places[1]);
        shown.wait_for_position("h8");
        browser.click("#back");
        enlarge(shown);
        shown.browser.press("\u{e00c}");
        shown.play_to(1, "h8");
        shown.browser.click("#back");
        shown.wait_for_stones(0);
        shown.browser.run(
            "const frame = document.getElementById('frame'); frame.scrollTo(frame.scrollWidth, frame.scrollHeight)",
        );
        shown.browser.click("#forward");
        shown.browser.wait(
            "(() => { const frame = document.getElementById('frame').getBoundingClientRect(); \
             const stone = document.querySelector('.stone')?.getBoundingClientRect(); \
             return stone && stone.left > frame.left + 20 && stone.top > frame.top + 20 && \
                 stone.right < frame.right && stone.bottom < frame.bottom; })()",
        );
        shown.browser.run("document.getElementById('frame').scrollTo(0, 0)");
        shown.new_game(&[("size", "15")]);
        shown.browser.wait(
            "(({ scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight }) => \
             Math.abs(2 * scrollLeft + clientWidth - scrollWidth) < 199 && \
             Math.abs(2 * scrollTop + clientHeight - scrollHeight) < 199)(document.getElementById('frame'))",
        );
        // A swipe scrolls the enlarged board, and puts no stone.
        let scrolled =
            "const { scrollLeft, scrollTop } = document.getElementById('frame'); return [scrollLeft, scrollTop]";
        let before = browser.run(scrolled);
        browser.drag_finger([200.0, 300.0], 0, [200.0, 200.0]);
        browser.wait(&format!("String((() => {{ {scrolled} }})()) !== String({before})"));
        assert_eq!(shown.stones(), 0);
        // A board of another size begins unzoomed.
        shown.new_game(&[("size", "20")]);
        browser
            .wait("(({ scrollWidth, clientWidth }) => scrollWidth === clientWidth)(document.getElementById('frame'))");
        // The name of an aimed point fits its box, and the box is in sight.
        browser.run("location.hash = '#rule=freestyle&size=120x120&moves=dl114'");
        browser.wait("document.getElementById('game-title').textContent.includes('120')");
        enlarge(shown);
        shown.browser.press("\u{e00c}");
        let aimed = browser.run_async(
            "const done = arguments[0]; const frame = document.getElementById('frame'); frame.scrollTo(frame.scrollWidth, 0); \
             const box = frame.getBoundingClientRect(); \
             const touch = (type, x) => frame.dispatchEvent(new TouchEvent(type, { cancelable: true, touches: \
               [new Touch({ identifier: 1, target: frame, clientX: box.left + x, clientY: box.top + 200 })] })); \
             touch('touchstart', 40); \
             setTimeout(() => { \
               touch('touchmove', 22); \
               const [name, text] = document.querySelector('#overlay rect[rx]').parentElement.children; \
               const [outer, inner] = [name, text].map((part) => part.getBoundingClientRect()); \
               const found = [outer.left >= box.left - 1, inner.left > outer.left + 4, inner.right < outer.right - 4]; \
               frame.dispatchEvent(new TouchEvent('touchcancel')); done(found); }, 300)",
        );
        assert_eq!(aimed, json!([true, true, true]));
    });
}

#[test]
fn a_result_is_seen_and_another_game_begins() {
    with_page(Device::Phone, |shown, browser| {
        let title = |text: &str| {
            let title = "document.getElementById('result-title')";
            browser.wait(&format!("{title}.checkVisibility() && {title}.textContent === '{text}'"));
        };
        shown.new_game(&[&TWO_PEOPLE[..], &[("minutes", "5"), ("size", "13")]].concat());
        // On an empty board there is nothing to take back, to hint at or to resign.
        let disabled =
            "[...document.querySelectorAll('#foot .for-play button:disabled')].map((button) => button.id).join()";
        browser.wait(&format!("{disabled} === 'undo,hint,resign,redo'"));
        shown.plays(0, &["g7", "h8"]);
        shown.resign("Black resigns");
        title("White wins!");
        browser.wait(&format!("{disabled} === 'hint,resign,swap,redo'"));
        browser.click("#again");
        browser.wait("!document.getElementById('result').checkVisibility() && location.hash.includes('13x13')");
        browser.wait("document.querySelector('#player-white .clock').textContent === '5:00'");
        shown.new_game(&[("black", "human"), ("white", "1"), ("size", "15"), ("minutes", "0")]);
        shown.play_to(2, "h8");
        shown.resign("Black resigns");
        title("You lose.");
        // The result belongs to its position.
        browser.click("#back");
        browser.wait(&format!("!document.getElementById('result').checkVisibility() && {disabled} === 'resign'"));
        browser.click("#forward");
        title("You lose.");
        let weaker = "document.getElementById('again-weaker').checkVisibility()";
        assert_eq!(browser.run(&format!("return {weaker}")), json!(false), "there is no level below the first");
        browser.click("#again-swapped");
        shown.wait_for_stones(1);
        browser.wait("document.querySelector('#player-black .name').textContent.includes('level 1')");
        // After a loss to a stronger level, half of that level is offered.
        shown.new_game(&[("black", "human"), ("white", "4")]);
        shown.play_to(2, "h8");
        shown.resign("Black resigns");
        browser.wait(weaker);
        browser.click("#again-weaker");
        browser.wait("document.querySelector('#player-white .name').textContent.includes('level 2')");
    });
}

/// The result is not shown below the board, at the players, or anywhere else outside the box.
#[test]
fn a_result_stands_once() {
    for device in [Device::Desktop, Device::Phone] {
        with_page(device, |shown, browser| {
            shown.begin(
                &[&TWO_PEOPLE[..], &[("size", "15"), ("minutes", "0")]].concat(),
                &["h8", "a1", "h9", "c1", "h10", "e1", "h11", "g1", "h12"],
            );
            let places = "[...document.querySelectorAll('body *')].filter((one) => \
                 [...one.childNodes].some((part) => part.nodeType === Node.TEXT_NODE && part.data.includes('wins')) && \
                 one.checkVisibility() && getComputedStyle(one).clipPath === 'none').map(({ id }) => id).join()";
            browser.wait(&format!("{places} === 'result-title'"));
            // The message, which is visually hidden, is for screen readers.
            shown.wait_for_message("Black wins");
            browser.click("#analyze-tab");
            browser.wait(&format!("{places} === 'message'"));
        });
    }
}

#[test]
fn threats_are_a_layer_and_rules_give_their_reasons() {
    with_page(Device::Desktop, |shown, browser| {
        let show = |rule: &str, moves: &str| {
            browser.run(&format!("location.hash = ''; location.hash = '#rule={rule}&size=15x15&moves={moves}'"));
            shown.wait_for_position(moves);
        };
        show("freestyle", "h8a1h9c1h10");
        browser.click("#threats");
        browser.wait("document.querySelectorAll('.threat.black').length >= 2");
        browser.wait("/would win by fours: h(7|11)/.test(document.getElementById('message').textContent)");
        show("freestyle", "h8a1h9c1h10e1h11");
        browser.wait(
            "[...document.querySelectorAll('.threat.urgent text')].map((text) => text.textContent).join('') === '55'",
        );
        browser.click("#threats");
        browser.wait("!document.querySelector('.threat')");
        show("renju", "g8a1f8o1h7a15h6o15");
        browser.wait("document.querySelectorAll('.forbidden').length === 1");
        shown.play("h8");
        shown.wait_for_message("Black may not play h8: two open threes.");
        show("standard", "h8a1h9c1h10e1h12g1h13i1h11");
        shown.wait_for_message("Six or more in a row do not win");
        // The row is marked from end to end, and both come back with the position.
        let cells = |class: &str| {
            format!(
                "(() => {{ const row = document.querySelector('{class}'); \
                 return row ? Math.hypot(row.x2.baseVal.value - row.x1.baseVal.value, row.y2.baseVal.value - row.y1.baseVal.value) / 32 : 0; }})()"
            )
        };
        browser.wait(&format!("{} === 5", cells(".no-win")));
        browser.click("#back");
        browser.wait(&format!("{} === 0", cells(".no-win")));
        browser.click("#forward");
        shown.wait_for_message("Six or more in a row do not win");
        browser.wait(&format!("{} === 5", cells(".no-win")));
        show("caro", "h8h7h9h13h10e1h11g1h12");
        shown.wait_for_message("both ends closed do not win");
        browser.wait(&format!("{} === 4 && !document.querySelector('.win')", cells(".no-win")));
    });
}

#[test]
fn a_review_that_is_interrupted_keeps_what_it_has_found_and_goes_on_there() {
    with_page(Device::Desktop, |shown, browser| {
        browser.run("location.hash = '#rule=freestyle&size=15x15&moves=h8a1h9c1h7e1h6g6'");
        shown.wait_for_position("h8a1h9c1h7e1h6g6");
        let count = "document.querySelectorAll('#tree button small').length";
        let reviewed = |least: u64| {
            browser.wait("document.getElementById('moments').textContent.includes('so far')");
            let count = browser.run(&format!("return {count}")).as_u64().unwrap();
            assert!((least..8).contains(&count), "{count}");
            count
        };
        let button = || browser.run("return document.getElementById('review').textContent");
        let goes_on_at = |count: u64| {
            browser.click("#review");
            let value = browser.run("return document.getElementById('review-progress').value").as_u64().unwrap();
            assert!((count - 1..=count).contains(&value), "{value} of {count}");
        };
        shown.open_pane("#open-review");
        browser.enter("review-time", "500");
        assert_eq!(button(), "Review the game");
        browser.click("#review");
        browser.wait("document.getElementById('review-progress').value >= 3");
        // By a reload.
        shown.reload();
        let first = reviewed(2);
        shown.open_pane("#open-review");
        assert_eq!(button(), "Go on reviewing");
        goes_on_at(first);
        browser.wait(&format!("document.getElementById('review-progress').value > {first}"));
        // By its button.
        browser.click("#review");
        let second = reviewed(first + 1);
        browser.wait("document.getElementById('review').textContent === 'Go on reviewing'");
        shown.reload();
        assert_eq!(reviewed(second), second);
        shown.open_pane("#open-review");
        goes_on_at(second);
        browser.wait(&format!("{count} === 8 && !document.getElementById('moments').textContent.includes('so far')"));
        assert_eq!(button(), "Review the game");
    });
}

/// The list of moves shows the results of the review and of the live lines.
#[test]
fn the_list_of_moves_shows_what_they_are_worth() {
    with_page(Device::Desktop, |shown, browser| {
        browser.run("location.hash = '#rule=freestyle&size=15x15&moves=h8a1h9c1h7e1h6'");
        shown.wait_for_position("h8a1h9c1h7e1h6");
        browser.click("#live");
        browser.wait("document.querySelector('#tree button[aria-current] small')");
        browser.click("#live");
        shown.open_pane("#open-review");
        browser.enter("review-time", "100");
        browser.click("#review");
        browser.wait("document.querySelectorAll('#tree button small').length === 7");
        browser.wait("/ [?]/.test(document.querySelector('#tree .doubtful, #tree .bad')?.textContent)");
        // A file has them as well.
        let shown_at =
            "return [...document.querySelectorAll('#tree button')].map(({ textContent }) => textContent).join()";
        let before = browser.run(shown_at);
        let file = saved_text(shown, "sgf");
        paste(shown, "h8 a1");
        shown.wait_for_stones(2);
        paste(shown, &file);
        shown.wait_for_stones(7);
        browser.wait_for_frame();
        assert_eq!(browser.run(shown_at), before, "{file}");
    });
}
