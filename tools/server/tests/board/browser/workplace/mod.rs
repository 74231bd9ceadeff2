//! Parts of the analysis: keys and wheel, menus of moves, marks and assessments, tried moves, the way back.

pub mod annotation;

use super::files::paste;
use crate::browser::{Shown, TWO_PEOPLE, with_page};
use crate::webdriver::Device;
use serde_json::json;

/// Shows a game of two stones in the analysis.
fn begin(shown: &Shown) {
    shown.begin(&[&TWO_PEOPLE[..], &[("size", "15"), ("minutes", "0")]].concat(), &["h8", "i9"]);
    shown.browser.click("#analyze-tab");
}

/// Opens the menu of a move in the list, and chooses an item.
fn choose_for(shown: &Shown, name: &str, item: &str) {
    shown.browser.run(&format!(
        "[...document.querySelectorAll('#tree button')].find(({{ textContent }}) => textContent.includes('{name}')) \
         .dispatchEvent(new MouseEvent('contextmenu', {{ bubbles: true, cancelable: true, clientX: 700, clientY: 200 }}))"
    ));
    shown.browser.click(item);
}

#[test]
fn what_is_tried_in_the_analysis_stays_out_of_the_game() {
    with_page(Device::Desktop, |shown, browser| {
        shown.new_game(&[("rule", "caro"), ("black", "human"), ("white", "1"), ("size", "15")]);
        shown.play_to(2, "h8");
        // The address changes shortly afterwards.
        browser.wait(r"/moves=h8[a-o]\d+$/.test(location.hash)");
        let played = browser.run("return location.hash");
        browser.click("#analyze-tab");
        // A five of Black, played as a trial.
        shown.plays(2, &["a1", "o15", "b1", "n15", "c1", "m15", "d1", "o1", "e1"]);
        shown.wait_for_message("Black wins");
        browser.wait("document.querySelector('#tree .variation')");
        for _ in 0..2 {
            browser.click("#play-tab");
            shown.wait_for_stones(2);
            for step in ["#end", "#forward"] {
                browser.click(step);
                browser.wait_for_frame();
                assert_eq!(shown.stones(), 2, "{step}");
            }
            browser.wait("!document.getElementById('result').checkVisibility()");
            browser.click("#games-tab");
            browser.wait("document.querySelector('#kept-games .quiet').textContent.includes('2 moves · not finished')");
            assert_eq!(browser.run("return document.getElementById('results').checkVisibility()"), json!(false));
            browser.click("#play-tab");
            shown.reload();
        }
        browser.wait(&format!("location.hash === {played}"));
        shown.play_to(4, shown.first_empty(&["d4", "d12"]));
    });
}

#[test]
fn a_deletion_comes_back_by_its_button_and_by_a_key() {
    with_page(Device::Desktop, |shown, browser| {
        begin(shown);
        let moves =
            "[...document.querySelectorAll('#tree button:not(.root)')].map(({ textContent }) => textContent).join(' ')";
        choose_for(shown, "i9", "#move-delete");
        shown.wait_for_message("Deleted: i9 and what follows.");
        browser.wait(&format!("{moves} === 'h8'"));
        browser.click("#note-undo");
        browser.wait(&format!("{moves} === 'h8 i9'"));
        shown.wait_for_stones(2);
        choose_for(shown, "h8", "#move-delete");
        shown.wait_for_stones(0);
        // Also while a tab has the focus.
        browser.run("document.getElementById('analyze-tab').focus()");
        browser.press_with_control('z');
        shown.wait_for_stones(2);
        // The kept copy is the whole game.
        browser.click("#games-tab");
        browser.wait("document.querySelector('#kept-games .quiet').textContent.includes('2 moves')");
    });
}

