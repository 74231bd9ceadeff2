//! Games into and out of a browser: drag and drop, paste, addresses, pictures; the languages.

use crate::browser::{Shown, TWO_PEOPLE, with_one_retry, with_page};
use crate::client::server;
use crate::webdriver::{Browser, Device};
use serde_json::{Value, json};

/// A `DataTransfer` object named `data`, for a file or a text.
pub const DATA: &str = "const data = new DataTransfer(); ";

fn drop_file(shown: &Shown, name: &str, text: &str) {
    for (kind, is_hidden) in [("dragover", false), ("drop", true)] {
        shown.browser.run(&format!(
            "{DATA} const [text, name] = {}; data.items.add(new File([text], name)); \
             dispatchEvent(new DragEvent('{kind}', {{ dataTransfer: data, cancelable: true }}));",
            json!([text, name])
        ));
        shown.browser.wait(&format!("document.getElementById('drop-hint').hidden === {is_hidden}"));
    }
}

pub fn paste(shown: &Shown, text: &str) {
    shown.browser.run(&format!(
        "{DATA} data.setData('text/plain', {}); document.body.dispatchEvent(new ClipboardEvent('paste', \
         {{ clipboardData: data, bubbles: true }}))",
        json!(text)
    ));
}

/// Saves the game; the page's variable `facts` then has the value of a script about the file, `saved`.
fn facts_of_saved(shown: &Shown, format: &str, facts: &str) -> Value {
    shown.browser.run(
        "window.saved = null; window.create ??= URL.createObjectURL; \
         URL.createObjectURL = (blob) => { window.saved = blob; return create.call(URL, blob); }",
    );
    shown.share(&format!("#save [data-format={format}]"));
    shown.browser.wait("window.saved");
    shown
        .browser
        .run(&format!("window.facts = null; (async () => {{ {facts} }})().then((facts) => window.facts = facts)"));
    shown.browser.wait("window.facts");
    shown.browser.run("return facts")
}

/// The file saved last, decoded by the browser: first bytes, and size of a picture.
fn saved(shown: &Shown, format: &str) -> Value {
    let facts = "const bytes = new Uint8Array(await saved.arrayBuffer()); \
                 const picture = new Image(); picture.src = URL.createObjectURL(saved); await picture.decode(); \
                 return [String.fromCharCode(...bytes.slice(0, 6)), picture.naturalWidth, bytes.length, saved.type];";
    let facts = facts_of_saved(shown, format, facts);
    assert!(facts[3].as_str().unwrap().contains(format), "{facts}");
    facts
}

/// The file saved last, as text.
pub fn saved_text(shown: &Shown, format: &str) -> String {
    facts_of_saved(shown, format, "return saved.text();").as_str().unwrap().to_owned()
}

#[test]
fn a_game_under_the_wrong_rule_gets_another_and_keeps_its_moves() {
    with_page(Device::Desktop, |shown, browser| {
        shown.new_game(&[&TWO_PEOPLE[..], &[("rule", "caro")]].concat());
        paste(shown, "(;GM[4]SZ[15]PB[Ann]PW[Bo];B[hh];W[ig](;B[ii]C[a comment])(;B[gg]))");
        shown.wait_for_stones(3);
        browser.wait("document.getElementById('pass').hidden");
        // The text states no rule: the page asks for it, and it can be changed later.
        shown.answer("The text does not name its rule", "rule.standard");
        browser.wait("location.hash.includes('rule=standard') && document.getElementById('question').hidden");
        shown.open_pane("#open-notes");
        // A move that is tried stays one under the new rule.
        shown.play("j10");
        shown.wait_for_stones(4);
        browser.choose("#notes", "game-rule", "renju");
        browser.wait("location.hash.includes('rule=renju')");
        let tried = "JSON.parse(sessionStorage['tengen.game']).states.filter(({ isTried }) => isTried).length";
        browser.wait(&format!("{tried} === 1"));
        browser.click("#back");
        shown.wait_for_stones(3);
        // Renju has passes, also in the analysis; they are moves of the record.
        browser.click("#pass");
        browser.wait("location.hash.includes('h8i9i7--')");
        browser.wait("document.getElementById('board').ariaLabel.includes('Last: White, pass.')");
        let text = saved_text(shown, "sgf");
        for part in ["RU[renju]", "PB[Ann]", ";B[ii]C[a comment]", ";W[])", ";B[gg]"] {
            assert!(text.contains(part), "{part}: {text}");
        }
        shown.wait_for_stones(3);
    });
}

