//! Kept games: listed, found, named, deleted and restored, exported and imported; one game in two tabs; the explorer.

use crate::browser::{Shown, TWO_PEOPLE, with_one_retry, with_page, with_server};
use crate::client::server;
use crate::database::TestFile;
use crate::webdriver::{Browser, Device};
use serde_json::json;

const TITLES: &str = "[...document.querySelectorAll('#kept-games .title')].map((title) => title.textContent)";

/// Waits until the list shows these titles.
fn lists(shown: &Shown, titles: &[&str]) {
    shown.browser.wait(&format!("JSON.stringify({TITLES}) === JSON.stringify({})", json!(titles)));
}

/// Sets a field of the search for games.
fn searches(shown: &Shown, field: &str, value: &str) {
    shown.browser.run(&format!(
        "const field = document.getElementById('{field}'); field.value = '{value}'; \
         for (const kind of ['input', 'change']) field.dispatchEvent(new Event(kind))"
    ));
}

/// Clicks with the mouse, or touches, as a user does: the focused element loses the focus, and the page may change
/// between press and release.
pub fn points_at(shown: &Shown, selector: &str, is_touch: bool) {
    let [x, y] = shown.browser.place(&format!(
        "const element = document.querySelector(\"{selector}\"); element.scrollIntoView({{ block: 'center' }}); \
         const box = element.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]"
    ));
    shown.browser.tap(x, y, is_touch);
}

/// Plays a game between two people that Black wins, and one lost to the engine.
fn plays_two(shown: &Shown) {
    shown.begin(
        &[&TWO_PEOPLE[..], &[("size", "15")]].concat(),
        &["h8", "a1", "h9", "c1", "h10", "e1", "h11", "g1", "h12"],
    );
    shown.wait_for_message("Black wins");
    shown.new_game(&[("rule", "caro"), ("black", "human"), ("white", "1"), ("size", "15")]);
    shown.play_to(2, "h8");
    shown.resign("Black resigns");
}

fn keeps_games(shown: &Shown, browser: &Browser) {
    browser.click("#games-tab");
    browser.wait("document.getElementById('kept-count').textContent.startsWith('No games are kept yet')");
    plays_two(shown);
    browser.click("#games-tab");
    lists(shown, &["You – Computer, level 1", "Black – White"]);
    browser.wait("document.querySelector('#kept-games .quiet').textContent.includes('2 moves · you lost')");
    browser.wait("document.querySelector('#kept-games [aria-current]')");
    // Searches by words and by result.
    searches(shown, "kept-words", "black WON");
    lists(shown, &["Black – White"]);
    searches(shown, "kept-words", "nobody");
    lists(shown, &[]);
    browser.wait("document.getElementById('kept-save').hidden");
    searches(shown, "kept-words", "");
    searches(shown, "kept-result", "lost");
    lists(shown, &["You – Computer, level 1"]);
    searches(shown, "kept-result", "any");
    // A name survives a reload; Escape cancels a change.
    browser.click("#kept-games li:nth-child(2) [aria-label^=Rename]");
    browser.press("\u{e00c}");
    browser.wait("!document.querySelector('#kept-games form')");
    browser.click("#kept-games li:nth-child(2) [aria-label^=Rename]");
    browser.press("my first win\u{e007}");
    lists(shown, &["You – Computer, level 1", "my first win"]);
    shown.wait_for_message("Renamed: my first win.");
    browser.click("#note-undo");
    lists(shown, &["You – Computer, level 1", "Black – White"]);
    browser.click("#kept-games li:nth-child(2) [aria-label^=Rename]");
    browser.press("my first");
    // What is typed stays while the list is read anew.
    browser.run(
        "document.querySelector('#kept-games li').isOld = true; document.dispatchEvent(new Event('visibilitychange'))",
    );
    browser.wait("!document.querySelector('#kept-games li').isOld");
    browser.press(" win\u{e007}");
    lists(shown, &["You – Computer, level 1", "my first win"]);
    shown.reload();
    lists(shown, &["You – Computer, level 1", "my first win"]);
    // The game is opened with its result, directly from a search.
    browser.type_into("#kept-words", "first win");
    lists(shown, &["my first win"]);
    points_at(shown, "#kept-games .kept-open", shown.device.is_touch());
    shown.wait_for_stones(9);
    browser.click("#play-tab");
    browser.wait("document.getElementById('result-title').textContent === 'Black wins!'");
    browser.click("#games-tab");
    searches(shown, "kept-words", "");
    // The previous game on the board can be restored.
    let before = browser.run("return document.querySelectorAll('.stone').length");
    browser.click("#kept-games li:first-child .kept-open");
    shown.wait_for_message("Opened: ");
    browser.click("#note-undo");
    browser.wait(&format!("document.querySelectorAll('.stone').length === {before}"));
    // Deleted, and put back.
    browser.click("#kept-games li:nth-child(2) [aria-label^='Delete']");
    lists(shown, &["You – Computer, level 1"]);
    shown.wait_for_message("Deleted: my first win");
    browser.click("#note-undo");
    lists(shown, &["You – Computer, level 1", "my first win"]);
    // Also after another game was opened over an empty board.
    shown.new_game(&TWO_PEOPLE);
    browser.click("#games-tab");
    browser.click("#kept-games li:nth-child(2) [aria-label^='Delete']");
    lists(shown, &["You – Computer, level 1"]);
    browser.click("#kept-games .kept-open");
    shown.wait_for_message("Opened: ");
    browser.press_with_control('z');
    lists(shown, &["You – Computer, level 1", "my first win"]);
    // Results against the engine.
    browser.click("#results summary");
    let row = "return [...document.querySelectorAll('#results tbody td')].map((cell) => cell.textContent)";
    assert_eq!(browser.run(row), json!(["Caro · Computer, level 1", "1", "0", "0", "1", "0 %"]));
}

