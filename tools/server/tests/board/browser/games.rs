//! Kept games: listed, found, named, deleted and restored, exported and imported; one game in two tabs; the explorer.

use crate::browser::{Shown, with_one_retry, with_page, with_server};
use crate::client::server;
use crate::database::TestFile;
use crate::webdriver::Device;
use serde_json::json;

const TITLES: &str = "texts('#kept-games .title')";

/// Waits until the list shows these titles.
fn lists(shown: &Shown, titles: &[&str]) {
    shown.wait(&format!("JSON.stringify({TITLES}) === JSON.stringify({})", json!(titles)));
}

/// Clicks with the mouse, or touches, as a user does: the focused element loses the focus, and the page may change
/// between press and release.
pub fn points_at(shown: &Shown, selector: &str, is_touch: bool) {
    let [x, y] = shown.middle_of(selector);
    shown.tap(x, y, is_touch);
}

/// Plays a game between two people that Black wins, and one lost to the engine.
fn plays_two(shown: &Shown) {
    shown.two_people_with(&[("size", "15")], &["h8", "a1", "h9", "c1", "h10", "e1", "h11", "g1", "h12"]);
    shown.wait_for_message("Black wins");
    shown.new_game(&[("rule", "caro"), ("black", "human"), ("white", "1"), ("size", "15")]);
    shown.play_to(2, "h8");
    shown.resign("Black resigns");
}

#[test]
fn a_phone_keeps_games_and_finds_them_again() {
    with_page(Device::Phone, |shown, browser| {
        browser.click_for("#games-tab", "text('#kept-count').startsWith('No games are kept yet')");
        plays_two(shown);
        browser.click("#games-tab");
        lists(shown, &["You – Computer, level 1", "Black – White"]);
        browser.wait("text('#kept-games .quiet').includes('2 moves · you lost') && one('#kept-games [aria-current]')");
        // Searches by words and by result.
        shown.write("#kept-words", "black WON");
        lists(shown, &["Black – White"]);
        shown.write("#kept-words", "nobody");
        lists(shown, &[]);
        browser.wait("one('#kept-save').hidden");
        shown.write("#kept-words", "");
        shown.write("#kept-result", "lost");
        lists(shown, &["You – Computer, level 1"]);
        shown.write("#kept-result", "any");
        // A name survives a reload; Escape cancels a change.
        browser.click("#kept-games li:nth-child(2) [aria-label^=Rename]");
        browser.press("\u{e00c}");
        browser.wait("!one('#kept-games form')");
        browser.click("#kept-games li:nth-child(2) [aria-label^=Rename]");
        browser.press("my first win\u{e007}");
        lists(shown, &["You – Computer, level 1", "my first win"]);
        shown.wait_for_message("Renamed: my first win.");
        browser.click("#note-undo");
        lists(shown, &["You – Computer, level 1", "Black – White"]);
        browser.click("#kept-games li:nth-child(2) [aria-label^=Rename]");
        browser.press("my first");
        // What is typed stays while the list is read anew.
        browser.run("one('#kept-games li').isOld = true; document.dispatchEvent(new Event('visibilitychange'))");
        browser.wait("!one('#kept-games li').isOld");
        browser.press(" win\u{e007}");
        lists(shown, &["You – Computer, level 1", "my first win"]);
        shown.reload();
        lists(shown, &["You – Computer, level 1", "my first win"]);
        // The game is opened with its result, directly from a search.
        browser.type_into("#kept-words", "first win");
        lists(shown, &["my first win"]);
        points_at(shown, "#kept-games .kept-open", true);
        shown.wait_for_stones(9);
        browser.click_for("#play-tab", "text('#result-title') === 'Black wins!'");
        browser.click("#games-tab");
        shown.write("#kept-words", "");
        // The previous game on the board can be restored.
        let before = browser.value("all('.stone').length");
        shown.click_saying("#kept-games li:first-child .kept-open", "Opened: ");
        browser.click_for("#note-undo", &format!("all('.stone').length === {before}"));
        // Deleted, and put back.
        browser.click("#kept-games li:nth-child(2) [aria-label^='Delete']");
        lists(shown, &["You – Computer, level 1"]);
        shown.wait_for_message("Deleted: my first win");
        browser.click("#note-undo");
        lists(shown, &["You – Computer, level 1", "my first win"]);
        // Also after another game was opened over an empty board.
        shown.two_people(&[]);
        browser.click_each(&["#games-tab", "#kept-games li:nth-child(2) [aria-label^='Delete']"]);
        lists(shown, &["You – Computer, level 1"]);
        shown.click_saying("#kept-games .kept-open", "Opened: ");
        browser.press_with_control('z');
        lists(shown, &["You – Computer, level 1", "my first win"]);
        // Results against the engine.
        browser.click("#results summary");
        let row = "return texts('#results tbody td')";
        assert_eq!(browser.run(row), json!(["Caro · Computer, level 1", "1", "0", "0", "1", "0 %"]));
        // The games come first, and the files are within reach.
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
        shown.two_people_with(&[("minutes", "0")], &[]);
        for (key, stones) in [('z', 2), ('y', 0)] {
            browser.press_with_control(key);
            shown.wait_for_stones(stones);
        }
        shown.play("a1");
        browser.click("#games-tab");
        lists(shown, &["Black – White", "You – Computer, level 1"]);
        // Directly from a search, by the mouse.
        browser.type_into("#kept-words", "computer");
        lists(shown, &["You – Computer, level 1"]);
        points_at(shown, "#kept-games .kept-open", false);
        shown.wait_for_stones(2);
        browser.click_for("#play-tab", "text('#player-white .name').includes('level 1')");
        browser.wait("seen('#player-white .clock')");
        shown.play_to(4, shown.first_empty(&["d4", "d12"]));
        browser.click("#games-tab");
        shown.write("#kept-words", "");
        // The same game with more moves.
        browser.wait("text('#kept-games .quiet').includes('4 moves')");
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
            let shown = "texts('#kept-games .kept-open .quiet')";
            browser.wait(&format!(
                "((found) => {{ const texts = {}; return found.length === texts.length && \
                 texts.every((text, at) => found[at].includes(text)); }})({shown})",
                json!(texts)
            ));
        };
        said(&["2 moves · you lost"]);
        shown.reload();
        browser.click("#play-tab");
        shown.click_to(0, "#undo");
        shown.play_to(2, "c3");
        browser.click("#games-tab");
        said(&["2 moves · not finished", "2 moves · you lost"]);
    });
}

