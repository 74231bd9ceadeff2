//! Choices and drawings: clocks, analysis limits, thinking on the opponent's time, the user's own marks; the Learn view
//! on a phone.

use crate::browser::{Shown, TWO_PEOPLE, with_page, with_server};
use crate::webdriver::{Browser, Device};
use serde_json::json;
use tengen_server::{Options, Server};

fn clock(shown: &Shown, color: &str, test: &str) {
    shown.wait(&format!("{test}.test(text('#player-{color} .clock'))"));
}

#[test]
fn clocks_are_short_have_odds_and_byo_yomi() {
    with_page(Device::Desktop, |shown, browser| {
        browser.click("#new");
        for (field, value) in TWO_PEOPLE {
            browser.choose("#new-game form", field, value);
        }
        // A time control fills the fields, and typed values are one's own.
        let control =
            "const { control, byoyomi } = one('#new-game form').elements; return [control.value, byoyomi.value]";
        assert_eq!(browser.run(control), json!(["none", "0"]));
        browser.choose("#new-game form", "control", "0+30");
        assert_eq!(browser.run(control), json!(["0+30", "30"]));
        shown.write("#new-game [name=byoyomi]", "7");
        assert_eq!(browser.run(control), json!(["own", "7"]));
        browser.choose("#new-game form", "control", "none");
        // Clock settings appear as soon as a clock is chosen, and White's time starts equal to Black's.
        let is_shown = |id: &str| browser.value(&format!("seen('#{id}')"));
        assert_eq!([is_shown("odds-field"), is_shown("white-time")], [json!(false), json!(false)]);
        // A number that is touched is typed anew, wherever the finger lands in it.
        let minutes = "const { left, top, height } = box('#new-game [name=minutes]'); \
                       return [left + 5, top + height / 2]";
        let [x, y] = browser.numbers(minutes);
        browser.tap(x, y, false);
        browser.press("7");
        browser.wait("one('#new-game [name=minutes]').value === '7'");
        shown.write("#new-game [name=minutes]", "0");
        shown.write("#new-game [name=seconds]", "20");
        assert_eq!([is_shown("odds-field"), is_shown("white-time")], [json!(true), json!(false)]);
        browser.click("#new-game [name=odds]");
        let white = "return one('#new-game [name=whiteSeconds]').value";
        assert_eq!((is_shown("white-time"), browser.run(white)), (json!(true), json!("20")));
        shown.write("#new-game [name=whiteSeconds]", "1");
        shown.write("#new-game [name=byoyomi]", "15");
        browser.click("#new-game button.main");
        clock(shown, "black", "/^0:20$/");
        shown.play_to(1, "h8");
        clock(shown, "white", "/^↻ 0:(1[0-5]|0\\d)/");
        shown.play_to(2, "a1");
        clock(shown, "white", "/^↻ 0:15/");
        shown.play_to(3, "h9");
        shown.wait_for_message("White is out of time");
        // A rematch with the same settings.
        browser.click("#again");
        clock(shown, "black", "/^0:20$/");
        clock(shown, "white", "/^0:01/");
    });
}

/// Records the page's requests, and which of them it has heard something of.
pub const RECORD: &str = "\
    window.asked = []; const send = WebSocket.prototype.send; WebSocket.prototype.send = function (text) { \
      const question = JSON.parse(text); asked.push(question); \
      this.addEventListener('message', ({ data }) => { question.isHeard ||= JSON.parse(data).id === question.id; }); \
      return send.call(this, text); }";

/// Checks that the page, since [`RECORD`], begins no analysis of a position that has been judged.
pub fn analyzes_nothing(browser: &Browser) {
    browser.wait("asked.every(({ ask, isHeard }) => ask !== 'judge' || isHeard)");
    // An analysis begins up to 200 ms after that. A page's timers go off in the order of their times, however slow it is.
    browser.run_async("setTimeout(arguments[0], 250)");
    assert_eq!(browser.value("asked.some(({ ask }) => ask === 'analyze')"), json!(false));
}

pub fn sets(shown: &Shown, field: &str, value: &str) {
    // Search settings are in the engine's dialog, next to the search's switch; the script opens it from any view.
    let is_general = ["ponder"].contains(&field);
    let (opener, dialog) =
        if is_general { ("#open-settings", "#settings") } else { ("#open-engine", "#engine-dialog") };
    shown.run(&format!("one('{opener}').click()"));
    shown.wait(&format!("one('{dialog}').open"));
    if value == "on" {
        shown.click(&format!("{dialog} [name={field}]"));
    } else {
        shown.choose(&format!("{dialog} form"), field, value);
    }
    shown.click(&format!("{dialog} [data-close]"));
}

