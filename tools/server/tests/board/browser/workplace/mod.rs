//! Parts of the analysis: keys and wheel, menus of moves, marks and assessments, tried moves, the way back.

mod annotation;

use crate::browser::{Shown, with_page};
use crate::webdriver::Device;
use serde_json::json;

/// Shows a game of two stones in the analysis.
fn begin(shown: &Shown) {
    shown.two_people_with(&[("size", "15"), ("minutes", "0")], &["h8", "i9"]);
    shown.click("#analyze-tab");
}

/// Opens the menu of a move in the list, and chooses an item.
fn choose_for(shown: &Shown, name: &str, item: &str) {
    shown.run(&format!(
        "all('#tree button').find(({{ textContent }}) => textContent.includes('{name}')) \
         .dispatchEvent(new MouseEvent('contextmenu', {{ bubbles: true, cancelable: true, clientX: 700, clientY: 200 }}))"
    ));
    shown.click(item);
}

#[test]
fn a_comment_and_a_judgment_stand_at_their_move() {
    with_page(Device::Desktop, |shown, browser| {
        begin(shown);
        choose_for(shown, "h8", "#move-comment");
        browser.wait("document.activeElement.id === 'comment'");
        browser.type_into("#comment", "the center");
        let after_h8 = "texts('#tree > *').join('|')";
        browser.wait(&format!("{after_h8}.includes('h8||the center|')"));
        choose_for(shown, "i9", "#menu [id='judge-??']");
        browser.wait("text('#tree .bad') === 'i9 ??' && sessionStorage.getItem('tengen.game').includes('BM')");
        shown.reload();
        browser.wait("text('#tree .bad') === 'i9 ??' && text('#tree .comment') === 'the center'");
        // In the dark, too, the stones of the list are as black and white as those beside the board.
        let look = |color: &str| {
            browser.run(&format!(
                "return ['#tree .{color} > .dot', '#player-{color} > .dot'].map((dot) => \
                 getComputedStyle(one(dot))).map(({{ backgroundImage, boxShadow }}) => backgroundImage + boxShadow)"
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
        browser.wait("all('.stone').length === 60");
        shown.open_pane("#open-notes");
        browser.type_into("#comment", "the last move");
        browser.wait(
            "[[one('#tree'), one('#tree .comment')].map((one) => one.getBoundingClientRect())] \
            .every(([list, comment]) => comment.top >= list.top && comment.bottom <= list.bottom)",
        );
    });
}

#[test]
fn keys_and_the_wheel_work_wherever_the_focus_is_and_a_line_is_one_row() {
    with_page(Device::Desktop, |shown, browser| {
        begin(shown);
        // A click on a tab leaves the focus there.
        browser.run("one('#analyze-tab').focus()");
        browser.press("a");
        browser.wait("one('#live').ariaChecked === 'true'");
        browser.press("a");
        browser.wait("one('#live').ariaChecked === 'false'");
        let white = "box('#player-white').top";
        let frame = "box('#frame').top";
        browser.wait(&format!("{white} < {frame}"));
        browser.press("f");
        browser.wait(&format!("{white} > {frame} && text('.coordinate') === 'o'"));
        browser.press("f");
        browser.wait(&format!("{white} < {frame}"));
        let roll = |by: i32| {
            browser.run(&format!(
                "one('#frame').dispatchEvent(new WheelEvent('wheel', {{ deltaY: {by}, bubbles: true, cancelable: true }}))"
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
        browser.wait("all('.arrow').length === 1 && !one('#menu:popover-open')");
        browser.drag_with_right_button(shown.place_of("c3"), shown.place_of("c3"));
        browser.wait("one('#menu:popover-open #flip')");
        browser.press("\u{e00c}");
        // The row of a line shows the whole line on the board, wherever the pointer is on it.
        begin(shown);
        let high = "return box('#lines').height";
        let before = browser.run(high);
        browser.click_for("#live", "all('#lines li').length === 3 && all('#lines li:first-of-type button').length > 6");
        browser.click_for("#live", "text('#search-status').startsWith('Stopped')");
        assert_eq!(browser.run(high), before);
        assert_eq!(browser.value("one('#eval').classList.contains('old')"), json!(true));
        let rows = "return all('#lines li').map((row) => row.getBoundingClientRect().height)";
        assert_eq!(browser.run(rows), json!([27, 27, 27]));
        let [x, y] = browser.numbers("const { x, y } = box('#lines .head'); return [x + 3, y + 9]");
        browser.move_mouse(x, y);
        browser.wait("all('.over .ghost').length > 6");
        // A click on a later move plays all moves up to it.
        browser.run("one('#lines [data-index=\"2\"]').click()");
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
        browser.wait("one('.letter.on-black') && one('.sign.on-white')");
        assert_eq!(browser.value("all('.over .mark').length"), json!(1), "c3 alone has a disc");
        // A GIF has them too: without them it would be smaller.
        let gif = || shown.save("gif", "saved.size").as_u64().unwrap();
        let marked = gif();
        shown.wait_for_message("Saved: ");
        browser.wait("!text('#message').includes('no place')");
        browser.click("#marks-clear");
        assert!(gif() < marked);
        browser.press_with_control('z');
        browser.wait("one('.letter.on-black') && one('.arrow')");
        let facts = "await saved.text().then((text) => { \
             const picture = new DOMParser().parseFromString(text, 'image/svg+xml'); \
             return [[...picture.querySelectorAll('text')].map(({ textContent }) => textContent).filter((text) => /^[A-Z]$/.test(text)).sort().join(''), \
             picture.querySelectorAll('[fill=\"rgb(47, 111, 176)\"]').length, picture.querySelectorAll('circle[fill^=url]').length]; })";
        assert_eq!(shown.save("svg", facts), json!(["AB", 1, 2]));
    });
}

/// The link of a program on this machine states that it works only there, until a web page is named.
#[test]
fn a_link_says_for_whom_it_works_pasted_moves_have_their_board_and_the_book_comes_first() {
    with_page(Device::Desktop, |shown, browser| {
        begin(shown);
        browser.run("window.copied = []; Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => { copied.push(text); } } })");
        browser.click_for("#open-share", "text('#link-text').includes('this computer only')");
        browser.click("#copy-link");
        browser.type_into("#page-address input", "https://example.org/tengen/");
        browser.wait("text('#link-text').startsWith('Everybody')");
        browser.click("#copy-link");
        browser.wait("window.copied.length === 2 && copied[0].startsWith(location.origin) && copied[1].startsWith('https://example.org/tengen/#rule=caro')");
        browser.wait("text('#share-said') === 'Copied.'");
        browser.click("#share-dialog [data-close]");
        // The size is not taken from the current board.
        shown.two_people_with(&[("size", "other"), ("width", "5"), ("height", "5")], &[]);
        browser.wait("location.hash.includes('size=5x5')");
        shown.paste("h8 i9");
        shown.wait_for_position("h8i9");
        browser.wait("location.hash.includes('size=15x15')");
        browser.click_each(&["#games-tab", "#open-paste"]);
        browser.choose("#paste form", "size", "19");
        browser.choose("#paste form", "rule", "renju");
        browser.run("one('#paste-text').value = 'h8 s19'");
        browser.click_for("#paste button.main", "location.hash === '#rule=renju&size=19x19&moves=h8s19'");
        // Setup stones are counted as stones.
        shown.paste(&format!("{}X.O............\n", "...............\n".repeat(14)));
        shown.wait_for_message("Opened: a position with 2 stones.");
        // For a text that is not a game no list of formats is shown.
        shown.paste("nothing of a game");
        shown.wait_for_message("This is not a game that can be read.");
        browser.wait("!text('#message').includes('PSQ')");
        // On an empty board the book's first move comes first; moves that were only played follow in another style.
        for _ in 0..2 {
            shown.two_people_with(&[("size", "15"), ("minutes", "0")], &["d5"]);
            shown.resign("White resigns");
        }
        shown.click_to(0, "#first");
        shown.open_pane("#open-explorer");
        let names = "texts('#known .point')";
        browser.wait(&format!("{names}[0] === 'h8' && {names}.at(-1) === 'd5'"));
        let dashes = "all('g.known rect').map((mark) => getComputedStyle(mark).strokeDasharray)";
        browser.wait(&format!("{dashes}[0] === 'none' && {dashes}.at(-1) !== 'none'"));
    });
}

#[test]
fn the_keyboard_plays_where_its_cursor_stands_and_an_enlarged_board_follows_it() {
    with_page(Device::Desktop, |shown, browser| {
        shown.two_people(&[]);
        browser.run("one('#frame').focus()");
        // To the center, one to the right, Enter: arrows and Enter in WebDriver's codes.
        browser.press("\u{e014}\u{e014}\u{e007}");
        shown.wait_for_stones(1);
        browser.wait("location.hash.includes('moves=i8') && text('#announcer').startsWith('i8')");
        browser.press("m");
        browser.wait("text('.stone text') === '1'");
        browser.press("u");
        shown.wait_for_stones(0);
        browser.press("r");
        shown.wait_for_stones(1);
        browser.press("h");
        shown.wait_for_message("Hint");
        browser.press("n");
        browser.wait("one('#new-game').open");
        browser.press("\u{e00c}");
        browser.wait("!one('#new-game').open");
        // An enlarged board follows the cursor.
        shown.two_people(&[]);
        shown.zoom("in");
        browser.run("one('#frame').focus()");
        let is_inside = |point: &str| {
            let [x, y] = shown.place_of(point);
            let script = format!(
                "const {{ left, right, top, bottom }} = box('#frame'); \
                 return left < {x} && {x} < right && top < {y} && {y} < bottom"
            );
            browser.run(&script) == json!(true)
        };
        assert!(is_inside("h8") && !is_inside("a15") && !is_inside("o1"));
        // Left, up, right and down in WebDriver's codes; the first key goes to the center.
        browser.press(&format!("{}{}", "\u{e012}".repeat(8), "\u{e013}".repeat(7)));
        browser.wait("text('#announcer').startsWith('a15')");
        assert!(is_inside("a15"));
        browser.press(&format!("{}{}", "\u{e014}".repeat(14), "\u{e015}".repeat(14)));
        browser.wait("text('#announcer').startsWith('o1,')");
        assert!(is_inside("o1"));
    });
}
