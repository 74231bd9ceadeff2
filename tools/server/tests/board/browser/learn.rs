//! The Learn view in a browser: puzzles tried, failed and solved; the user's game stays unchanged; the lessons. The first
//! visit: its offers, in every language, and when they disappear.

use crate::browser::{Shown, with_page};
use crate::webdriver::Device;
use serde_json::json;
use tengen_board::PAGES;
use tengen_language::Language;

const STATE: &str = "one('#puzzle').dataset.state";

/// The page's text with this name in a language.
pub fn text_of(language: &str, name: &str) -> String {
    let paths = ["", "learn/"].map(|part| format!("lang/{part}{language}.js"));
    let mut tables = PAGES.iter().filter(|page| paths.iter().any(|path| path == page.path));
    let (_, text) = tables.find_map(|page| page.text.split_once(&format!("\"{name}\": "))).unwrap();
    serde_json::Deserializer::from_str(text).into_iter().next().unwrap().unwrap()
}

/// Waits until the puzzle is in this state, and drawn.
fn wait_for_state(shown: &Shown, state: &str) {
    shown.wait(&format!("one('#puzzle') && {STATE} === '{state}'"));
    shown.wait_for_frame();
}

/// The move shown by the third hint.
fn hinted_move(shown: &Shown) -> String {
    (0..3).for_each(|_| shown.click("#puzzle-hint"));
    shown.wait("/^[a-o]\\d+ is the move/.test(text('#puzzle-state'))");
    let told = shown.value("text('#puzzle-state').split(' ')[0]");
    told.as_str().unwrap().to_owned()
}

fn chooses(shown: &Shown, kind: &str) {
    shown.choose("#puzzles", "puzzle-rule", "caro");
    shown.choose("#puzzles", "puzzle-kind", kind);
    // In easy puzzles a threat by fours remains after any move, so every wrong move has an answer.
    shown.choose("#puzzles", "puzzle-grade", if kind == "win" { "1" } else { "0" });
    let task = if kind == "hold" { "only defense" } else { "find the win" };
    shown.wait(&format!("text('#puzzle-task').includes('{task}')"));
    wait_for_state(shown, "asked");
}

#[test]
fn a_phone_learns_by_puzzles() {
    with_page(Device::Phone, |shown, browser| {
        let has_learned =
            "return performance.getEntriesByType('resource').some(({ name }) => name.includes('/learn/'))";
        assert_eq!(browser.run(has_learned), json!(false), "nothing of it is fetched before it is opened");
        shown.two_people(&[]);
        shown.play("h8");
        shown.play("i9");
        shown.wait_for_position("h8i9");
        browser.click_for("#learn-tab", "all('.stone').length >= 7");
        chooses(shown, "win");
        // A distant move is wrong, is answered, and is taken back.
        let corner = shown.first_empty(&["a1", "o1", "a15", "o15"]);
        let before = shown.stones();
        shown.play(corner);
        wait_for_state(shown, "wrong");
        shown.wait_for_stones(before as usize + 2);
        browser.wait("text('#puzzle-count').includes('in a row: 0')");
        browser.click("#puzzle-back");
        wait_for_state(shown, "asked");
        shown.wait_for_stones(before as usize);
        let right = hinted_move(shown);
        shown.play(&right);
        browser.wait("text('#puzzle-state').startsWith('Right!')");
        shown.wait_for_stones(before as usize + 2);
        // The solution from here, as numbers on the board.
        browser.click_for("#puzzle-tell", "all('.ghost').length > 1");
        chooses(shown, "hold");
        let right = hinted_move(shown);
        shown.play(&right);
        wait_for_state(shown, "solved");
        browser.click("#puzzle-next");
        wait_for_state(shown, "asked");
        // The user's game is unchanged, even after a reload within the view.
        browser.click("#play-tab");
        shown.wait_for_position("h8i9");
        browser.click_for("#learn-tab", "all('.stone').length >= 7");
        // A reload goes on with the puzzle.
        let stones = "all('#board .stone').map((stone) => stone.getAttribute('transform')).sort().join()";
        let puzzle = browser.value(stones);
        shown.reload();
        browser.wait(&format!("{stones} === {puzzle}"));
        wait_for_state(shown, "asked");
        browser.wait("/of [1-9]/.test(text('#puzzle-count'))");
        browser.click("#play-tab");
        shown.wait_for_position("h8i9");
        shown.reload();
        shown.wait_for_position("h8i9");
    });
}

