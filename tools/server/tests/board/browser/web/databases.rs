//! Position databases opened from a file: the page's engine holds them, and the browser stores them.

use super::with_web_page;
use crate::browser::{Shown, TWO_PEOPLE};
use crate::host::Host;
use crate::webdriver::Device;
use serde_json::json;
use tengen::base::{BoardSize, Rule};
use tengen::board::{Board, parse_moves};
use tengen_database::exchange::write_yixin;
use tengen_database::{Database, Entry};

const OPEN: &str = "!one('#database').hidden";
/// The database is stored shortly after it is shown; a reload before that loses it.
const KEPT: &str = "localStorage.getItem('tengen.database') === '1'";
const CLOSED: &str = "one('#database').hidden";

fn board(moves: &str) -> Board {
    let size = BoardSize::square(15).unwrap();
    let mut board = Board::new(size, Rule::Freestyle);
    board.play(&parse_moves(size, moves).unwrap());
    board
}

/// A database with h8 and a comment.
fn sample() -> Database {
    let database = Database::in_memory("sample").unwrap();
    database.write([(&board("h8"), &Entry { comment: "the first stone".into(), ..Entry::default() })]).unwrap();
    database
}

fn shows(shown: &Shown, about: &str, comment: &str) {
    let text = |id: &str, of: &str| format!("one('#{id}').{of}.includes({})", json!(about));
    shown.wait(&format!("{OPEN} && {}", text("database-about", "textContent")));
    shown.open_pane("#open-explorer");
    shown.wait(&format!("one('#known-comment').value === {}", json!(comment)));
}

fn write_note(shown: &Shown, more: &str) {
    shown.type_into("#known-comment", more);
    shown.click_saying("#annotate button", "Saved in the database");
}

/// The file saved by the button.
fn save(shown: &Shown) -> Vec<u8> {
    let bytes = shown.saved_by("#database-save", "[...new Uint8Array(await saved.arrayBuffer())]");
    serde_json::from_value(bytes).unwrap()
}

/// Shows a board with h8 in the analysis.
fn begin(shown: &Shown) {
    shown.begin(&[("rule", "freestyle"), TWO_PEOPLE[1], TWO_PEOPLE[2]], &["h8"]);
}

/// Opens the sample's file on this board, and waits until it is stored.
fn open_mine(shown: &Shown) {
    begin(shown);
    shown.drop_file("mine.db", sample().to_bytes().unwrap());
    shows(shown, "mine.db: 1 position", "the first stone");
    shown.wait(KEPT);
}

/// Crashes the worker that answers requests without a search, with an invalid module.
fn crash(shown: &Shown) {
    // The database shown afterwards is that of the next engine.
    shown.run(
        "window.old = workers.length; one('#database-about').textContent = ''; \
         workers.find(({ isEnded }) => !isEnded).postMessage({ module: true })",
    );
    shown.wait("workers.length > old && connection() === 'online'");
}

#[test]
fn a_database_is_opened_noted_in_kept_and_saved() {
    with_web_page(false, Device::Desktop, |_, shown, browser| {
        open_mine(shown);
        write_note(shown, " of all");
        // The database is there after a reload and after a crash of the engine, with the text typed meanwhile.
        shown.reload();
        shows(shown, "mine.db: 1 position", "the first stone of all");
        browser.type_into("#known-comment", " times");
        crash(shown);
        shows(shown, "mine.db: 1 position", "the first stone of all times");
        shown.click_saying("#annotate button", "Saved in the database");
        shown.click_to(0, "#back");
        write_note(shown, "empty");
        browser.wait("text('#database-about').includes('2 positions')");
        // Closing the database would lose the notes.
        browser.click_for("#database-close", "text('#question-text').includes('not saved to a file yet')");
        shown.answer("not saved to a file yet", "cancel");
        assert_eq!(browser.value(OPEN), json!(true));
        let saved = Database::from_bytes("saved", save(shown)).unwrap();
        shown.wait_for_message("Saved: mine.db");
        let comment = |moves: &str| saved.get(&board(moves)).unwrap().unwrap().comment;
        assert_eq!([comment("h8"), comment("")], ["the first stone of all times", "empty"]);
        browser.click_for("#database-close", CLOSED);
        shown.reload();
        shown.wait_for_stones(0);
        browser.click("#analyze-tab");
        browser.wait_for_frame();
        assert_eq!(browser.value(&format!("[{CLOSED}, localStorage.getItem('tengen.database')]")), json!([true, null]));
        let console = browser.console();
        assert!(console.iter().all(|line| line.to_string().contains("The engine has stopped")), "{console:?}");
    });
}

