//! The page without a server: the engine in WebAssembly, from a plain host, in a browser.

mod background;
mod databases;
mod faults;
mod hosts;
mod times;

use crate::browser::choices::sets;
use crate::browser::{Shown, runs_an_analysis, saves_and_loads, sets_up_a_position, with_one_retry};
use crate::driver;
use crate::host::Host;
use crate::webdriver::{Browser, Device};
use serde_json::{Value, json};
use std::panic::{RefUnwindSafe, UnwindSafe};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::{env, fs};
use tengen_repository::root;

/// Rust targets of the page's two modules.
const TARGETS: [&str; 2] = ["wasm32-wasip1", "wasm32-wasip1-threads"];

/// The page's folder: that in `TENGEN_WEB`, or one built here; `None` if Rust's target is missing.
pub fn folder() -> Option<&'static Path> {
    static FOLDER: OnceLock<Option<PathBuf>> = OnceLock::new();
    let build = || {
        if let Ok(folder) = env::var("TENGEN_WEB") {
            return Some(root().join(folder));
        }
        let has_target = |target: &&str| {
            let library = Command::new("rustc").args(["--print", "target-libdir", "--target", target]).output();
            library.is_ok_and(|found| Path::new(String::from_utf8_lossy(&found.stdout).trim()).is_dir())
        };
        // Building takes a minute and is only needed for the browser.
        if !driver::has_browser() {
            return None;
        }
        if let Some(target) = TARGETS.iter().find(|target| !has_target(target)) {
            tengen_repository::skip(&format!("Rust for {target}: rustup target add {target}"));
            return None;
        }
        let folder = root().join("target/web-test");
        // The released module is optimized further, which takes minutes and changes no answer.
        let mut build = Command::new(root().join("release/web"));
        build.arg(&folder);
        for (name, value) in [("LTO", "off"), ("CODEGEN_UNITS", "16"), ("OPT_LEVEL", "1")] {
            build.env(format!("CARGO_PROFILE_SHIP_{name}"), value);
        }
        let built = build.output().expect("release/web runs");
        assert!(built.status.success(), "release/web: {}", String::from_utf8_lossy(&built.stderr));
        Some(folder)
    };
    FOLDER.get_or_init(build).as_deref()
}

/// A host of the page; `None` without a page.
pub fn open_host(is_isolated: bool) -> Option<Host> {
    Some(Host::start(folder()?, is_isolated))
}

/// A browser with the page of a host; `None` without a browser or a page.
pub fn open(is_isolated: bool, device: Device) -> Option<(Host, Shown)> {
    let host = open_host(is_isolated)?;
    Browser::start(device).map(|browser| show(host, browser, device))
}

/// Runs a scenario on the page of a host, with one retry; nothing without a browser or a page. The page does not store
/// itself, which would take as long as loading it.
pub fn with_web_page(
    is_isolated: bool,
    device: Device,
    scenario: impl Fn(&Host, &Shown, &Browser) + UnwindSafe + RefUnwindSafe,
) {
    with_one_retry(|| {
        let Some(host) = open_host(is_isolated) else { return };
        let Some(browser) = Browser::start(device) else { return };
        browser.run_first("delete Navigator.prototype.serviceWorker");
        let (host, shown) = show(host, browser, device);
        scenario(&host, &shown, &shown.browser);
    });
}

/// Runs a scenario on the page of a host that the browser stores, with one retry.
pub fn with_stored_page(scenario: impl Fn(&Host, &Shown, &Browser) + UnwindSafe + RefUnwindSafe) {
    with_one_retry(|| {
        let Some((host, shown)) = open(false, Device::Desktop) else { return };
        wait_until_kept(&shown);
        scenario(&host, &shown, &shown.browser);
    });
}

/// The host's page in a browser.
pub fn show(host: Host, browser: Browser, device: Device) -> (Host, Shown) {
    // The workers are recorded, so that a test can make one fail.
    browser.run_first(
        "window.workers = []; window.Worker = class extends Worker { \
         constructor(...values) { super(...values); workers.push(this); } \
         terminate() { this.isEnded = true; super.terminate(); } };",
    );
    let shown = Shown::at(browser, device, &host.address());
    (host, shown)
}

/// Plays a whole game against the engine, which is Black; White's stones are far from each other.
fn plays_to_the_end(shown: &Shown, rule: &str) {
    shown.new_game(&[("rule", rule), ("black", "6"), ("white", "human")]);
    let ends = "text('#message').includes('Black wins')";
    for count in 0..30 {
        let own = 2 * count + 1;
        shown.wait(&format!("{ends} || all('.stone').length === {own}"));
        if shown.value(ends) == json!(true) {
            return;
        }
        shown.play(shown.first_empty(&[
            "a1", "c1", "e1", "g1", "i1", "k1", "m1", "o1", "a15", "c15", "e15", "g15", "i15", "k15", "m15", "o15",
            "a3", "c3", "m3", "o3", "a13", "c13", "m13", "o13", "a5", "o5", "a11", "o11", "a7", "o7", "a9", "o9",
        ]));
    }
    panic!("the engine has not won a game of {rule}");
}