/// The second tab begins with the first one's game. Both continue, and neither overwrites the other.
#[test]
fn two_tabs_with_one_game_lose_nothing() {
    with_server(server, Device::Desktop, |shown, browser, server| {
        shown.two_people_with(&[("size", "15"), ("minutes", "0")], &[]);
        shown.play("h8");
        browser.click("#games-tab");
        lists(shown, &["Black – White"]);
        let first = browser.window();
        browser.open_window(&server.address());
        browser.wait("connection() === 'online'");
        shown.wait_for_stones(1);
        browser.click("#play-tab");
        shown.play_to(2, "i9");
        browser.click_for("#games-tab", "text('#kept-games .quiet').includes('2 moves')");
        lists(shown, &["Black – White"]);
        browser.choose_window(&first);
        browser.click("#play-tab");
        shown.play("a1");
        shown.play_to(3, "b1");
        browser.click_for("#games-tab", &format!("{TITLES}.length === 2"));
        let moves = "return all('#kept-games .quiet').map((text) => text.textContent.match(/(\\d) moves/)[1])";
        assert_eq!(browser.run(moves), json!(["3", "2"]));
    });
}

/// The text of the file that a button saves, and the file's name.
fn saved_by(shown: &Shown, button: &str) -> [String; 2] {
    serde_json::from_value(shown.saved_by(button, "[await saved.text(), saved.name]")).unwrap()
}

/// Gives a file with this text to the file field.
fn opens_file(shown: &Shown, name: &str, text: &str) {
    shown.run(&format!(
        "const files = new DataTransfer(); files.items.add(new File([{}], '{name}')); \
         const field = one('#file'); field.files = files.files; field.dispatchEvent(new Event('change'))",
        json!(text)
    ));
}

