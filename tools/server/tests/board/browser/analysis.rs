//! Analysis in a browser: balance, blocked points, wins by fours, the curve of a game, the database, large boards.

use crate::browser::choices::{RECORD, analyzes_nothing};
use crate::browser::{Shown, TWO_PEOPLE, with_one_retry, with_page};
use crate::client::{Page, position};
use crate::database::TestFile;
use crate::webdriver::Device;
use serde_json::json;

fn show(shown: &Shown, moves: &str) {
    // The address may lag behind the game, and setting an equal address would change nothing.
    shown.browser.run(&format!("location.hash = ''; location.hash = '#rule=freestyle&size=15x15&moves={moves}'"));
    shown.wait_for_position(moves);
    shown.browser.click("#analyze-tab");
}

#[test]
fn questions_about_a_position_are_answered_on_the_board() {
    with_page(Device::Desktop, |shown, browser| {
        show(shown, "h8a1h9c1h7e1");
        shown.choose_from("#find", "#vcf");
        browser.wait("!document.getElementById('question').hidden");
        // A suggestion of the analysis is not played in the game.
        browser.click("#play-tab");
        browser.wait("document.getElementById('question').hidden");
        browser.click("#analyze-tab");
        shown.choose_from("#find", "#vcf");
        shown.answer("wins by fours in", "playThem");
        browser.wait("document.querySelector('.win')");
        // If fewer lines than requested are shown, the reason is shown.
        show(shown, "h8h7h9a1h10c1h11");
        browser.click("#live");
        browser.wait(
            "document.querySelector('#lines .few')?.textContent.includes('1 of 3 lines: every other move loses')",
        );
        browser.click("#live");
        show(shown, "h8a1h9c1h10e1h11g1h12");
        browser.wait("document.querySelector('.win')");
        // Setup stones have no winning line.
        browser.click("#setup");
        browser.wait("!document.querySelector('.win')");
        browser.click("#setup-clear");
        shown.wait_for_stones(0);
        browser.wait("!document.querySelector('.win')");
        browser.click("#setup-cancel");
        browser.wait("document.querySelector('.win')");
        // A finished game is not searched.
        browser.run(RECORD);
        browser.click("#live");
        analyzes_nothing(browser);
        assert_eq!(browser.run("return document.getElementById('search-status').textContent"), json!(""));
        browser.click("#live");
        show(shown, "h8i9");
        // On a busy machine no stone may be proved even; the nearest is offered nevertheless.
        shown.choose_from("#balance", "#balance-2");
        shown.answer("alanced", "close");
        shown.choose_from("#balance", "#balance-1");
        shown.answer("alanced", "playIt");
        shown.wait_for_stones(3);
        // All White moves lose to the open four.
        show(shown, "h8a1h9c1h10e1h11");
        shown.choose_from("#balance", "#balance-1");
        shown.answer("No balanced move was found", "close");
        show(shown, "h8i9");
        browser.click("#block");
        shown.play("i8");
        browser.wait("document.querySelectorAll('.blocked').length === 1");
        browser.click("#block");
        browser.wait("document.getElementById('message').textContent === ''");
        browser.click("#live");
        browser.wait("document.querySelectorAll('#lines li').length >= 2");
        let first = "[...document.querySelectorAll('#lines [data-index=\"0\"]')].map((move) => move.textContent)";
        assert_eq!(browser.run(&format!("return {first}.includes('i8')")), json!(false), "a blocked point");
        // The line appears while the mouse is on its move, in the list or on the board. The lines change ten times a
        // second, and the first ones have a single move.
        browser.wait(
        "(() => { document.querySelector('#lines button').dispatchEvent(new PointerEvent('pointerover', { bubbles: true })); \
         return document.querySelectorAll('.over .ghost').length >= 2; })()",
    );
        browser.click("#live");
        browser.wait("document.querySelectorAll('.over .ghost').length === 0");
    });
}

#[test]
fn a_proof_is_put_behind_the_position() {
    with_page(Device::Desktop, |shown, browser| {
        // A proof that is no longer needed ends.
        show(shown, "h8i9");
        shown.choose_from("#find", "#prove");
        browser.wait("document.getElementById('question').textContent.includes('Looking for a proof')");
        browser.click("#back");
        browser.wait("document.getElementById('question').hidden");
        // The proof's moves are appended to the position, and removed again.
        show(shown, "h8a1h9c1h10e1");
        shown.choose_from("#find", "#prove");
        shown.answer("Proved: Black wins in 2 moves", "proof.show");
        shown.wait_for_message("1 move of the proof");
        let comments = "document.querySelectorAll('#tree .comment').length";
        browser.wait(&format!("{comments} === 1"));
        browser.click("#note-undo");
        browser.wait(&format!("{comments} === 0"));
    });
}

