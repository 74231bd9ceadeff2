//! The page's messages in a browser: the side to move, events, and errors.

use super::layout::covered_by;
use super::play::{asked, no_question};
use crate::browser::{Shown, with_one_retry, with_page};
use crate::client::server;
use crate::webdriver::{Browser, Device};
use serde_json::json;

#[test]
fn an_opening_goes_on_after_taking_back_and_marks_who_is_to_act() {
    with_page(Device::Desktop, |shown, browser| {
        shown.new_game(&[("rule", "caro"), ("black", "1"), ("white", "human"), ("opening", "swap2")]);
        asked(shown, "which side");
        shown.wait_for_stones(3);
        shown.click_to(2, "#undo");
        browser.click("#go-on");
        asked(shown, "which side");
        // The mark is on the opener while he puts stones of both colors.
        shown.two_people_with(&[("opening", "swap2")], &[]);
        let turn = |color: &str| browser.wait(&format!("one('.player.turn')?.id === 'player-{color}'"));
        for (count, point) in ["h8", "i9", "h9"].into_iter().enumerate() {
            turn("black");
            shown.plays(count, &[point]);
        }
        asked(shown, "The second player, now White");
        turn("white");
        shown.answer("The second player", "white");
        no_question(shown);
        turn("white");
    });
}

#[test]
fn what_is_said_goes_with_its_position_and_questions_are_answered_by_keys() {
    with_page(Device::Desktop, |shown, browser| {
        shown.two_people(&["h8", "i9"]);
        shown.play("i9");
        shown.wait_for_message("There is a stone on i9");
        browser.click("#back");
        shown.wait_for_exact_message("");
        shown.resign("Black resigns: White wins.");
        browser.click("#undo");
        shown.wait_for_exact_message("");
        // The result belongs to its position, even after a reload.
        browser.click("#forward");
        shown.wait_for_exact_message("Black resigns: White wins.");
        browser.click("#analyze-tab");
        shown.wait_for_exact_message("Black resigns: White wins.");
        // The game is at the position where the move was taken back.
        browser.click("#play-tab");
        shown.wait_for_exact_message("");
        browser.click("#forward");
        shown.wait_for_exact_message("Black resigns: White wins.");
        shown.reload();
        shown.wait_for_exact_message("Black resigns: White wins.");
        // A pasted link that shows no position is named.
        shown.two_people(&["h8"]);
        for foreign in ["https://example.org/", "https://example.org/game#part", "http://127.0.0.1:1/#size=1"] {
            browser.click("#back");
            shown.wait_for_exact_message("");
            browser.click("#forward");
            shown.paste(foreign);
            browser.wait("one('#message').classList.contains('error')");
        }
        shown.paste("http://127.0.0.1:1/#rule=caro&size=15x15&moves=h8");
        shown.wait_for_message("on the board already");
        // A question is asked and answered by keys.
        shown.two_people(&["h8", "i9"]);
        browser.run("one('#resign').focus()");
        // Enter asks. Enter or Escape answers, and the focus goes back.
        for key in ["\u{e007}", "\u{e00c}"] {
            browser.press("\u{e007}");
            asked(shown, "Resign this game?");
            browser.wait("document.activeElement.dataset.value === 'playOn'");
            browser.press(key);
            no_question(shown);
            browser.wait("document.activeElement.id === 'resign'");
        }
    });
}

