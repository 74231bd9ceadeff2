//! The programs behind a browser: `chromedriver` and what it starts. One that a test has used is kept for the next, as its
//! start takes longer than most tests.

use crate::retry::browser_has_ended;
use crate::webdriver::Device;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, ErrorKind, Write, stderr};
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::{Condvar, LazyLock, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Nothing on the page takes longer.
pub const PATIENCE: Duration = Duration::from_secs(90);
/// How long to wait between two looks at first: no longer than most steps of a page take.
pub const FIRST_LOOK: Duration = Duration::from_millis(4);
/// A driver ends where another program has the port that it chose on one of the machine's two addresses.
const DRIVER_STARTS: usize = 10;
/// What a driver adds so that a covered tab is treated as if it were in front, which no reader's browser does.
const KEEPS_AWAKE: [&str; 3] =
    ["disable-background-timer-throttling", "disable-renderer-backgrounding", "disable-backgrounding-occluded-windows"];
/// What a driver says when its browser has ended.
const ENDS: [&str; 5] = ["invalid session id", "session not created", "disconnected", "not reachable", "crash"];
/// Ends a browser and its driver when the tests have ended, however they did: its input is theirs.
const ENDS_WITH_INPUT: &str = "cat >/dev/null; kill $1 $2; \
    for i in 1 2 3 4 5 6 7 8 9 10; do kill -0 $1 2>/dev/null || break; sleep 0.2; done; rm -rf \"$3\"";

/// Browsers that may run at once: one works while another waits for its page. More would slow each other down.
pub const AT_ONCE: usize = 2;
/// How many run.
static RUNNING: Mutex<usize> = Mutex::new(0);
static ONE_HAS_ENDED: Condvar = Condvar::new();

/// The places of a browser among those that run at once.
pub struct Turn {
    places: usize,
}

impl Turn {
    /// Waits until this many places are free, and takes them.
    pub fn wait(places: usize) -> Self {
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

/// Browsers that wait for a test.
pub mod idle {
    use super::{Device, Mutex, PoisonError, Running};

    /// More would take memory for nothing: most tests want a desktop, the others a phone.
    const MAX_IDLE: usize = 3;
    static IDLE: Mutex<Vec<Running>> = Mutex::new(Vec::new());

    /// One that shows what this device does.
    pub fn take(device: Device) -> Option<Running> {
        let mut idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner);
        idle.iter().position(|running| running.device == device).map(|at| idle.remove(at))
    }

    /// Leaves one to the next test. The one that has waited longest ends where there are too many.
    pub fn keep(running: Running) {
        let mut idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner);
        idle.push(running);
        let oldest = (idle.len() > MAX_IDLE).then(|| idle.remove(0));
        drop(idle);
        drop(oldest);
    }
}

/// A driver with its browser; they end with this value, or with the tests.
pub struct Running {
    driver: Child,
    /// Kept open: a driver that cannot write ends.
    _output: BufReader<ChildStdout>,
    /// Nothing where there is no shell: such a browser is not kept.
    watcher: Option<Child>,
    address: String,
    session: String,
    profile: PathBuf,
    device: Device,
}

impl Running {
    /// Nothing where there is no browser.
    pub fn start(device: Device) -> Option<Self> {
        if !has_browser() {
            return None;
        }
        let (driver, output, port) = start_driver();
        let profile = std::env::temp_dir().join(format!("tengen-board-{}-{port}", std::process::id()));
        let address = format!("http://127.0.0.1:{port}");
        let session = String::new();
        let mut running = Self { driver, _output: output, watcher: None, address, session, profile, device };
        let start = Instant::now();
        while minreq::get(format!("{}/status", running.address)).send().is_err() {
            assert!(start.elapsed() < PATIENCE, "chromedriver does not answer");
            std::thread::sleep(FIRST_LOOK);
        }
        let wishes = json!({ "capabilities": { "alwaysMatch": running.wishes() } });
        let created = running.send(minreq::Method::Post, "/session", Some(&wishes)).expect("a session");
        running.session = created["sessionId"].as_str().expect("a session").to_owned();
        running.watcher = created["capabilities"]["goog:processID"].as_u64().and_then(|browser| running.watch(browser));
        Some(running)
    }

    fn wishes(&self) -> Value {
        let profile = format!("--user-data-dir={}", self.profile.display());
        let downloads = self.profile.join("downloads").display().to_string();
        let mut options = json!({ "args": [
            "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-dev-shm-usage", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--disable-sync", "--lang=en",
            "--window-size=1280,900", profile,
        ], "excludeSwitches": KEEPS_AWAKE, "prefs": { "download.default_directory": downloads } });
        if let Some([width, height]) = self.device.phone() {
            let metrics = json!({ "width": width, "height": height, "pixelRatio": 2, "touch": true });
            options["mobileEmulation"] = json!({ "deviceMetrics": metrics });
        }
        let timeouts = json!({ "script": PATIENCE.as_millis() as u64 });
        json!({
            "browserName": "chrome", "timeouts": timeouts, "goog:chromeOptions": options,
            "goog:loggingPrefs": { "browser": "ALL" },
        })
    }

    fn watch(&self, browser: u64) -> Option<Child> {
        let mut shell = Command::new("sh");
        shell
            .args(["-c", ENDS_WITH_INPUT, "sh", &browser.to_string(), &self.driver.id().to_string()])
            .arg(&self.profile);
        shell.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().ok()
    }

    /// The process that all of the browser's come from.
    pub fn driver_process(&self) -> u32 {
        self.driver.id()
    }

    /// The value, or WebDriver's name of the error and its message.
    fn send(&self, method: minreq::Method, path: &str, body: Option<&Value>) -> Result<Value, String> {
        let mut request = minreq::Request::new(method, format!("{}{path}", self.address));
        if let Some(body) = body {
            request = request.with_json(body).map_err(|error| error.to_string())?;
        }
        let answer = request.with_timeout(PATIENCE.as_secs()).send().inspect_err(|error| {
            // A page that takes too long is one that does not answer.
            if let minreq::Error::IoError(io) = error
                && !matches!(io.kind(), ErrorKind::TimedOut | ErrorKind::WouldBlock)
            {
                browser_has_ended(&error.to_string());
            }
        });
        let answer: Value = answer.and_then(|answer| answer.json()).map_err(|error| error.to_string())?;
        let value = &answer["value"];
        let Some(error) = value["error"].as_str() else { return Ok(value.clone()) };
        let error = format!("{error}: {}", value["message"].as_str().unwrap_or_default());
        if ENDS.iter().any(|end| error.contains(end)) {
            browser_has_ended(&error);
        }
        Err(error)
    }

    /// The answer to a command of the session.
    pub fn command(&self, path: &str, body: &Value) -> Result<Value, String> {
        self.send(minreq::Method::Post, &format!("/session/{}{path}", self.session), Some(body))
    }

    /// The name of the window that is looked at.
    pub fn window(&self) -> Result<String, String> {
        let window = self.send(minreq::Method::Get, &format!("/session/{}/window", self.session), None)?;
        Ok(window.as_str().unwrap_or_default().to_owned())
    }

    /// Closes the window that is looked at.
    pub fn close_window(&self) -> Result<(), String> {
        self.send(minreq::Method::Delete, &format!("/session/{}/window", self.session), None).map(drop)
    }

    /// As if it had just been started: with a new tab alone, which has no script or emulation of another's, and without
    /// anything that a page has stored or written to the console.
    pub fn renew(&self) -> Result<(), String> {
        self.watcher.as_ref().ok_or("there is no shell to end it")?;
        let windows = self.send(minreq::Method::Get, &format!("/session/{}/window/handles", self.session), None)?;
        let new = self.command("/window/new", &json!({ "type": "tab" }))?;
        for window in windows.as_array().ok_or("no windows")? {
            self.command("/window", &json!({ "handle": window }))?;
            self.close_window()?;
        }
        self.command("/window", &json!({ "handle": new["handle"] }))?;
        for (command, parameters) in [
            ("Storage.clearDataForOrigin", json!({ "origin": "*", "storageTypes": "all" })),
            ("Network.clearBrowserCache", json!({})),
        ] {
            self.command("/goog/cdp/execute", &json!({ "cmd": command, "params": parameters }))?;
        }
        self.command("/se/log", &json!({ "type": "browser" })).map(drop)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if !self.session.is_empty() {
            let _ = self.send(minreq::Method::Delete, &format!("/session/{}", self.session), None);
        }
        let _ = self.driver.kill();
        if let Some(mut watcher) = self.watcher.take() {
            // Its processes' numbers may be others' from here on.
            let _ = watcher.kill();
            let _ = watcher.wait();
        }
        let _ = self.driver.wait();
        let _ = std::fs::remove_dir_all(&self.profile);
    }
}

/// Whether a test may be left out where something that it needs is missing: not where `CI` is set to something.
pub fn may_skip() -> bool {
    std::env::var_os("CI").is_none_or(|ci| ci.is_empty())
}

/// Whether there is a browser. That there is none is printed once; with CI set, and not to nothing, it fails.
pub fn has_browser() -> bool {
    static FOUND: LazyLock<bool> = LazyLock::new(|| {
        let found = Command::new("chromedriver").arg("--version").output().is_ok();
        if !found {
            // Not by `println!`, which a test that passes keeps to itself.
            let _ = writeln!(stderr(), "skipped, there is no chromedriver (Debian: chromium and chromium-driver)");
        }
        found
    });
    assert!(*FOUND || may_skip(), "CI is set, and there is no chromedriver: the page is not tested");
    *FOUND
}

/// A driver on a port that it has chosen itself.
fn start_driver() -> (Child, BufReader<ChildStdout>, u16) {
    for _ in 0..DRIVER_STARTS {
        let mut command = Command::new("chromedriver");
        command.arg("--port=0").stdout(Stdio::piped()).stderr(Stdio::null());
        let mut driver = command.spawn().expect("chromedriver starts");
        let mut output = BufReader::new(driver.stdout.take().expect("a pipe"));
        if let Some(port) = port_of(&mut output) {
            return (driver, output, port);
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
