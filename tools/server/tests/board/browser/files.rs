//! Games into and out of a browser: drag and drop, paste, addresses, pictures; the languages.

use crate::browser::{Shown, with_one_retry, with_page};
use crate::client::server;
use crate::webdriver::{Browser, Device};
use serde_json::{Value, json};

/// A picture saved, decoded by the browser: first bytes, width, size, and media type.
fn saved(shown: &Shown, format: &str) -> Value {
    let facts = "await (async () => { const bytes = new Uint8Array(await saved.arrayBuffer()); \
                 const picture = new Image(); picture.src = URL.createObjectURL(saved); await picture.decode(); \
                 return [String.fromCharCode(...bytes.slice(0, 6)), picture.naturalWidth, bytes.length, saved.type]; })()";
    let facts = shown.save(format, facts);
    assert!(facts[3].as_str().unwrap().contains(format), "{facts}");
    facts
}

#[test]
fn a_game_under_the_wrong_rule_gets_another_and_keeps_its_moves() {
    with_page(Device::Desktop, |shown, browser| {
        shown.two_people_with(&[("rule", "caro")], &[]);
        shown.paste("(;GM[4]SZ[15]PB[Ann]PW[Bo];B[hh];W[ig](;B[ii]C[a comment])(;B[gg]))");
        shown.wait_for_stones(3);
        browser.wait("one('#pass').hidden");
        // The text states no rule: the page asks for it, and it can be changed later.
        shown.answer("The text does not name its rule", "rule.standard");
        browser.wait("location.hash.includes('rule=standard') && one('#question').hidden");
        shown.open_pane("#open-notes");
        // A move that is tried stays one under the new rule.
        shown.play("j10");
        shown.wait_for_stones(4);
        browser.choose("#notes", "game-rule", "renju");
        browser.wait("location.hash.includes('rule=renju')");
        let tried = "JSON.parse(sessionStorage['tengen.game']).states.filter(({ isTried }) => isTried).length";
        browser.wait(&format!("{tried} === 1"));
        shown.click_to(3, "#back");
        // Renju has passes, also in the analysis; they are moves of the record.
        browser.click_for("#pass", "location.hash.includes('h8i9i7--')");
        browser.wait("one('#board').ariaLabel.includes('Last: White, pass.')");
        let text = shown.save_text("sgf");
        for part in ["RU[renju]", "PB[Ann]", ";B[ii]C[a comment]", ";W[])", ";B[gg]"] {
            assert!(text.contains(part), "{part}: {text}");
        }
        shown.wait_for_stones(3);
    });
}

#[test]
fn a_text_is_read_under_the_rule_that_is_answered_and_stays_while_it_has_a_mistake() {
    with_page(Device::Desktop, |shown, browser| {
        // The five e8-i8, blocked at both ends, wins in freestyle and not in caro.
        let sgf = "(;GM[4]SZ[15];B[eh];W[dh];B[fh];W[jh];B[gh];W[ao];B[hh];W[aa];B[ih];W[oo];B[oa];W[cm])";
        shown.two_people_with(&[("rule", "freestyle")], &[]);
        shown.drop_file("two.sgf", sgf.repeat(2));
        shown.answer("2 games in this file", "keepAll");
        browser
            .wait("text('#question-text').includes('its rule') && one('#question').contains(document.activeElement)");
        // The question is asked in the language that is chosen meanwhile.
        shown.speak("ru");
        browser.wait("text('#question-text').includes('Правила в тексте')");
        shown.speak("en");
        shown.answer("The text does not name its rule", "rule.caro");
        shown.wait_for_message("added");
        browser.click_for("#games-tab", "text('#kept-games').includes('12 moves')");
        assert_eq!(browser.value("text('#kept-games').includes('Freestyle')"), json!(false));
        // An unreadable text is kept for the next attempt.
        let open = |text: &str| {
            browser.click("#games-tab");
            browser.click_for("#open-paste", "one('#paste').open");
            browser.run(&format!("one('#paste-text').value += {}", json!(text)));
            browser.run("one('#paste form').requestSubmit()");
        };
        open("h8 i99");
        browser.wait("text('#message').length > 0");
        open(" h9");
        let field = "one('#paste-text').value";
        assert_eq!(browser.value(field), json!("h8 i99 h9"));
        browser.run(&format!("{field} = ''"));
        open("h8 i9 h9");
        shown.wait_for_stones(3);
        browser.wait(&format!("{field} === ''"));
        // One that the answered rule allows is read after all.
        shown.two_people_with(&[("rule", "freestyle")], &[]);
        open("e8d8f8j8g8a1h8a15i8o1o15c3");
        shown.answer("The text does not name its rule", "rule.caro");
        shown.wait_for_stones(12);
        browser.wait(&format!("{field} === ''"));
    });
}

