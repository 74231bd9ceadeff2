//! The page without a server if its engine cannot be loaded, is replaced during loading, or refuses a request.

use super::{copy_all, folder, open_host, version_of, with_web_page};
use crate::browser::choices::sets;
use crate::browser::{Shown, with_one_retry};
use crate::host::Host;
use crate::webdriver::{Browser, Device};
use serde_json::{Value, json};
use std::{env, fs, process};

const STATE: &str = "connection()";
const BANNER: &str = "text('#banner')";

/// Checks that the engine answers.
fn hints(shown: &Shown) {
    shown.two_people(&["h8"]);
    shown.click_saying("#hint", "Hint");
}

#[test]
fn a_table_chosen_while_the_engine_loads_does_not_keep_the_page_waiting() {
    with_one_retry(|| {
        let Some(host) = open_host(false) else { return };
        let Some(browser) = Browser::start(Device::Desktop) else { return };
        // No worker gets its module until the test permits it.
        browser.run_first(
            "window.workers = []; window.held = []; window.isHolding = true; window.Worker = class extends Worker { \
             constructor(...values) { super(...values); workers.push(this); } \
             postMessage(data) { const send = () => super.postMessage(data); \
             if (data.module && isHolding) held.push(send); else send(); } }; \
             window.release = () => { isHolding = false; held.splice(0).forEach((send) => send()); }",
        );
        browser.go(&host.address());
        browser.wait("window.held.length === 2");
        let shown = Shown { browser, device: Device::Desktop };
        sets(&shown, "memory", "128");
        shown.wait("window.held.length === 3");
        shown.run("release()");
        shown.wait(&format!("{STATE} === 'online'"));
        hints(&shown);
        // While the engine restarts, too.
        shown.run("isHolding = true; workers[0].onmessage({ data: { crash: 'for the test' } })");
        shown.wait("window.held.length === 2");
        sets(&shown, "memory", "16");
        shown.wait("window.held.length === 3");
        assert_eq!(shown.value(STATE), json!("crashed"));
        shown.run("release()");
        shown.wait(&format!("{STATE} === 'online'"));
        hints(&shown);
    });
}

#[test]
fn a_question_that_is_too_long_is_refused_and_the_engine_goes_on() {
    with_web_page(false, Device::Desktop, |_, shown, _| {
        // For both workers: that of the searches and that of other requests.
        let answers = shown.run_async(
            "const done = arguments[0]; const answers = []; workers.slice(0, 2).forEach((worker) => { \
             worker.addEventListener('message', ({ data }) => { \
               const isAnswer = data.text && JSON.parse(data.text).id === 1e6; if (!isAnswer && !data.crash) return; \
               answers.push(data); if (answers.length === 2) done(answers); }); \
             worker.postMessage({ text: JSON.stringify({ id: 1e6, ask: 'judge', with: { position: ' '.repeat(2e7) } }) }); })",
        );
        for answer in answers.as_array().unwrap() {
            let answer: Value = serde_json::from_str(answer["text"].as_str().expect("no crash")).unwrap();
            assert_eq!((&answer["id"], &answer["say"]), (&json!(1_000_000), &json!("error")));
            assert_eq!(answer["with"]["code"], json!("too_large"));
        }
        hints(shown);
        assert_eq!(shown.value("workers.length"), json!(2), "no worker was started again");
        shown.check_quiet();
    });
}

#[test]
fn an_engine_that_cannot_be_loaded_is_tried_again_more_and_more_rarely() {
    with_one_retry(|| {
        let Some(whole) = folder() else { return };
        let Some(browser) = Browser::start(Device::Desktop) else { return };
        let broken = env::temp_dir().join(format!("tengen-web-{}-broken", process::id()));
        let _ = fs::remove_dir_all(&broken);
        copy_all(whole, &broken);
        fs::remove_file(broken.join(version_of(whole)).join("tengen.wasm")).unwrap();
        let host = Host::start(&broken, false);
        browser.run_first(
            "window.tries = []; const compile = WebAssembly.compileStreaming; \
             WebAssembly.compileStreaming = (...values) => { tries.push(performance.now()); return compile(...values); }",
        );
        browser.go(&host.address());
        browser.wait(&format!("{BANNER}.includes('cannot be loaded')"));
        browser.wait("window.tries.length >= 6");
        let pauses = browser.value("tries.slice(1, 6).map((time, index) => time - tries[index])");
        let pauses: Vec<f64> = pauses.as_array().unwrap().iter().map(|pause| pause.as_f64().unwrap()).collect();
        assert!(pauses[0] < 1000.0 && pauses[4] > 3000.0, "{pauses:?}");
        host.change(whole);
        browser.wait(&format!("{STATE} === 'online'"));
        hints(&Shown { browser, device: Device::Desktop });
        fs::remove_dir_all(broken).unwrap();
    });
}

#[test]
fn an_engine_that_stops_while_it_thinks_goes_on_where_the_reader_wants_it() {
    with_web_page(false, Device::Phone, |_, shown, browser| {
        shown.begin(&[("rule", "caro"), ("black", "human"), ("white", "10"), ("time", "3")], &["h8"]);
        browser.run("workers[1].onmessage({ data: { crash: 'for the test' } })");
        browser.wait(&format!("{STATE} === 'crashed'"));
        browser.wait(&format!("{STATE} === 'online'"));
        // The search does not restart by itself, as the position may have caused the crash.
        browser.wait("seen('#go-on')");
        assert_eq!((shown.stones(), browser.value("workers.length")), (1, json!(4)));
        shown.click_to(2, "#go-on");
        shown.play_to(4, shown.first_empty(&["a1", "a2"]));
    });
}
