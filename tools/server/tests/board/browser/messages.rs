//! The page's messages in a browser: the side to move, events, and errors.

use super::files::paste;
use super::layout::covered_by;
use super::play::{asked, no_question};
use crate::browser::{Shown, TWO_PEOPLE, with_one_retry, with_page};
use crate::client::server;
use crate::webdriver::{Browser, Device};
use serde_json::json;

fn message_is(shown: &Shown, text: &str) {
    shown.browser.wait(&format!("document.getElementById('message').textContent === {}", json!(text)));
}

#[test]
fn an_opening_that_the_engine_leads_goes_on_after_taking_back() {
    with_page(Device::Desktop, |shown, browser| {
        shown.new_game(&[("rule", "caro"), ("black", "1"), ("white", "human"), ("opening", "swap2")]);
        asked(shown, "which side");
        shown.wait_for_stones(3);
        browser.click("#undo");
        shown.wait_for_stones(2);
        browser.wait("document.getElementById('go-on').checkVisibility()");
        browser.click("#redo");
        shown.wait_for_stones(3);
        asked(shown, "which side");
        browser.click("#undo");
        shown.wait_for_stones(2);
        browser.click("#go-on");
        asked(shown, "which side");
    });
}

/// Presses buttons in a fixed random order: soon a side is to act, or the page offers to continue.
#[test]
fn a_walk_over_the_buttons_never_ends_where_nobody_acts() {
    with_page(Device::Desktop, |shown, browser| {
        shown.new_game(&[("rule", "caro"), ("black", "1"), ("white", "human"), ("opening", "swap2")]);
        let mut state = 7_u32;
        for _ in 0..30 {
            browser.wait(
                "document.getElementById('go-on').checkVisibility() || document.querySelector('#question-answers button') || \
                 (document.querySelector('.player.turn') && !document.querySelector('.player.thinks') && \
                  !(document.getElementById('question').checkVisibility() && document.getElementById('question').textContent.includes('decides')) && \
                  !document.querySelector('.player.turn .name').textContent.includes('Computer')) || \
                 document.getElementById('message').textContent.includes('wins')",
            );
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            browser.run(&format!(
                "const seen = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility()); \
                 const buttons = seen('#undo, #redo, #back, #forward, #go-on, #question-answers button'); \
                 const pick = {} % (buttons.length + 3); if (buttons[pick]) buttons[pick].click(); else {{ \
                   const frame = document.getElementById('frame'); const box = frame.getBoundingClientRect(); \
                   const at = (part) => 0.15 + 0.7 * (({} >> part) % 97) / 97; \
                   frame.dispatchEvent(new MouseEvent('click', {{ bubbles: true, \
                     clientX: box.left + at(2) * box.width, clientY: box.top + at(5) * box.height }})); }}",
                state >> 16,
                state >> 8,
            ));
            browser.wait_for_frame();
        }
    });
}

#[test]
fn what_is_said_goes_with_its_position() {
    with_page(Device::Desktop, |shown, browser| {
        shown.begin(&TWO_PEOPLE, &["h8", "i9"]);
        shown.play("i9");
        shown.wait_for_message("There is a stone on i9");
        browser.click("#back");
        message_is(shown, "");
        shown.resign("Black resigns: White wins.");
        browser.click("#undo");
        message_is(shown, "");
        // The result belongs to its position, even after a reload.
        browser.click("#forward");
        message_is(shown, "Black resigns: White wins.");
        browser.click("#analyze-tab");
        message_is(shown, "Black resigns: White wins.");
        // The game is at the position where the move was taken back.
        browser.click("#play-tab");
        message_is(shown, "");
        browser.click("#forward");
        message_is(shown, "Black resigns: White wins.");
        shown.reload();
        message_is(shown, "Black resigns: White wins.");
    });
}