#[test]
fn games_and_lines_are_saved_with_their_own_results_and_players() {
    with_page(Device::Desktop, |shown, browser| {
        shown.two_people(&[]);
        shown.paste("(;GM[4]SZ[15]RU[freestyle]RE[B+R];B[hh];W[ii];B[hi])");
        shown.wait_for_stones(3);
        browser.click("#games-tab");
        shown.reload();
        shown.wait_for_stones(3);
        let text = shown.save_text("sgf");
        assert!(text.contains("RE[B+") && !text.contains("PB["), "{text}");
        // A move that is only tried changes no result. Played on, it is another game.
        browser.click("#analyze-tab");
        shown.play_to(4, "a1");
        assert!(shown.save_text("sgf").contains("RE[B+"));
        shown.click_to(3, "#play-tab");
        shown.play_to(4, "a2");
        assert!(!shown.save_text("sgf").contains("RE["));
        // A line is saved with its own result.
        // Black leaves the first line and resigns; the earlier position is shown.
        shown.two_people(&["h8", "i9"]);
        shown.click_to(1, "#back");
        shown.play("a1");
        shown.wait_for_position("h8a1");
        shown.resign("Black resigns");
        shown.click_to(1, "#back");
        browser.click("#games-tab");
        let psq = shown.save_text("psq");
        assert!(psq.contains("\n1,15,") && !psq.contains("\n9,7,") && psq.contains("result 0-1"), "{psq}");
        // The last played line is the main line, and the other move a variation.
        let sgf = shown.save_text("sgf");
        assert!(sgf.contains("RE[W+") && sgf.find(";W[ao]") < sgf.find(";W[ig]"), "{sgf}");
        // The last position was not shown since the page was loaded.
        shown.two_people(&["h8", "a1", "h9", "c1", "h10", "e1", "h11", "g1", "h12"]);
        shown.wait_for_message("Black wins");
        browser.click("#games-tab");
        shown.click_to(8, "#back");
        shown.reload();
        shown.wait_for_stones(8);
        assert!(shown.save_text("psq").contains("result 1-0"));
        assert!(shown.save_text("sgf").contains("RE[B+]"));
    });
}

#[test]
fn games_are_dropped_and_pasted_and_damaged_ones_change_nothing() {
    with_page(Device::Desktop, |shown, browser| {
        shown.two_people(&[]);
        shown.drop_file("game.sgf", "(;GM[4]SZ[19]RU[freestyle];B[jj];W[kk];B[ij](;W[ii])(;W[kj]))".as_bytes());
        shown.wait_for_stones(4);
        browser.wait("location.hash.includes('size=19x19') && one('#tree .variation')");
        shown.paste("Piskvorky 15x15, 11:11, 1\n8,8,0\n9,9,1500\n8,9,20\n-1\n");
        shown.wait_for_stones(3);
        shown.paste("h8 i9 h9 i10 g7");
        shown.wait_for_stones(5);
        browser.wait("location.hash.includes('moves=h8i9h9i10g7')");
        let before = browser.value("location.hash");
        for damaged in ["(;GM[4]SZ[15];B[hh", "h8h8", "no game at all", "XXXXXOOOO"] {
            shown.paste(damaged);
            browser.wait("one('#message').classList.contains('error')");
            assert_eq!((browser.value("location.hash"), shown.stones()), (before.clone(), 5), "{damaged}");
            shown.paste("h8 i9 h9 i10 g7");
            shown.wait_for_message("Opened");
        }
        shown.drop_file("large.txt", "x".repeat(3_000_000));
        shown.wait_for_message("too large");
        let drag = |kind: &str, content: &str, target: &str| {
            browser.run(&format!(
                "const dataTransfer = new DataTransfer(); {content}; return {target}.dispatchEvent(\
                 new DragEvent('{kind}', {{ dataTransfer, bubbles: true, cancelable: true }}))"
            ))
        };
        let [text, file] =
            ["dataTransfer.setData('text/plain', 'h8')", "dataTransfer.items.add(new File(['h8'], 'h8.txt'))"];
        assert_eq!(drag("drop", text, "one('#comment')"), json!(true), "the browser puts a text into a field");
        for (kind, is_hidden) in [("dragover", false), ("drop", true)] {
            drag(kind, file, "window");
            browser.wait(&format!("one('#drop-hint').hidden === {is_hidden}"));
        }
        shown.wait_for_position("h8");
    });
}