#[test]
fn a_comment_and_a_judgment_stand_at_their_move() {
    with_page(Device::Desktop, |shown, browser| {
        begin(shown);
        choose_for(shown, "h8", "#move-comment");
        browser.wait("document.activeElement.id === 'comment'");
        browser.type_into("#comment", "the center");
        let after_h8 = "[...document.querySelectorAll('#tree > *')].map(({ textContent }) => textContent).join('|')";
        browser.wait(&format!("{after_h8}.includes('h8||the center|')"));
        choose_for(shown, "i9", "#menu [id='judge-??']");
        browser.wait("document.querySelector('#tree .bad')?.textContent === 'i9 ??'");
        browser.wait("sessionStorage.getItem('tengen.game').includes('BM')");
        shown.reload();
        browser.wait("document.querySelector('#tree .bad')?.textContent === 'i9 ??'");
        browser.wait("document.querySelector('#tree .comment')?.textContent === 'the center'");
        // In the dark, too, the stones of the list are as black and white as those beside the board.
        let look = |color: &str| {
            browser.run(&format!(
                "return ['#tree .{color} > .dot', '#player-{color} > .dot'].map((dot) => \
                 getComputedStyle(document.querySelector(dot))).map(({{ backgroundImage, boxShadow }}) => backgroundImage + boxShadow)"
            ))
        };
        for theme in ["light", "dark"] {
            browser.run(&format!("document.documentElement.dataset.theme = '{theme}'"));
            for color in ["black", "white"] {
                let both = look(color);
                assert_eq!(both[0], both[1], "{theme}");
            }
        }
        // The list shows a comment while it is written.
        browser.run(
            "location.hash = '#size=15x15&rule=freestyle&moves=' + Array.from({ length: 15 }, (_, row) => \
             (row % 2 ? 'aceg' : 'cage').split('').map((column) => column + (row + 1)).join('')).join('')",
        );
        browser.wait("document.querySelectorAll('.stone').length === 60");
        shown.open_pane("#open-notes");
        browser.type_into("#comment", "the last move");
        browser.wait("[[document.getElementById('tree'), document.querySelector('#tree .comment')].map((one) => one.getBoundingClientRect())] \
            .every(([list, comment]) => comment.top >= list.top && comment.bottom <= list.bottom)");
    });
}

#[test]
fn keys_and_the_wheel_work_wherever_the_focus_is() {
    with_page(Device::Desktop, |shown, browser| {
        begin(shown);
        // A click on a tab leaves the focus there.
        browser.run("document.getElementById('analyze-tab').focus()");
        browser.press("a");
        browser.wait("document.getElementById('live').ariaChecked === 'true'");
        browser.press("a");
        browser.wait("document.getElementById('live').ariaChecked === 'false'");
        let white = "document.getElementById('player-white').getBoundingClientRect().top";
        let frame = "document.getElementById('frame').getBoundingClientRect().top";
        browser.wait(&format!("{white} < {frame}"));
        browser.press("f");
        browser.wait(&format!("{white} > {frame} && document.querySelector('.coordinate').textContent === 'o'"));
        browser.press("f");
        browser.wait(&format!("{white} < {frame}"));
        let roll = |by: i32| {
            browser.run(&format!(
                "document.getElementById('frame').dispatchEvent(new WheelEvent('wheel', {{ deltaY: {by}, bubbles: true, cancelable: true }}))"
            ));
        };
        roll(-100);
        shown.wait_for_stones(1);
        // Another second move; up and down, in WebDriver's codes, switch between them, even after a click on the board.
        shown.play("g9");
        shown.wait_for_position("h8g9");
        browser.press("\u{e015}");
        shown.wait_for_position("h8i9");
        browser.press("\u{e013}");
        shown.wait_for_position("h8g9");
        roll(-100);
        shown.wait_for_stones(1);
        roll(100);
        shown.wait_for_stones(2);
        // The right button draws an arrow when moved, else opens the menu.
        browser.drag_with_right_button(shown.place_of("c3"), shown.place_of("f6"));
        browser
            .wait("document.querySelectorAll('.arrow').length === 1 && !document.querySelector('#menu:popover-open')");
        browser.drag_with_right_button(shown.place_of("c3"), shown.place_of("c3"));
        browser.wait("document.querySelector('#menu:popover-open #flip')");
        browser.press("\u{e00c}");
    });
}

