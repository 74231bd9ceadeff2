//! A real browser, driven by the WebDriver protocol through `chromedriver`.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write, stderr};
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Nothing on the page takes longer.
const PATIENCE: Duration = Duration::from_secs(90);
/// How long to wait between two looks at the page: at first no longer than most steps of it take, at last this.
const FIRST_LOOK: Duration = Duration::from_millis(4);
const LOOK: Duration = Duration::from_millis(50);
/// A driver ends where another program has the port that it chose on one of the machine's two addresses.
const DRIVER_STARTS: usize = 10;
/// What a driver adds so that a covered tab is treated as if it were in front, which no reader's browser does.
const KEEPS_AWAKE: [&str; 3] =
    ["disable-background-timer-throttling", "disable-renderer-backgrounding", "disable-backgrounding-occluded-windows"];
/// What WebDriver calls an element's number.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// What the browser shows the page on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Device {
    Desktop,
    Phone,
    /// A phone on its side.
    Landscape,
    /// A larger one.
    WideLandscape,
    /// The narrowest phone.
    Narrow,
}

impl Device {
    /// Width and height of a phone.
    const fn phone(self) -> Option<[u32; 2]> {
        match self {
            Self::Desktop => None,
            Self::Phone => Some([390, 844]),
            Self::Landscape => Some([667, 375]),
            Self::WideLandscape => Some([844, 390]),
            Self::Narrow => Some([320, 568]),
        }
    }

    /// Whether it is touched.
    pub const fn is_touch(self) -> bool {
        self.phone().is_some()
    }
}

/// Browsers that may run at once: one works while another waits for its page. More would slow each other down.
const AT_ONCE: usize = 2;
/// How many run.
static RUNNING: Mutex<usize> = Mutex::new(0);
static ONE_HAS_ENDED: Condvar = Condvar::new();

/// The places of a browser among those that run at once.
struct Turn {
    places: usize,
}

impl Turn {
    /// Waits until this many places are free, and takes them.
    fn wait(places: usize) -> Self {
        // A test that failed says nothing about the next browser.
        let running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        let free = ONE_HAS_ENDED.wait_while(running, |running| *running + places > AT_ONCE);
        *free.unwrap_or_else(PoisonError::into_inner) += places;
        Self { places }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        *RUNNING.lock().unwrap_or_else(PoisonError::into_inner) -= self.places;
        ONE_HAS_ENDED.notify_all();
    }
}

/// A browser with one window; it ends with this value.
pub struct Browser {
    driver: Child,
    /// Kept open: a driver that cannot write ends.
    _output: BufReader<ChildStdout>,
    address: String,
    session: String,
    profile: PathBuf,
    /// Given back when the driver has ended.
    _turn: Turn,
}

impl Browser {
    /// Starts a browser; nothing where there is none, which is printed; with CI set that fails.
    pub fn start(device: Device) -> Option<Self> {
        Self::start_in(Turn::wait(1), device)
    }

    /// The same with no other browser beside it, for what takes times.
    pub fn start_alone(device: Device) -> Option<Self> {
        Self::start_in(Turn::wait(AT_ONCE), device)
    }

    fn start_in(turn: Turn, device: Device) -> Option<Self> {
        let Some((driver, output, port)) = start_driver() else {
            assert!(
                std::env::var_os("CI").is_none(),
                "CI is set, and there is no chromedriver: the page is not tested"
            );
            // Not by `println!`, which a test that passes keeps to itself.
            let _ = writeln!(stderr(), "skipped, there is no chromedriver (Debian: chromium and chromium-driver)");
            return None;
        };
        let profile = std::env::temp_dir().join(format!("tengen-board-{}-{port}", std::process::id()));
        let address = format!("http://127.0.0.1:{port}");
        let session = String::new();
        let mut browser = Self { driver, _output: output, address, session, profile, _turn: turn };
        let start = Instant::now();
        while minreq::get(format!("{}/status", browser.address)).send().is_err() {
            assert!(start.elapsed() < PATIENCE, "chromedriver does not answer");
            std::thread::sleep(FIRST_LOOK);
        }
        let created = browser.post("/session", &json!({ "capabilities": { "alwaysMatch": browser.wishes(device) } }));
        browser.session = created["sessionId"].as_str().expect("a session").to_owned();
        Some(browser)
    }