/// Shows five lines until a stop.
fn shows_five_lines(shown: &Shown) {
    shown.two_people(&["h8"]);
    shown.click("#analyze-tab");
    shown.enter("line-count", "5");
    shown.click_for("#live", "all('#lines li').length === 5");
    // By key and by button.
    shown.press("a");
    shown.wait("one('#live').ariaChecked === 'false'");
}

fn reviews_a_game(shown: &Shown) {
    shown.show_game("freestyle", "h8a1h9c1h7e1h6");
    shown.review_until("one('#curve .line')");
    shown.wait("all('#moments button').length > 0");
}

/// Checks that all requests were to the page's own host and succeeded.
fn stays_at_home(host: &Host, shown: &Shown) {
    let foreign = format!(
        "return performance.getEntriesByType('resource').map(({{ name }}) => name) \
         .filter((name) => !name.startsWith('{}') && !name.startsWith('blob:') && !name.startsWith('data:'))",
        host.address()
    );
    assert_eq!(shown.run(&foreign), json!([]));
    assert_eq!(host.misses(), Vec::<String>::new());
    // The page's policy allows neither inline scripts nor other hosts.
    shown.check_quiet();
    let refused = shown.run_async(
        "const done = arguments[0]; \
         document.addEventListener('securitypolicyviolation', (event) => done(event.effectiveDirective)); \
         fetch('http://127.0.0.1:9/').then(() => done('sent'), () => {})",
    );
    assert_eq!(refused, json!("connect-src"));
}

fn uses_everything(is_isolated: bool, device: Device, rule: &str) {
    let Some((host, shown)) = open(is_isolated, device) else { return };
    assert_eq!(shown.value("crossOriginIsolated"), json!(is_isolated));
    plays_to_the_end(&shown, rule);
    shows_five_lines(&shown);
    runs_an_analysis(&shown);
    reviews_a_game(&shown);
    sets_up_a_position(&shown);
    saves_and_loads(&shown);
    stays_at_home(&host, &shown);
}

#[test]
fn a_desktop_uses_the_page_of_a_plain_host() {
    with_one_retry(|| uses_everything(false, Device::Desktop, "caro"));
}

#[test]
fn a_phone_uses_the_page_of_a_host_that_isolates_it() {
    with_one_retry(|| uses_everything(true, Device::Phone, "renju"));
}

/// Waits until the page is stored and its service worker answers requests.
fn wait_until_kept(shown: &Shown) {
    shown.run_async("navigator.serviceWorker.ready.then(() => arguments[0]())");
    shown.wait("navigator.serviceWorker.controller?.state === 'activated'");
}

#[test]
fn the_page_works_without_a_network_after_the_first_visit() {
    with_stored_page(|host, shown, _| {
        shown.two_people(&["h8"]);
        host.go_down();
        shown.reload();
        shown.wait_for_stones(1);
        plays_to_the_end(shown, "caro");
        // Addresses with a game or a setting show the same page.
        shown.go(&format!("{}?memory=32#rule=renju&size=15x15&moves=h8i9h9", host.address()));
        shown.wait("connection() === 'online'");
        shown.wait_for_position("h8i9h9");
    });
}

/// The version of a page, which names the folder of its files.
pub fn version_of(folder: &Path) -> String {
    let page = fs::read_to_string(folder.join("index.html")).unwrap();
    let start = page.split_once("/start.js\"").expect("the page's first script").0;
    start.rsplit_once('"').unwrap().1.to_owned()
}