#[test]
fn a_desktop_keeps_games_and_finds_them_again() {
    with_page(Device::Desktop, keeps_games);
}

#[test]
fn a_phone_keeps_games_and_finds_them_again() {
    with_page(Device::Phone, |shown, browser| {
        keeps_games(shown, browser);
        // The games come first, and the files are within reach.
        browser.click("#games-tab");
        browser.run("scrollTo(0, 0)");
        browser.wait(
            "(([games, files, tools]) => games.top < files.top && files.bottom <= tools.top) \
             (['kept-title', 'open-file', 'foot'].map((id) => document.getElementById(id).getBoundingClientRect()))",
        );
    });
}

#[test]
fn a_game_that_is_left_is_found_and_played_on() {
    with_page(Device::Desktop, |shown, browser| {
        shown.new_game(&[("rule", "caro"), ("black", "human"), ("white", "1"), ("size", "15"), ("minutes", "5")]);
        shown.play_to(2, "h8");
        // Immediately, without waiting until it is stored.
        shown.new_game(&[&TWO_PEOPLE[..], &[("minutes", "0")]].concat());
        for (key, stones) in [('z', 2), ('y', 0)] {
            browser.press_with_control(key);
            shown.wait_for_stones(stones);
        }
        shown.play("a1");
        browser.click("#games-tab");
        lists(shown, &["Black – White", "You – Computer, level 1"]);
        browser.click("#kept-games li:nth-child(2) .kept-open");
        shown.wait_for_stones(2);
        browser.click("#play-tab");
        browser.wait("document.querySelector('#player-white .name').textContent.includes('level 1')");
        browser.wait("document.querySelector('#player-white .clock').checkVisibility()");
        shown.play_to(4, shown.first_empty(&["d4", "d12"]));
        browser.click("#games-tab");
        // The same game with more moves.
        browser.wait("document.querySelector('#kept-games .quiet').textContent.includes('4 moves')");
        lists(shown, &["You – Computer, level 1", "Black – White"]);
    });
}