#[test]
fn a_file_of_several_games_asks_which_and_a_replaced_game_comes_back() {
    with_page(Device::Desktop, |shown, browser| {
        shown.two_people(&[]);
        let second = "(;GM[1]SZ[15]PB[Ann]RE[W+R];B[hh];W[ii]LB[aa:Q]TR[bb])";
        shown.drop_file("two.sgf", format!("(;GM[1]SZ[15];B[hh]){second}").as_bytes());
        browser.wait("text('#question-text').includes('2 games')");
        shown.click_to(2, "#question-answers button:nth-child(2)");
        browser.wait("all('.letter').some((label) => label.textContent === 'Q') && one('.sign')");
        browser.click("#games-tab");
        let text = shown.save_text("sgf");
        assert!(["PB[Ann]", "RE[W+R]", "LB[aa:Q]", "TR[bb]"].iter().all(|part| text.contains(part)), "{text}");
        shown.save_text("psq");
        shown.wait_for_message("no place for all of it: labels and marks (2).");
        shown.paste("https://gomocalc.com/#/h8h9i8");
        shown.wait_for_stones(3);
        // A game that another has replaced by mistake comes back.
        shown.new_game(&[("rule", "caro"), ("black", "human"), ("white", "1")]);
        shown.play_to(2, "h8");
        shown.open_pane("#open-notes");
        browser.type_into("#comment", "a comment");
        browser.click("#play-tab");
        for text in ["h8 i9 h9 i10 g7", "http://127.0.0.1:1/#rule=renju&size=15x15&moves=h8i9h9i10g7"] {
            shown.paste(text);
            shown.wait_for_position("h8i9h9i10g7");
            shown.wait_for_message("Opened: 5 moves.");
            shown.click_to(2, "#note-undo");
            browser.wait("one('#comment').value === 'a comment' && !seen('#note-undo')");
        }
        // What was said of a file stays also where its game has ended.
        shown.paste("(;GM[4]SZ[15]RU[freestyle];B[hh];W[ha];B[ih];W[ia];B[jh];W[ja];B[kh];W[ka];B[lh];W[zz])");
        browser.wait("one('.win')");
        shown.wait_for_message("Opened: 9 moves.\\nLine 1: ");
        shown.click_to(2, "#note-undo");
        // The game continues: the engine answers.
        browser.wait("one('#play-tab').getAttribute('aria-selected') === 'true'");
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
        browser.run("one('#first').click()");
        shown.wait_for_stones(3);
        assert_eq!(saved(shown, "gif")[2], whole[2]);
        browser.run("location.hash = '#rule=caro&size=15x15&moves=h8h8'");
        browser.wait("one('#message').classList.contains('error')");
        assert_eq!(shown.stones(), 3, "an impossible address changes nothing");
    });
}

#[test]
fn a_position_goes_along_to_a_server_at_another_port() {
    with_one_retry(|| {
        let [first, second] = [server(), server()];
        let Some(shown) = Shown::open(&first, Device::Desktop) else { return };
        shown.two_people(&["h8"]);
        // The position is that of the game, not that of a puzzle.
        shown.click_for("#learn-tab", "text('#puzzle-task')");
        drop(first);
        shown.wait("connection() === 'lost'");
        shown.click("#banner summary");
        shown.type_into("#address", &second.address());
        shown.click("#new-address button");
        let arrived = format!("location.port === '{}'", second.port());
        shown.wait(&format!("{arrived} && connection() === 'online'"));
        shown.wait_for_position("h8");
    });
}

#[test]
fn vietnamese_and_the_dark_theme_are_kept() {
    with_page(Device::Desktop, |shown, browser| {
        shown.two_people(&[]);
        browser.click("#open-settings");
        browser.choose("#settings form", "language", "vi");
        browser.choose("#settings form", "theme", "dark");
        browser.wait("text('#play-tab') === 'Chơi'");
        // The open dialog changes its language too.
        browser.wait("one('#settings [name=theme]').selectedOptions[0].text === 'tối'");
        shown.reload();
        let facts = "return [document.documentElement.lang, document.documentElement.dataset.theme, \
                 one('#undo').title, text('#player-black .name')]";
        assert_eq!(browser.run(facts), json!(["vi", "dark", "Rút lại", "Đen"]));
        // No element shows the name of a text instead of the text; dialogs have their texts when one is open.
        let raw = |among: &str| {
            browser.value(&format!("all('[data-t]{among}').filter((e) => e.textContent === e.dataset.t).length"))
        };
        assert_eq!(raw(":not(dialog *)"), json!(0));
        // Of two buttons that are pressed while the dialogs are loaded, the first opens its own.
        browser.run("one('#open-settings').click(); one('#new').click()");
        browser.wait("one('#settings').open");
        assert_eq!(browser.value("all('dialog[open]').length"), json!(1));
        assert_eq!(raw(""), json!(0));
        browser.click("#settings [data-close]");
        // A setting changed in another tab is kept when this tab changes another one.
        let kept = "JSON.parse(localStorage.getItem('tengen.settings'))";
        shown.run(&format!("localStorage.setItem('tengen.settings', JSON.stringify({{ ...{kept}, theme: 'light' }}))"));
        shown.click_each(&["#view", "#numbers"]);
        assert_eq!(browser.value(&format!("[{kept}.theme, {kept}.numbers]")), json!(["light", true]));
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
        shown.two_people(&["h8"]);
        shown.wait("location.hash.endsWith('moves=h8')");
        shown.reload();
        shown.wait_for_position("h8");
        shown.check_quiet();
    });
}
