//! Tests of the page in a browser, on a desktop and on a phone.

mod accessibility;
mod analysis;
mod beginner;
mod choices;
mod files;
mod games;
mod layout;
mod learn;
mod library;
mod messages;
mod play;
mod sharing;
mod touch;
mod views;
mod web;
mod workplace;

pub use crate::retry::with_one_retry;

use crate::client::{Page, server};
use crate::webdriver::{Browser, Device};
use serde_json::{Value, json};
use std::panic::{RefUnwindSafe, UnwindSafe};
use std::time::{Duration, Instant};
use tengen_board::pool::POOL_BYTES;
use tengen_server::{Options, Server};

/// Whether the page has its engine and the board is drawn.
const IS_READY: &str = "document.documentElement.dataset.connection === 'online' && document.querySelector('.border')";

/// A browser that shows a server's page.
pub struct Shown {
    pub browser: Browser,
    device: Device,
}

impl Shown {
    /// Opens the page; `None` without a browser.
    pub fn open(server: &Server, device: Device) -> Option<Self> {
        Browser::start(device).map(|browser| Self::at(browser, device, &server.address()))
    }

    /// Opens the page at an address.
    pub fn at(browser: Browser, device: Device, address: &str) -> Self {
        browser.go(address);
        browser.wait(IS_READY);
        Self { browser, device }
    }

    /// The place of a point in the window.
    pub fn place_of(&self, point: &str) -> [f64; 2] {
        let (column, row) = point.split_at(1);
        let (x, rows_below) = (i32::from(column.as_bytes()[0] - b'a'), row.parse::<i32>().unwrap() - 1);
        self.browser.place(&format!(
            "document.getElementById('frame').scrollIntoView({{ block: 'center', behavior: 'instant' }}); \
             const board = document.getElementById('board'); const box = board.getBoundingClientRect(); \
             const scale = box.width / board.viewBox.baseVal.width; const edge = document.querySelector('.border'); \
             const bottom = edge.y.baseVal.value + edge.height.baseVal.value; \
             return [box.left + scale * (edge.x.baseVal.value + 32 * {x}), \
                     box.top + scale * (bottom - 32 * {rows_below})]"
        ))
    }

    /// Plays on a point; the small points of a phone need a second touch.
    pub fn play(&self, point: &str) {
        let is_touch = self.device.is_touch();
        let [x, y] = self.place_of(point);
        for _ in 0..if is_touch { 2 } else { 1 } {
            self.browser.tap(x, y, is_touch);
        }
    }

    /// Waits until there are this many stones on the board.
    pub fn wait_for_stones(&self, count: usize) {
        self.browser.wait(&format!("document.querySelectorAll('.stone').length === {count}"));
    }

    /// Plays at a point, and waits until there are this many stones on the board.
    pub fn play_to(&self, count: usize, point: &str) {
        self.play(point);
        self.wait_for_stones(count);
    }

    /// Plays at points, on a board with this many stones, and waits for each stone.
    pub fn plays(&self, before: usize, points: &[&str]) {
        (before + 1..).zip(points).for_each(|(count, point)| self.play_to(count, point));
    }

    /// Begins a game with these moves.
    pub fn begin(&self, fields: &[(&str, &str)], points: &[&str]) {
        self.new_game(fields);
        self.plays(0, points);
    }

    /// Whether a stone is drawn at a point of the board, as an expression for the browser.
    fn has_stone(point: &str) -> String {
        let (column, row) = point.split_at(1);
        let (x, rows_below) = (i32::from(column.as_bytes()[0] - b'a'), row.parse::<i32>().unwrap() - 1);
        format!(
            "[...document.querySelectorAll('.stone')].some((stone) => {{ \
             const {{ e, f }} = stone.transform.baseVal[0].matrix; const edge = document.querySelector('.border'); \
             return e === edge.x.baseVal.value + 32 * {x} && \
                 f === edge.y.baseVal.value + edge.height.baseVal.value - 32 * {rows_below}; }})"
        )
    }