/// A game continued differently becomes another game.
#[test]
fn a_game_that_has_ended_keeps_its_result() {
    with_page(Device::Desktop, |shown, browser| {
        shown.new_game(&[("rule", "caro"), ("black", "human"), ("white", "1"), ("size", "15")]);
        shown.play_to(2, "h8");
        shown.resign("Black resigns");
        browser.click("#games-tab");
        let said = |texts: &[&str]| {
            let shown =
                "[...document.querySelectorAll('#kept-games .kept-open .quiet')].map((line) => line.textContent)";
            browser.wait(&format!(
                "((found) => {{ const texts = {}; return found.length === texts.length && \
                 texts.every((text, at) => found[at].includes(text)); }})({shown})",
                json!(texts)
            ));
        };
        said(&["2 moves · you lost"]);
        shown.reload();
        browser.click("#play-tab");
        browser.click("#undo");
        shown.wait_for_stones(0);
        shown.play_to(2, "c3");
        browser.click("#games-tab");
        said(&["2 moves · not finished", "2 moves · you lost"]);
    });
}

/// The second tab begins with the first one's game. Both continue, and neither overwrites the other.
#[test]
fn two_tabs_with_one_game_lose_nothing() {
    with_server(server, Device::Desktop, |shown, browser, server| {
        shown.new_game(&[&TWO_PEOPLE[..], &[("size", "15"), ("minutes", "0")]].concat());
        shown.play("h8");
        browser.click("#games-tab");
        lists(shown, &["Black – White"]);
        let first = browser.window();
        browser.open_window(&server.address());
        browser.wait("document.documentElement.dataset.connection === 'online'");
        shown.wait_for_stones(1);
        browser.click("#play-tab");
        shown.play_to(2, "i9");
        browser.click("#games-tab");
        browser.wait("document.querySelector('#kept-games .quiet').textContent.includes('2 moves')");
        lists(shown, &["Black – White"]);
        browser.choose_window(&first);
        browser.click("#play-tab");
        shown.play("a1");
        shown.play_to(3, "b1");
        browser.click("#games-tab");
        browser.wait(&format!("{TITLES}.length === 2"));
        let moves = "return [...document.querySelectorAll('#kept-games .quiet')].map((text) => text.textContent.match(/(\\d) moves/)[1])";
        assert_eq!(browser.run(moves), json!(["3", "2"]));
    });
}

/// Captures files that the browser would save, by name.
const CATCH_FILES: &str = "\
    window.saved = {}; let content = null; const create = URL.createObjectURL; \
    URL.createObjectURL = (blob) => { content = blob.text(); return create.call(URL, blob); }; \
    HTMLAnchorElement.prototype.click = function () { const { download } = this; \
      content.then((text) => (window.saved[download.split('.').pop()] = text)); }";

/// Gives a file with this text to the file field.
fn opens_file(shown: &Shown, name: &str, text: &str) {
    shown.browser.run(&format!(
        "const files = new DataTransfer(); files.items.add(new File([{text}], '{name}')); \
         const field = document.getElementById('file'); field.files = files.files; field.dispatchEvent(new Event('change'))"
    ));
}

