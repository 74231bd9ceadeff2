//! A browser that shows the page, and what a person does there.

use crate::webdriver::{Browser, Device};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use std::ops::Deref;
use tengen_language::Language;
use tengen_server::Server;

/// Whether the page has its engine and the board is drawn.
const IS_READY: &str = "connection() === 'online' && one('.border')";

/// Shortens the page's own times for hints, balanced stones and negotiations, which the tests do not choose.
const HURRY: &str = "{ const times = { think: [1500, 200], balance: [5000, 1500], negotiate: [1000, 100] }; \
    const hurried = (text) => { if (text.length > 10000) return text; \
      const question = JSON.parse(text); const [own, short] = times[question.ask] ?? []; \
      if (own && question.with.time_ms === own) question.with.time_ms = short; return JSON.stringify(question); }; \
    const { send } = WebSocket.prototype; \
    WebSocket.prototype.send = function (text) { return send.call(this, hurried(text)); }; \
    const post = Worker.prototype.postMessage; \
    Worker.prototype.postMessage = function (message) { \
      return post.call(this, message.text ? { ...message, text: hurried(message.text) } : message); }; }";

/// The fields of a game of caro between two people.
pub const TWO_PEOPLE: [(&str, &str); 3] = [("rule", "caro"), ("black", "human"), ("white", "human")];

/// A browser that shows a server's page.
pub struct Shown {
    pub browser: Browser,
    pub device: Device,
}

impl Deref for Shown {
    type Target = Browser;

    fn deref(&self) -> &Browser {
        &self.browser
    }
}

impl Shown {
    /// Opens the page; `None` without a browser.
    pub fn open(server: &Server, device: Device) -> Option<Self> {
        Browser::start(device).map(|browser| Self::at(browser, device, &server.address()))
    }

    /// Opens the page at an address.
    pub fn at(browser: Browser, device: Device, address: &str) -> Self {
        browser.run_first(HURRY);
        browser.go(address);
        browser.wait(IS_READY);
        Self { browser, device }
    }

    /// The place of a point in the window.
    pub fn place_of(&self, point: &str) -> [f64; 2] {
        self.numbers(&format!("return placeOf('{point}')"))
    }

    /// Plays on a point; the small points of a phone need a second touch.
    pub fn play(&self, point: &str) {
        let is_touch = self.device.is_touch();
        let [x, y] = self.place_of(point);
        for _ in 0..if is_touch { 2 } else { 1 } {
            self.tap(x, y, is_touch);
        }
    }

    /// Waits until there are this many stones on the board.
    pub fn wait_for_stones(&self, count: usize) {
        self.wait(&format!("all('.stone').length === {count}"));
    }

    /// Plays at a point, and waits until there are this many stones on the board.
    pub fn play_to(&self, count: usize, point: &str) {
        self.play(point);
        self.wait_for_stones(count);
    }

    /// Puts stones at points, on a board with this many stones, by clicks of the page's own.
    pub fn plays(&self, before: usize, points: &[&str]) {
        let stones = |(count, point)| [format!("playAt('{point}')"), format!("all('.stone').length === {count}")];
        let steps: Vec<String> = (before + 1..).zip(points).flat_map(stones).collect();
        self.wait_each(&steps);
    }

    /// Begins a game with these moves.
    pub fn begin(&self, fields: &[(&str, &str)], points: &[&str]) {
        self.new_game(fields);
        self.plays(0, points);
    }

