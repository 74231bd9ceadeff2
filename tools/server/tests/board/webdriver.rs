//! A browser controlled through `chromedriver` by the WebDriver protocol.

use crate::driver::{AT_ONCE, PATIENCE, Running, Turn, idle};
use serde_json::{Value, json};
use std::time::Instant;

/// What the scripts of tests call: elements and their texts, presses, choices, and places in the window. A press is one step
/// of the page's script with its check, so that the page cannot move the element in between.
const HELPERS: &str = include_str!("helpers.js");
/// Longest wait of a single script, in milliseconds.
const LOOK: u32 = 10_000;
/// WebDriver's key for an element's ID.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// The device that the browser emulates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Device {
    Desktop,
    /// A desktop in the whole Chromium, which hides a covered tab, unlike its headless shell.
    WholeDesktop,
    Phone,
    /// A phone in landscape orientation.
    Landscape,
    /// A larger phone in landscape orientation.
    WideLandscape,
    /// A tablet held upright.
    Tablet,
    /// The narrowest phone.
    Narrow,
    /// A phone at 200 % zoom.
    Zoomed,
    /// A small window of a desktop at 200 % zoom.
    ZoomedDesktop,
}

impl Device {
    /// Width and height of a phone or a tablet; `None` for a desktop.
    pub const fn phone(self) -> Option<[u32; 2]> {
        match self {
            Self::Desktop | Self::WholeDesktop => None,
            Self::Phone => Some([390, 844]),
            Self::Landscape => Some([667, 375]),
            Self::WideLandscape => Some([844, 390]),
            Self::Tablet => Some([768, 1024]),
            Self::Narrow => Some([320, 568]),
            Self::Zoomed => Some([195, 422]),
            Self::ZoomedDesktop => Some([640, 450]),
        }
    }

    /// Whether the device has a touch screen.
    pub const fn is_touch(self) -> bool {
        self.phone().is_some()
    }
}

/// A browser with one window.
pub struct Browser {
    running: Option<Running>,
    is_kept: bool,
    /// Released when the browser has ended or is ready for another test.
    _turn: Turn,
}

impl Browser {
    /// Starts a browser, or takes one left by another test; `None` without a browser, which is printed and fails if
    /// `CI` is set.
    pub fn start(device: Device) -> Option<Self> {
        let turn = Turn::wait(1);
        let running = idle::take(device).or_else(|| Running::start(device))?;
        Some(Self { running: Some(running), is_kept: true, _turn: turn })
    }

    /// Starts a new browser while no other runs, for measurements of time.
    pub fn start_alone(device: Device) -> Option<Self> {
        let turn = Turn::wait(AT_ONCE);
        Some(Self { running: Some(Running::start(device)?), is_kept: false, _turn: turn })
    }

    fn running(&self) -> &Running {
        self.running.as_ref().expect("it runs until it is dropped")
    }

    /// The parent process of all browser processes.
    pub fn driver_process(&self) -> u32 {
        self.running().driver_process()
    }

    fn command(&self, path: &str, body: &Value) -> Value {
        self.running().command(path, body).unwrap_or_else(|error| panic!("{path} {body}: {error}"))
    }

    /// Opens an address.
    pub fn go(&self, address: &str) {
        self.command("/url", &json!({ "url": address }));
    }

    /// Runs a script before those of every page loaded from now on.
    pub fn run_first(&self, script: &str) {
        self.devtools("Page.addScriptToEvaluateOnNewDocument", &json!({ "source": script }));
    }

    /// Emulates print in a window as wide as a page of A4 without its margins.
    pub fn show_as_printed(&self) {
        let page = json!({ "width": 718, "height": 1047, "deviceScaleFactor": 1, "mobile": false });
        self.devtools("Emulation.setDeviceMetricsOverride", &page);
        self.devtools("Emulation.setEmulatedMedia", &json!({ "media": "print" }));
    }

    /// Limits the storage of the page's origin to this many bytes; `None` removes the limit.
    pub fn limit_storage(&self, bytes: Option<u32>) {
        let mut limit = json!({ "origin": self.run("return location.origin") });
        if let Some(bytes) = bytes {
            limit["quotaSize"] = json!(bytes);
        }
        self.devtools("Storage.overrideQuotaForOrigin", &limit);
    }

    fn devtools(&self, command: &str, parameters: &Value) {
        self.command("/goog/cdp/execute", &json!({ "cmd": command, "params": parameters }));
    }

    /// The name of the current window.
    pub fn window(&self) -> String {
        self.running().window().expect("a window")
    }

