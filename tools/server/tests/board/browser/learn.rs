//! The Learn view in a browser: puzzles tried, failed and solved; the user's game stays unchanged; the lessons.

use crate::browser::{Shown, TWO_PEOPLE, with_page};
use crate::webdriver::{Browser, Device};
use serde_json::json;
use tengen_board::PAGES;
use tengen_language::Language;

const STATE: &str = "document.getElementById('puzzle').dataset.state";

/// The page's text with this name in a language.
pub fn text_of(language: &str, name: &str) -> String {
    let paths = ["", "learn/"].map(|part| format!("lang/{part}{language}.js"));
    let mut tables = PAGES.iter().filter(|page| paths.iter().any(|path| path == page.path));
    let (_, text) = tables.find_map(|page| page.text.split_once(&format!("\"{name}\": "))).unwrap();
    serde_json::Deserializer::from_str(text).into_iter().next().unwrap().unwrap()
}

fn wait_for_state(shown: &Shown, state: &str) {
    shown.browser.wait(&format!("document.getElementById('puzzle') && {STATE} === '{state}'"));
}

/// The move shown by the third hint.
fn hinted_move(shown: &Shown) -> String {
    (0..3).for_each(|_| shown.browser.click("#puzzle-hint"));
    shown.browser.wait("/^[a-o]\\d+ is the move/.test(document.getElementById('puzzle-state').textContent)");
    let told = shown.browser.run("return document.getElementById('puzzle-state').textContent.split(' ')[0]");
    told.as_str().unwrap().to_owned()
}

fn chooses(shown: &Shown, kind: &str) {
    shown.browser.choose("#puzzles", "puzzle-rule", "caro");
    shown.browser.choose("#puzzles", "puzzle-kind", kind);
    // In easy puzzles a threat by fours remains after any move, so every wrong move has an answer.
    shown.browser.choose("#puzzles", "puzzle-grade", if kind == "win" { "1" } else { "0" });
    let task = if kind == "hold" { "only defense" } else { "find the win" };
    shown.browser.wait(&format!("document.getElementById('puzzle-task').textContent.includes('{task}')"));
    wait_for_state(shown, "asked");
}

fn learns(shown: &Shown, browser: &Browser) {
    let has_learned = "return performance.getEntriesByType('resource').some(({ name }) => name.includes('/learn/'))";
    assert_eq!(browser.run(has_learned), json!(false), "nothing of it is fetched before it is opened");
    shown.new_game(&TWO_PEOPLE);
    shown.play("h8");
    shown.play("i9");
    shown.wait_for_position("h8i9");
    browser.click("#learn-tab");
    browser.wait("document.querySelectorAll('.stone').length >= 7");
    chooses(shown, "win");
    // A distant move is wrong, is answered, and is taken back.
    let corner = shown.first_empty(&["a1", "o1", "a15", "o15"]);
    let before = shown.stones();
    shown.play(corner);
    wait_for_state(shown, "wrong");
    shown.wait_for_stones(before as usize + 2);
    browser.wait("document.getElementById('puzzle-count').textContent.includes('in a row: 0')");
    browser.click("#puzzle-back");
    wait_for_state(shown, "asked");
    shown.wait_for_stones(before as usize);
    let right = hinted_move(shown);
    shown.play(&right);
    browser.wait("document.getElementById('puzzle-state').textContent.startsWith('Right!')");
    shown.wait_for_stones(before as usize + 2);
    // The solution from here, as numbers on the board.
    browser.click("#puzzle-tell");
    browser.wait("document.querySelectorAll('.ghost').length > 1");
    chooses(shown, "hold");
    let right = hinted_move(shown);
    shown.play(&right);
    wait_for_state(shown, "solved");
    browser.click("#puzzle-next");
    wait_for_state(shown, "asked");
    // The user's game is unchanged, even after a reload within the view.
    browser.click("#play-tab");
    shown.wait_for_position("h8i9");
    browser.click("#learn-tab");
    browser.wait("document.querySelectorAll('.stone').length >= 7");
    // A reload goes on with the puzzle.
    let stones =
        "[...document.querySelectorAll('#board .stone')].map((stone) => stone.getAttribute('transform')).sort().join()";
    let puzzle = browser.run(&format!("return {stones}"));
    shown.reload();
    browser.wait(&format!("{stones} === {puzzle}"));
    wait_for_state(shown, "asked");
    browser.wait("/of [1-9]/.test(document.getElementById('puzzle-count').textContent)");
    browser.click("#play-tab");
    shown.wait_for_position("h8i9");
    shown.reload();
    shown.wait_for_position("h8i9");
}

#[test]
fn a_desktop_learns_by_puzzles() {
    with_page(Device::Desktop, learns);
}

#[test]
fn a_phone_learns_by_puzzles() {
    with_page(Device::Phone, learns);
}