#[test]
fn a_book_is_read_and_another_program_s_database_becomes_one() {
    with_web_page(true, Device::Phone, |_, shown, browser| {
        begin(shown);
        shown.drop_file("tengen.book", include_bytes!("../../../../../../books/tengen.book"));
        browser.wait(&format!("{OPEN} && text('#database-about').includes('tengen.book')"));
        browser.wait("one('#annotate').hidden && one('#database-save').hidden");
        let mut yixin = Vec::new();
        write_yixin(&sample(), &|_| true, &mut yixin).unwrap();
        // An incomplete file does not replace the open database.
        shown.drop_file("broken.db", &yixin[..9]);
        shown.wait_for_message("This database cannot be opened");
        browser.wait("text('#database-about').includes('tengen.book')");
        shown.drop_file("rapfi.db", yixin);
        shows(shown, "rapfi.db: 1 position", "the first stone");
        browser.wait(KEPT);
        write_note(shown, "!");
        shown.reload();
        shows(shown, "rapfi.db: 1 position", "the first stone!");
        assert_eq!(Database::from_bytes("saved", save(shown)).unwrap().verify().unwrap(), 1);
        shown.check_quiet();
    });
}

#[test]
fn a_database_that_stops_the_engine_is_not_opened_for_ever() {
    with_web_page(false, Device::Desktop, |_, shown, browser| {
        open_mine(shown);
        for _ in 0..2 {
            crash(shown);
            shows(shown, "mine.db: 1 position", "the first stone");
        }
        crash(shown);
        browser.wait(CLOSED);
        // The page tries again after a reload; until then the rest works.
        shown.answer("The engine has stopped with mine.db open", "close");
        shown.play_to(2, "i9");
        // The move is stored shortly after it is shown.
        browser.wait("location.hash.endsWith('h8i9')");
        shown.reload();
        shown.wait_for_stones(2);
        browser.click("#back");
        shows(shown, "mine.db: 1 position", "the first stone");
    });
}

#[test]
fn a_browser_that_keeps_no_database_says_so_and_the_file_is_open_all_the_same() {
    with_web_page(false, Device::Desktop, |_, shown, browser| {
        begin(shown);
        browser.run(
            "const open = indexedDB.open; IDBFactory.prototype.open = function (name, ...more) { \
             if (name === 'tengen-database') throw new DOMException('denied'); return open.call(this, name, ...more); }",
        );
        shown.drop_file("mine.db", sample().to_bytes().unwrap());
        shown.wait_for_message("This browser does not keep the database");
        shows(shown, "mine.db: 1 position", "the first stone");
        browser.type_into("#known-comment", "!");
        shown.click_saying("#annotate button", "This browser does not keep the database");
        // A restarted engine gets the database from the page.
        crash(shown);
        shows(shown, "mine.db: 1 position", "the first stone!");
        assert_eq!(Database::from_bytes("saved", save(shown)).unwrap().verify().unwrap(), 1);
    });
}

/// Opens another tab of the page, which shows the stored database.
fn open_tab(host: &Host, shown: &Shown) -> String {
    let browser = &shown.browser;
    let first = browser.window();
    browser.open_window(&host.address());
    browser.wait("connection() === 'online'");
    browser.click("#analyze-tab");
    first
}

