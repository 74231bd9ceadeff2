//! Analysis in a browser: balance, blocked points, wins by fours, the curve of a game, the database, large boards.

use crate::browser::choices::{RECORD, analyzes_nothing};
use crate::browser::{Shown, with_one_retry, with_page};
use crate::client::{Page, position};
use crate::database::TestFile;
use crate::webdriver::Device;
use serde_json::json;

fn show(shown: &Shown, moves: &str) {
    shown.show_game("freestyle", moves);
    shown.click("#analyze-tab");
}

#[test]
fn questions_about_a_position_are_answered_on_the_board() {
    with_page(Device::Desktop, |shown, browser| {
        show(shown, "h8a1h9c1h7e1");
        shown.click_each(&["#find", "#vcf"]);
        browser.wait("!one('#question').hidden");
        // A suggestion of the analysis is not played in the game.
        browser.click_for("#play-tab", "one('#question').hidden");
        browser.click("#analyze-tab");
        shown.click_each(&["#find", "#vcf"]);
        shown.answer("wins by fours in", "playThem");
        browser.wait("one('.win')");
        // If fewer lines than requested are shown, the reason is shown.
        show(shown, "h8h7h9a1h10c1h11");
        browser.click_for("#live", "text('#lines .few').includes('1 of 3 lines: every other move loses')");
        browser.click("#live");
        show(shown, "h8a1h9c1h10e1h11g1h12");
        browser.wait("one('.win')");
        // Setup stones have no winning line.
        browser.click_for("#setup", "!one('.win')");
        shown.click_to(0, "#setup-clear");
        browser.wait("!one('.win')");
        browser.click_for("#setup-cancel", "one('.win')");
        // A finished game is not searched.
        browser.run(RECORD);
        browser.click("#live");
        analyzes_nothing(browser);
        assert_eq!(browser.value("text('#search-status')"), json!(""));
        browser.click("#live");
        show(shown, "h8i9");
        // On a busy machine no stone may be proved even; the nearest is offered nevertheless.
        shown.click_each(&["#balance", "#balance-2"]);
        shown.answer("alanced", "close");
        shown.click_each(&["#balance", "#balance-1"]);
        shown.answer("alanced", "playIt");
        shown.wait_for_stones(3);
        // All White moves lose to the open four.
        show(shown, "h8a1h9c1h10e1h11");
        shown.click_each(&["#balance", "#balance-1"]);
        shown.answer("No balanced move was found", "close");
        show(shown, "h8i9");
        browser.click("#block");
        shown.play("i8");
        browser.wait("all('.blocked').length === 1");
        browser.click_for("#block", "text('#message') === ''");
        browser.click_for("#live", "all('#lines li').length >= 2");
        let first = "all('#lines [data-index=\"0\"]').map((move) => move.textContent)";
        assert_eq!(browser.value(&format!("{first}.includes('i8')")), json!(false), "a blocked point");
        // The line appears while the mouse is on its move, in the list or on the board. The lines change ten times a
        // second, and the first ones have a single move.
        browser.wait(
            "(() => { one('#lines button').dispatchEvent(new PointerEvent('pointerover', { bubbles: true })); \
         return all('.over .ghost').length >= 2; })()",
        );
        browser.click_for("#live", "all('.over .ghost').length === 0");
    });
}

#[test]
fn a_proof_is_put_behind_the_position() {
    with_page(Device::Desktop, |shown, browser| {
        // A proof that is no longer needed ends.
        show(shown, "h8i9");
        shown.click_each(&["#find", "#prove"]);
        browser.wait("text('#question').includes('Looking for a proof')");
        browser.click_for("#back", "one('#question').hidden");
        // The proof's moves are appended to the position, and removed again.
        show(shown, "h8a1h9c1h10e1");
        shown.click_each(&["#find", "#prove"]);
        shown.answer("Proved: Black wins in 2 moves", "proof.show");
        shown.wait_for_message("1 move of the proof");
        let comments = "all('#tree .comment').length";
        browser.wait(&format!("{comments} === 1"));
        browser.click_for("#note-undo", &format!("{comments} === 0"));
    });
}