#[test]
fn the_lessons_walk_through_searches_and_threats() {
    with_page(Device::Desktop, |shown, browser| {
        browser.click("#learn-tab");
        browser.wait("document.getElementById('learn-parts')");
        browser.click("#learn-parts [data-part=course]");
        let circles = |count: usize| format!("document.querySelectorAll('#course-tree circle').length === {count}");
        browser.wait("document.getElementById('course-count').textContent.includes('of 12')");
        browser.click("#course-step");
        browser.click("#course-step");
        browser.wait(&circles(2));
        browser.click("#course-end");
        browser.wait(&circles(12));
        browser.choose("#course", "search", "alpha_beta");
        browser.wait("document.getElementById('course-count').textContent.includes('of 7. Minimax sees 12')");
        browser.click("#course-end");
        browser.wait(&circles(7));
        browser.wait("document.querySelector('#course-tree .cut')");
        // A reload opens the lesson before there is a connection, and fills it afterwards.
        shown.reload();
        browser.wait("document.getElementById('course-count').textContent.includes('of 12')");
        browser.click("#learn-parts [data-part=sight]");
        browser.wait("document.querySelectorAll('.threat.black').length >= 2");
        browser.click("#sight [data-lesson=fours]");
        browser.click("#lesson-walk");
        browser.wait("document.getElementById('lesson-text').textContent.includes('makes a four')");
        // Another language applies at once, also to earlier messages.
        for language in Language::all().map(Language::code).chain(["en"]) {
            let puzzles = text_of(language, "learn.puzzles");
            let walked = text_of(language, "learn.walkFour");
            // The longest text between the values.
            let told = walked.split(['{', '}']).max_by_key(|part| part.len()).unwrap();
            shown.speak(language);
            browser.wait(&format!("document.querySelector('[data-part=puzzles]').textContent === '{puzzles}'"));
            browser.wait(&format!("document.getElementById('lesson-text').textContent.includes('{told}')"));
        }
    });
}

/// From a reviewed game to its missed win, and to a better end of it.
#[test]
fn a_reviewed_game_is_played_on_and_its_missed_win_is_found() {
    with_page(Device::Desktop, |shown, browser| {
        // Black has an open three and plays elsewhere; White wins with his own.
        let game = "h8d4h9d5h10d6o15d7";
        browser.run(&format!("location.hash = '#rule=freestyle&size=15x15&moves={game}'"));
        shown.wait_for_position(game);
        shown.open_pane("#open-review");
        browser.enter("review-time", "100");
        browser.click("#review");
        browser.wait(
            "[...document.querySelectorAll('#moments .offer')].some((offer) => offer.textContent === 'Find the win')",
        );
        browser.run("[...document.querySelectorAll('#moments .offer')].find((offer) => offer.textContent === 'Find the win').click()");
        browser.wait("document.getElementById('puzzle-task')?.textContent.startsWith('Black missed a win here')");
        shown.wait_for_position("h8d4h9d5h10d6");
        shown.play("h11");
        browser.wait("document.getElementById('puzzle-state').textContent.startsWith('Right!')");
        browser.click("#analyze-tab");
        shown.wait_for_position(game);
        let plays_on = "[...document.querySelectorAll('#moments .offer')].find((offer) => offer.textContent === 'Play on from here')";
        if browser.run(&format!("return Boolean({plays_on})")) == json!(true) {
            browser.run(&format!("{plays_on}.click()"));
            shown.wait_for_message("play better from here");
        }
    });
}

/// A click next to a lesson's text plays neither in the user's game nor in a puzzle.
#[test]
fn what_is_read_without_a_board_plays_nothing() {
    with_page(Device::Desktop, |shown, browser| {
        shown.new_game(&TWO_PEOPLE);
        shown.play("h8");
        shown.wait_for_position("h8");
        browser.click("#learn-tab");
        wait_for_state(shown, "asked");
        for part in ["course", "rules"] {
            browser.click("[data-part=puzzles]");
            wait_for_state(shown, "asked");
            browser.click(&format!("[data-part={part}]"));
            browser.wait("document.querySelectorAll('#board .stone').length === 0");
            shown.play("a1");
            shown.wait_for_message("Your own game waits here");
            browser.wait("document.querySelectorAll('#board .stone').length === 0");
        }
        // Renju's rules show a point that would make two threes.
        browser.choose("#rules", "rules", "renju");
        browser.wait(
            "document.querySelector('#rules-rows .forbidden')?.closest('svg').querySelectorAll('.stone.black').length === 4",
        );
        browser.click("[data-part=puzzles]");
        wait_for_state(shown, "asked");
        // A failed puzzle counts at once, although it comes back later.
        shown.play(shown.first_empty(&["a1", "o1", "a15", "o15"]));
        wait_for_state(shown, "wrong");
        browser.click("#puzzle-tell");
        browser.wait("document.getElementById('puzzle-count').textContent.includes('1 to review, none due')");
        browser.click("#play-tab");
        browser.wait("location.hash.endsWith('moves=h8')");
    });
}