    /// The first of these points without a stone.
    fn first_empty<'a>(&self, points: &[&'a str]) -> &'a str {
        let is_empty = |point: &&&str| self.browser.run(&format!("return {}", Self::has_stone(point))) == json!(false);
        points.iter().find(is_empty).expect("an empty point")
    }

    /// Waits until exactly these stones are drawn.
    pub fn wait_for_position(&self, moves: &str) {
        let starts: Vec<usize> = moves.match_indices(char::is_alphabetic).map(|(at, _)| at).collect();
        let ends = starts.iter().skip(1).copied().chain([moves.len()]);
        self.wait_for_stones(starts.len());
        starts.iter().zip(ends).for_each(|(&start, end)| self.browser.wait(&Self::has_stone(&moves[start..end])));
    }

    /// Waits until the line below the board contains a text.
    pub fn wait_for_message(&self, text: &str) {
        self.browser.wait(&format!("document.getElementById('message').textContent.includes('{text}')"));
    }

    /// Opens a pane of the analysis below the moves.
    pub fn open_pane(&self, tool: &str) {
        self.browser.click("#analyze-tab");
        if self.browser.run(&format!("return document.querySelector('{tool}').ariaPressed")) != json!("true") {
            self.browser.click(tool);
        }
    }

    /// Chooses the language of the page.
    pub fn speak(&self, language: &str) {
        self.browser.click("#open-settings");
        self.browser.choose("#settings form", "language", language);
        self.browser.wait(&format!("document.documentElement.lang === '{language}'"));
        self.browser.click("#settings [data-close]");
    }

    /// Chooses an item from a button's menu.
    pub fn choose_from(&self, menu: &str, item: &str) {
        self.browser.click(menu);
        self.browser.click(item);
    }

    /// Presses a button of the sharing dialog, and closes it.
    pub fn share(&self, button: &str) {
        self.browser.click("#open-share");
        self.browser.wait("document.getElementById('share-dialog').open");
        self.browser.run("document.querySelector('#share-dialog details').open = true");
        self.browser.click(button);
        self.browser.click("#share-dialog [data-close]");
    }

    /// Begins a game by the dialog with these values of its fields.
    pub fn new_game(&self, choices: &[(&str, &str)]) {
        self.browser.click("#play-tab");
        self.browser.click("#new");
        for (field, value) in choices {
            self.browser.choose("#new-game form", field, value);
        }
        self.browser.click("#new-game button.main");
        // The dialog closes when the game begins, which the next frame shows; an engine may have moved by then.
        self.browser.wait("!document.getElementById('new-game').open");
        self.browser.wait_for_frame();
    }

    /// Waits for a question and answers it.
    pub fn answer(&self, text: &str, value: &str) {
        self.browser.wait(&format!(
            "!document.getElementById('question').hidden && \
             document.getElementById('question').textContent.includes('{text}')"
        ));
        self.browser.click(&format!("#question-answers [data-value='{value}']"));
    }

    /// Resigns, and waits for the result's message.
    pub fn resign(&self, result: &str) {
        self.browser.click("#resign");
        self.answer("Resign this game?", "resign");
        self.wait_for_message(result);
    }

    /// Number of stones on the board.
    pub fn stones(&self) -> u64 {
        self.browser.run("return document.querySelectorAll('.stone').length").as_u64().unwrap()
    }

    /// Reloads the page and waits until it is ready.
    pub fn reload(&self) {
        self.browser.reload();
        self.browser.wait(IS_READY);
    }

    /// Checks that the page has not written to the console and is not wider than its window.
    pub fn check_quiet(&self) {
        let fits = self.browser.run("return document.documentElement.scrollWidth <= innerWidth");
        assert_eq!(fits, json!(true), "the page is wider than the window");
        assert_eq!(self.browser.console(), Vec::<Value>::new(), "nothing on the console");
    }
}

/// Runs a scenario on the page of a new server, with one retry, and checks that the page was quiet; nothing without a
/// browser.
pub fn with_page(device: Device, scenario: impl Fn(&Shown, &Browser) + UnwindSafe + RefUnwindSafe) {
    with_server(server, device, |shown, browser, _| scenario(shown, browser));
}

