//! Position databases opened from a file: the page's engine holds them, and the browser stores them.

use super::with_web_page;
use crate::browser::files::DATA;
use crate::browser::{Shown, TWO_PEOPLE};
use crate::host::Host;
use crate::webdriver::Device;
use serde_json::json;
use tengen::base::{BoardSize, Rule};
use tengen::board::{Board, parse_moves};
use tengen_database::exchange::write_yixin;
use tengen_database::{Database, Entry};

const OPEN: &str = "!document.getElementById('database').hidden";
/// The database is stored shortly after it is shown; a reload before that loses it.
const KEPT: &str = "localStorage.getItem('tengen.database') === '1'";
const CLOSED: &str = "document.getElementById('database').hidden";

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

fn drop_bytes(shown: &Shown, name: &str, bytes: &[u8]) {
    shown.browser.run(&format!(
        "{DATA} data.items.add(new File([new Uint8Array({})], {})); \
         dispatchEvent(new DragEvent('drop', {{ dataTransfer: data, cancelable: true }}));",
        json!(bytes),
        json!(name)
    ));
}

fn shows(shown: &Shown, about: &str, comment: &str) {
    let text = |id: &str, of: &str| format!("document.getElementById('{id}').{of}.includes({})", json!(about));
    shown.browser.wait(&format!("{OPEN} && {}", text("database-about", "textContent")));
    shown.open_pane("#open-explorer");
    shown.browser.wait(&format!("document.getElementById('known-comment').value === {}", json!(comment)));
}

fn write_note(shown: &Shown, more: &str) {
    shown.browser.type_into("#known-comment", more);
    shown.browser.click("#annotate button");
    shown.wait_for_message("Saved in the database");
}

/// The file saved by the button.
fn save(shown: &Shown) -> Vec<u8> {
    let bytes = shown.browser.run_async(
        "const done = arguments[0]; const create = URL.createObjectURL; \
         URL.createObjectURL = (blob) => { URL.createObjectURL = create; \
         blob.arrayBuffer().then((bytes) => done([...new Uint8Array(bytes)])); return create.call(URL, blob); }; \
         document.getElementById('database-save').click()",
    );
    serde_json::from_value(bytes).unwrap()
}

/// Shows a board with h8 in the analysis.
fn begin(shown: &Shown) {
    shown.begin(&[("rule", "freestyle"), TWO_PEOPLE[1], TWO_PEOPLE[2]], &["h8"]);
}

/// Opens the sample's file on this board, and waits until it is stored.
fn open_mine(shown: &Shown) {
    begin(shown);
    drop_bytes(shown, "mine.db", &sample().to_bytes().unwrap());
    shows(shown, "mine.db: 1 position", "the first stone");
    shown.browser.wait(KEPT);
}

/// Crashes the worker that answers requests without a search, with an invalid module.
fn crash(shown: &Shown) {
    // The database shown afterwards is that of the next engine.
    shown.browser.run(
        "window.old = workers.length; document.getElementById('database-about').textContent = ''; \
         workers.find(({ isEnded }) => !isEnded).postMessage({ module: true })",
    );
    shown.browser.wait("workers.length > old && document.documentElement.dataset.connection === 'online'");
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
        browser.click("#annotate button");
        shown.wait_for_message("Saved in the database");
        browser.click("#back");
        shown.wait_for_stones(0);
        write_note(shown, "empty");
        browser.wait("document.getElementById('database-about').textContent.includes('2 positions')");
        // Closing the database would lose the notes.
        browser.click("#database-close");
        browser.wait("document.getElementById('question-text').textContent.includes('not saved to a file yet')");
        shown.answer("not saved to a file yet", "cancel");
        assert_eq!(browser.run(&format!("return {OPEN}")), json!(true));
        let saved = Database::from_bytes("saved", save(shown)).unwrap();
        shown.wait_for_message("Saved: mine.db");
        let comment = |moves: &str| saved.get(&board(moves)).unwrap().unwrap().comment;
        assert_eq!([comment("h8"), comment("")], ["the first stone of all times", "empty"]);
        browser.click("#database-close");
        browser.wait(CLOSED);
        shown.reload();
        shown.wait_for_stones(0);
        browser.click("#analyze-tab");
        browser.wait_for_frame();
        assert_eq!(
            browser.run(&format!("return [{CLOSED}, localStorage.getItem('tengen.database')]")),
            json!([true, null])
        );
        let console = browser.console();
        assert!(console.iter().all(|line| line.to_string().contains("The engine has stopped")), "{console:?}");
    });
}

