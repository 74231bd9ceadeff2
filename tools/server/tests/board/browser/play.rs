//! Games in a browser: negotiated openings, clocks, hints, games between engines, a cut connection.

use crate::browser::{Shown, with_page, with_server};
use crate::client::server;
use crate::webdriver::Device;
use serde_json::json;

/// Begins an opening between two people.
pub fn opening(shown: &Shown, rule: &str, name: &str) {
    shown.new_game(&[("rule", rule), ("black", "human"), ("white", "human"), ("opening", name)]);
}

pub fn no_question(shown: &Shown) {
    shown.wait("one('#question').hidden");
}

/// Waits until the question on the board contains a text.
pub fn asked(shown: &Shown, text: &str) {
    shown.wait(&format!("text('#question').includes('{text}')"));
}

/// The second player asks for two more stones, and the first one chooses; a reload in between changes nothing.
fn swap2(shown: &Shown) {
    opening(shown, "caro", "swap2");
    shown.plays(0, &["h8", "i9", "h9"]);
    shown.answer("The second player, now White: which side", "more");
    shown.play_to(4, "i8");
    shown.reload();
    shown.wait_for_stones(4);
    asked(shown, "The second player: put one stone");
    // A reload while an earlier move is shown changes nothing either.
    shown.click_to(3, "#back");
    shown.reload();
    shown.wait_for_stones(3);
    shown.click_to(4, "#forward");
    asked(shown, "The second player: put one stone");
    shown.play_to(5, "g7");
    shown.answer("The first player, now Black: which side", "white");
    no_question(shown);
    shown.play_to(6, "g8");
}

fn swaps(shown: &Shown) {
    opening(shown, "freestyle", "swap1");
    shown.play_to(1, "h8");
    // The question is shown again after another panel was shown.
    asked(shown, "The second player");
    shown.click("#analyze-tab");
    no_question(shown);
    shown.click("#play-tab");
    shown.answer("The second player", "black");
    no_question(shown);
    shown.play_to(2, "i8");
    opening(shown, "freestyle", "swap");
    shown.plays(0, &["h8", "i8", "a1"]);
    shown.answer("The second player", "white");
    no_question(shown);
}

/// Black's first stone is in the center, the second one outside the inner square.
fn pro(shown: &Shown) {
    opening(shown, "standard", "pro");
    shown.wait("one('.closed')");
    shown.play("a1");
    shown.wait_for_message("does not allow a1");
    shown.plays(0, &["h8", "h9"]);
    asked(shown, "Shaded");
    shown.play("j10");
    shown.wait_for_message("does not allow j10");
    shown.play_to(3, "k8");
    no_question(shown);
    shown.wait("!one('.closed')");
}

/// An offered stone is taken back; a stone equal to it by symmetry is refused.
fn soosorv(shown: &Shown) {
    opening(shown, "renju", "soosorv");
    shown.plays(0, &["h8", "h9", "h10"]);
    shown.answer("D1 Kansei. The second player", "white");
    asked(shown, "put one stone, White");
    shown.play_to(4, "h7");
    shown.answer("how many fifth stones", "2");
    shown.answer("Black will offer 2 fifth stones", "white");
    asked(shown, "2 to go");
    shown.play("i7");
    asked(shown, "1 to go");
    shown.play("g7");
    shown.wait_for_message("does not allow g7");
    shown.play("i7");
    asked(shown, "2 to go");
    shown.play("j6");
    asked(shown, "1 to go");
    shown.play("i7");
    asked(shown, "take one of the stones offered");
    shown.wait("all('.mark').length === 2");
    shown.play("a1");
    shown.wait_for_message("a1 is not one of the stones offered");
    shown.play_to(5, "j6");
    no_question(shown);
}

/// A choice of sides after each stone; choices are taken back with the stones and restored with them.
fn taraguchi(shown: &Shown) {
    shown.begin(&[("rule", "renju"), ("opening", "taraguchi"), ("fifths", "2")], &["h8"]);
    shown.answer("The second player, now White", "black");
    shown.play_to(2, "h9");
    shown.click_to(1, "#undo");
    asked(shown, "The first player: put one stone, White");
    shown.click_to(2, "#redo");
    shown.answer("The second player, now Black", "black");
    shown.play_to(3, "i10");
    shown.answer("The first player, now White", "white");
    shown.play_to(4, "g7");
    shown.answer("The second player, now Black", "offer");
    for (point, question) in [("i8", "1 to go"), ("j6", "The first player: take one")] {
        shown.play(point);
        asked(shown, question);
    }
    shown.play_to(5, "i8");
    no_question(shown);
}

/// If a stone of the engine's color is taken back, the person places it again.
fn takes_back_in_an_opening(shown: &Shown) {
    shown.begin(&[("rule", "caro"), ("black", "human"), ("white", "1"), ("opening", "swap2")], &["h8", "i9"]);
    asked(shown, "You: put one stone");
    shown.click_to(1, "#undo");
    asked(shown, "White now, 2 to go");
    shown.wait("!one('#question').hidden && one('#go-on').hidden");
    shown.play_to(2, "i9");
}