#[test]
fn a_tab_gives_up_neither_the_file_nor_the_notes_of_another_one() {
    with_web_page(false, Device::Desktop, |host, shown, browser| {
        open_mine(shown);
        let first = open_tab(host, shown);
        shown.show_game("freestyle", "h8");
        shows(shown, "mine.db: 1 position", "the first stone");
        write_note(shown, " of another tab");
        browser.close_window();
        browser.choose_window(&first);
        // This tab has no unsaved note.
        save(shown);
        shown.wait_for_message("Saved: mine.db");
        for act in ["database-close", "drop"] {
            if act == "drop" {
                shown.drop_file("other.db", sample().to_bytes().unwrap());
            } else {
                browser.click("#database-close");
            }
            shown.answer("Some notes in mine.db", "cancel");
        }
        shown.reload();
        shows(shown, "mine.db: 1 position", "the first stone of another tab");
        save(shown);
        shown.wait_for_message("Saved: mine.db");
        browser.click_for("#database-close", CLOSED);
        // A tab gives up neither the file nor the new notes of another one.
        // The browser's storage, without its tabs.
        let kept = browser.run_async(
            "const done = arguments[0]; (async () => { \
             const { Journal } = await import(new URL('files/journal.js', one('[src$=\"start.js\"]').src)); \
             const journal = new Journal(); const file = (name) => new File(['redb'], name); \
             const head = await journal.keep(file('a.db'), []); const key = await journal.note(head, { n: 1 }); \
             const refused = [await journal.keep(file('b.db'), []), await journal.forget(head, []), \
             await journal.forget('another', [key]), await journal.note('another', {})]; \
             const { notes } = await journal.read(); const { name, keys } = await journal.unsaved(); \
             await journal.saved(head, notes); const { keys: none } = await journal.unsaved(); \
             const next = await journal.keep(file('b.db'), []); const last = await journal.note(next, { n: 2 }); \
             const given = await journal.forget(next, [last]); \
             done([refused, name, keys.length, notes.length, none.length, given, await journal.read()]); })().catch((error) => done(String(error)));",
        );
        assert_eq!(kept, json!([[false, false, false, null], "a.db", 1, 1, 0, true, null]));
        open_mine(shown);
        let first = open_tab(host, shown);
        shown.drop_file("other.db", sample().to_bytes().unwrap());
        browser.wait("text('#database-about').includes('other.db')");
        let second = browser.window();
        browser.choose_window(&first);
        browser.click_for("#database-close", CLOSED);
        browser.close_window();
        browser.choose_window(&second);
        shown.reload();
        browser.wait(&format!("{OPEN} && text('#database-about').includes('other.db')"));
        shown.check_quiet();
    });
}

#[test]
fn a_note_under_way_is_asked_about_and_a_kept_file_that_is_damaged_is_told() {
    with_web_page(false, Device::Desktop, |_, shown, browser| {
        open_mine(shown);
        browser.type_into("#known-comment", "!");
        browser.run("one('#annotate button').click(); one('#database-close').click()");
        shown.answer("Some notes in mine.db", "databaseSave");
        shown.wait_for_message("Saved: mine.db");
        browser.wait(CLOSED);
        // A kept file that can no longer be read gets a message, and can be closed.
        open_mine(shown);
        let damaged = browser.run_async(
            "const done = arguments[0]; indexedDB.open('tengen-database').onsuccess = ({ target }) => { \
             const change = target.result.transaction('files', 'readwrite'); \
             change.objectStore('files').put(new File(['redb nothing'], 'mine.db'), 1); \
             change.oncomplete = () => { target.result.close(); done(true); }; };",
        );
        assert_eq!(damaged, json!(true));
        shown.reload();
        browser.wait("text('#question').includes('mine.db: This database cannot be opened')");
        // Another file replaces the database.
        shown.answer("mine.db", "close");
        shown.drop_file("other.db", sample().to_bytes().unwrap());
        browser.wait("text('#database-about').includes('other.db')");
        browser.wait(KEPT);
        shown.reload();
        browser.wait(&format!("{OPEN} && text('#database-about').includes('other.db')"));
        shown.check_quiet();
    });
}