/// The row of a line shows the whole line on the board, wherever the pointer is on it.
#[test]
fn a_line_is_one_row_whose_stones_appear_under_the_pointer() {
    with_page(Device::Desktop, |shown, browser| {
        begin(shown);
        let high = "return document.getElementById('lines').getBoundingClientRect().height";
        let before = browser.run(high);
        browser.click("#live");
        browser.wait("document.querySelectorAll('#lines li').length === 3 && document.querySelectorAll('#lines li:first-of-type button').length > 6");
        browser.click("#live");
        browser.wait("document.getElementById('search-status').textContent.startsWith('Stopped')");
        assert_eq!(browser.run(high), before);
        assert_eq!(browser.run("return document.getElementById('eval').classList.contains('old')"), json!(true));
        let rows =
            "return [...document.querySelectorAll('#lines li')].map((row) => row.getBoundingClientRect().height)";
        assert_eq!(browser.run(rows), json!([27, 27, 27]));
        let place = browser.run(
            "const box = document.querySelector('#lines .head').getBoundingClientRect(); return [box.x + 3, box.y + 9]",
        );
        browser.move_mouse(place[0].as_f64().unwrap(), place[1].as_f64().unwrap());
        browser.wait("document.querySelectorAll('.over .ghost').length > 6");
        // A click on a later move plays all moves up to it.
        browser.run("document.querySelector('#lines [data-index=\"2\"]').click()");
        shown.wait_for_stones(5);
    });
}

/// Letters on stones, arrows and numbers are part of the picture; a letter does not hide its stone.
#[test]
fn a_picture_has_the_marks_of_the_board() {
    with_page(Device::Desktop, |shown, browser| {
        begin(shown);
        shown.open_pane("#open-notes");
        for (kind, points) in [("letter", &["h8", "c3"][..]), ("arrow", &["a1", "d4"]), ("triangle", &["i9"])] {
            browser.click(&format!("#marks [data-kind={kind}]"));
            for point in points {
                shown.play(point);
                browser.wait_for_frame();
            }
        }
        browser.wait("document.querySelector('.letter.on-black') && document.querySelector('.sign.on-white')");
        assert_eq!(
            browser.run("return document.querySelectorAll('.over .mark').length"),
            json!(1),
            "c3 alone has a disc"
        );
        browser.run(
            "const create = URL.createObjectURL; \
             URL.createObjectURL = (blob) => { blob.text().then((text) => (window.saved = text)); return create.call(URL, blob); }",
        );
        // A GIF has them too: without them it would be smaller.
        let gif = |shown: &Shown| {
            browser.run("window.saved = null");
            shown.share("#save [data-format=gif]");
            browser.wait("window.saved");
            browser.run("return saved.length").as_u64().unwrap()
        };
        let marked = gif(shown);
        shown.wait_for_message("Saved: ");
        browser.wait("!document.getElementById('message').textContent.includes('no place')");
        browser.click("#marks-clear");
        assert!(gif(shown) < marked);
        browser.press_with_control('z');
        browser.wait("document.querySelector('.letter.on-black') && document.querySelector('.arrow')");
        browser.run("window.saved = null");
        shown.share("#save [data-format=svg]");
        browser.wait("window.saved");
        let facts = "const picture = new DOMParser().parseFromString(saved, 'image/svg+xml'); \
             return [[...picture.querySelectorAll('text')].map(({ textContent }) => textContent).filter((text) => /^[A-Z]$/.test(text)).sort().join(''), \
             picture.querySelectorAll('[fill=\"rgb(47, 111, 176)\"]').length, picture.querySelectorAll('circle[fill^=url]').length]";
        assert_eq!(browser.run(facts), json!(["AB", 1, 2]));
    });
}

/// On an empty board the book's first move comes first; moves that were only played follow in another style.
#[test]
fn what_the_book_knows_is_told_from_what_was_played() {
    with_page(Device::Desktop, |shown, browser| {
        for _ in 0..2 {
            shown.begin(&[&TWO_PEOPLE[..], &[("size", "15"), ("minutes", "0")]].concat(), &["d5"]);
            shown.resign("White resigns");
        }
        browser.click("#first");
        shown.wait_for_stones(0);
        shown.open_pane("#open-explorer");
        let names = "[...document.querySelectorAll('#known .point')].map(({ textContent }) => textContent)";
        browser.wait(&format!("{names}[0] === 'h8' && {names}.at(-1) === 'd5'"));
        let dashes =
            "[...document.querySelectorAll('g.known rect')].map((mark) => getComputedStyle(mark).strokeDasharray)";
        browser.wait(&format!("{dashes}[0] === 'none' && {dashes}.at(-1) !== 'none'"));
    });
}