/// Runs a scenario as [`with_page`] does, on the page of a server that `start` starts.
pub fn with_server(
    start: impl Fn() -> Server + UnwindSafe + RefUnwindSafe,
    device: Device,
    scenario: impl Fn(&Shown, &Browser, &Server) + UnwindSafe + RefUnwindSafe,
) {
    with_one_retry(|| {
        let server = start();
        let Some(shown) = Shown::open(&server, device) else { return };
        scenario(&shown, &shown.browser, &server);
        shown.check_quiet();
    });
}

pub const TWO_PEOPLE: [(&str, &str); 3] = [("rule", "caro"), ("black", "human"), ("white", "human")];

/// Plays to a five between two people, then some moves against the engine, one of which is taken back.
fn plays_caro(shown: &Shown) {
    shown.begin(&TWO_PEOPLE, &["h8", "a1", "h9", "c1", "h10", "e1", "h11", "g1", "h12"]);
    shown.wait_for_message("Black wins");
    shown.browser.wait("document.querySelector('.win')");
    shown.play("h13");
    shown.wait_for_message("The game is over");
    assert_eq!(shown.stones(), 9);
    shown.new_game(&[("rule", "caro"), ("black", "human"), ("white", "2")]);
    for count in 1..=2 {
        shown.play_to(2 * count, shown.first_empty(&["h8", "d4", "d12"]));
    }
    shown.browser.click("#undo");
    shown.wait_for_stones(2);
    shown.resign("White wins");
}

/// Checks live lines with their expected results on the board; a click plays one.
fn runs_an_analysis(shown: &Shown) {
    shown.begin(&TWO_PEOPLE, &["h8"]);
    shown.browser.click("#analyze-tab");
    shown.browser.click("#live");
    shown.browser.wait("document.querySelectorAll('#lines li').length >= 2");
    shown.browser.wait("document.querySelectorAll('.share').length >= 2");
    shown.browser.run("document.querySelector('#lines button').click()");
    shown.wait_for_stones(2);
    shown.browser.click("#live");
    shown.choose_from("#find", "#vcf");
    shown.wait_for_message("no win by fours");
}

/// Sets up stones of both colors with White to move.
fn sets_up_a_position(shown: &Shown) {
    shown.begin(&TWO_PEOPLE, &["h8"]);
    shown.browser.click("#analyze-tab");
    shown.browser.click("#setup");
    shown.browser.wait("document.getElementById('setup-tools').checkVisibility()");
    // The left arrow, in WebDriver's code, takes a move of the game back, but no setup stones.
    shown.browser.press("\u{e012}");
    shown.browser.wait_for_frame();
    assert_eq!(shown.stones(), 1);
    shown.play("i9");
    shown.browser.click("#setup-tools input[name=stone][value=white]");
    shown.play_to(3, "c3");
    shown.browser.click("#setup-tools input[name=to-move][value=white]");
    shown.browser.click("#setup-done");
    shown.browser.wait("location.hash.includes('first=white')");
    shown.browser.press_with_control('z');
    shown.wait_for_message("Undone: edited position.");
    shown.browser.press_with_control('y');
    shown.play_to(4, "k11");
    shown.browser.wait("location.hash.includes('moves=k11')");
    shown.reload();
    shown.wait_for_stones(4);
}

/// A game saved as SGF can be pasted back.
fn saves_and_loads(shown: &Shown) {
    shown.begin(&TWO_PEOPLE, &["h8", "i9", "h9"]);
    shown.open_pane("#open-notes");
    shown.browser.type_into("#comment", "a comment");
    // The file that the browser would save.
    shown.browser.run(
        "const create = URL.createObjectURL; \
         URL.createObjectURL = (blob) => { blob.text().then((text) => (window.saved = text)); return create.call(URL, blob); }",
    );
    shown.share("#save [data-format=sgf]");
    shown.browser.wait("window.saved");
    let saved = shown.browser.run("return window.saved");
    assert!(saved.as_str().unwrap().contains("C[a comment]"), "{saved}");
    shown.new_game(&TWO_PEOPLE);
    shown.browser.click("#games-tab");
    shown.browser.click("#open-paste");
    shown.browser.run("document.getElementById('paste-text').value = window.saved");
    shown.browser.click("#paste button.main");
    shown.wait_for_stones(3);
    shown.browser.wait("document.getElementById('comment').value === 'a comment'");
}

