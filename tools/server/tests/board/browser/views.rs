//! Choices and views in a browser: boards and stones, orientation, results, threats.

use super::games::points_at;
use super::learn::OVERLONG;
use crate::browser::{Shown, with_page};
use crate::webdriver::Device;
use serde_json::json;

fn look(shown: &Shown, name: &str) {
    shown.click("#open-settings");
    shown.choose("#settings form", "look", name);
    shown.click("#settings [data-close]");
}

#[test]
fn a_notebook_has_crosses_in_squares_and_a_turned_board_is_played_on_where_it_is_seen() {
    with_page(Device::Desktop, |shown, browser| {
        shown.two_people(&["h8", "i9"]);
        look(shown, "notebook");
        shown.wait("all('.stone .pen').length === 2 && !one('.stone .disc')");
        // Fifteen squares have sixteen lines, and the sides have other names.
        let squares = "one('.border').width.baseVal.value === 15 * 32";
        browser.wait(squares);
        browser.click("#analyze-tab");
        let names = "return ['black', 'white'].map((color) => one(`#player-${color} .name`).textContent)";
        assert_eq!(browser.run(names), json!(["X", "O"]));
        shown.reload();
        browser.wait("all('.stone .pen').length === 2");
        browser.wait(squares);
        look(shown, "paper");
        browser.wait("all('.stone .disc').length === 2 && !one('.pen')");
        assert_eq!(browser.run(names), json!(["Black", "White"]));
        // After a quarter turn clockwise, the lower left corner is at the upper left.
        shown.two_people(&[]);
        browser.click("#analyze-tab");
        shown.click_each(&["#view", "#turn"]);
        browser.wait("text('.coordinate') === '1'");
        shown.play("a15");
        browser.wait("location.hash.endsWith('moves=a1')");
        shown.click_each(&["#view", "#mirror"]);
        browser.wait("text('.coordinate') === '15'");
        shown.play("a15");
        browser.wait("location.hash.endsWith('moves=a1a15')");
        // The keyboard follows the screen: the down arrow moves along the row.
        browser.run("const frame = one('#frame'); frame.blur(); frame.focus()");
        browser.press("\u{e015}");
        browser.wait("text('#announcer').startsWith('b15')");
        shown.click_each(&["#view", "#turn"]);
        shown.click_each(&["#view", "#mirror"]);
        browser.wait("text('.coordinate') === 'a'");
    });
}

/// All files fetched until the engine answers and no request is pending.
#[test]
fn a_first_visit_fetches_under_100_kilobytes_and_games_with_the_first_stone() {
    with_page(Device::Desktop, |shown, browser| {
        let fetches_games =
            "performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/games/games.js'))";
        browser.wait("all('#new').length === 1 && performance.now() > 2000");
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
        assert_eq!(browser.value(fetches_games), json!(false));
        browser.wait("seen('#welcome')");
        assert_eq!(shown.find_in_every_language(OVERLONG), json!([]));
        shown.two_people(&[]);
        shown.play("h8");
        browser.wait(fetches_games);
        // A user's first game is kept too.
        browser.click_for("#games-tab", "all('#kept-games li').length === 1");
    });
}

#[test]
fn arrows_go_through_moves_after_a_click_on_a_tab_and_through_tabs_by_keyboard() {
    with_page(Device::Desktop, |shown, _| {
        let chosen = |id: &str| shown.wait(&format!("one('[role=tab][aria-selected=true]').id === '{id}'"));
        shown.two_people(&["h8", "i9", "j10"]);
        points_at(shown, "#analyze-tab", false);
        shown.press("\u{e012}\u{e012}");
        shown.wait_for_stones(1);
        chosen("analyze-tab");
        shown.run("one('#analyze-tab').focus()");
        shown.press("\u{e014}\u{e014}");
        chosen("games-tab");
        shown.wait("document.activeElement.id === 'games-tab'");
        // The ring lies within the tab: the panel cuts off what is outside.
        shown.wait("getComputedStyle(document.activeElement).outlineOffset === '-3px'");
        shown.wait_for_stones(1);
        // A pane takes the lower part of the list, where the last move of a long game is.
        let moves: String = (0..60).map(|n| format!("{}{}", char::from(b'a' + n % 15), 1 + n / 15 * 2)).collect();
        shown.show_game("freestyle", &moves);
        shown.click("#analyze-tab");
        for pane in ["#open-review", "#open-notes", "#open-explorer"] {
            shown.open_pane(pane);
            shown.wait(
                "(() => { const [move, list] = ['[aria-current]', ''].map((part) => \
                 one(`#tree ${part}`).getBoundingClientRect()); \
                 return move.top >= list.top && move.bottom <= list.bottom; })()",
            );
        }
    });
}