#[test]
fn an_analysis_ends_at_its_limits() {
    with_page(Device::Desktop, |shown, browser| {
        shown.show_game("freestyle", "h8i9");
        let status = "text('#search-status')";
        sets(shown, "analysisNodes", "30");
        browser.click_for("#live", &format!("{status}.startsWith('Finished')"));
        browser.click("#live");
        sets(shown, "analysisNodes", "0");
        sets(shown, "analysisTime", "1");
        browser.click_for("#live", &format!("{status}.startsWith('Finished')"));
        browser.click("#live");
        // Without a limit the analysis continues.
        sets(shown, "analysisTime", "0");
        browser.click("#live");
        browser.wait(&format!("{status}.startsWith('depth') && Number({status}.match(/([\\d.]+) s/)?.[1]) > 2"));
        browser.click("#live");
    });
}

#[test]
fn the_settings_say_what_a_search_can_have_at_most() {
    with_server(
        || Server::start(&Options { port: 0, threads: 2, memory: 64 << 20, database: None }).unwrap(),
        Device::Desktop,
        |shown, browser, _| {
            let shows = |threads: u64, memory: u64| {
                browser.run("one('#open-engine').click()");
                browser.wait("one('#engine-dialog').open");
                let fields = "const { threads, memory } = one('#engine-dialog form').elements; \
                 const most = texts('#engine-dialog small'); \
                 return [...most, Number(threads.value), Number(memory.value)]";
                assert_eq!(browser.run(fields), json!(["at most 2", "at most 64", threads, memory]));
                browser.click("#engine-dialog [data-close]");
            };
            shows(0, 0);
            sets(shown, "threads", "9");
            sets(shown, "memory", "512");
            shows(2, 64);
            sets(shown, "memory", "3");
            shows(2, 16);
            // A setting larger than this machine allows is kept, and the effective value is shown.
            browser.run("localStorage['tengen.settings'] = JSON.stringify({ threads: 8, memory: 512 })");
            shown.reload();
            shows(2, 64);
            let kept =
                "const { threads, memory } = JSON.parse(localStorage['tengen.settings']); return [threads, memory]";
            assert_eq!(browser.run(kept), json!([8, 512]));
            // A number beyond the limits is mended where it is typed.
            browser.run("one('#open-engine').click()");
            for (typed, kept) in [("-1", 0), ("1.6", 2), ("1000", 2), ("", 0)] {
                let field = format!(
                    "const field = one('#engine-dialog [name=threads]'); field.value = '{typed}'; \
                     field.dispatchEvent(new Event('change', {{ bubbles: true }})); \
                     return [Number(field.value), JSON.parse(localStorage.getItem('tengen.settings')).threads]"
                );
                assert_eq!(browser.run(&field), json!([kept, kept]), "{typed}");
            }
        },
    );
}

#[test]
fn full_strength_thinks_in_the_opponents_time_where_that_is_wanted() {
    with_page(Device::Desktop, |shown, browser| {
        sets(shown, "ponder", "on");
        sets(shown, "memory", "32");
        browser.run(RECORD);
        shown.new_game(&[("rule", "caro"), ("black", "human"), ("white", "10"), ("time", "0.2"), ("size", "15")]);
        shown.play_to(2, "h8");
        browser.wait("asked.at(-1).ask === 'analyze' && asked.at(-1).with.lines === 1");
        let of_32 = "return asked.filter(({ with: { memory } }) => memory === 32).map(({ ask }) => ask)";
        let of_32 = browser.run(of_32);
        assert!(["think", "analyze"].iter().all(|ask| of_32.as_array().unwrap().contains(&json!(ask))), "{of_32}");
        // The opponent's move ends the search, and is answered.
        shown.play_to(4, shown.first_empty(&["d4", "d12"]));
        sets(shown, "ponder", "on");
        browser.run("asked.length = 0");
        shown.play_to(6, shown.first_empty(&["l4", "l12"]));
        analyzes_nothing(browser);
    });
}

/// Background analysis: for the list of moves next to the board's other panels, as live lines in the analysis.
#[test]
fn positions_are_analyzed_in_the_background_where_that_is_wanted() {
    with_page(Device::Desktop, |shown, browser| {
        let valued = |count: usize| browser.wait(&format!("all('#tree small').length === {count}"));
        let lines = "all('#lines li').length >= 2";
        browser.run(RECORD);
        shown.new_game(&[("rule", "caro"), ("black", "human"), ("white", "2"), ("size", "15")]);
        shown.play_to(2, "h8");
        // It is not wanted yet.
        analyzes_nothing(browser);
        sets(shown, "background", "on");
        valued(1);
        // The engine answers requests for a move and a hint, then the background analysis continues.
        shown.play_to(4, shown.first_empty(&["d4", "d12"]));
        valued(2);
        browser.run("asked.length = 0");
        shown.click_saying("#hint", "Hint");
        browser.wait("['think', 'analyze'].every((name) => asked.some(({ ask }) => ask === name))");
        // With the analysis open, lines appear automatically, even after a review and after a reload.
        browser.click_for("#analyze-tab", lines);
        browser.click_for("#back", lines);
        shown.open_pane("#open-review");
        browser.click_for("#review", "one('#live').ariaChecked === 'false'");
        browser.wait("one('#curve .line')");
        browser.wait(lines);
        shown.reload();
        browser.wait(lines);
        // The user can switch the live lines off.
        browser.click_for("#live", "one('#live').ariaChecked === 'false'");
        browser.run(RECORD);
        browser.click("#back");
        analyzes_nothing(browser);
        // The same choice again switches it off.
        sets(shown, "background", "on");
        browser.click("#games-tab");
        analyzes_nothing(browser);
    });
}