    /// The first of these points without a stone.
    pub fn first_empty<'a>(&self, points: &[&'a str]) -> &'a str {
        let is_empty = |point: &&&str| self.value(&format!("stones().includes('{point}')")) == json!(false);
        points.iter().find(is_empty).expect("an empty point")
    }

    /// Waits until exactly these stones are drawn.
    pub fn wait_for_position(&self, moves: &str) {
        self.wait(&format!("hasStones('{moves}')"));
    }

    /// Waits until the line below the board contains a text.
    pub fn wait_for_message(&self, text: &str) {
        self.wait(&format!("text('#message').includes('{text}')"));
    }

    /// Waits until the line below the board is this text.
    pub fn wait_for_exact_message(&self, text: &str) {
        self.wait(&format!("text('#message') === {}", json!(text)));
    }

    /// Puts a game on the board by the page's address, which may lag behind the game: an equal one would change nothing.
    pub fn show_game(&self, rule: &str, moves: &str) {
        self.run(&format!("location.hash = ''; location.hash = '#rule={rule}&size=15x15&moves={moves}'"));
        self.wait_for_position(moves);
    }

    /// Writes a text into a field, whose earlier text it replaces.
    pub fn write(&self, selector: &str, text: &str) {
        self.run(&format!("write({}, {})", json!(selector), json!(text)));
    }

    /// Reviews the game on the board until an expression is true.
    pub fn review_until(&self, expression: &str) {
        self.open_pane("#open-review");
        self.enter("review-time", "100");
        self.click_for("#review", expression);
    }

    /// Makes the board larger or smaller: "in" or "out".
    pub fn zoom(&self, direction: &str) {
        self.click("#view");
        (0..3).for_each(|_| self.click(&format!("#zoom-{direction}")));
    }

    /// Opens a pane of the analysis below the moves.
    pub fn open_pane(&self, tool: &str) {
        self.click("#analyze-tab");
        if self.value(&format!("one('{tool}').ariaPressed")) != json!("true") {
            self.click(tool);
        }
    }

    /// Chooses the language of the page.
    pub fn speak(&self, language: &str) {
        self.click("#open-settings");
        self.choose("#settings form", "language", language);
        self.wait(&format!("document.documentElement.lang === '{language}'"));
        self.click("#settings [data-close]");
    }

    /// What a script about the page, which returns a list, finds in each language.
    pub fn find_in_every_language(&self, script: &str) -> Value {
        self.find_in_dialog(script, &[])
    }

    /// What a script finds in each language, in a dialog that a button opens: both as selectors, or none.
    pub fn find_in_dialog(&self, script: &str, dialog: &[&str]) -> Value {
        let codes: Vec<&str> = Language::all().map(Language::code).chain(["en"]).collect();
        self.run_async(&format!(
            "inEveryLanguage({}, () => {{ {script} }}, {}).then(arguments[0], (error) => arguments[0]([String(error)]))",
            json!(codes),
            json!(dialog)
        ))
    }

    /// Clicks an element, and waits until there are this many stones on the board.
    pub fn click_to(&self, count: usize, selector: &str) {
        self.click_for(selector, &format!("all('.stone').length === {count}"));
    }

    /// Clicks an element, and waits until the line below the board contains a text.
    pub fn click_saying(&self, selector: &str, text: &str) {
        self.click_for(selector, &format!("text('#message').includes('{text}')"));
    }

    /// Presses a button of the sharing dialog, and closes it.
    pub fn share(&self, button: &str) {
        self.click_for("#open-share", "one('#share-dialog').open && (one('#share-dialog details').open = true)");
        self.click_each(&[button, "#share-dialog [data-close]"]);
    }

    /// Saves the game, and returns the value of an expression about the file, `saved`.
    pub fn save(&self, format: &str, facts: &str) -> Value {
        self.run(&format!("window.facts = null; savedFile().then(async (saved) => window.facts = {facts})"));
        self.share(&format!("#save [data-format={format}]"));
        self.wait("window.facts");
        self.value("facts")
    }

    /// Presses a button that saves a file, and returns the value of an expression about the file, `saved`.
    pub fn saved_by(&self, button: &str, facts: &str) -> Value {
        self.run_async(&format!("savedFile().then(async (saved) => arguments[0]({facts})); one('{button}').click()"))
    }

    /// Saves the game as text.
    pub fn save_text(&self, format: &str) -> String {
        self.save(format, "await saved.text()").as_str().expect("a text").to_owned()
    }

    /// Drops a file on the page.
    pub fn drop_file(&self, name: &str, content: impl AsRef<[u8]>) {
        self.run(&format!("dropFile('{name}', '{}')", STANDARD.encode(content)));
    }

    /// Pastes a text.
    pub fn paste(&self, text: &str) {
        self.run(&format!("paste({})", json!(text)));
    }

    /// Begins a game by the dialog with these values of its fields.
    pub fn new_game(&self, choices: &[(&str, &str)]) {
        let chosen = choices.iter().map(|(field, value)| format!("choose('#new-game form', '{field}', '{value}')"));
        let opened = ["press('#play-tab')", "press('#new')"].map(str::to_owned);
        let begun = ["press('#new-game button.main')", "!one('#new-game').open"].map(str::to_owned);
        self.wait_each(&opened.into_iter().chain(chosen).chain(begun).collect::<Vec<_>>());
        // The dialog closes when the game begins, which the next frame shows; an engine may have moved by then.
        self.wait_for_frame();
    }

    /// Begins a game of caro between two people with these moves.
    pub fn two_people(&self, points: &[&str]) {
        self.two_people_with(&[], points);
    }

    /// Begins a game between two people with other values of fields, and with these moves.
    pub fn two_people_with(&self, choices: &[(&str, &str)], points: &[&str]) {
        self.begin(&[&TWO_PEOPLE, choices].concat(), points);
    }

    /// Waits for a question and answers it.
    pub fn answer(&self, text: &str, value: &str) {
        self.wait(&format!("!one('#question').hidden && text('#question').includes('{text}')"));
        self.click(&format!("#question-answers [data-value='{value}']"));
    }

    /// Resigns, and waits for the result's message.
    pub fn resign(&self, result: &str) {
        self.click("#resign");
        self.answer("Resign this game?", "resign");
        self.wait_for_message(result);
    }

    /// Number of stones on the board.
    pub fn stones(&self) -> u64 {
        self.value("all('.stone').length").as_u64().unwrap()
    }

    /// Reloads the page and waits until it is ready.
    pub fn reload(&self) {
        self.browser.reload();
        self.wait(IS_READY);
    }

    /// Checks that the page has not written to the console and is not wider than its window.
    pub fn check_quiet(&self) {
        let fits = self.value("document.documentElement.scrollWidth <= innerWidth");
        assert_eq!(fits, json!(true), "the page is wider than the window");
        assert_eq!(self.console(), Vec::<Value>::new(), "nothing on the console");
    }
}
