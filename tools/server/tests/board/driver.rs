//! The processes of a browser: `chromedriver` and those that it starts. A used one is kept for the next test, as
//! starting one takes longer than most tests.

use crate::retry::browser_has_ended;
use crate::webdriver::Device;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, ErrorKind};
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::{Condvar, LazyLock, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Time limit of every wait for the page.
pub const PATIENCE: Duration = Duration::from_secs(90);
/// Pause between two attempts to reach a driver.
const FIRST_POLL: Duration = Duration::from_millis(4);
/// Most attempts to start a driver: it ends if another program uses its chosen port on one of the machine's two addresses.
const DRIVER_STARTS: usize = 10;
/// Options by which a driver treats covered tabs as visible, unlike users' browsers.
const KEEPS_AWAKE: [&str; 3] =
    ["disable-background-timer-throttling", "disable-renderer-backgrounding", "disable-backgrounding-occluded-windows"];
/// A driver's error texts after its browser has ended.
const ENDS: [&str; 5] = ["invalid session id", "session not created", "disconnected", "not reachable", "crash"];
/// Debian's build of Chromium for tests: the same pages for half of the processor time. Not the script in `/usr/bin`,
/// whose process is not the browser's, so that ending it would leave the browser.
const HEADLESS_SHELL: &str = "/usr/lib/chromium/chromium-headless-shell";
/// Folder of the files that a page saves; the headless shell would put them into the working directory.
const DOWNLOADS: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/downloads");
/// Shell script that ends a browser and its driver when the tests have ended in any way: it waits for the end of its input.
const ENDS_WITH_INPUT: &str = "cat >/dev/null; kill $1 $2; \
    for i in 1 2 3 4 5 6 7 8 9 10; do kill -0 $1 2>/dev/null || break; sleep 0.2; done; rm -rf \"$3\"";

/// Most browsers at a time: one works while another waits for its page. More would slow each other down.
pub const AT_ONCE: usize = 2;
/// Number of running browsers.
static RUNNING: Mutex<usize> = Mutex::new(0);
static ONE_HAS_ENDED: Condvar = Condvar::new();

/// A browser's share of [`AT_ONCE`].
pub struct Turn {
    places: usize,
}

impl Turn {
    /// Waits until this many places are free, and takes them.
    pub fn wait(places: usize) -> Self {
        // A failed test does not affect the next browser.
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

/// Browsers kept for a later test.
pub mod idle {
    use super::{Device, Mutex, PoisonError, Running};

    /// Most kept browsers: most tests need a desktop, the others a phone, so more would waste memory.
    const MAX_IDLE: usize = 3;
    static IDLE: Mutex<Vec<Running>> = Mutex::new(Vec::new());

    /// Takes a kept browser for this device.
    pub fn take(device: Device) -> Option<Running> {
        let mut idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner);
        idle.iter().position(|running| running.device == device).map(|at| idle.remove(at))
    }

    /// Keeps a browser for the next test. If there are too many, the oldest one ends.
    pub fn keep(running: Running) {
        let mut idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner);
        idle.push(running);
        let oldest = (idle.len() > MAX_IDLE).then(|| idle.remove(0));
        drop(idle);
        drop(oldest);
    }
}

/// A driver with its browser; they end when this is dropped, or with the tests.
pub struct Running {
    driver: Child,
    /// Kept open, because a driver that cannot write ends.
    _output: BufReader<ChildStdout>,
    /// `None` without a shell; such a browser is not kept.
    watcher: Option<Child>,
    address: String,
    session: String,
    /// The browser's folder, which the driver made.
    profile: PathBuf,
    device: Device,
}

impl Running {
    /// Starts a browser; `None` if there is none.
    pub fn start(device: Device) -> Option<Self> {
        if !has_browser() {
            return None;
        }
        let (driver, output, port) = start_driver();
        let address = format!("http://127.0.0.1:{port}");
        let (session, profile) = (String::new(), PathBuf::new());
        let mut running = Self { driver, _output: output, watcher: None, address, session, profile, device };
        let start = Instant::now();
        while minreq::get(format!("{}/status", running.address)).send().is_err() {
            assert!(start.elapsed() < PATIENCE, "chromedriver does not answer");
            std::thread::sleep(FIRST_POLL);
        }
        let capabilities = json!({ "capabilities": { "alwaysMatch": running.capabilities() } });
        let created = running.send(minreq::Method::Post, "/session", Some(&capabilities)).expect("a session");
        running.session = created["sessionId"].as_str().expect("a session").to_owned();
        running.profile = created["capabilities"]["chrome"]["userDataDir"].as_str().expect("a profile").into();
        running.watcher = created["capabilities"]["goog:processID"].as_u64().and_then(|browser| running.watch(browser));
        Some(running)
    }

    fn capabilities(&self) -> Value {
        let mut options = json!({ "args": [
            "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-dev-shm-usage", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--disable-sync", "--lang=en",
            "--window-size=1280,900",
        ], "excludeSwitches": KEEPS_AWAKE, "prefs": { "download.default_directory": DOWNLOADS } });
        if let Some(shell) = SHELL.filter(|_| self.device != Device::WholeDesktop) {
            options["binary"] = json!(shell);
        }
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

    /// The parent process of all browser processes.
    pub fn driver_process(&self) -> u32 {
        self.driver.id()
    }

    /// Returns the value, or WebDriver's error name and message.
    fn send(&self, method: minreq::Method, path: &str, body: Option<&Value>) -> Result<Value, String> {
        let mut request = minreq::Request::new(method, format!("{}{path}", self.address));
        if let Some(body) = body {
            request = request.with_json(body).map_err(|error| error.to_string())?;
        }
        let answer = request.with_timeout(PATIENCE.as_secs()).send().inspect_err(|error| {
            // A page that takes too long counts as not responding.
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

    /// Sends a command to the session and returns its answer.
    pub fn command(&self, path: &str, body: &Value) -> Result<Value, String> {
        self.send(minreq::Method::Post, &format!("/session/{}{path}", self.session), Some(body))
    }

    /// The name of the current window.
    pub fn window(&self) -> Result<String, String> {
        let window = self.send(minreq::Method::Get, &format!("/session/{}/window", self.session), None)?;
        Ok(window.as_str().unwrap_or_default().to_owned())
    }

    /// Closes the current window.
    pub fn close_window(&self) -> Result<(), String> {
        self.send(minreq::Method::Delete, &format!("/session/{}/window", self.session), None).map(drop)
    }

    /// Resets the browser to its initial state: a single new tab without scripts or emulation of earlier ones, and no
    /// stored data or console messages.
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
            // Its process IDs may be reused from here on.
            let _ = watcher.kill();
            let _ = watcher.wait();
        }
        let _ = self.driver.wait();
        let _ = std::fs::remove_dir_all(&self.profile);
    }
}

/// Whether there is a browser. A missing one is printed once; if `CI` is set and not empty, that fails.
pub fn has_browser() -> bool {
    static FOUND: LazyLock<bool> = LazyLock::new(|| {
        let found = version_of("chromedriver").is_some();
        if !found {
            tengen_repository::skip("chromedriver (Debian: chromium and chromium-driver)");
        }
        found
    });
    *FOUND
}

/// [`HEADLESS_SHELL`], if it is installed and as new as the driver.
static SHELL: LazyLock<Option<&str>> = LazyLock::new(|| {
    let version = version_of(HEADLESS_SHELL)?;
    (version_of("chromedriver")? == version).then_some(HEADLESS_SHELL)
});

/// The version that a program of Chromium prints: `156.0.8078.114`.
fn version_of(program: &str) -> Option<String> {
    let output = Command::new(program).arg("--version").output().ok()?;
    String::from_utf8_lossy(&output.stdout).split_whitespace().find(|word| word.contains('.')).map(str::to_owned)
}

/// Starts a driver on a port of its own choice.
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

/// The port in a driver's output; `None` if it has ended.
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