#[test]
fn a_text_without_a_rule_is_read_under_the_one_that_is_answered() {
    with_page(Device::Desktop, |shown, browser| {
        // The five e8-i8, blocked at both ends, wins in freestyle and not in caro.
        let sgf = "(;GM[4]SZ[15];B[eh];W[dh];B[fh];W[jh];B[gh];W[ao];B[hh];W[aa];B[ih];W[oo];B[oa];W[cm])";
        let freestyle = [&TWO_PEOPLE[..], &[("rule", "freestyle")]].concat();
        for text in [sgf, "e8d8f8j8g8a1h8a15i8o1o15c3"] {
            shown.new_game(&freestyle);
            paste(shown, text);
            shown.wait_for_message("the game was over before it");
            shown.answer("The text does not name its rule", "rule.caro");
            shown.wait_for_message("Opened: 12 moves.");
            shown.wait_for_stones(12);
        }
        shown.new_game(&freestyle);
        drop_file(shown, "two.sgf", &sgf.repeat(2));
        shown.answer("2 games in this file", "keepAll");
        // The question is asked in the language that is chosen meanwhile.
        shown.speak("ru");
        browser.wait("document.getElementById('question-text').textContent.includes('Правила в тексте')");
        shown.speak("en");
        shown.answer("The text does not name its rule", "rule.caro");
        shown.wait_for_message("added");
        browser.click("#games-tab");
        browser.wait("document.getElementById('kept-games').textContent.includes('12 moves')");
        assert_eq!(
            browser.run("return document.getElementById('kept-games').textContent.includes('Freestyle')"),
            json!(false)
        );
    });
}

/// An unreadable text is kept for the next attempt.
#[test]
fn a_pasted_text_with_a_mistake_stays_in_its_field() {
    with_page(Device::Desktop, |shown, browser| {
        let open = |text: &str| {
            browser.click("#games-tab");
            browser.click("#open-paste");
            browser.wait("document.getElementById('paste').open");
            browser.run(&format!("document.getElementById('paste-text').value += {}", json!(text)));
            browser.run("document.querySelector('#paste form').requestSubmit()");
        };
        open("h8 i99");
        browser.wait("document.getElementById('message').textContent.length > 0");
        open(" h9");
        let field = "document.getElementById('paste-text').value";
        assert_eq!(browser.run(&format!("return {field}")), json!("h8 i99 h9"));
        browser.run(&format!("{field} = ''"));
        open("h8 i9 h9");
        shown.wait_for_stones(3);
        browser.wait(&format!("{field} === ''"));
        // One that the answered rule allows is read after all.
        shown.new_game(&[&TWO_PEOPLE[..], &[("rule", "freestyle")]].concat());
        open("e8d8f8j8g8a1h8a15i8o1o15c3");
        shown.answer("The text does not name its rule", "rule.caro");
        shown.wait_for_stones(12);
        browser.wait(&format!("{field} === ''"));
    });
}

#[test]
fn a_game_from_a_file_is_saved_with_its_own_result_and_players() {
    with_page(Device::Desktop, |shown, browser| {
        shown.new_game(&TWO_PEOPLE);
        paste(shown, "(;GM[4]SZ[15]RU[freestyle]RE[B+R];B[hh];W[ii];B[hi])");
        shown.wait_for_stones(3);
        browser.click("#games-tab");
        shown.reload();
        shown.wait_for_stones(3);
        let text = saved_text(shown, "sgf");
        assert!(text.contains("RE[B+") && !text.contains("PB["), "{text}");
        // A move that is only tried changes no result. Played on, it is another game.
        browser.click("#analyze-tab");
        shown.play_to(4, "a1");
        assert!(saved_text(shown, "sgf").contains("RE[B+"));
        browser.click("#play-tab");
        shown.wait_for_stones(3);
        shown.play_to(4, "a2");
        assert!(!saved_text(shown, "sgf").contains("RE["));
    });
}

#[test]
fn a_line_is_saved_with_its_own_result() {
    with_page(Device::Desktop, |shown, browser| {
        // Black leaves the first line and resigns; the earlier position is shown.
        shown.begin(&TWO_PEOPLE, &["h8", "i9"]);
        browser.click("#back");
        shown.wait_for_stones(1);
        shown.play("a1");
        shown.wait_for_position("h8a1");
        shown.resign("Black resigns");
        browser.click("#back");
        shown.wait_for_stones(1);
        browser.click("#games-tab");
        let psq = saved_text(shown, "psq");
        assert!(psq.contains("\n1,15,") && !psq.contains("\n9,7,") && psq.contains("result 0-1"), "{psq}");
        // The last played line is the main line, and the other move a variation.
        let sgf = saved_text(shown, "sgf");
        assert!(sgf.contains("RE[W+") && sgf.find(";W[ao]") < sgf.find(";W[ig]"), "{sgf}");
        // The last position was not shown since the page was loaded.
        shown.begin(&TWO_PEOPLE, &["h8", "a1", "h9", "c1", "h10", "e1", "h11", "g1", "h12"]);
        shown.wait_for_message("Black wins");
        browser.click("#games-tab");
        browser.click("#back");
        shown.wait_for_stones(8);
        shown.reload();
        shown.wait_for_stones(8);
        assert!(saved_text(shown, "psq").contains("result 1-0"));
        assert!(saved_text(shown, "sgf").contains("RE[B+]"));
    });
}