fn copy_all(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().flatten() {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy_all(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// Makes a copy of the page with another version, as by `release/web`.
fn next_version(of: &Path, name: &str) -> PathBuf {
    let next = env::temp_dir().join(format!("tengen-web-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&next);
    copy_all(of, &next);
    let version = version_of(of);
    fs::rename(next.join(&version), next.join(name)).unwrap();
    let edit = |file: &str, old: &str, new: &str| {
        let text = fs::read_to_string(next.join(file)).unwrap();
        assert!(text.contains(old), "{file}");
        fs::write(next.join(file), text.replace(old, new)).unwrap();
    };
    edit("index.html", &version, name);
    edit("index.html", "<title>Tengen</title>", &format!("<title>Tengen, {name}</title>"));
    edit("sw.js", &version, name);
    next
}

/// Makes the browser check for a new version, and waits until that answers.
fn wait_for_update(browser: &Browser) {
    let failed = browser.run_async(
        "const done = arguments[0]; navigator.serviceWorker.ready.then(async (found) => { \
         await found.update(); window.next = found.installing ?? found.waiting ?? found.active; done(null); \
         }).catch((error) => done(String(error)))",
    );
    assert_eq!(failed, Value::Null);
    browser.wait("window.next.state === 'activated' && navigator.serviceWorker.controller === window.next");
}

/// The versions whose files the browser stores, the oldest first.
fn kept_versions(browser: &Browser) -> Vec<String> {
    let names = browser.run_async("caches.keys().then(arguments[0])");
    let names = names.as_array().expect("the names of caches").iter().map(|name| name.as_str().unwrap());
    names.map(|name| name.rsplit_once(' ').unwrap().1.to_owned()).collect()
}

#[test]
fn a_new_version_waits_for_the_page_to_begin_and_no_game_is_lost() {
    with_stored_page(|host, shown, browser| {
        let first = version_of(folder().unwrap());
        shown.two_people(&["h8"]);
        browser.run("window.isTheSame = true");
        // Two versions are released while the page is open; the host has only the last one's files.
        let versions = ["next", "last"].map(|name| next_version(folder().unwrap(), name));
        for version in &versions {
            host.change(version);
            wait_for_update(browser);
        }
        assert_eq!(kept_versions(browser), [first.as_str(), "next", "last"]);
        // The running page is still the old version and continues, even with parts not needed before: a view, a
        // language, another engine.
        shown.play_to(2, "i9");
        browser.click_for("#learn-tab", "one('#learn-panel button')");
        browser.click("#open-settings");
        for language in ["vi", "en"] {
            browser.choose("#settings form", "language", language);
            browser.wait(&format!("document.documentElement.lang === '{language}'"));
        }
        browser.click_each(&["#settings [data-close]", "#play-tab"]);
        shown.click_saying("#hint", "Hint");
        browser.click("#analyze-tab");
        for _ in 0..2 {
            browser.click_for("#live", "all('#lines li').length > 0");
            browser.click("#live");
        }
        assert_eq!(browser.value("[document.title, window.isTheSame]"), json!(["Tengen", true]));
        // The next start has the new version, with the game.
        shown.reload();
        assert_eq!(browser.value("document.title"), json!("Tengen, last"));
        shown.wait_for_position("h8i9");
        // A new version removes unused ones, except the previous one.
        let more = next_version(folder().unwrap(), "more");
        host.change(&more);
        wait_for_update(browser);
        assert_eq!(kept_versions(browser), ["last", "more"]);
        host.go_down();
        shown.reload();
        assert_eq!(browser.value("document.title"), json!("Tengen, more"));
        shown.wait_for_position("h8i9");
        assert_eq!(host.misses(), Vec::<String>::new());
        shown.check_quiet();
        for version in versions.into_iter().chain([more]) {
            fs::remove_dir_all(version).unwrap();
        }
    });
}

#[test]
fn a_table_that_is_chosen_during_a_search_is_that_of_the_next_one() {
    with_web_page(false, Device::Desktop, |_, shown, browser| {
        browser.run(
            "window.tables = []; const post = Worker.prototype.postMessage; \
             Worker.prototype.postMessage = function (message) { \
             if (message.settings) tables.push(message.settings.tableBytes); return post.call(this, message); }",
        );
        let tables = || browser.value("tables.map((bytes) => bytes >> 20)");
        shown.begin(&[("rule", "caro"), ("black", "human"), ("white", "10"), ("time", "3")], &["h8"]);
        sets(shown, "memory", "128");
        assert_eq!((shown.stones(), tables()), (1, json!([])), "the search goes on with its own table");
        shown.wait_for_stones(2);
        browser.wait("tables.length > 0");
        assert_eq!(tables(), json!([128]));
        shown.play_to(4, shown.first_empty(&["d4", "d12"]));
        assert_eq!(tables(), json!([128]), "no other engine was needed");
    });
}

#[test]
fn a_crash_of_the_engine_is_told_and_the_game_goes_on() {
    with_web_page(false, Device::Desktop, |_, shown, browser| {
        shown.two_people(&["h8"]);
        browser.run(
            "window.states = []; new MutationObserver(() => states.push([connection(), text('#banner').trim()])) \
             .observe(document.documentElement, { attributeFilter: ['data-connection'] })",
        );
        // An invalid module.
        browser.run("workers[1].postMessage({ module: true })");
        browser.wait("window.states.at(-1)?.[0] === 'online'");
        let states = browser.value("window.states");
        assert_eq!(states[0][0], "crashed", "{states}");
        assert!(states[0][1].as_str().unwrap().contains("Your game is kept"), "{states}");
        shown.wait_for_position("h8");
        shown.click_saying("#hint", "Hint");
        shown.play_to(2, "i9");
        let console = browser.console();
        assert!(console.len() == 1 && console[0].to_string().contains("The engine has stopped"), "{console:?}");
    });
}