/// The connection is cut during an analysis: the page reconnects by itself and continues.
fn survives_a_cut_connection(shown: &Shown, server: &Server) {
    shown.browser.click("#analyze-tab");
    shown.browser.click("#live");
    shown.browser.wait("document.querySelectorAll('#lines li').length >= 2");
    // The lines shown when the connection is lost are old.
    shown.browser.run(
        "window.states = []; new MutationObserver(() => { \
         states.push(document.documentElement.dataset.connection); \
         if (states.at(-1) === 'lost') document.querySelectorAll('#lines li').forEach((li) => (li.dataset.old = 'true')); \
         }).observe(document.documentElement, { attributeFilter: ['data-connection'] })",
    );
    server.disconnect();
    shown.browser.wait("window.states.includes('lost') && window.states.at(-1) === 'online'");
    shown.wait_for_stones(3);
    shown.browser.wait("document.querySelectorAll('#lines li:not([data-old])').length >= 2");
    shown.browser.click("#live");
}

fn uses_everything(shown: &Shown, _: &Browser, server: &Server) {
    plays_caro(shown);
    runs_an_analysis(shown);
    sets_up_a_position(shown);
    saves_and_loads(shown);
    survives_a_cut_connection(shown, server);
}

#[test]
fn a_desktop_plays_analyzes_sets_up_saves_and_survives() {
    with_server(server, Device::Desktop, uses_everything);
}

#[test]
fn a_phone_plays_analyzes_sets_up_saves_and_survives() {
    with_server(server, Device::Phone, uses_everything);
}

#[test]
fn a_ninth_tab_says_that_there_are_too_many_and_comes_in_when_one_is_closed() {
    let server = server();
    let Some(browser) = Browser::start(Device::Desktop) else { return };
    let mut tabs: Vec<Page> = (0..8).map(|_| Page::open(&server)).collect();
    browser.go(&server.address());
    browser.wait("document.documentElement.dataset.connection === 'full'");
    browser.wait("document.getElementById('banner-text').textContent.includes('Too many tabs')");
    tabs.pop();
    browser.wait("document.documentElement.dataset.connection === 'online'");
    browser.wait("document.getElementById('banner').hidden");
}

/// A server on a port that the system does not assign to connections meanwhile.
fn server_on_a_lasting_port() -> Server {
    let first = 12_000 + (std::process::id() % 8_000) as u16;
    let try_port = |port| Server::start(&Options { port, threads: 1, memory: POOL_BYTES, database: None }).ok();
    (first..first + 100).find_map(try_port).expect("a free port")
}

#[test]
fn a_tab_goes_on_with_a_server_that_was_started_anew() {
    with_one_retry(|| {
        let first = server_on_a_lasting_port();
        let Some(shown) = Shown::open(&first, Device::Desktop) else { return };
        shown.begin(&TWO_PEOPLE, &["h8"]);
        let port = first.port();
        drop(first);
        shown.browser.wait("document.documentElement.dataset.connection === 'lost'");
        // The first visit to the Learn view has to wait for the server, too.
        shown.browser.click("#learn-tab");
        shown.wait_for_message("There is no connection to the program.");
        let start = Instant::now();
        // The port becomes free when the first server's threads have ended.
        let second = loop {
            match Server::start(&Options { port, threads: 1, memory: POOL_BYTES, database: None }) {
                Ok(server) => break server,
                Err(error) => assert!(start.elapsed() < Duration::from_secs(60), "{error:#}"),
            }
            std::thread::sleep(Duration::from_millis(100));
        };
        shown.browser.wait("document.documentElement.dataset.connection === 'refused'");
        shown.browser.wait("document.getElementById('address').checkVisibility()");
        shown.browser.type_into("#address", &second.address());
        shown.browser.click("#new-address button");
        shown.browser.wait("document.documentElement.dataset.connection === 'online'");
        shown.browser.wait("document.getElementById('puzzle-task')?.textContent");
        shown.wait_for_message("");
        shown.browser.click("#play-tab");
        shown.play_to(2, "i9");
    });
}