#[test]
fn the_curve_covers_nothing_that_a_review_has_found() {
    for device in [Device::Phone, Device::Tablet] {
        with_page(device, |shown, browser| {
            show(shown, "h8a1h9c1h7e1h6");
            shown.open_pane("#open-notes");
            browser.type_into("#name-black", "An");
            shown.open_pane("#open-review");
            browser.enter("review-time", "100");
            browser.click("#review");
            browser.wait("document.querySelector('#moments li button')");
            // The players as beside the board, right below the button.
            let totals = "const rows = [...document.querySelectorAll('#review-totals tbody th')]; \
                          const [table, buttons] = ['#review-totals', '#review-pane .buttons'].map((part) => document.querySelector(part).getBoundingClientRect()); \
                          return [rows.map(({ textContent }) => textContent), table.top - buttons.bottom < 20]";
            assert_eq!(browser.run(totals), json!([["An", "White"], true]));
            let found = "const button = document.querySelector('#moments li button'); button.scrollIntoView({ block: 'nearest' }); \
                         const { x, y, width, height } = button.getBoundingClientRect(); \
                         return button.contains(document.elementFromPoint(x + width / 2, y + height / 2))";
            assert_eq!(browser.run(found), json!(true), "a moment is not below the curve");
        });
    }
}

#[test]
fn a_game_is_reviewed_with_its_curve() {
    with_page(Device::Desktop, |shown, browser| {
        // White does not stop the open three.
        show(shown, "h8a1h9c1h7e1h6");
        shown.open_pane("#open-review");
        browser.enter("review-time", "100");
        browser.click("#review");
        browser.wait(
            "document.querySelectorAll('#curve .line').length === 1 && document.querySelector('#moments button')",
        );
        // The curve says what stands where the pointer is.
        let [x, y] = browser.place(
            "const box = document.getElementById('curve').getBoundingClientRect(); return [box.right - 3, box.y + 40]",
        );
        browser.move_mouse(x, y);
        browser.wait("/^7\\. h6 · Black /.test(document.getElementById('curve-tip').textContent)");
        browser.wait("document.querySelectorAll('#review-totals tbody tr').length === 2");
        // A long name is cut, and the marks stay in one line, also in the width of a phone.
        let tall = "const table = document.getElementById('review-totals'); table.style.width = '170px'; \
                    table.querySelector('tbody th').textContent = 'Nguyen Van '.repeat(20); \
                    const rows = [...table.querySelectorAll('tr')].map((row) => [...row.cells].slice(0, -1)).flat(); \
                    const line = table.rows[2].offsetHeight; \
                    const texts = [...table.querySelectorAll('tbody tr')].map((row) => row.offsetHeight); \
                    const marks = rows.filter((cell) => cell.closest('thead') && cell.scrollWidth > cell.clientWidth); \
                    return [table.offsetWidth <= 170, texts.every((height) => height === line && height < 30), marks.length]";
        assert_eq!(browser.run(tall), json!([true, true, 0]));
        browser.click("#moments button");
        browser.wait("document.querySelectorAll('.ghost').length >= 1");
        browser.wait("document.querySelectorAll('.stone').length < 7");
        // The review disappears with its moves, and comes back with them.
        browser.click("#end");
        shown.wait_for_stones(7);
        shown.open_pane("#open-notes");
        browser.click("#delete-branch");
        shown.wait_for_stones(6);
        browser.wait("!document.querySelector('#curve .line') && !document.querySelector('#moments button')");
        shown.wait_for_message("Deleted: h6 and what follows.");
        browser.press_with_control('z');
        shown.wait_for_stones(7);
        let is_reviewed = "document.querySelector('#curve .line') && document.querySelector('#moments button')";
        shown.browser.wait(is_reviewed);
        // It stays with the game: when the page is loaded anew, and when another game was on the board meanwhile. A sign makes
        // the position of the address a game to be kept.
        shown.browser.press("1");
        shown.browser.click("#games-tab");
        shown.browser.wait("document.querySelector('#kept-games .kept-open')");
        shown.browser.click("#analyze-tab");
        shown.reload();
        shown.browser.wait(is_reviewed);
        shown.browser.wait("document.querySelectorAll('#tree small').length === 7");
        shown.new_game(&TWO_PEOPLE);
        shown.browser.click("#games-tab");
        shown.browser.click("#kept-games .kept-open");
        shown.wait_for_stones(7);
        shown.browser.click("#analyze-tab");
        shown.browser.wait(is_reviewed);
        shown.check_quiet();
    });
}

