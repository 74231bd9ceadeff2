//! The page without a server when its engine is replaced while it loads, or refuses a question.

use super::{open, open_host};
use crate::browser::choices::sets;
use crate::browser::{Shown, TWO_PEOPLE, with_one_retry};
use crate::webdriver::{Browser, Device};
use serde_json::{Value, json};

const STATE: &str = "document.documentElement.dataset.connection";

/// The engine answers.
fn hints(shown: &Shown) {
    shown.new_game(&TWO_PEOPLE);
    shown.play("h8");
    shown.wait_for_stones(1);
    shown.browser.click("#hint");
    shown.wait_for_message("Hint");
}

#[test]
fn a_table_that_is_chosen_while_the_engine_loads_does_not_keep_the_page_waiting() {
    with_one_retry(|| {
        let Some(host) = open_host(false) else { return };
        let Some(browser) = Browser::start(Device::Desktop) else { return };
        // No worker gets its module until the test lets it.
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
        shown.browser.wait("window.held.length === 3");
        shown.browser.run("release()");
        shown.browser.wait(&format!("{STATE} === 'online'"));
        hints(&shown);
        // And while it starts again.
        shown.browser.run("isHolding = true; workers[0].onmessage({ data: { crash: 'for the test' } })");
        shown.browser.wait("window.held.length === 2");
        sets(&shown, "memory", "16");
        shown.browser.wait("window.held.length === 3");
        assert_eq!(shown.browser.run(&format!("return {STATE}")), json!("crashed"));
        shown.browser.run("release()");
        shown.browser.wait(&format!("{STATE} === 'online'"));
        hints(&shown);
    });
}

#[test]
fn a_question_that_is_too_long_is_refused_and_the_engine_goes_on() {
    with_one_retry(|| {
        let Some((_host, shown)) = open(false, Device::Desktop) else { return };
        // For each worker: the one of the searches and the one of everything else.
        let answers = shown.browser.run_async(
            "const done = arguments[0]; const answers = []; workers.slice(0, 2).forEach((worker) => { \
             worker.addEventListener('message', ({ data }) => { if (!data.text && !data.crash) return; \
               answers.push(data); if (answers.length === 2) done(answers); }); \
             worker.postMessage({ text: JSON.stringify({ id: 1e6, ask: 'judge', with: { position: ' '.repeat(5e6) } }) }); })",
        );
        for answer in answers.as_array().unwrap() {
            let answer: Value = serde_json::from_str(answer["text"].as_str().expect("no crash")).unwrap();
            assert_eq!((&answer["id"], &answer["say"]), (&json!(1_000_000), &json!("error")));
            assert_eq!(answer["with"]["code"], json!("too_large"));
        }
        hints(&shown);
        assert_eq!(shown.browser.run("return workers.length"), json!(2), "no worker was started again");
        shown.check_quiet();
    });
}