#[test]
fn the_mark_is_on_the_opener_while_he_puts_stones_of_both_colors() {
    with_page(Device::Desktop, |shown, browser| {
        shown.new_game(&[&TWO_PEOPLE[..], &[("opening", "swap2")]].concat());
        let turn =
            |color: &str| browser.wait(&format!("document.querySelector('.player.turn')?.id === 'player-{color}'"));
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
fn a_question_is_asked_and_answered_by_keys() {
    with_page(Device::Desktop, |shown, browser| {
        shown.begin(&TWO_PEOPLE, &["h8", "i9"]);
        browser.run("document.getElementById('resign').focus()");
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
        shown.browser.wait("document.querySelector('.player.thinks')");
        shown.play("a1");
        shown.wait_for_message("The engine is thinking");
        assert_eq!(shown.browser.run("return document.getElementById('message').className"), json!(""), "no error");
        drop(server);
        shown.browser.wait("document.documentElement.dataset.connection === 'lost'");
        shown.browser.wait("document.getElementById('banner-text').textContent.includes('terminal window')");
        shown.browser.wait("!document.querySelector('.player.thinks')");
        assert_eq!(covered_by(&shown, "banner"), json!([]));
        shown.play("a1");
        shown.wait_for_message("There is no connection");
        shown.browser.click("#hint");
        shown.wait_for_message("There is no connection");
        assert_eq!(shown.stones(), 1);
        // A message is measured again when the window gets narrower.
        let fit = |width: &str| {
            shown.browser.run(&format!(
                "const box = document.getElementById('message'); box.parentElement.style.width = '{width}'; \
                 dispatchEvent(new Event('resize')); return [box.classList.contains('long'), box.tabIndex]"
            ))
        };
        assert_eq!(
            ["", "220px", "60px", ""].map(fit),
            [(false, -1), (true, -1), (true, 0), (false, -1)].map(|one| json!(one))
        );
        // The review, which is not loaded yet.
        shown.open_pane("#open-review");
        shown.browser.wait("document.getElementById('message').textContent === ''");
        shown.browser.click("#review");
        shown.wait_for_message("There is no connection");
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
        browser.wait("document.documentElement.dataset.connection === 'tokenless'");
        browser.wait("document.getElementById('banner-text').textContent.includes('lacks the token')");
        browser.wait("document.getElementById('address').checkVisibility()");
        browser.type_into("#address", &server.address());
        browser.click("#new-address button");
        browser.wait("document.documentElement.dataset.connection === 'online'");
        browser.run("localStorage.setItem('tengen.token', '0'.repeat(32))");
        browser.reload();
        browser.wait("document.documentElement.dataset.connection === 'refused'");
        browser.wait("document.getElementById('banner-text').textContent.includes('started anew')");
    });
}

#[test]
fn a_pasted_link_that_shows_no_position_is_named() {
    with_page(Device::Desktop, |shown, browser| {
        shown.begin(&TWO_PEOPLE, &["h8"]);
        for foreign in ["https://example.org/", "https://example.org/game#part", "http://127.0.0.1:1/#size=1"] {
            browser.click("#back");
            message_is(shown, "");
            browser.click("#forward");
            paste(shown, foreign);
            browser.wait("document.getElementById('message').classList.contains('error')");
        }
        paste(shown, "http://127.0.0.1:1/#rule=caro&size=15x15&moves=h8");
        shown.wait_for_message("on the board already");
    });
}

#[test]
fn vietnamese_errors_and_numbers_are_vietnamese() {
    with_page(Device::Desktop, |shown, browser| {
        shown.speak("vi");
        for (text, said) in [
            ("h8 z99", "Dòng 1: 'z99' không phải là điểm"),
            ("Piskvorky 15x15, 1:1, 0\n8,8,0\nabc\n", "Dòng 3: 'abc': cần một nước đi hoặc mã kết thúc"),
            ("(;GM[4]SZ[15];B[hh];B[aa])", "Dòng 1: a15 không đúng lượt"),
        ] {
            paste(shown, text);
            browser.wait(&format!("document.getElementById('message').textContent.includes({})", json!(said)));
        }
        browser.click("#analyze-tab");
        browser.wait("document.querySelector('#review-time').options[0]?.text === '0,1 giây'");
        browser.click("#live");
        shown
            .browser
            .wait("/độ sâu \\d+ · [0-9],[0-9] giây.* nút/.test(document.getElementById('search-status').textContent)");
        browser.click("#live");
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
        shown.begin(&TWO_PEOPLE, &["h8", "i9"]);
        let count_is = |text: &str| {
            browser.wait(&format!("document.getElementById('kept-count').textContent.startsWith('{text}')"));
        };
        browser.click("#games-tab");
        count_is("This browser keeps nothing");
        // Looking again changes nothing.
        browser.click("#play-tab");
        browser.click("#games-tab");
        browser.wait_for_frame();
        count_is("This browser keeps nothing");
        browser.click("#play-tab");
        shown.choose_from("#view", "#numbers");
        browser.wait("document.querySelector('.stone text')?.textContent === '1'");
        browser.limit_storage(None);
        shown.play("a1");
        browser.click("#games-tab");
        count_is("Games: 1");
    });
}

/// Data left by a link or by another page of the same host.
#[test]
fn a_hostile_link_and_a_damaged_game_leave_a_page_that_works() {
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
        shown.begin(&[&TWO_PEOPLE[..], &[("size", "15")]].concat(), &["h8", "i9"]);
        let leave = |change: &str| {
            browser.run(&format!(
                "const kept = JSON.parse(localStorage.getItem('tengen.game')); {change}; \
                 addEventListener('pagehide', () => {{ for (const storage of [localStorage, sessionStorage]) \
                   storage.setItem('tengen.game', JSON.stringify(kept)) }})"
            ));
            shown.reload();
        };
        browser.wait("localStorage.getItem('tengen.game').includes('i9')");
        leave(
            "kept.play.seats = {}; kept.play.clocks = { x: 1 }; kept.game.nodes[2].arrows = [['h8', 'zz99'], ['h8', 'c3']]; \
             kept.states[0].end = { winner: 'x' }",
        );
        shown.wait_for_position("h8i9");
        browser.wait("document.querySelectorAll('#board .arrow').length <= 1");
        shown.play_to(3, "j10");
        browser.wait("localStorage.getItem('tengen.game').includes('j10')");
        leave("kept.game.width = 100000; history.replaceState(null, '', location.pathname)");
        shown.wait_for_stones(0);
        shown.play_to(1, "c3");
    });
}
