//! The page without a server when its engine refuses a question.

use super::open;
use crate::browser::{Shown, TWO_PEOPLE, with_one_retry};
use crate::webdriver::Device;
use serde_json::{Value, json};

/// The engine answers.
fn hints(shown: &Shown) {
    shown.new_game(&TWO_PEOPLE);
    shown.play("h8");
    shown.wait_for_stones(1);
    shown.browser.click("#hint");
    shown.wait_for_message("Hint");
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