#[test]
fn without_a_server_nobody_is_said_to_think() {
    with_one_retry(|| {
        let server = server();
        let Some(shown) = Shown::open(&server, Device::Desktop) else { return };
        shown.new_game(&[("rule", "caro"), ("black", "human"), ("white", "10"), ("time", "60")]);
        shown.play("h8");
        shown.wait("one('.player.thinks')");
        shown.play("a1");
        shown.wait_for_message("The engine is thinking");
        assert_eq!(shown.value("one('#message').className"), json!(""), "no error");
        drop(server);
        shown.wait("connection() === 'lost' && text('#banner-text').includes('terminal window')");
        shown.wait("!one('.player.thinks')");
        assert_eq!(covered_by(&shown, "banner"), json!([]));
        shown.play("a1");
        shown.wait_for_message("There is no connection");
        shown.click_saying("#hint", "There is no connection");
        shown.wait_for_frame();
        assert_eq!(shown.stones(), 1);
        // A message is measured again when the window gets narrower.
        let fit = |width: &str| {
            shown.run(&format!(
                "const box = one('#message'); box.parentElement.style.width = '{width}'; \
                 dispatchEvent(new Event('resize')); return [box.classList.contains('long'), box.tabIndex]"
            ))
        };
        assert_eq!(
            ["", "220px", "60px", ""].map(fit),
            [(false, -1), (true, -1), (true, 0), (false, -1)].map(|one| json!(one))
        );
        // The review, which is not loaded yet.
        shown.open_pane("#open-review");
        shown.wait("text('#message') === ''");
        shown.click_saying("#review", "There is no connection");
    });
}

#[test]
fn an_address_without_its_token_is_told_apart_from_one_of_an_earlier_start() {
    with_one_retry(|| {
        let server = server();
        let Some(browser) = Browser::start(Device::Desktop) else { return };
        let (bare, _) =
            server.address().split_once('?').map(|(bare, token)| (bare.to_owned(), token.to_owned())).unwrap();
        browser.go(&bare);
        browser.wait("connection() === 'tokenless' && text('#banner-text').includes('lacks the token')");
        browser.wait("seen('#address')");
        browser.type_into("#address", &server.address());
        browser.click("#new-address button");
        browser.wait("connection() === 'online'");
        browser.run("localStorage.setItem('tengen.token', '0'.repeat(32))");
        browser.reload();
        browser.wait("connection() === 'refused' && text('#banner-text').includes('started anew')");
    });
}

/// Settings and games work if the browser's storage is full, and the list of games states that it stores none.
#[test]
fn a_full_browser_plays_and_says_that_it_keeps_nothing() {
    with_page(Device::Desktop, |shown, browser| {
        browser.run(
            "for (let size = 1 << 22; size > 0; size >>= 1) try { \
               for (;;) localStorage.setItem('neighbor', (localStorage.getItem('neighbor') ?? '') + 'x'.repeat(size)); \
             } catch {}",
        );
        browser.limit_storage(Some(1000));
        shown.two_people(&["h8", "i9"]);
        let count_is = |text: &str| {
            browser.wait(&format!("text('#kept-count').startsWith('{text}')"));
        };
        browser.click("#games-tab");
        count_is("This browser keeps nothing");
        // Looking again changes nothing.
        browser.click_each(&["#play-tab", "#games-tab"]);
        browser.wait_for_frame();
        count_is("This browser keeps nothing");
        browser.click("#play-tab");
        shown.click_each(&["#view", "#numbers"]);
        browser.wait("text('.stone text') === '1'");
        browser.limit_storage(None);
        shown.play("a1");
        browser.click("#games-tab");
        count_is("Games: 1");
    });
}

#[test]
fn a_hostile_link_leaves_a_page_that_works() {
    with_page(Device::Desktop, |shown, browser| {
        // Black's five, and all other points of the largest board after it.
        browser.run(
            "const name = (column) => (column < 26 ? '' : String.fromCharCode(96 + Math.floor(column / 26))) + \
               String.fromCharCode(97 + (column % 26)); \
             const first = ['h8', 'a1', 'h9', 'c1', 'h10', 'e1', 'h11', 'g1', 'h12']; const moves = new Set(first); \
             for (let row = 120; row > 0; row--) for (let column = 0; column < 120; column++) moves.add(name(column) + row); \
             location.hash = `#rule=freestyle&size=120x120&moves=${[...moves].join('')}`",
        );
        shown.wait_for_message("Move 10, a120: the game was over before it");
        shown.wait_for_position("h8a1h9c1h10e1h11g1h12");
        shown.reload();
        shown.wait_for_stones(9);
        shown.wait_for_message("Black wins");
    });
}