    /// Switches to another window.
    pub fn choose_window(&self, name: &str) {
        self.command("/window", &json!({ "handle": name }));
    }

    /// Opens a tab with an address, and switches to it.
    pub fn open_window(&self, address: &str) {
        let opened = self.command("/window/new", &json!({ "type": "tab" }));
        self.choose_window(opened["handle"].as_str().expect("a window"));
        self.go(address);
    }

    /// Closes the current tab; another one must be chosen afterwards.
    pub fn close_window(&self) {
        self.running().close_window().expect("a window");
    }

    /// Loads the page again.
    pub fn reload(&self) {
        self.command("/refresh", &json!({}));
    }

    /// Runs a script with [`HELPERS`]; `kind` says whether its value or its callback's argument is returned.
    fn execute(&self, kind: &str, script: &str) -> Result<Value, String> {
        let script = format!("{HELPERS} return (function () {{ {script} }}).apply(null, arguments)");
        self.running().command(&format!("/execute/{kind}"), &json!({ "script": script, "args": [] }))
    }

    /// Runs a script and returns its value.
    pub fn run(&self, script: &str) -> Value {
        self.execute("sync", script).unwrap_or_else(|error| panic!("{script}: {error}"))
    }

    /// The value of an expression.
    pub fn value(&self, expression: &str) -> Value {
        self.run(&format!("return {expression}"))
    }

    /// Runs a script that returns numbers: mostly a place of the window.
    pub fn numbers<const N: usize>(&self, script: &str) -> [f64; N] {
        let found = self.run(script);
        std::array::from_fn(|at| found[at].as_f64().unwrap_or_else(|| panic!("{script}: {found}")))
    }

    /// The middle of an element in the window.
    pub fn middle_of(&self, selector: &str) -> [f64; 2] {
        self.numbers(&format!(
            "const element = one({}); element.scrollIntoView({{ block: 'center', behavior: 'instant' }}); \
             const {{ x, y, width, height }} = element.getBoundingClientRect(); return [x + width / 2, y + height / 2]",
            json!(selector)
        ))
    }

    /// Runs a script and returns the value passed to its last argument, a callback.
    pub fn run_async(&self, script: &str) -> Value {
        self.execute("async", script).unwrap_or_else(|error| panic!("{script}: {error}"))
    }

    /// Waits until an expression is true; one that throws counts as false.
    pub fn wait(&self, expression: &str) {
        self.wait_each(&[expression]);
    }

    /// Waits for expressions, one after another. The page itself looks again and again, as a command costs more than a look.
    pub fn wait_each<T: AsRef<str>>(&self, expressions: &[T]) {
        let expressions: Vec<&str> = expressions.iter().map(AsRef::as_ref).collect();
        let looks: String = expressions.iter().map(|expression| format!("() => {expression},")).collect();
        let (start, mut passed) = (Instant::now(), 0);
        while passed < expressions.len() {
            let script = format!("waitFor([{looks}], {passed}, {LOOK}, arguments[0])");
            let found = match self.execute("async", &script) {
                Ok(found) => found,
                // The page was loaded anew meanwhile.
                Err(error) if error.contains("unload") || error.contains("navigation") => json!([passed, error]),
                Err(error) => panic!("{}: {error}", expressions[passed]),
            };
            passed = found[0].as_u64().expect("a number of expressions") as usize;
            let shown = || self.value("text('#message') + ' ' + location.hash");
            let is_late = passed < expressions.len() && start.elapsed() > PATIENCE;
            assert!(!is_late, "in vain ({}): {}; the page shows {}", found[1], expressions[passed], shown());
        }
    }

    /// Waits until all changes so far are drawn.
    pub fn wait_for_frame(&self) {
        let script = "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done(null)))";
        self.run_async(script);
    }

    /// Clicks the selected element once it is visible.
    pub fn click(&self, selector: &str) {
        self.click_each(&[selector]);
    }

    /// Clicks selected elements one after another, each once it is visible.
    pub fn click_each(&self, selectors: &[&str]) {
        let presses: Vec<String> = selectors.iter().map(|selector| format!("press({})", json!(selector))).collect();
        self.wait_each(&presses);
    }

    /// Clicks the selected element once it is visible, and waits until an expression is true.
    pub fn click_for(&self, selector: &str, expression: &str) {
        self.wait_each(&[format!("press({})", json!(selector)).as_str(), expression]);
    }

