//! Times of the engine in WebAssembly: until its first move, until it has stopped, and per node.

use super::{folder, open_host, root, version_of, with_web_page};
use crate::browser::with_one_retry;
use crate::host::Host;
use crate::webdriver::{Browser, Device};
use serde_json::{Value, json};
use std::io::{Write, stderr};
use std::time::Duration;
use std::{fs, thread};

/// Time limits in milliseconds: for the first move after the start, and for the end of a search that is stopped.
const ASKED: [f64; 2] = [300.0, 50.0];
/// Number of tries; the shortest time counts, as other load only adds to the times.
const TRIES: usize = 20;

/// A file of the host that runs no script, so that showing it loads and compiles nothing of the engine.
const PLAIN_FILE: &str = "LICENSE-MIT";

/// A JavaScript function that starts a new engine at full strength: modules, `.wasm` and workers. It returns the
/// connection and the milliseconds until it was ready and until its first move, which may take 50 of thinking.
const START: &str = "const position = { rule: 'caro', width: 15, height: 15, black: '', white: '', first: 'black', moves: 'h8' }; \
    async function start(address) { const begin = performance.now(); const { Connection } = await import(address); \
      const connection = new Connection(); \
      await connection.connect(); const ready = performance.now() - begin; \
      await connection.ask('think', { position, level: 10, time_ms: 50, left_ms: null }); \
      return { connection, ready, moved: performance.now() - begin }; }";

/// The address of the module by which the page uses its engine.
fn engine_of(host: &Host) -> String {
    format!("{}{}/connection.js", host.address(), version_of(folder().unwrap()))
}

/// The address of [`PLAIN_FILE`].
fn plain_file_of(host: &Host) -> String {
    host.address() + PLAIN_FILE
}

/// Runs an asynchronous script after `START`, and returns its result.
fn run_after_start(browser: &Browser, address: &str, script: &str) -> Value {
    browser.run_async(&format!(
        "const done = arguments[0]; const address = '{address}'; {START} \
         (async () => {{ {script} }})().then(done, (error) => done(String(error)))"
    ))
}

#[test]
fn the_engine_starts_at_once() {
    with_one_retry(|| {
        let Some(host) = open_host(false) else { return };
        let Some(browser) = Browser::start_alone(Device::Desktop) else { return };
        let try_once = || {
            browser.go(&plain_file_of(&host));
            run_after_start(&browser, &engine_of(&host), "return (await start(address)).moved")
                .as_f64()
                .expect("a time")
        };
        let times: Vec<f64> = (0..TRIES).map(|_| try_once()).take_while(|&time| time >= ASKED[0]).collect();
        assert!(times.len() < TRIES, "first move after these milliseconds: {times:?}");
    });
}

#[test]
fn the_engine_in_the_browser_searches_as_the_program_does() {
    with_web_page(false, Device::Desktop, |_, shown, _| {
        let bench = shown.run_async(
            "const done = arguments[0]; import(new URL('connection.js', one('script').src)) \
             .then(({ Connection }) => new Connection().bench()).then(done, (error) => done(String(error)))",
        );
        let expected = fs::read_to_string(root().join(".ci/signature")).unwrap();
        let lines = bench.as_str().unwrap_or_default();
        let _ = writeln!(stderr(), "{}", lines.lines().rev().take(3).collect::<Vec<_>>().join("; "));
        let found = lines.lines().find_map(|line| line.strip_prefix("Bench: "));
        assert_eq!(found, Some(expected.trim()), "{bench}");
        assert_eq!(shown.console(), Vec::<Value>::new());
    });
}

/// The parent process of a process.
fn parent(process: u32) -> Option<u32> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    status.lines().find_map(|line| line.strip_prefix("PPid:")?.trim().parse().ok())
}

/// The processes of a browser that run pages.
fn pages_of(browser: &Browser) -> Vec<u32> {
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let numbers = processes.filter_map(|process| process.file_name().to_str()?.parse().ok());
    let is_own = |process: u32| {
        std::iter::successors(Some(process), |&one| parent(one)).any(|one| one == browser.driver_process())
    };
    let is_page = |&process: &u32| {
        fs::read_to_string(format!("/proc/{process}/cmdline")).is_ok_and(|line| line.contains("--type=renderer"))
    };
    numbers.filter(is_page).filter(|&process| is_own(process)).collect()
}

/// The threads of a browser's workers, by system ID.
fn worker_threads(pages: &[u32]) -> Vec<String> {
    let tasks = pages.iter().filter_map(|page| fs::read_dir(format!("/proc/{page}/task")).ok()).flatten().flatten();
    let of_a_worker = tasks.filter(|task| {
        fs::read_to_string(task.path().join("comm")).is_ok_and(|name| name.starts_with("DedicatedWorker"))
    });
    of_a_worker.map(|task| task.path().display().to_string()).collect()
}