/// An invalid value in a hidden field does not prevent a game.
fn hidden_fields(shown: &Shown) {
    shown.click("#new");
    for (field, value) in [("size", "other"), ("width", "3"), ("opening", "none"), ("size", "15")] {
        shown.choose("#new-game form", field, value);
    }
    shown.click_for("#new-game button.main", "!one('#new-game').open");
    shown.wait_for_stones(0);
}

/// An opening that is too large for the board is refused with a message, and the previous game continues.
fn too_small(shown: &Shown) {
    shown.click("#new");
    for (field, value) in [("rule", "renju"), ("size", "other"), ("width", "7"), ("height", "7"), ("opening", "rif")] {
        shown.choose("#new-game form", field, value);
    }
    shown.click("#new-game button.main");
    let reason = "one('#new-game [name=opening]').validationMessage";
    shown.wait(&format!("{reason}.includes('The 7x7 board is too small for rif')"));
    shown.click("#new-game [data-close]");
    assert_eq!(shown.stones(), 5);
}

/// Two engines go through all kinds of stages, and play on.
fn engines_negotiate(shown: &Shown) {
    for (rule, name) in [("caro", "swap2"), ("renju", "soosorv"), ("renju", "taraguchi")] {
        let engines = [("black", "1"), ("white", "1"), ("time", "0.1"), ("size", "15")];
        shown.new_game(&[&[("rule", rule), ("opening", name)], &engines[..]].concat());
        shown.wait("all('.stone').length >= 6");
        no_question(shown);
    }
}

#[test]
fn openings_are_led_by_questions() {
    with_page(Device::Desktop, |shown, _| {
        swap2(shown);
        swaps(shown);
        pro(shown);
        soosorv(shown);
        taraguchi(shown);
        too_small(shown);
        hidden_fields(shown);
        takes_back_in_an_opening(shown);
        engines_negotiate(shown);
    });
}

/// The dialog begins with the opening of the last game, also before the server has said which ones there are.
#[test]
fn an_opening_is_remembered() {
    with_page(Device::Desktop, |shown, browser| {
        shown.new_game(&[
            ("rule", "renju"),
            ("black", "human"),
            ("white", "human"),
            ("opening", "soosorv"),
            ("fifths", "3"),
        ]);
        shown.reload();
        browser.click("#new");
        let form = "one('#new-game form').elements";
        let chosen = format!("return [{form}.opening.value, {form}.fifths.value]");
        browser.wait("one('#new-game').open");
        assert_eq!(browser.run(&chosen), json!(["soosorv", "3"]));
        browser.wait(&format!("{form}.opening.options.length > 5"));
        assert_eq!(browser.run(&chosen), json!(["soosorv", "3"]));
        browser.click("#new-game button.main");
        shown.plays(0, &["h8", "h9", "h10"]);
        asked(shown, "D1 Kansei");
    });
}

/// A clock runs out, and the result survives a reload, as does that of a resignation.
fn clocks(shown: &Shown) {
    shown.run("one('#new-game [name=minutes]').step = 'any'");
    let clocks = [("minutes", "0.025"), ("increment", "0")];
    shown.two_people_with(&clocks, &[]);
    let clock = |color: &str| format!("text('#player-{color} .clock')");
    shown.wait(&format!("{} === '0:01.5'", clock("black")));
    shown.play("h8");
    shown.wait_for_message("White is out of time: Black wins");
    assert_eq!(shown.run(&format!("return {}", clock("white"))), "0:00.0");
    shown.play("i9");
    shown.wait_for_message("over");
    shown.reload();
    shown.play("i9");
    shown.wait_for_message("over");
    assert_eq!(shown.stones(), 1);
    // After a takeback the clock shows the position's time again, even after the same move.
    shown.click_to(0, "#undo");
    shown.wait(&format!("{} === '0:01.5' && {} === '0:01.5'", clock("black"), clock("white")));
    shown.click("#redo");
    shown.wait(&format!("{} === '0:00.0'", clock("white")));
    shown.click("#undo");
    shown.play_to(1, "h8");
    shown.wait_for_message("White is out of time: Black wins");
}

fn hint(shown: &Shown) {
    shown.two_people_with(&[("minutes", "0")], &["h8"]);
    shown.click_saying("#hint", "Hint: ");
    shown.wait("all('.ghost').length === 1");
    shown.play_to(2, "i9");
    // A move during the search for a hint does not pause the game: the engine answers it.
    shown.new_game(&[("black", "human"), ("white", "1")]);
    shown.play_to(2, "h8");
    shown.click("#hint");
    shown.play_to(4, shown.first_empty(&["d4", "d12"]));
}