#[test]
fn the_database_is_shown_and_edited() {
    with_one_retry(|| {
        let file = TestFile::new("browser");
        let server = file.server(true);
        let Some(shown) = Shown::open(&server, Device::Desktop) else { return };
        let browser = &shown.browser;
        shown.begin(&TWO_PEOPLE, &["h8", "i10"]);
        shown.open_pane("#open-explorer");
        browser.wait("document.querySelectorAll('#known button').length === 3");
        browser.wait("document.querySelectorAll('.known').length === 3");
        let row = browser.run("return document.querySelectorAll('#known button')[0].textContent");
        assert!(row.as_str().unwrap().contains("j9") && row.as_str().unwrap().contains("B2 =1 W3"), "{row}");
        browser.type_into("#known-label", "main");
        browser.type_into("#known-comment", "the usual stone");
        browser.click("#annotate button");
        shown.wait_for_message("Saved in the database");
        // A text changed meanwhile in another tab is not overwritten; it is shown after the next connection.
        let write_elsewhere = |comment: &str| {
            let note = json!({ "position": position("caro", "h8i10"), "comment": comment });
            assert_eq!(Page::open(&server).ask("annotate", note)["say"], "known");
        };
        write_elsewhere("of another tab");
        browser.type_into("#known-label", " line");
        browser.click("#annotate button");
        browser.wait("document.getElementById('known-comment').value === 'of another tab'");
        write_elsewhere("the usual stone");
        server.disconnect();
        browser.wait("document.getElementById('known-comment').value === 'the usual stone'");
        browser.click("#back");
        shown.wait_for_stones(1);
        browser.wait("document.querySelector('#known .text')?.textContent === 'main line the usual stone'");
        // The stone of this game, not one of its seven images around a single stone in the center.
        browser.wait("document.querySelector('#known .point').textContent === 'i10'");
        browser.click("#known button");
        browser.wait("location.hash.includes('moves=h8i10') && document.querySelectorAll('.stone').length === 2");
        browser.click("#back");
        shown.wait_for_stones(1);
        // A note adds the position to the database.
        browser.type_into("#known-comment", "the first stone");
        browser.click("#annotate button");
        browser.wait("document.getElementById('database-about').textContent.includes('4 positions')");
        // Unsaved text is kept for its position.
        browser.type_into("#known-comment", " of all");
        browser.wait("!document.getElementById('unsaved').hidden");
        browser.click("#back");
        shown.wait_for_message("The note is not saved yet");
        browser.wait("document.getElementById('unsaved').hidden && !document.getElementById('annotate').hidden");
        browser.click("#forward");
        browser.wait("document.getElementById('known-comment').value === 'the first stone of all'");
        browser.click("#annotate button");
        shown.wait_for_message("Saved in the database");
        browser.wait("document.getElementById('unsaved').hidden");
        browser.click("#show-known");
        browser.wait("document.querySelectorAll('.known').length === 0");
        browser.click("#known button");
        shown.wait_for_stones(2);
        shown.check_quiet();
    });
}

/// With White to move, the engine's result for White is shown as Black's.
#[test]
fn every_evaluation_is_blacks() {
    with_page(Device::Desktop, |shown, browser| {
        show(shown, "h8a1h10");
        browser.click("#live");
        let share = |text: &str| {
            format!(
                "Number(/^(?:Black )?(\\d+) %$/.exec({text})?.[1] ?? (/^B(?:lack wins|.$)/.test({text}) ? 100 : NaN))"
            )
        };
        // Black has two stones more than White: no place may show that Black is worse.
        let [head, bar] =
            ["document.querySelector('#lines .head')?.textContent", "document.getElementById('bar').title"];
        browser.wait(&format!("{} > 50 && {} > 50", share(head), share(bar)));
        browser.wait("/^(\\d+|B.+)$/.test(document.querySelector('.share.best text')?.textContent)");
        browser.wait("document.querySelector('#tree [aria-current] small')?.textContent > 50");
        browser.wait(&format!("{} > 50", share("document.getElementById('eval').textContent")));
        browser.click("#live");
        browser.click("#play-tab");
        browser.click("#hint");
        shown.wait_for_message("(Black ");
        // White gives the attack away, then Black does.
        show(shown, "h8a1h9c1h7e1a15h6");
        shown.open_pane("#open-review");
        browser.enter("review-time", "100");
        browser.click("#review");
        browser.wait("document.querySelector('#moments button')");
        browser.wait("document.getElementById('curve').ariaLabel.startsWith('Black\\'s winning chances over 8 moves')");
        let turns = browser.run(
            "return [...document.querySelectorAll('#moments li > button:not(.offer)')].map((button) => button.textContent) \
             .filter((text) => text.includes('→') && !/: Black \\d+ % → \\d+ %/.test(text))",
        );
        assert_eq!(turns, json!([]), "each says whose share it is");
    });
}