#[test]
fn kept_games_go_to_files_and_come_back() {
    with_page(Device::Desktop, |shown, browser| {
        plays_two(shown);
        browser.run(CATCH_FILES);
        browser.click("#games-tab");
        lists(shown, &["You – Computer, level 1", "Black – White"]);
        browser.click("#kept-save");
        shown.wait_for_message("2 games saved");
        browser.wait("window.saved.sgf");
        let sgf = browser.run("return window.saved.sgf");
        let sgf = sgf.as_str().unwrap();
        assert_eq!(sgf.matches("(;").count(), 2, "{sgf}");
        assert!(sgf.contains("PW[Computer, level 1]") && sgf.contains("RE[W+"), "{sgf}");
        browser.click("#kept-backup");
        browser.wait("window.saved.json");
        for titles in [&["Black – White"][..], &[]] {
            browser.click("#kept-games [aria-label^='Delete']");
            lists(shown, titles);
        }
        opens_file(shown, "copy.json", "window.saved.json");
        shown.wait_for_message("2 games added");
        lists(shown, &["You – Computer, level 1", "Black – White"]);
        opens_file(shown, "copy.json", "window.saved.json");
        shown.wait_for_message("2 were there already");
        // A damaged copy yields its readable part; other JSON is not a game.
        opens_file(shown, "copy.json", "window.saved.json.replace('\"width\":15', '\"width\":\"x\"')");
        shown.wait_for_message("1 could not be read");
        opens_file(shown, "copy.json", "'{}'");
        shown.wait_for_message("not a game that can be read");
        lists(shown, &["You – Computer, level 1", "Black – White"]);
        // All games of a file with several are added, but only once.
        for added in ["2 games added", "0 games added"] {
            opens_file(shown, "games.sgf", "window.saved.sgf");
            shown.answer("2 games in this file", "keepAll");
            shown.wait_for_message(added);
        }
        browser.wait(&format!("{TITLES}.length === 4"));
        browser.choose("#kept", "kind", "opened");
        browser.wait(&format!("{TITLES}.length === 2"));
        // A file opened twice adds one game.
        for _ in 0..2 {
            opens_file(shown, "one.sgf", "'(;GM[4]SZ[15]PB[Alisa];B[hh];W[ii])'");
            shown.wait_for_position("h8i7");
            // The analysis shows it.
            browser.wait("document.getElementById('analyze-tab').ariaSelected === 'true'");
            browser.click("#games-tab");
            browser.wait(&format!("{TITLES}.length === 3"));
            opens_file(shown, "games.sgf", "window.saved.sgf");
            shown.answer("2 games in this file", "2");
            shown.wait_for_stones(9);
        }
        browser.click("#games-tab");
        browser.wait(&format!("{TITLES}.filter((title) => title.startsWith('Alisa')).length === 1"));
    });
}

/// The book, the user's games, and their symmetry.
#[test]
fn the_explorer_knows_the_book_and_the_readers_games() {
    with_page(Device::Desktop, |shown, browser| {
        plays_two(shown);
        shown.new_game(&[&TWO_PEOPLE[..], &[("size", "15")]].concat());
        // The first game turned by a quarter, in which White resigns.
        shown.plays(0, &["h8", "a15", "i8"]);
        shown.resign("White resigns");
        shown.new_game(&TWO_PEOPLE);
        shown.open_pane("#open-explorer");
        browser.wait("document.getElementById('explorer-here').textContent.startsWith('Book: ')");
        browser.wait("document.querySelector('#known .point').textContent === 'h8'");
        browser.wait("document.querySelector('#known .count').textContent === '3'");
        browser.wait("document.querySelector('#known button').title.includes('Black won 2, drawn 0, White won 1')");
        browser.wait("document.querySelectorAll('#passed .title').length === 3");
        // The move is played from the list; its images in the corners count as one move.
        browser.click("#known button");
        shown.wait_for_stones(1);
        browser.wait("document.querySelectorAll('#known .count').length >= 2");
        browser.wait("[...document.querySelectorAll('#known .point')].filter(({ textContent }) => /^[ao](1|15)$/.test(textContent)).length === 1");
        browser.run("[...document.querySelectorAll('#known .point')].find(({ textContent }) => /^[ao](1|15)$/.test(textContent)).click()");
        shown.wait_for_stones(2);
        browser.wait("document.querySelectorAll('#passed .title').length === 2");
        // A game that reached this position can be opened here.
        browser.run("[...document.querySelectorAll('#passed button')].find(({ textContent }) => textContent.includes('9 moves')).click()");
        browser.wait("location.hash.endsWith('moves=h8a1')");
        browser.click("#end");
        shown.wait_for_stones(9);
        browser.wait("document.getElementById('explorer-here').textContent === 'The game is over.'");
    });
}