/// The link of a program on this machine states that it works only there, until a web page is named.
#[test]
fn a_link_says_for_whom_it_works() {
    with_page(Device::Desktop, |shown, browser| {
        begin(shown);
        browser.run("window.copied = []; Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => { copied.push(text); } } })");
        browser.click("#open-share");
        browser.wait("document.getElementById('link-text').textContent.includes('this computer only')");
        browser.click("#copy-link");
        browser.type_into("#page-address input", "https://example.org/tengen/");
        browser.wait("document.getElementById('link-text').textContent.startsWith('Everybody')");
        browser.click("#copy-link");
        browser.wait("window.copied.length === 2 && copied[0].startsWith(location.origin) && copied[1].startsWith('https://example.org/tengen/#rule=caro')");
        browser.wait("document.getElementById('share-said').textContent === 'Copied.'");
    });
}

/// The size is not taken from the current board.
#[test]
fn pasted_moves_have_a_board_of_their_own() {
    with_page(Device::Desktop, |shown, browser| {
        shown.new_game(&[&TWO_PEOPLE[..], &[("size", "other"), ("width", "5"), ("height", "5")]].concat());
        browser.wait("location.hash.includes('size=5x5')");
        paste(shown, "h8 i9");
        shown.wait_for_position("h8i9");
        browser.wait("location.hash.includes('size=15x15')");
        browser.click("#games-tab");
        browser.click("#open-paste");
        browser.choose("#paste form", "size", "19");
        browser.choose("#paste form", "rule", "renju");
        browser.run("document.getElementById('paste-text').value = 'h8 s19'");
        browser.click("#paste button.main");
        browser.wait("location.hash === '#rule=renju&size=19x19&moves=h8s19'");
        // Setup stones are counted as stones.
        paste(shown, &format!("{}X.O............\n", "...............\n".repeat(14)));
        shown.wait_for_message("Opened: a position with 2 stones.");
        // For a text that is not a game no list of formats is shown.
        paste(shown, "nothing of a game");
        shown.wait_for_message("This is not a game that can be read.");
        browser.wait("!document.getElementById('message').textContent.includes('PSQ')");
    });
}

#[test]
fn the_keyboard_plays_where_its_cursor_stands() {
    with_page(Device::Desktop, |shown, browser| {
        shown.new_game(&TWO_PEOPLE);
        browser.run("document.getElementById('frame').focus()");
        // To the center, one to the right, Enter: arrows and Enter in WebDriver's codes.
        browser.press("\u{e014}\u{e014}\u{e007}");
        shown.wait_for_stones(1);
        browser.wait("location.hash.includes('moves=i8')");
        browser.wait("document.getElementById('announcer').textContent.startsWith('i8')");
        browser.press("m");
        browser.wait("document.querySelector('.stone text')?.textContent === '1'");
        browser.press("u");
        shown.wait_for_stones(0);
        browser.press("r");
        shown.wait_for_stones(1);
        browser.press("h");
        shown.wait_for_message("Hint");
        browser.press("n");
        browser.wait("document.getElementById('new-game').open");
        browser.press("\u{e00c}");
        browser.wait("!document.getElementById('new-game').open");
    });
}

#[test]
fn an_enlarged_board_follows_the_cursor_of_the_keyboard() {
    with_page(Device::Desktop, |shown, browser| {
        shown.new_game(&TWO_PEOPLE);
        browser.click("#view");
        (0..3).for_each(|_| browser.click("#zoom-in"));
        browser.run("document.getElementById('frame').focus()");
        let is_inside = |point: &str| {
            let [x, y] = shown.place_of(point);
            let script = format!(
                "const box = document.getElementById('frame').getBoundingClientRect(); \
                 return box.left < {x} && {x} < box.right && box.top < {y} && {y} < box.bottom"
            );
            browser.run(&script) == json!(true)
        };
        assert!(is_inside("h8") && !is_inside("a15") && !is_inside("o1"));
        // Left, up, right and down in WebDriver's codes; the first key goes to the center.
        browser.press(&format!("{}{}", "\u{e012}".repeat(8), "\u{e013}".repeat(7)));
        browser.wait("document.getElementById('announcer').textContent.startsWith('a15')");
        assert!(is_inside("a15"));
        browser.press(&format!("{}{}", "\u{e014}".repeat(14), "\u{e015}".repeat(14)));
        browser.wait("document.getElementById('announcer').textContent.startsWith('o1,')");
        assert!(is_inside("o1"));
    });
}