#[test]
fn games_are_dropped_and_pasted_and_damaged_ones_change_nothing() {
    with_page(Device::Desktop, |shown, browser| {
        shown.new_game(&TWO_PEOPLE);
        drop_file(shown, "game.sgf", "(;GM[4]SZ[19]RU[freestyle];B[jj];W[kk];B[ij](;W[ii])(;W[kj]))");
        shown.wait_for_stones(4);
        browser.wait("location.hash.includes('size=19x19')");
        browser.wait("document.querySelector('#tree .variation')");
        paste(shown, "Piskvorky 15x15, 11:11, 1\n8,8,0\n9,9,1500\n8,9,20\n-1\n");
        shown.wait_for_stones(3);
        paste(shown, "h8 i9 h9 i10 g7");
        shown.wait_for_stones(5);
        browser.wait("location.hash.includes('moves=h8i9h9i10g7')");
        let before = browser.run("return location.hash");
        for damaged in ["(;GM[4]SZ[15];B[hh", "h8h8", "no game at all", "XXXXXOOOO"] {
            paste(shown, damaged);
            browser.wait("document.getElementById('message').classList.contains('error')");
            assert_eq!((browser.run("return location.hash"), shown.stones()), (before.clone(), 5), "{damaged}");
            paste(shown, "h8 i9 h9 i10 g7");
            shown.wait_for_message("Opened");
        }
        drop_file(shown, "large.txt", &"x".repeat(3_000_000));
        shown.wait_for_message("too large");
        let into_field = format!(
            "{DATA} data.setData('text/plain', 'h8'); return document.getElementById('comment').dispatchEvent(\
             new DragEvent('drop', {{ dataTransfer: data, bubbles: true, cancelable: true }}))"
        );
        assert_eq!(browser.run(&into_field), json!(true), "the browser puts a text into a field");
    });
}

#[test]
fn a_file_of_several_games_asks_which_and_its_labels_are_shown_and_saved() {
    with_page(Device::Desktop, |shown, browser| {
        shown.new_game(&TWO_PEOPLE);
        let second = "(;GM[1]SZ[15]PB[Ann]RE[W+R];B[hh];W[ii]LB[aa:Q]TR[bb])";
        drop_file(shown, "two.sgf", &format!("(;GM[1]SZ[15];B[hh]){second}"));
        browser.wait("document.getElementById('question-text').textContent.includes('2 games')");
        browser.click("#question-answers button:nth-child(2)");
        shown.wait_for_stones(2);
        browser.wait("[...document.querySelectorAll('.letter')].some((label) => label.textContent === 'Q')");
        browser.wait("document.querySelector('.sign')");
        browser.click("#games-tab");
        let text = saved_text(shown, "sgf");
        assert!(["PB[Ann]", "RE[W+R]", "LB[aa:Q]", "TR[bb]"].iter().all(|part| text.contains(part)), "{text}");
        saved_text(shown, "psq");
        shown.wait_for_message("no place for all of it: labels and marks (2).");
        paste(shown, "https://gomocalc.com/#/h8h9i8");
        shown.wait_for_stones(3);
    });
}

#[test]
fn a_game_that_another_has_replaced_by_mistake_comes_back() {
    with_page(Device::Desktop, |shown, browser| {
        shown.new_game(&[("rule", "caro"), ("black", "human"), ("white", "1")]);
        shown.play_to(2, "h8");
        shown.open_pane("#open-notes");
        browser.type_into("#comment", "a comment");
        browser.click("#play-tab");
        for text in ["h8 i9 h9 i10 g7", "http://127.0.0.1:1/#rule=renju&size=15x15&moves=h8i9h9i10g7"] {
            paste(shown, text);
            shown.wait_for_position("h8i9h9i10g7");
            shown.wait_for_message("Opened: 5 moves.");
            browser.click("#note-undo");
            shown.wait_for_stones(2);
            browser.wait("document.getElementById('comment').value === 'a comment'");
            browser.wait("!document.getElementById('note-undo').checkVisibility()");
        }
        // What was said of a file stays also where its game has ended.
        paste(shown, "(;GM[4]SZ[15]RU[freestyle];B[hh];W[ha];B[ih];W[ia];B[jh];W[ja];B[kh];W[ka];B[lh];W[zz])");
        browser.wait("document.querySelector('.win')");
        shown.wait_for_message("Opened: 9 moves.\\nLine 1: ");
        browser.click("#note-undo");
        shown.wait_for_stones(2);
        // The game continues: the engine answers.
        browser.wait("document.getElementById('play-tab').getAttribute('aria-selected') === 'true'");
        shown.play_to(4, "a1");
    });
}