#[test]
fn the_explorer_opens_the_games_of_the_database() {
    with_one_retry(|| {
        let file = TestFile::with_games("explorer");
        let server = file.server(false);
        let Some(shown) = Shown::open(&server, Device::Desktop) else { return };
        let browser = &shown.browser;
        shown.begin(&TWO_PEOPLE, &["h8", "i9", "j10"]);
        shown.resign("White resigns");
        shown.begin(&TWO_PEOPLE, &["h8", "i9"]);
        shown.open_pane("#open-explorer");
        browser.wait("document.querySelector('#known .point').textContent === 'j10'");
        browser.wait("document.querySelector('#known .games').textContent === 'B2 =0 W1'");
        browser.wait(
            "document.querySelector('#known button').title.includes('3 games, Black won 2, drawn 0, White won 1')",
        );
        browser.click("#passed-counted");
        browser.wait("document.querySelectorAll('#passed [data-counted]').length === 2");
        browser.wait("document.querySelector('#passed').textContent.includes('An – White4 moves · White won')");
        browser.run("[...document.querySelectorAll('#passed [data-counted]')].find(({ textContent }) => textContent.includes('Black won')).click()");
        // In this game the position has another orientation; the board keeps its own.
        browser.wait("location.hash.endsWith('moves=h8i9')");
        browser.click("#end");
        shown.wait_for_position("h8i9j10o15");
        shown.check_quiet();
    });
}

/// The games are written directly into the page's store; the list remains short.
#[test]
fn three_thousand_games_are_kept_and_found() {
    with_page(Device::Desktop, |shown, browser| {
        browser.click("#games-tab");
        browser.wait("document.getElementById('kept-games')");
        // One game in ten is An's, one in three is a draw, and one in four begins with i9.
        let counts = browser.run_async(
            "const done = arguments[0]; (async () => { \
             const main = performance.getEntriesByType('resource').find(({ name }) => name.endsWith('/main.js')).name; \
             const load = (name) => import(main.replace('main.js', name)); \
             const [{ GameStore }, { recordOf }] = [await load('games/store.js'), await load('games/record.js')]; \
             const name = (point) => String.fromCharCode(97 + (point % 15)) + (1 + Math.floor(point / 15)); \
             const record = (game) => { const first = game % 4 === 0 ? 'i9' : 'h8'; const nodes = [{ parent: 0, move: '' }]; \
               const moves = [first, ...[1, 2, 3].map((n) => name((n * 7 + game) % 100)), name(130 + Math.floor(game / 100))]; \
               moves.forEach((move, parent) => nodes.push({ parent, move })); \
               return recordOf({ rule: 'caro', width: 15, height: 15, black: '', white: '', first: 'black', nodes, current: 0, \
                 names: [game % 10 === 0 ? 'An' : 'Bo', ''], result: ['draw', 'black', 'white'][game % 3] }); }; \
             const records = Array.from({ length: 3000 }, (_, game) => record(game)); \
             const store = new GameStore(); \
             return [await store.add([...records, records[7]]), await store.add(records)]; })().then(done, (error) => done(String(error)))",
        );
        assert_eq!(counts, json!([3000, 0]), "a game that is there twice is one");
        shown.reload();
        browser.click("#games-tab");
        let finds = |count: &str| {
            browser.wait(&format!("document.getElementById('kept-count').textContent === 'Games: {count} of 3,000'"))
        };
        finds("3,000");
        assert_eq!(browser.run("return document.querySelectorAll('#kept-games li').length"), json!(30));
        searches(shown, "kept-words", "an –");
        finds("300");
        searches(shown, "kept-result", "draw");
        finds("100");
        searches(shown, "kept-words", "");
        finds("1,000");
        searches(shown, "kept-result", "any");
        browser.run("location.hash = '#rule=caro&size=15x15&moves=i9'");
        shown.wait_for_position("i9");
        browser.click("#games-tab");
        browser.click("#kept-here");
        finds("750");
    });
}