    fn wishes(&self, device: Device) -> Value {
        let profile = format!("--user-data-dir={}", self.profile.display());
        let mut options = json!({ "args": [
            "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-dev-shm-usage", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--disable-sync", "--lang=en",
            "--window-size=1280,900", profile,
        ], "excludeSwitches": KEEPS_AWAKE, "prefs": { "download.default_directory": self.downloads().display().to_string() } });
        if let Some([width, height]) = device.phone() {
            let metrics = json!({ "width": width, "height": height, "pixelRatio": 2, "touch": true });
            options["mobileEmulation"] = json!({ "deviceMetrics": metrics });
        }
        json!({ "browserName": "chrome", "goog:chromeOptions": options, "goog:loggingPrefs": { "browser": "ALL" } })
    }

    /// The process that all of the browser's come from.
    pub fn driver_process(&self) -> u32 {
        self.driver.id()
    }

    /// Where the browser saves files.
    pub fn downloads(&self) -> PathBuf {
        self.profile.join("downloads")
    }

    fn post(&self, path: &str, body: &Value) -> Value {
        self.try_post(path, body).unwrap_or_else(|(error, message)| panic!("{path} {body}: {error}: {message}"))
    }

    /// The value, or WebDriver's name of the error and its message.
    fn try_post(&self, path: &str, body: &Value) -> Result<Value, (String, String)> {
        let request = minreq::post(format!("{}{path}", self.address)).with_json(body).expect("JSON");
        let answer: Value = request.with_timeout(PATIENCE.as_secs()).send().expect("an answer").json().expect("JSON");
        let value = &answer["value"];
        match value["error"].as_str() {
            Some(error) => Err((error.into(), value["message"].as_str().unwrap_or_default().into())),
            None => Ok(value.clone()),
        }
    }

    fn command(&self, path: &str, body: &Value) -> Value {
        self.post(&format!("/session/{}{path}", self.session), body)
    }

    /// Opens an address.
    pub fn go(&self, address: &str) {
        self.command("/url", &json!({ "url": address }));
    }

    /// Runs a script before those of every page that is loaded from now on.
    pub fn run_first(&self, script: &str) {
        self.devtools("Page.addScriptToEvaluateOnNewDocument", &json!({ "source": script }));
    }

    /// Shows the page as it would be printed.
    pub fn show_as_printed(&self) {
        self.devtools("Emulation.setEmulatedMedia", &json!({ "media": "print" }));
    }

    fn devtools(&self, command: &str, parameters: &Value) {
        self.command("/goog/cdp/execute", &json!({ "cmd": command, "params": parameters }));
    }

    /// The name of the window that is looked at.
    pub fn window(&self) -> String {
        let answer =
            minreq::get(format!("{}/session/{}/window", self.address, self.session)).send().expect("an answer");
        let answer: Value = answer.json().expect("JSON");
        answer["value"].as_str().expect("a window").to_owned()
    }

    /// Looks at another window.
    pub fn choose_window(&self, name: &str) {
        self.command("/window", &json!({ "handle": name }));
    }

    /// Opens a tab with an address, and looks at it.
    pub fn open_window(&self, address: &str) {
        let opened = self.command("/window/new", &json!({ "type": "tab" }));
        self.choose_window(opened["handle"].as_str().expect("a window"));
        self.go(address);
    }

    /// Closes the tab that is looked at; another one has to be chosen then.
    pub fn close_window(&self) {
        let closed = minreq::delete(format!("{}/session/{}/window", self.address, self.session)).send();
        closed.expect("an answer");
    }

    /// Loads the page again.
    pub fn reload(&self) {
        self.command("/refresh", &json!({}));
    }

    /// The value of a script's `return`.
    pub fn run(&self, script: &str) -> Value {
        self.command("/execute/sync", &json!({ "script": script, "args": [] }))
    }

    /// The value that a script gives to its last argument, a function.
    pub fn run_async(&self, script: &str) -> Value {
        self.command("/execute/async", &json!({ "script": script, "args": [] }))
    }

    /// Waits until an expression is true; one that fails is not true yet.
    pub fn wait(&self, expression: &str) {
        let script = format!("try {{ return Boolean({expression}) }} catch (error) {{ return String(error) }}");
        let start = Instant::now();
        let mut look = FIRST_LOOK;
        loop {
            let found = self.run(&script);
            if found == json!(true) {
                return;
            }
            let shown = "return document.getElementById('message')?.textContent + ' ' + location.hash";
            assert!(start.elapsed() < PATIENCE, "in vain ({found}): {expression}; the page shows {}", self.run(shown));
            std::thread::sleep(look);
            look = (2 * look).min(LOOK);
        }
    }

    /// Waits until everything that has happened so far is drawn.
    pub fn wait_for_frame(&self) {
        let script = "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done(null)))";
        self.run_async(script);
    }