#[test]
fn pictures_are_saved_and_addresses_are_shared() {
    with_page(Device::Phone, |shown, browser| {
        browser.run("location.hash = '#rule=renju&size=15x15&black=h8i9&white=a1&first=white&moves=g7h9'");
        shown.wait_for_stones(5);
        browser.click("#games-tab");
        let svg = saved(shown, "svg");
        assert_eq!(svg[0], "<svg x");
        let png = saved(shown, "png");
        assert!(png[0].as_str().unwrap().contains("PNG"), "{png}");
        assert_eq!(png[1].as_u64().unwrap(), 2 * svg[1].as_u64().unwrap(), "twice as fine");
        // The whole game, even while an earlier position is shown.
        let whole = saved(shown, "gif");
        assert_eq!((whole[0].as_str(), whole[1].as_u64()), (Some("GIF89a"), Some(480)));
        browser.run("document.getElementById('first').click()");
        shown.wait_for_stones(3);
        assert_eq!(saved(shown, "gif")[2], whole[2]);
        browser.run("location.hash = '#rule=caro&size=15x15&moves=h8h8'");
        browser.wait("document.getElementById('message').classList.contains('error')");
        assert_eq!(shown.stones(), 3, "an impossible address changes nothing");
    });
}

#[test]
fn a_position_goes_along_to_a_server_at_another_port() {
    with_one_retry(|| {
        let [first, second] = [server(), server()];
        let Some(shown) = Shown::open(&first, Device::Desktop) else { return };
        shown.begin(&TWO_PEOPLE, &["h8"]);
        // The position is that of the game, not that of a puzzle.
        shown.browser.click("#learn-tab");
        shown.browser.wait("document.getElementById('puzzle-task')?.textContent");
        drop(first);
        shown.browser.wait("document.documentElement.dataset.connection === 'lost'");
        shown.browser.click("#banner summary");
        shown.browser.type_into("#address", &second.address());
        shown.browser.click("#new-address button");
        let arrived = format!("location.port === '{}'", second.port());
        shown.browser.wait(&format!("{arrived} && document.documentElement.dataset.connection === 'online'"));
        shown.wait_for_position("h8");
    });
}

#[test]
fn vietnamese_and_the_dark_theme_are_kept() {
    with_page(Device::Desktop, |shown, browser| {
        shown.new_game(&TWO_PEOPLE);
        browser.click("#open-settings");
        browser.choose("#settings form", "language", "vi");
        browser.choose("#settings form", "theme", "dark");
        browser.wait("document.getElementById('play-tab').textContent === 'Chơi'");
        // The open dialog changes its language too.
        browser.wait("document.querySelector('#settings [name=theme]').selectedOptions[0].text === 'tối'");
        shown.reload();
        let facts = "return [document.documentElement.lang, document.documentElement.dataset.theme, \
                 document.getElementById('undo').title, document.querySelector('#player-black .name').textContent]";
        assert_eq!(browser.run(facts), json!(["vi", "dark", "Rút lại", "Đen"]));
        // No element shows the name of a text instead of the text; dialogs have their texts when one is open.
        let raw = |among: &str| {
            browser.run(&format!(
                "return [...document.querySelectorAll('[data-t]{among}')].filter((e) => e.textContent === e.dataset.t).length"
            ))
        };
        assert_eq!(raw(":not(dialog *)"), json!(0));
        browser.click("#open-settings");
        browser.wait("document.getElementById('settings').open");
        assert_eq!(raw(""), json!(0));
        browser.click("#settings [data-close]");
        // A setting changed in another tab is kept when this tab changes another one.
        let kept = "JSON.parse(localStorage.getItem('tengen.settings'))";
        shown
            .browser
            .run(&format!("localStorage.setItem('tengen.settings', JSON.stringify({{ ...{kept}, theme: 'light' }}))"));
        shown.choose_from("#view", "#numbers");
        assert_eq!(browser.run(&format!("return [{kept}.theme, {kept}.numbers]")), json!(["light", true]));
    });
}

#[test]
fn a_page_that_may_store_nothing_plays_and_names_a_bad_address() {
    with_one_retry(|| {
        let server = server();
        let Some(browser) = Browser::start(Device::Desktop) else { return };
        browser.run_first(
            "for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, \
             { get() { throw new DOMException('denied', 'SecurityError'); } })",
        );
        let address = server.address() + "#rule=caro&size=15x15&moves=h8h8";
        let shown = Shown::at(browser, Device::Desktop, &address);
        shown.wait_for_message("no possible position");
        shown.begin(&TWO_PEOPLE, &["h8"]);
        shown.browser.wait("location.hash.endsWith('moves=h8')");
        shown.reload();
        shown.wait_for_position("h8");
        shown.check_quiet();
    });
}