#[test]
fn kept_games_go_to_files_and_come_back() {
    with_page(Device::Desktop, |shown, browser| {
        plays_two(shown);
        browser.click("#games-tab");
        lists(shown, &["You – Computer, level 1", "Black – White"]);
        let [sgf, name] = saved_by(shown, "#kept-save");
        shown.wait_for_message("2 games saved");
        assert!(sgf.matches("(;").count() == 2 && name.ends_with(".sgf"), "{name}: {sgf}");
        assert!(sgf.contains("PW[Computer, level 1]") && sgf.contains("RE[W+"), "{sgf}");
        let [copy, name] = saved_by(shown, "#kept-backup");
        assert!(name.ends_with(".json"), "{name}");
        for titles in [&["Black – White"][..], &[]] {
            browser.click("#kept-games [aria-label^='Delete']");
            lists(shown, titles);
        }
        opens_file(shown, "copy.json", &copy);
        shown.wait_for_message("2 games added");
        lists(shown, &["You – Computer, level 1", "Black – White"]);
        opens_file(shown, "copy.json", &copy);
        shown.wait_for_message("2 were there already");
        // A damaged copy yields its readable part; other JSON is not a game.
        opens_file(shown, "copy.json", &copy.replacen("\"width\":15", "\"width\":\"x\"", 1));
        shown.wait_for_message("1 could not be read");
        opens_file(shown, "copy.json", "{}");
        shown.wait_for_message("not a game that can be read");
        lists(shown, &["You – Computer, level 1", "Black – White"]);
        // All games of a file with several are added, but only once.
        for added in ["2 games added", "0 games added"] {
            opens_file(shown, "games.sgf", &sgf);
            shown.answer("2 games in this file", "keepAll");
            shown.wait_for_message(added);
        }
        browser.wait(&format!("{TITLES}.length === 4"));
        browser.choose("#kept", "kind", "opened");
        browser.wait(&format!("{TITLES}.length === 2"));
        // A file opened twice adds one game.
        for _ in 0..2 {
            opens_file(shown, "one.sgf", "(;GM[4]SZ[15]PB[Alisa];B[hh];W[ii])");
            shown.wait_for_position("h8i7");
            // The analysis shows it.
            browser.wait("one('#analyze-tab').ariaSelected === 'true'");
            browser.click_for("#games-tab", &format!("{TITLES}.length === 3"));
            opens_file(shown, "games.sgf", &sgf);
            shown.answer("2 games in this file", "2");
            shown.wait_for_stones(9);
        }
        browser.click_for("#games-tab", &format!("{TITLES}.filter((title) => title.startsWith('Alisa')).length === 1"));
    });
}

/// The book, the user's games, and their symmetry.
#[test]
fn the_explorer_knows_the_book_and_the_readers_games() {
    with_page(Device::Desktop, |shown, browser| {
        plays_two(shown);
        shown.two_people_with(&[("size", "15")], &[]);
        // The first game turned by a quarter, in which White resigns.
        shown.plays(0, &["h8", "a15", "i8"]);
        shown.resign("White resigns");
        shown.two_people(&[]);
        shown.open_pane("#open-explorer");
        browser.wait("text('#explorer-here').startsWith('Book: ') && text('#known .point') === 'h8'");
        browser.wait("text('#known .count') === '3'");
        browser.wait("one('#known button').title.includes('Black won 2, drawn 0, White won 1')");
        browser.wait("all('#passed .title').length === 3");
        // The move is played from the list; its images in the corners count as one move.
        shown.click_to(1, "#known button");
        browser.wait("all('#known .count').length >= 2");
        browser.wait("all('#known .point').filter(({ textContent }) => /^[ao](1|15)$/.test(textContent)).length === 1");
        browser.run("all('#known .point').find(({ textContent }) => /^[ao](1|15)$/.test(textContent)).click()");
        shown.wait_for_stones(2);
        browser.wait("all('#passed .title').length === 2");
        // A game that reached this position can be opened here.
        browser.run("all('#passed button').find(({ textContent }) => textContent.includes('9 moves')).click()");
        browser.wait("location.hash.endsWith('moves=h8a1')");
        shown.click_to(9, "#end");
        browser.wait("text('#explorer-here') === 'The game is over.'");
    });
}

#[test]
fn the_explorer_opens_the_games_of_the_database() {
    with_one_retry(|| {
        let file = TestFile::with_games("explorer");
        let server = file.server(false);
        let Some(shown) = Shown::open(&server, Device::Desktop) else { return };
        let browser = &shown.browser;
        shown.two_people(&["h8", "i9", "j10"]);
        shown.resign("White resigns");
        shown.two_people(&["h8", "i9"]);
        shown.open_pane("#open-explorer");
        browser.wait("text('#known .point') === 'j10' && text('#known .games') === 'B2 =0 W1'");
        browser.wait("one('#known button').title.includes('3 games, Black won 2, drawn 0, White won 1')");
        browser.click_for("#passed-counted", "all('#passed [data-counted]').length === 2");
        browser.wait("text('#passed').includes('An – White4 moves · White won')");
        browser
            .run("all('#passed [data-counted]').find(({ textContent }) => textContent.includes('Black won')).click()");
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
        browser.click_for("#games-tab", "one('#kept-games')");
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
        let finds = |count: &str| browser.wait(&format!("text('#kept-count') === 'Games: {count} of 3,000'"));
        finds("3,000");
        assert_eq!(browser.value("all('#kept-games li').length"), json!(30));
        shown.write("#kept-words", "an –");
        finds("300");
        shown.write("#kept-result", "draw");
        finds("100");
        shown.write("#kept-words", "");
        finds("1,000");
        shown.write("#kept-result", "any");
        shown.show_game("caro", "i9");
        browser.click_each(&["#games-tab", "#kept-here"]);
        finds("750");
    });
}