    /// Clicks what a selector names as soon as it can be seen. The page cannot move it away between the look and the
    /// click: both are one step of its script.
    pub fn click(&self, selector: &str) {
        let selector = json!(selector);
        self.wait(&format!(
            "(() => {{ const element = document.querySelector({selector}); \
             if (!element?.checkVisibility() || element.disabled) return false; \
             element.scrollIntoView({{ block: 'center', behavior: 'instant' }}); \
             const box = element.getBoundingClientRect(); \
             const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2); \
             if (!element.contains(top)) return false; \
             element.focus(); element.click(); return true; }})()"
        ));
    }

    /// Types into what a selector names, once it can be seen.
    pub fn type_into(&self, selector: &str, text: &str) {
        self.wait(&format!("document.querySelector({}).checkVisibility()", json!(selector)));
        let found = self.command("/element", &json!({ "using": "css selector", "value": selector }));
        let element = found[ELEMENT].as_str().expect("an element");
        self.command(&format!("/element/{element}/value"), &json!({ "text": text }));
    }

    /// Enters a value into the field with this id.
    pub fn enter(&self, id: &str, value: &str) {
        self.run(&format!(
            "const field = document.getElementById('{id}'); field.value = '{value}'; \
             field.dispatchEvent(new Event('change'))"
        ));
    }

    /// Chooses a value of a field of a form, or of a part with fields, once it is there to be chosen.
    pub fn choose(&self, form: &str, field: &str, value: &str) {
        self.wait(&format!(
            "(() => {{ const form = document.querySelector('{form}'); \
             const field = form.elements?.namedItem('{field}') ?? form.querySelector('[name={field}]'); \
             field.value = '{value}'; if (field.value !== '{value}') return false; \
             field.dispatchEvent(new Event('change', {{ bubbles: true }})); return true; }})()"
        ));
    }

    /// Presses keys, by their characters.
    pub fn press(&self, keys: &str) {
        let steps: Vec<Value> = keys
            .chars()
            .flat_map(|key| ["keyDown", "keyUp"].map(|kind| json!({ "type": kind, "value": key.to_string() })))
            .collect();
        self.command("/actions", &json!({ "actions": [{ "type": "key", "id": "keys", "actions": steps }] }));
    }

    /// Clicks at a place of the window, or touches it.
    pub fn tap(&self, x: f64, y: f64, is_touch: bool) {
        let kind = if is_touch { "touch" } else { "mouse" };
        let steps = json!([
            { "type": "pointerMove", "duration": 0, "x": x.round() as i64, "y": y.round() as i64 },
            { "type": "pointerDown", "button": 0 },
            { "type": "pointerUp", "button": 0 },
        ]);
        let pointer = json!({ "type": "pointer", "id": kind, "parameters": { "pointerType": kind }, "actions": steps });
        self.command("/actions", &json!({ "actions": [pointer] }));
    }

    /// Moves the mouse to a place of the window.
    pub fn move_mouse(&self, x: f64, y: f64) {
        let step = json!({ "type": "pointerMove", "duration": 0, "x": x.round() as i64, "y": y.round() as i64 });
        let pointer =
            json!({ "type": "pointer", "id": "mouse", "parameters": { "pointerType": "mouse" }, "actions": [step] });
        self.command("/actions", &json!({ "actions": [pointer] }));
    }

    /// What the page has written to the console.
    pub fn console(&self) -> Vec<Value> {
        self.command("/se/log", &json!({ "type": "browser" })).as_array().cloned().unwrap_or_default()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        if !self.session.is_empty() {
            let _ = minreq::delete(format!("{}/session/{}", self.address, self.session)).send();
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
        let _ = std::fs::remove_dir_all(&self.profile);
    }
}

/// A driver on a port that it has chosen itself; nothing where none is installed.
fn start_driver() -> Option<(Child, BufReader<ChildStdout>, u16)> {
    for _ in 0..DRIVER_STARTS {
        let mut command = Command::new("chromedriver");
        command.arg("--port=0").stdout(Stdio::piped()).stderr(Stdio::null());
        let mut driver = command.spawn().ok()?;
        let mut output = BufReader::new(driver.stdout.take().expect("a pipe"));
        if let Some(port) = port_of(&mut output) {
            return Some((driver, output, port));
        }
        let _ = driver.wait();
    }
    panic!("chromedriver has ended {DRIVER_STARTS} times without naming its port");
}

/// The port that a driver has chosen, from what it prints; nothing when it has ended.
fn port_of(output: &mut BufReader<ChildStdout>) -> Option<u16> {
    let mut line = String::new();
    while output.read_line(&mut line).expect("readable") > 0 {
        let named = line.split_once("on port ").map(|(_, rest)| rest.trim_end().trim_end_matches('.'));
        if let Some(port) = named.and_then(|name| name.parse().ok()).filter(|&port| port > 0) {
            return Some(port);
        }
        line.clear();
    }
    None
}