#[test]
fn the_curve_covers_nothing_that_a_review_has_found() {
    for device in [Device::Phone, Device::Tablet] {
        with_page(device, |shown, browser| {
            show(shown, "h8a1h9c1h7e1h6");
            shown.open_pane("#open-notes");
            browser.type_into("#name-black", "An");
            shown.review_until("one('#moments li button')");
            // The players as beside the board, right below the button.
            let totals = "const rows = all('#review-totals tbody th'); \
                          const [table, buttons] = ['#review-totals', '#review-pane .buttons'].map((part) => one(part).getBoundingClientRect()); \
                          return [rows.map(({ textContent }) => textContent), table.top - buttons.bottom < 20]";
            assert_eq!(browser.run(totals), json!([["An", "White"], true]));
            let found = "const button = one('#moments li button'); button.scrollIntoView({ block: 'nearest' }); \
                         const { x, y, width, height } = button.getBoundingClientRect(); \
                         return button.contains(document.elementFromPoint(x + width / 2, y + height / 2))";
            assert_eq!(browser.run(found), json!(true), "a moment is not below the curve");
        });
    }
}

#[test]
fn a_game_is_reviewed_with_its_curve_and_its_list_of_moves() {
    with_page(Device::Desktop, |shown, browser| {
        // White does not stop the open three.
        show(shown, "h8a1h9c1h7e1h6");
        // The list of moves shows the results of the live lines and of the review.
        browser.click_for("#live", "one('#tree button[aria-current] small')");
        browser.click("#live");
        shown.review_until("all('#curve .line').length === 1 && one('#moments button')");
        browser.wait("all('#tree button small').length === 7 && / [?]/.test(text('#tree .doubtful, #tree .bad'))");
        // The curve says what stands where the pointer is.
        let [x, y] = browser.numbers("const { right, y } = box('#curve'); return [right - 3, y + 40]");
        browser.move_mouse(x, y);
        browser.wait("/^7\\. h6 · Black /.test(text('#curve-tip')) && all('#review-totals tbody tr').length === 2");
        // A long name is cut, and the marks stay in one line, also in the width of a phone.
        let tall = "const table = one('#review-totals'); table.style.width = '170px'; \
                    table.querySelector('tbody th').textContent = 'Nguyen Van '.repeat(20); \
                    const rows = [...table.querySelectorAll('tr')].map((row) => [...row.cells].slice(0, -1)).flat(); \
                    const line = table.rows[2].offsetHeight; \
                    const texts = [...table.querySelectorAll('tbody tr')].map((row) => row.offsetHeight); \
                    const marks = rows.filter((cell) => cell.closest('thead') && cell.scrollWidth > cell.clientWidth); \
                    return [table.offsetWidth <= 170, texts.every((height) => height === line && height < 30), marks.length]";
        assert_eq!(browser.run(tall), json!([true, true, 0]));
        browser.click_for("#moments button", "all('.ghost').length >= 1");
        browser.wait("all('.stone').length < 7");
        // The review disappears with its moves, and comes back with them.
        shown.click_to(7, "#end");
        shown.open_pane("#open-notes");
        shown.click_to(6, "#delete-branch");
        browser.wait("!one('#curve .line') && !one('#moments button')");
        shown.wait_for_message("Deleted: h6 and what follows.");
        browser.press_with_control('z');
        shown.wait_for_stones(7);
        let is_reviewed = "one('#curve .line') && one('#moments button')";
        shown.wait(is_reviewed);
        // It stays with the game: when the page is loaded anew, and when another game was on the board meanwhile. A sign makes
        // the position of the address a game to be kept.
        shown.press("1");
        shown.click_for("#games-tab", "one('#kept-games .kept-open')");
        shown.click("#analyze-tab");
        shown.reload();
        shown.wait(is_reviewed);
        shown.wait("all('#tree small').length === 7");
        shown.two_people(&[]);
        shown.click("#games-tab");
        shown.click_to(7, "#kept-games .kept-open");
        shown.click_for("#analyze-tab", is_reviewed);
        // A file has what the list shows as well.
        let shown_at = "texts('#tree button').join()";
        let before = browser.value(shown_at);
        let file = shown.save_text("sgf");
        shown.paste("h8 a1");
        shown.wait_for_stones(2);
        shown.paste(&file);
        shown.wait_for_stones(7);
        browser.wait_for_frame();
        assert_eq!(browser.value(shown_at), before, "{file}");
    });
}