#[test]
fn the_press_that_closes_a_menu_puts_no_stone() {
    for device in [Device::Desktop, Device::Phone] {
        with_page(device, |shown, browser| {
            shown.two_people(&[]);
            shown.zoom("in");
            let frame = "const { left, bottom } = box('#frame'); return [left, bottom]";
            let [left, bottom] = browser.numbers(frame);
            let tap = || browser.tap(left + 60.0, bottom - 60.0, device.is_touch());
            tap();
            browser.wait("!one('#menu').matches(':popover-open')");
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
        shown.two_people(&[]);
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
        shown.zoom("in");
        shown.press("\u{e00c}");
        shown.play_to(1, "h8");
        shown.click_to(0, "#back");
        shown.run("const frame = one('#frame'); frame.scrollTo(frame.scrollWidth, frame.scrollHeight)");
        shown.click("#forward");
        shown.wait(
            "(() => { const frame = box('#frame'); const stone = box('.stone'); \
             return stone && stone.left > frame.left + 20 && stone.top > frame.top + 20 && \
                 stone.right < frame.right && stone.bottom < frame.bottom; })()",
        );
        shown.run("one('#frame').scrollTo(0, 0)");
        shown.new_game(&[("size", "15")]);
        shown.wait(
            "(({ scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight }) => \
             Math.abs(2 * scrollLeft + clientWidth - scrollWidth) < 199 && \
             Math.abs(2 * scrollTop + clientHeight - scrollHeight) < 199)(one('#frame'))",
        );
        // A swipe scrolls the enlarged board, and puts no stone.
        let scrolled = "const { scrollLeft, scrollTop } = one('#frame'); return [scrollLeft, scrollTop]";
        let before = browser.run(scrolled);
        browser.drag_finger([200.0, 300.0], 0, [200.0, 200.0]);
        browser.wait(&format!("String((() => {{ {scrolled} }})()) !== String({before})"));
        assert_eq!(shown.stones(), 0);
        // A board of another size begins unzoomed.
        shown.new_game(&[("size", "20")]);
        browser.wait("(({ scrollWidth, clientWidth }) => scrollWidth === clientWidth)(one('#frame'))");
        // The name of an aimed point fits its box, and the box is in sight.
        browser.run("location.hash = '#rule=freestyle&size=120x120&moves=dl114'");
        browser.wait("text('#game-title').includes('120')");
        shown.zoom("in");
        shown.press("\u{e00c}");
        let aimed = browser.run_async(
            "const done = arguments[0]; const frame = one('#frame'); frame.scrollTo(frame.scrollWidth, 0); \
             const box = frame.getBoundingClientRect(); \
             const touch = (type, x) => frame.dispatchEvent(new TouchEvent(type, { cancelable: true, touches: \
               [new Touch({ identifier: 1, target: frame, clientX: box.left + x, clientY: box.top + 200 })] })); \
             touch('touchstart', 40); setTimeout(() => { touch('touchmove', 22); \
               const [name, text] = one('#overlay rect[rx]').parentElement.children; \
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
            let title = "one('#result-title')";
            browser.wait(&format!("{title}.checkVisibility() && {title}.textContent === '{text}'"));
        };
        shown.two_people_with(&[("minutes", "5"), ("size", "13")], &[]);
        // On an empty board there is nothing to take back, to hint at or to resign.
        let disabled = "all('#foot .for-play button:disabled').map((button) => button.id).join()";
        browser.wait(&format!("{disabled} === 'undo,hint,resign,redo'"));
        shown.plays(0, &["g7", "h8"]);
        shown.resign("Black resigns");
        title("White wins!");
        browser.wait(&format!("{disabled} === 'hint,resign,swap,redo'"));
        browser.click_for("#again", "!seen('#result') && location.hash.includes('13x13')");
        browser.wait("text('#player-white .clock') === '5:00'");
        shown.new_game(&[("black", "human"), ("white", "1"), ("size", "15"), ("minutes", "0")]);
        shown.play_to(2, "h8");
        shown.resign("Black resigns");
        title("You lose.");
        // The result belongs to its position.
        browser.click_for("#back", &format!("!seen('#result') && {disabled} === 'resign'"));
        browser.click("#forward");
        title("You lose.");
        let weaker = "seen('#again-weaker')";
        assert_eq!(browser.value(weaker), json!(false), "there is no level below the first");
        shown.click_to(1, "#again-swapped");
        browser.wait("text('#player-black .name').includes('level 1')");
        // After a loss to a stronger level, half of that level is offered.
        shown.new_game(&[("black", "human"), ("white", "4")]);
        shown.play_to(2, "h8");
        shown.resign("Black resigns");
        browser.wait(weaker);
        browser.click_for("#again-weaker", "text('#player-white .name').includes('level 2')");
    });
}

#[test]
fn threats_are_a_layer_rules_give_reasons_and_a_lost_game_is_analyzed() {
    with_page(Device::Desktop, |shown, browser| {
        shown.show_game("freestyle", "h8a1h9c1h10");
        browser.click_for("#threats", "all('.threat.black').length >= 2");
        browser.wait("/would win by fours: h(7|11)/.test(text('#message'))");
        shown.show_game("freestyle", "h8a1h9c1h10e1h11");
        browser.wait("texts('.threat.urgent text').join('') === '55'");
        browser.click_for("#threats", "!one('.threat')");
        shown.show_game("renju", "g8a1f8o1h7a15h6o15");
        browser.wait("all('.forbidden').length === 1");
        shown.play("h8");
        shown.wait_for_message("Black may not play h8: two open threes.");
        shown.show_game("standard", "h8a1h9c1h10e1h12g1h13i1h11");
        shown.wait_for_message("Six or more in a row do not win");
        // The row is marked from end to end, and both come back with the position.
        let cells = |class: &str| {
            format!(
                "(() => {{ const row = one('{class}'); \
                 return row ? Math.hypot(row.x2.baseVal.value - row.x1.baseVal.value, row.y2.baseVal.value - row.y1.baseVal.value) / 32 : 0; }})()"
            )
        };
        browser.wait(&format!("{} === 5", cells(".no-win")));
        browser.click("#back");
        browser.wait(&format!("{} === 0", cells(".no-win")));
        shown.click_saying("#forward", "Six or more in a row do not win");
        browser.wait(&format!("{} === 5", cells(".no-win")));
        shown.show_game("caro", "h8h7h9h13h10e1h11g1h12");
        shown.wait_for_message("both ends closed do not win");
        browser.wait(&format!("{} === 4 && !one('.win')", cells(".no-win")));
        // A position that was given up is analyzed and played on.
        shown.two_people(&["h8", "i9"]);
        shown.click_saying("#hint", "Hint");
        browser.wait("one('.ghost')");
        shown.resign("Black resigns");
        // The hint is removed.
        browser.wait("!one('.ghost')");
        browser.click("#analyze-tab");
        browser.click_for("#live", "all('#lines li').length === 3");
        // A stopped search keeps its results for its position.
        browser.click_for("#live", "one('#live').ariaChecked === 'false'");
        browser.wait("text('#search-status').startsWith('Stopped: depth')");
        assert_eq!(browser.value("all('#lines li').length"), json!(3));
        shown.play("h9");
        shown.wait_for_position("h8i9h9");
        browser.wait("all('#lines li').length === 0");
        // In the game it is over.
        browser.click("#back");
        shown.wait_for_position("h8i9");
        browser.click("#play-tab");
        shown.play("h9");
        shown.wait_for_message("The game is over");
        // A busy server takes no move away.
        shown.show_game("freestyle", "h8i9");
        browser.click("#analyze-tab");
        // The server's answer if too many requests of the tab are waiting.
        browser.run(
            "const send = WebSocket.prototype.send; WebSocket.prototype.send = function (text) { \
           const { id, ask } = JSON.parse(text); \
           if (ask !== 'judge') return send.call(this, text); \
           const answer = { id, say: 'error', with: { code: 'busy', message: 'busy', detail: false } }; \
           this.onmessage({ data: JSON.stringify(answer) }); }",
        );
        shown.play("j10");
        shown.wait_for_message("Too many");
        shown.wait_for_position("h8i9j10");
    });
}

#[test]
fn a_review_that_is_interrupted_keeps_what_it_has_found_and_goes_on_there() {
    with_page(Device::Desktop, |shown, browser| {
        shown.show_game("freestyle", "h8a1h9c1h7e1h6g6");
        let count = "all('#tree button small').length";
        let reviewed = |least: u64| {
            browser.wait(&format!("text('#moments').includes('so far') && {count} >= {least}"));
            let count = browser.value(count).as_u64().unwrap();
            assert!(count < 8, "{count}");
            count
        };
        let button = || browser.value("text('#review')");
        let goes_on_at = |count: u64| {
            browser.click("#review");
            let value = browser.value("one('#review-progress').value").as_u64().unwrap();
            assert!((count - 1..=count).contains(&value), "{value} of {count}");
        };
        shown.open_pane("#open-review");
        browser.enter("review-time", "500");
        assert_eq!(button(), "Review the game");
        browser.click_for("#review", "one('#review-progress').value >= 3");
        // By a reload.
        shown.reload();
        let first = reviewed(2);
        shown.open_pane("#open-review");
        assert_eq!(button(), "Go on reviewing");
        goes_on_at(first);
        browser.wait(&format!("one('#review-progress').value > {first}"));
        // By its button.
        browser.click_for("#review", "text('#review') === 'Go on reviewing'");
        let second = reviewed(first + 1);
        shown.reload();
        assert_eq!(reviewed(second), second);
        shown.open_pane("#open-review");
        goes_on_at(second);
        browser.wait(&format!("{count} === 8 && !text('#moments').includes('so far')"));
        assert_eq!(button(), "Review the game");
    });
}