#[test]
fn the_lessons_walk_through_searches_and_threats() {
    with_page(Device::Desktop, |shown, browser| {
        browser.click_for("#learn-tab", "one('#learn-parts')");
        browser.click("#learn-parts [data-part=course]");
        let circles = |count: usize| format!("all('#course-tree circle').length === {count}");
        browser.wait("text('#course-count').includes('of 12')");
        browser.click_each(&["#course-step", "#course-step"]);
        browser.wait(&circles(2));
        browser.click("#course-end");
        browser.wait(&circles(12));
        browser.choose("#course", "search", "alpha_beta");
        browser.wait("text('#course-count').includes('of 7. Minimax sees 12')");
        browser.click("#course-end");
        browser.wait(&circles(7));
        browser.wait("one('#course-tree .cut')");
        // A reload opens the lesson before there is a connection, and fills it afterwards.
        shown.reload();
        browser.wait("text('#course-count').includes('of 12')");
        browser.click_for("#learn-parts [data-part=sight]", "all('.threat.black').length >= 2");
        browser.click("#sight [data-lesson=fours]");
        browser.click_for("#lesson-walk", "text('#lesson-text').includes('makes a four')");
        // Another language applies at once, also to earlier messages.
        for language in Language::all().map(Language::code).chain(["en"]) {
            let puzzles = text_of(language, "learn.puzzles");
            let walked = text_of(language, "learn.walkFour");
            // The longest text between the values.
            let told = walked.split(['{', '}']).max_by_key(|part| part.len()).unwrap();
            shown.speak(language);
            browser.wait(&format!("text('[data-part=puzzles]') === '{puzzles}'"));
            browser.wait(&format!("text('#lesson-text').includes('{told}')"));
        }
    });
}

/// From a reviewed game to its missed win, and to a better end of it.
#[test]
fn a_reviewed_game_is_played_on_and_its_missed_win_is_found() {
    with_page(Device::Desktop, |shown, browser| {
        // Black has an open three and plays elsewhere; White wins with his own.
        let game = "h8d4h9d5h10d6o15d7";
        shown.show_game("freestyle", game);
        let find = "all('#moments .offer').find((offer) => offer.textContent === 'Find the win')";
        shown.review_until(find);
        browser.run(&format!("{find}.click()"));
        browser.wait("text('#puzzle-task').startsWith('Black missed a win here')");
        shown.wait_for_position("h8d4h9d5h10d6");
        shown.play("h11");
        browser.wait("text('#puzzle-state').startsWith('Right!')");
        browser.click("#analyze-tab");
        shown.wait_for_position(game);
        let plays_on = "all('#moments .offer').find((offer) => offer.textContent === 'Play on from here')";
        browser.wait(plays_on);
        browser.run(&format!("{plays_on}.click()"));
        shown.wait_for_message("play better from here");
    });
}