#[test]
fn the_database_is_shown_and_edited() {
    with_one_retry(|| {
        let file = TestFile::new("browser");
        let server = file.server(true);
        let Some(shown) = Shown::open(&server, Device::Desktop) else { return };
        let browser = &shown.browser;
        shown.two_people(&["h8", "i10"]);
        shown.open_pane("#open-explorer");
        browser.wait("all('#known button').length === 3 && all('.known').length === 3");
        let row = browser.value("all('#known button')[0].textContent");
        assert!(row.as_str().unwrap().contains("j9") && row.as_str().unwrap().contains("B2 =1 W3"), "{row}");
        browser.type_into("#known-label", "main");
        browser.type_into("#known-comment", "the usual stone");
        shown.click_saying("#annotate button", "Saved in the database");
        // A text changed meanwhile in another tab is not overwritten; it is shown after the next connection.
        let write_elsewhere = |comment: &str| {
            let note = json!({ "position": position("caro", "h8i10"), "comment": comment });
            assert_eq!(Page::open(&server).ask("annotate", note)["say"], "known");
        };
        write_elsewhere("of another tab");
        browser.type_into("#known-label", " line");
        browser.click_for("#annotate button", "one('#known-comment').value === 'of another tab'");
        write_elsewhere("the usual stone");
        server.disconnect();
        browser.wait("one('#known-comment').value === 'the usual stone'");
        shown.click_to(1, "#back");
        browser.wait("text('#known .text') === 'main line the usual stone'");
        // The stone of this game, not one of its seven images around a single stone in the center.
        browser.wait("text('#known .point') === 'i10'");
        browser.click_for("#known button", "location.hash.includes('moves=h8i10') && all('.stone').length === 2");
        shown.click_to(1, "#back");
        // A note adds the position to the database.
        browser.type_into("#known-comment", "the first stone");
        browser.click_for("#annotate button", "text('#database-about').includes('4 positions')");
        // Unsaved text is kept for its position.
        browser.type_into("#known-comment", " of all");
        browser.wait("!one('#unsaved').hidden");
        shown.click_saying("#back", "The note is not saved yet");
        browser.wait("one('#unsaved').hidden && !one('#annotate').hidden");
        browser.click_for("#forward", "one('#known-comment').value === 'the first stone of all'");
        shown.click_saying("#annotate button", "Saved in the database");
        browser.wait("one('#unsaved').hidden");
        browser.click_for("#show-known", "all('.known').length === 0");
        shown.click_to(2, "#known button");
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
        let [head, bar] = ["text('#lines .head')", "one('#bar').title"];
        browser.wait(&format!("{} > 50 && {} > 50", share(head), share(bar)));
        browser.wait("/^(\\d+|B.+)$/.test(text('.share.best text')) && text('#tree [aria-current] small') > 50");
        browser.wait(&format!("{} > 50", share("text('#eval')")));
        browser.click_each(&["#live", "#play-tab"]);
        shown.click_saying("#hint", "(Black ");
        // White gives the attack away, then Black does.
        show(shown, "h8a1h9c1h7e1a15h6");
        shown.review_until("one('#moments button')");
        browser.wait("one('#curve').ariaLabel.startsWith('Black\\'s winning chances over 8 moves')");
        let turns = browser.value("texts('#moments li > button:not(.offer)').filter((text) => text.includes('→'))");
        let turns: Vec<String> = serde_json::from_value(turns).unwrap();
        let says_whose = |text: &String| text.split_once(": Black ").is_some_and(|(_, share)| share.contains(" % → "));
        assert!(!turns.is_empty() && turns.iter().all(says_whose), "each says whose share it is: {turns:?}");
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
         .observe(one('#board'), { childList: true, subtree: true })",
        );
        for at in 0..10 {
            browser.move_mouse(f64::from(200 + 30 * at), f64::from(300 + 20 * at));
        }
        browser.wait("one('#overlay .cursor').children.length > 0");
        assert_eq!(browser.value("changed"), json!(0));
        browser.click("#analyze-tab");
        browser.click_for("#live", "all('.share').length >= 1");
        assert_eq!(browser.value("changed"), json!(0), "live lines are drawn above the stones");
        browser.click("#live");
    });
}