/// Frames cannot be measured on a busy machine; their cost is the amount of the page that changes.
#[test]
fn the_mouse_over_a_large_board_touches_no_stone() {
    with_page(Device::Desktop, |shown, browser| {
        browser.run(
        "const name = (x) => (x < 26 ? '' : String.fromCharCode(96 + Math.floor(x / 26))) + String.fromCharCode(97 + (x % 26)); \
         const stones = { black: '', white: '' }; \
         for (let i = 0; i < 2000; i++) { const [x, y] = [(i * 3) % 120, 1 + Math.floor(i / 40)]; \
           stones[(x + 2 * y) % 4 < 2 ? 'black' : 'white'] += name(x) + y; } \
         location.hash = `#rule=freestyle&size=120x120&black=${stones.black}&white=${stones.white}`",
    );
        shown.wait_for_stones(2000);
        browser.run(
            "window.changed = 0; new MutationObserver((list) => (changed += list.length)) \
         .observe(document.getElementById('board'), { childList: true, subtree: true })",
        );
        for at in 0..10 {
            browser.move_mouse(f64::from(200 + 30 * at), f64::from(300 + 20 * at));
        }
        browser.wait("document.querySelector('#overlay .cursor').children.length > 0");
        assert_eq!(browser.run("return changed"), json!(0));
        browser.click("#analyze-tab");
        browser.click("#live");
        browser.wait("document.querySelectorAll('.share').length >= 1");
        assert_eq!(browser.run("return changed"), json!(0), "live lines are drawn above the stones");
        browser.click("#live");
    });
}

/// A player who resigned may want to analyze the position.
#[test]
fn a_position_that_was_given_up_is_analyzed_and_played_on() {
    with_page(Device::Desktop, |shown, browser| {
        shown.begin(&TWO_PEOPLE, &["h8", "i9"]);
        browser.click("#hint");
        shown.wait_for_message("Hint");
        browser.wait("document.querySelector('.ghost')");
        shown.resign("Black resigns");
        // The hint is removed.
        browser.wait("!document.querySelector('.ghost')");
        browser.click("#analyze-tab");
        browser.click("#live");
        browser.wait("document.querySelectorAll('#lines li').length === 3");
        // A stopped search keeps its results for its position.
        browser.click("#live");
        browser.wait("document.getElementById('live').ariaChecked === 'false'");
        browser.wait("document.getElementById('search-status').textContent.startsWith('Stopped: depth')");
        assert_eq!(browser.run("return document.querySelectorAll('#lines li').length"), json!(3));
        shown.play("h9");
        shown.wait_for_position("h8i9h9");
        browser.wait("document.querySelectorAll('#lines li').length === 0");
        // In the game it is over.
        browser.click("#back");
        shown.wait_for_position("h8i9");
        browser.click("#play-tab");
        shown.play("h9");
        shown.wait_for_message("The game is over");
    });
}

#[test]
fn a_busy_server_takes_no_move_away() {
    with_page(Device::Desktop, |shown, browser| {
        show(shown, "h8i9");
        // The server's answer if too many requests of the tab are waiting.
        browser.run(
            "const send = WebSocket.prototype.send; \
         WebSocket.prototype.send = function (text) { \
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
fn a_number_of_threads_beyond_the_limits_is_mended_where_it_is_typed() {
    with_page(Device::Desktop, |_, browser| {
        browser.click("#analyze-tab");
        browser.click("#open-engine");
        browser.wait("document.getElementById('engine-dialog').open");
        // The limit is the server's number of threads.
        let most = browser.run("return Number(document.querySelector('#engine-dialog [name=threads]').max)");
        let most = most.as_u64().filter(|most| (1..=64).contains(most)).expect("a limit");
        for (typed, kept) in [("-1", 0), ("1.6", most.min(2)), ("1000", most), ("", 0)] {
            let field = format!(
                "const field = document.querySelector('#engine-dialog [name=threads]'); field.value = '{typed}'; \
             field.dispatchEvent(new Event('change', {{ bubbles: true }})); \
             return [Number(field.value), JSON.parse(localStorage.getItem('tengen.settings')).threads]"
            );
            assert_eq!(browser.run(&field), json!([kept, kept]), "{typed}");
        }
    });
}