/// A click next to a lesson's text plays neither in the user's game nor in a puzzle.
#[test]
fn what_is_read_without_a_board_plays_nothing() {
    with_page(Device::Desktop, |shown, browser| {
        shown.two_people(&[]);
        shown.play("h8");
        shown.wait_for_position("h8");
        browser.click("#learn-tab");
        wait_for_state(shown, "asked");
        for part in ["course", "rules"] {
            browser.click("[data-part=puzzles]");
            wait_for_state(shown, "asked");
            browser.click_for(&format!("[data-part={part}]"), "all('#board .stone').length === 0");
            shown.play("a1");
            shown.wait_for_message("Your own game waits here");
            browser.wait("all('#board .stone').length === 0");
        }
        // Renju's rules show a point that would make two threes.
        browser.choose("#rules", "rules", "renju");
        browser.wait("one('#rules-rows .forbidden')?.closest('svg').querySelectorAll('.stone.black').length === 4");
        browser.click("[data-part=puzzles]");
        wait_for_state(shown, "asked");
        // A failed puzzle counts at once, although it comes back later.
        shown.play(shown.first_empty(&["a1", "o1", "a15", "o15"]));
        wait_for_state(shown, "wrong");
        browser.click_for("#puzzle-tell", "text('#puzzle-count').includes('1 to review, none due')");
        browser.click_for("#play-tab", "location.hash.endsWith('moves=h8')");
    });
}

const IS_OFFERED: &str = "seen('#welcome')";

/// Texts of the offer that are wider than their space.
pub const OVERLONG: &str = "\
    return all('#welcome *').filter((one) => one.scrollWidth > one.clientWidth + 1).map(({ textContent }) => textContent)";

/// Loads the page as on a first visit.
fn offer_returns(shown: &Shown) {
    // Data that the page stores or writes into the address when it is left must not exist at the next visit.
    shown.run(
        "const put = Storage.prototype.setItem; for (const storage of [localStorage, sessionStorage]) \
           for (const key of Object.keys(storage)) if (key !== 'tengen.token') storage.removeItem(key); \
         Storage.prototype.setItem = function (key, text) { if (key === 'tengen.token') put.call(this, key, text); }; \
         history.replaceState = () => {}; location.hash = ''",
    );
    shown.reload();
    shown.wait(IS_OFFERED);
}

#[test]
fn a_first_visit_is_offered_a_way_in() {
    with_page(Device::Narrow, |shown, browser| {
        // The offer remains if nothing was chosen.
        browser.wait(IS_OFFERED);
        shown.reload();
        browser.wait(IS_OFFERED);
        // In the chosen language, with nothing wider than its space.
        assert_eq!(shown.find_in_every_language(OVERLONG), json!([]));
        assert_eq!(browser.value("text('#welcome-title')"), json!("New here?"));
        // The rules, with rows that win and rows that do not.
        browser.click_for("#welcome-rules", "all('#rules-rows .wins').length === 2");
        browser.wait("all('#rules-rows .stone').length === 21");
        // A stone shaded like the board's is invisible while the board is hidden.
        let shaded =
            "return all('#rules-rows .disc').filter((disc) => getComputedStyle(disc).fill.includes('url')).length";
        assert_eq!(browser.run(shaded), json!(0));
        browser.choose("#rules", "rules", "standard");
        browser.wait("text('#rules-own').startsWith('Exactly five win')");
        browser.click("#play-tab");
        assert_eq!(browser.value(IS_OFFERED), json!(false));
        shown.reload();
        browser.wait_for_frame();
        assert_eq!(browser.value(IS_OFFERED), json!(false), "it was taken");
        offer_returns(shown);
        browser.click_for("#welcome-puzzle", "text('#puzzle-task')");
        offer_returns(shown);
        browser.click_for("#welcome-close", &format!("!{IS_OFFERED}"));
        // A game begun in another way.
        offer_returns(shown);
        shown.new_game(&[]);
        browser.wait(&format!("!{IS_OFFERED}"));
        // A game against the weakest level.
        offer_returns(shown);
        browser.click_for("#welcome-play", "text('#player-white .name').includes('level 1')");
        shown.play_to(2, "h8");
        // After the first stone the offer is no longer needed.
        offer_returns(shown);
        shown.play("h8");
        browser.wait(&format!("!{IS_OFFERED}"));
    });
}