fn engine_against_engine(shown: &Shown) {
    // Half a second per move, so that the game does not end between two checks.
    let engines = [("black", "10"), ("white", "10"), ("time", "0.5")];
    shown.new_game(&[&[("rule", "freestyle"), ("opening", "none")], &engines[..]].concat());
    shown.wait("all('.stone').length >= 3");
    let pause = || {
        shown.click_for("#hold", "!one('.player.thinks')");
        shown.wait_for_frame();
        shown.stones()
    };
    let held = pause();
    shown.click_for("#go-on", &format!("all('.stone').length > {held}"));
    let held = pause();
    shown.click_to(held as usize - 1, "#undo");
}

/// The seats are swapped, after a question where there are stones, and the engine moves for the other side.
fn sides(shown: &Shown) {
    shown.new_game(&[("rule", "caro"), ("black", "human"), ("white", "1")]);
    shown.click_to(1, "#swap");
    shown.wait("text('#player-black .name').includes('level 1')");
    shown.click("#swap");
    shown.answer("Change sides from here on?", "playOn");
    no_question(shown);
    assert_eq!(shown.stones(), 1);
    shown.click("#swap");
    shown.answer("Change sides from here on?", "swapSides");
    shown.wait_for_stones(2);
    shown.wait("text('#player-white .name').includes('level 1')");
}

/// In renju a player may pass, and the engine answers as to any move; two passes draw.
fn passes(shown: &Shown) {
    shown.begin(&[("rule", "renju"), ("black", "human"), ("white", "human"), ("opening", "none")], &["h8"]);
    shown.click_for("#pass", "location.hash.includes('moves=h8--')");
    shown.play_to(2, "i9");
    shown.reload();
    shown.wait_for_stones(2);
    shown.wait("all('#tree .white').length === 1");
    for _ in 0..2 {
        shown.click("#pass");
    }
    shown.wait_for_message("A draw.");
    shown.click("#undo");
    shown.wait_for_exact_message("");
    // The engine may answer before the page is asked for the single stone.
    shown.new_game(&[("rule", "renju"), ("black", "human"), ("white", "2"), ("opening", "none")]);
    shown.play("h8");
    shown.wait_for_stones(2);
    shown.click_to(3, "#pass");
}

/// Resigning while an earlier move is shown ends the game. After a takeback, the same move does not end it again.
fn resigns(shown: &Shown) {
    shown.two_people(&["h8", "i9"]);
    shown.click_to(1, "#back");
    shown.click("#resign");
    shown.answer("Resign this game? (Black)", "playOn");
    no_question(shown);
    shown.resign("Black resigns: White wins");
    shown.wait_for_stones(2);
    shown.click_to(1, "#undo");
    shown.plays(1, &["i9", "h9"]);
}

/// A page that is loaded again with the address of the move before shows the game as it is: the address that a load begins
/// with can be older than what is kept while the old page is left.
fn late_address(shown: &Shown) {
    shown.two_people(&["h8"]);
    shown.wait("location.hash.endsWith('moves=h8')");
    shown.play_to(2, "i9");
    shown.wait("location.hash.endsWith('moves=h8i9')");
    shown.run(
        "const before = new URL(location.href); before.searchParams.set('again', 1); \
         before.hash = before.hash.replace('h8i9', 'h8'); location.href = before.href",
    );
    shown.wait("location.search.includes('again=1')");
    shown.wait_for_stones(2);
}

/// In floating point 1.001 * 1000 is not exactly 1001, but the server needs whole milliseconds.
fn odd_time(shown: &Shown) {
    shown.run("one('#new-game [name=time]').step = 'any'");
    shown.new_game(&[("rule", "caro"), ("black", "10"), ("white", "human"), ("time", "1.001")]);
    shown.wait_for_stones(1);
}

/// A second click before the server has confirmed the move does not pause the game.
fn double_click(shown: &Shown) {
    shown.new_game(&[("rule", "caro"), ("black", "human"), ("white", "1")]);
    let place = shown.place_of("h8");
    shown.run(&format!(
        "const [clientX, clientY] = {place:?}; for (let click = 0; click < 2; click++) \
         one('#frame').dispatchEvent(new MouseEvent('click', {{ clientX, clientY, bubbles: true }}))"
    ));
    shown.wait_for_stones(2);
}

#[test]
fn clocks_hints_engines_and_sides() {
    with_page(Device::Desktop, |shown, _| {
        clocks(shown);
        hint(shown);
        engine_against_engine(shown);
        sides(shown);
        double_click(shown);
        passes(shown);
        resigns(shown);
        late_address(shown);
        odd_time(shown);
    });
}

#[test]
fn a_connection_that_is_cut_while_the_engine_thinks_costs_no_move() {
    with_server(server, Device::Phone, |shown, browser, server| {
        shown.new_game(&[("rule", "caro"), ("black", "human"), ("white", "10"), ("time", "3")]);
        // Recorded by the page, because on a slow machine the engine may have moved before the test checks.
        browser.run(
            "new MutationObserver(() => (window.thought ||= one('.player.thinks') !== null)) \
         .observe(one('#stage'), { subtree: true, attributeFilter: ['class'] })",
        );
        shown.play("h8");
        browser.wait("window.thought");
        server.disconnect();
        shown.wait_for_stones(2);
        shown.wait_for_message("White: ");
    });
}