    /// Types into the selected element once it is visible.
    pub fn type_into(&self, selector: &str, text: &str) {
        let start = Instant::now();
        loop {
            self.wait(&format!("seen({})", json!(selector)));
            let found = self.command("/element", &json!({ "using": "css selector", "value": selector }));
            let element = found[ELEMENT].as_str().expect("an element");
            // An answer that comes in between may hide the field for a moment.
            match self.running().command(&format!("/element/{element}/value"), &json!({ "text": text })) {
                Ok(_) => return,
                Err(error) => assert!(start.elapsed() < PATIENCE, "{selector}: {error}"),
            }
        }
    }

    /// Enters a value into the field with this ID.
    pub fn enter(&self, id: &str, value: &str) {
        self.wait(&format!("fill(one('#{id}'), '{value}')"));
    }

    /// Chooses a value of a field in a form or a group of fields, once it is available.
    pub fn choose(&self, form: &str, field: &str, value: &str) {
        self.wait(&format!("choose('{form}', '{field}', '{value}')"));
    }

    /// Presses keys, given as characters.
    pub fn press(&self, keys: &str) {
        self.keys(keys.chars().flat_map(|key| ["keyDown", "keyUp"].map(|kind| (kind, key))));
    }

    /// Presses a key together with Ctrl; a capital letter also with Shift.
    pub fn press_with_control(&self, key: char) {
        let (control, shift) = ('\u{e009}', key.is_uppercase().then_some('\u{e008}'));
        let held = [Some(control), shift].into_iter().flatten();
        let down = held.clone().chain([key]).map(|key| ("keyDown", key));
        let up = [key].into_iter().chain(held).map(|key| ("keyUp", key));
        self.keys(down.chain(up));
    }

    fn keys(&self, steps: impl Iterator<Item = (&'static str, char)>) {
        let steps = steps.map(|(kind, key)| json!({ "type": kind, "value": key.to_string() }));
        let steps: Vec<Value> = steps.collect();
        self.command("/actions", &json!({ "actions": [{ "type": "key", "id": "keys", "actions": steps }] }));
    }

    /// Clicks or touches a place of the window.
    pub fn tap(&self, x: f64, y: f64, is_touch: bool) {
        self.point(if is_touch { "touch" } else { "mouse" }, &[to([x, y], 0), down(0), up(0)]);
    }

    /// Touches a place of the window, rests there for this many milliseconds, and lifts the finger at another place.
    pub fn drag_finger(&self, from: [f64; 2], rest: u32, place: [f64; 2]) {
        self.point("touch", &[to(from, 0), down(0), pause(rest), to(place, 100), up(0)]);
    }

    /// Presses the mouse at a place of the window, and releases it half a second later.
    pub fn press_slowly(&self, x: f64, y: f64) {
        self.point("mouse", &[to([x, y], 0), down(0), pause(500), up(0)]);
    }

    /// Presses the right button at a place of the window, and releases it at another.
    pub fn drag_with_right_button(&self, from: [f64; 2], place: [f64; 2]) {
        self.point("mouse", &[to(from, 0), down(2), to(place, 0), up(2)]);
    }

    /// Moves the mouse to a place of the window.
    pub fn move_mouse(&self, x: f64, y: f64) {
        self.point("mouse", &[to([x, y], 0)]);
    }

    /// Performs steps of the mouse or of a finger.
    fn point(&self, kind: &str, steps: &[Value]) {
        let pointer = json!({ "type": "pointer", "id": kind, "parameters": { "pointerType": kind }, "actions": steps });
        self.command("/actions", &json!({ "actions": [pointer] }));
    }

    /// The page's console messages.
    pub fn console(&self) -> Vec<Value> {
        self.command("/se/log", &json!({ "type": "browser" })).as_array().expect("a log").clone()
    }
}

fn to([x, y]: [f64; 2], duration: u32) -> Value {
    json!({ "type": "pointerMove", "duration": duration, "x": x.round() as i64, "y": y.round() as i64 })
}

fn down(button: u8) -> Value {
    json!({ "type": "pointerDown", "button": button })
}

fn up(button: u8) -> Value {
    json!({ "type": "pointerUp", "button": button })
}

fn pause(duration: u32) -> Value {
    json!({ "type": "pause", "duration": duration })
}

impl Drop for Browser {
    fn drop(&mut self) {
        // A failed test may leave anything behind.
        let kept = self.running.take().filter(|_| self.is_kept && !std::thread::panicking());
        if let Some(running) = kept.filter(|running| running.renew().is_ok()) {
            idle::keep(running);
        }
    }
}