#[test]
fn a_phone_draws_marks_and_arrows() {
    with_page(Device::Phone, |shown, browser| {
        shown.two_people(&["h8", "i9"]);
        shown.open_pane("#open-notes");
        let count = |what: &str, count: usize| browser.wait(&format!("all('{what}').length === {count}"));
        // With a tool selected, a touch places no stone.
        let mark = |kind: &str, points: &[&str]| {
            browser.click(&format!("#marks [data-kind={kind}]"));
            browser.wait(&format!("one('#marks [data-kind={kind}]').ariaPressed === 'true'"));
            for point in points {
                let [x, y] = shown.place_of(point);
                browser.tap(x, y, shown.device.is_touch());
                browser.wait_for_frame();
            }
        };
        mark("triangle", &["c3", "d4", "e5"]);
        count(".over .sign", 3);
        // Marking the same point again removes the mark.
        mark("square", &[]);
        mark("triangle", &["e5"]);
        count(".over .sign", 2);
        mark("letter", &["f6", "g7"]);
        count(".over .letter", 2);
        mark("arrow", &["c10", "f12", "h8", "h12"]);
        count(".over .arrow", 2);
        assert_eq!(shown.stones(), 2);
        // Marks belong to their position and survive a reload.
        browser.click("#back");
        count(".over .sign", 0);
        count(".over .arrow", 0);
        browser.click("#forward");
        count(".over .arrow", 2);
        browser.wait("sessionStorage.getItem('tengen.game').includes('arrows')");
        shown.reload();
        count(".over .arrow", 2);
        count(".over .sign", 2);
        // Marks are part of a link, and of saved and opened files.
        browser.click_for("#open-share", "one('#share-dialog').open");
        let link = browser.run_async(
            "const done = arguments[0]; navigator.clipboard.writeText = async (text) => done(text); \
         one('#copy-link').click()",
        );
        let link = link.as_str().unwrap();
        assert_eq!(link.matches("&arrow=").count(), 2, "{link}");
        browser.click("#share-dialog [data-close]");
        let saved = shown.save_text("sgf");
        assert!(saved.contains("AR[cf:fd][hh:hd]"), "{saved}");
        let opens = |text: &str| {
            browser.click_each(&["#games-tab", "#open-paste"]);
            browser.run(&format!("one('#paste-text').value = {}", json!(text)));
            browser.click("#paste button.main");
            shown.open_pane("#open-notes");
            count(".over .arrow", 2);
            count(".over .sign", 2);
            count(".over .letter", 2);
        };
        opens(&saved);
        browser.click("#marks-clear");
        count(".over .arrow", 0);
        opens(link);
        browser.click("#marks-clear");
        count(".over .arrow", 0);
        count(".over .letter", 0);
        browser.wait("one('#marks-clear').disabled");
    });
}

/// The task is on the first screen, and a lesson without a board shows only the task.
#[test]
fn a_phone_shows_what_is_to_be_learned_first() {
    with_page(Device::Phone, |_, browser| {
        browser.click_for("#learn-tab", "text('#puzzle-task')");
        browser.run("scrollTo(0, 0)");
        browser.wait("box('#puzzle-task').bottom <= innerHeight");
        browser.run("one('#learn-parts [data-part=course]').click()");
        browser.wait("!seen('#frame')");
        browser.run("scrollTo(0, 0)");
        browser.wait("box('#course-tree').top <= innerHeight");
        for (place, part) in [("#learn-parts [data-part=sight]", "sight"), ("#play-tab", "")] {
            browser.click_for(place, &format!("seen('#frame') && document.documentElement.dataset.part === '{part}'"));
        }
    });
}

/// The audio of the system takes processor time as long as it runs.
#[test]
fn audio_rests_between_the_sounds_of_stones() {
    with_page(Device::Desktop, |shown, browser| {
        browser.run(
            "window.states = []; const Audio = AudioContext; window.AudioContext = class extends Audio { constructor() { \
             super(); this.addEventListener('statechange', () => states.push(this.state)); } }",
        );
        shown.two_people(&[]);
        shown.play_to(1, "h8");
        browser.wait("states.join() === 'running,suspended'");
        shown.play_to(2, "i9");
        browser.wait("states.join() === 'running,suspended,running,suspended'");
    });
}