#[test]
fn a_book_is_read_and_another_program_s_database_becomes_one() {
    with_web_page(true, Device::Phone, |_, shown, browser| {
        begin(shown);
        drop_bytes(shown, "tengen.book", include_bytes!("../../../../../../books/tengen.book"));
        browser
            .wait(&format!("{OPEN} && document.getElementById('database-about').textContent.includes('tengen.book')"));
        browser.wait("document.getElementById('annotate').hidden && document.getElementById('database-save').hidden");
        let mut yixin = Vec::new();
        write_yixin(&sample(), &|_| true, &mut yixin).unwrap();
        // An incomplete file does not replace the open database.
        drop_bytes(shown, "broken.db", &yixin[..9]);
        shown.wait_for_message("This database cannot be opened");
        browser.wait("document.getElementById('database-about').textContent.includes('tengen.book')");
        drop_bytes(shown, "rapfi.db", &yixin);
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
        drop_bytes(shown, "mine.db", &sample().to_bytes().unwrap());
        shown.wait_for_message("This browser does not keep the database");
        shows(shown, "mine.db: 1 position", "the first stone");
        browser.type_into("#known-comment", "!");
        browser.click("#annotate button");
        shown.wait_for_message("This browser does not keep the database");
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
    browser.wait("document.documentElement.dataset.connection === 'online'");
    browser.click("#analyze-tab");
    first
}

#[test]
fn notes_of_another_tab_are_not_lost_without_a_question() {
    with_web_page(false, Device::Desktop, |host, shown, browser| {
        open_mine(shown);
        let first = open_tab(host, shown);
        browser.run("location.hash = '#rule=freestyle&size=15x15&moves=h8'");
        shown.wait_for_position("h8");
        shows(shown, "mine.db: 1 position", "the first stone");
        write_note(shown, " of another tab");
        browser.close_window();
        browser.choose_window(&first);
        // This tab has no unsaved note.
        save(shown);
        shown.wait_for_message("Saved: mine.db");
        for act in ["database-close", "drop"] {
            if act == "drop" {
                drop_bytes(shown, "other.db", &sample().to_bytes().unwrap());
            } else {
                browser.click("#database-close");
            }
            shown.answer("Some notes in mine.db", "cancel");
        }
        shown.reload();
        shows(shown, "mine.db: 1 position", "the first stone of another tab");
        save(shown);
        shown.wait_for_message("Saved: mine.db");
        browser.click("#database-close");
        browser.wait(CLOSED);
        shown.check_quiet();
    });
}

#[test]
fn a_kept_file_that_cannot_be_read_any_more_is_told_and_can_be_closed() {
    with_web_page(false, Device::Desktop, |_, shown, browser| {
        open_mine(shown);
        let damaged = browser.run_async(
            "const done = arguments[0]; indexedDB.open('tengen-database').onsuccess = ({ target }) => { \
             const change = target.result.transaction('files', 'readwrite'); \
             change.objectStore('files').put(new File(['redb nothing'], 'mine.db'), 1); \
             change.oncomplete = () => { target.result.close(); done(true); }; };",
        );
        assert_eq!(damaged, json!(true));
        shown.reload();
        browser.wait(
            "document.getElementById('question').textContent.includes('mine.db: This database cannot be opened')",
        );
        // Another file replaces the database.
        shown.answer("mine.db", "close");
        drop_bytes(shown, "other.db", &sample().to_bytes().unwrap());
        browser.wait("document.getElementById('database-about').textContent.includes('other.db')");
        browser.wait(KEPT);
        shown.reload();
        browser.wait(&format!("{OPEN} && document.getElementById('database-about').textContent.includes('other.db')"));
        shown.check_quiet();
    });
}

#[test]
fn a_tab_gives_up_neither_the_file_nor_the_new_notes_of_another_one() {
    with_web_page(false, Device::Desktop, |host, shown, browser| {
        // The browser's storage, without its tabs.
        let kept = browser.run_async(
            "const done = arguments[0]; (async () => { \
             const { Journal } = await import(new URL('files/journal.js', document.querySelector('[src$=\"start.js\"]').src)); \
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
        drop_bytes(shown, "other.db", &sample().to_bytes().unwrap());
        browser.wait("document.getElementById('database-about').textContent.includes('other.db')");
        let second = browser.window();
        browser.choose_window(&first);
        browser.click("#database-close");
        browser.wait(CLOSED);
        browser.close_window();
        browser.choose_window(&second);
        shown.reload();
        browser.wait(&format!("{OPEN} && document.getElementById('database-about').textContent.includes('other.db')"));
        shown.check_quiet();
    });
}

#[test]
fn a_note_that_is_under_way_is_asked_about() {
    with_web_page(false, Device::Desktop, |_, shown, browser| {
        open_mine(shown);
        browser.type_into("#known-comment", "!");
        browser.run(
            "document.querySelector('#annotate button').click(); document.getElementById('database-close').click()",
        );
        shown.answer("Some notes in mine.db", "databaseSave");
        shown.wait_for_message("Saved: mine.db");
        browser.wait(CLOSED);
    });
}