/// Milliseconds that threads have used a core, which other load does not change.
fn core_time(threads: &[String]) -> f64 {
    let nanoseconds = threads.iter().filter_map(|thread| {
        let times = fs::read_to_string(format!("{thread}/schedstat")).ok()?;
        times.split(' ').next()?.parse::<f64>().ok()
    });
    nanoseconds.sum::<f64>() / 1e6
}

/// During any search the engine itself stops soon, then uses no core, and keeps its workers and its table.
#[test]
fn a_search_that_is_stopped_ends_at_once() {
    for is_isolated in [false, true] {
        with_one_retry(|| stopped_searches_end(is_isolated));
    }
}

fn stopped_searches_end(is_isolated: bool) {
    let Some(host) = open_host(is_isolated) else { return };
    let Some(browser) = Browser::start(Device::Desktop) else { return };
    start_engine(&browser, &host);
    let analysis = "'analyze', { position: open, lines: 1, threads: 0, blocked: [] }";
    for (question, milliseconds) in [
        // The analysis begins with a search for threats; later the solver runs next to the search.
        (analysis, 30),
        (analysis, 2_500),
        ("'solve', { position: open, goal: 'vct', time_ms: 60000 }", 400),
        ("'think', { position: open, level: 10, time_ms: 60000, left_ms: null }", 200),
        ("'review', { position: open, time_ms: 60000, threads: 0 }", 200),
        ("'balance', { position: open, stones: 2, time_ms: 60000, blocked: [] }", 200),
        ("'negotiate', { position: begun, opening: 'swap2', acts: ['h8', 'i9', 'j8'], time_ms: 60000 }", 30),
        ("'try', { position: open, kind: 'hold' }", 10),
    ] {
        let script = format!(
            "const {{ connection }} = window; const {{ searcher }} = connection; \
             const open = {{ ...window.position, rule: 'standard', moves: 'g9g12c15e14g11d13f11e11f13f12e12d10c9d11d12f9c12e8g10e7' }}; \
             const begun = {{ ...window.position, rule: 'freestyle', moves: 'h8i9j8' }}; \
             const asked = connection.ask({question}).catch(() => null); \
             await new Promise((resolve) => setTimeout(resolve, {milliseconds})); \
             const runs = searcher.sent > searcher.answered; \
             const stop = performance.now(); connection.stop(); await asked; \
             while (searcher.answered < searcher.sent && performance.now() < stop + 5000) \
               await new Promise((resolve) => setTimeout(resolve, 1)); \
             return [runs && searcher === connection.searcher, performance.now() - stop]"
        );
        let found = run_after_start(&browser, &engine_of(&host), &script);
        let _ = writeln!(stderr(), "isolated: {is_isolated}, {question} after {milliseconds} ms: {found}");
        assert_eq!(found[0], true, "{question} after {milliseconds} ms: {found}");
        // The module may be less optimized, and the machine busy.
        assert!(found[1].as_f64().expect("a time") < 10.0 * ASKED[1], "{question} after {milliseconds} ms: {found}");
    }
    #[cfg(target_os = "linux")]
    {
        let threads = worker_threads(&pages_of(&browser));
        let before = core_time(&threads);
        thread::sleep(Duration::from_millis(200));
        let used = core_time(&threads) - before;
        assert!(!threads.is_empty() && used < 20.0, "{used:.0} ms of {} threads", threads.len());
    }
}

#[test]
fn the_next_search_does_not_wait_for_one_that_does_not_stop() {
    with_one_retry(|| {
        let Some(host) = open_host(true) else { return };
        let Some(browser) = Browser::start(Device::Desktop) else { return };
        start_engine(&browser, &host);
        let script = "const { connection } = window; const { searcher } = connection; searcher.stopUpTo = () => {}; \
            connection.ask('analyze', { position, lines: 1, threads: 0, blocked: [] }).catch(() => null); \
            await new Promise((resolve) => setTimeout(resolve, 100)); \
            const moved = await connection.ask('think', { position, level: 10, time_ms: 50, left_ms: null }); \
            return [Number.isInteger(moved.point), searcher === connection.searcher, connection.isOnline]";
        assert_eq!(run_after_start(&browser, &engine_of(&host), script), json!([true, false, true]));
    });
}

/// Starts another engine on a plain file, with a position to search.
fn start_engine(browser: &Browser, host: &Host) {
    browser.go(&plain_file_of(host));
    let keep = "window.position = position; window.connection = (await start(address)).connection";
    run_after_start(browser, &engine_of(host), keep);
}
