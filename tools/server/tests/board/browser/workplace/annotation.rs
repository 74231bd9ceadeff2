//! An annotator's work on a game: undo and redo, signs, facts about the game, folded and moved variations.

use super::{begin, choose_for};
use crate::browser::{Shown, with_page};
use crate::webdriver::Device;
use serde_json::json;

/// The moves in the list, with their signs.
const MOVES: &str = "texts('#tree button:not(.root, .fold)').join(' ')";

fn lists(shown: &Shown, moves: &str) {
    shown.wait(&format!("{MOVES} === '{moves}'"));
}

/// Plays a game of two moves, with a variation of five instead of the second one.
fn branches(shown: &Shown) {
    begin(shown);
    shown.click_to(1, "#back");
    shown.plays(1, &["g9", "g10", "a1", "b1", "c1"]);
}

/// Deletes a move and takes that back and again by keys, a button and the menu.
fn redoes(shown: &Shown) {
    let browser = &shown.browser;
    begin(shown);
    choose_for(shown, "i9", "#move-delete");
    shown.wait_for_message("Deleted: i9 and what follows.");
    lists(shown, "h8");
    let buttons = "['undo', 'redo'].map((name) => document.getElementById(`note-${name}`).checkVisibility()).join()";
    browser.wait(&format!("{buttons} === 'true,false'"));
    browser.click("#note-undo");
    lists(shown, "h8 i9");
    browser.wait(&format!("{buttons} === 'false,true'"));
    browser.click("#note-redo");
    lists(shown, "h8");
    shown.wait_for_message("Redone: deletion of i9.");
    browser.wait(&format!("{buttons} === 'true,false'"));
    for again in ['y', 'Z'] {
        browser.press_with_control('z');
        lists(shown, "h8 i9");
        browser.press_with_control(again);
        lists(shown, "h8");
        shown.wait_for_stones(1);
    }
    choose_for(shown, "h8", "#menu-undo");
    lists(shown, "h8 i9");
    choose_for(shown, "h8", "#menu-redo");
    lists(shown, "h8");
    // Of all moves, also while a tab has the focus.
    choose_for(shown, "h8", "#move-delete");
    shown.wait_for_stones(0);
    browser.run("one('#analyze-tab').focus()");
    browser.press_with_control('z');
    lists(shown, "h8");
    // The kept copy has the last change.
    browser.click_for("#games-tab", "text('#kept-games .quiet').includes('1 move ')");
    browser.click("#analyze-tab");
    browser.press_with_control('z');
    lists(shown, "h8 i9");
}

/// A game replaced by a paste can be restored too, and so can its earlier changes.
#[test]
fn pasted_games_come_again_and_their_moves_get_signs_and_other_places() {
    with_page(Device::Desktop, |shown, browser| {
        begin(shown);
        shown.paste("h8 h9 h10");
        shown.wait_for_position("h8h9h10");
        browser.press("4");
        lists(shown, "h8 h9 h10 ??");
        browser.press_with_control('z');
        lists(shown, "h8 h9 h10");
        browser.press_with_control('z');
        shown.wait_for_position("h8i9");
        browser.press_with_control('y');
        shown.wait_for_position("h8h9h10");
        browser.press_with_control('y');
        lists(shown, "h8 h9 h10 ??");
        // Through the menu by keys: a row of signs is one step down, its signs are steps to the right.
        begin(shown);
        choose_for(shown, "i9", "#menu");
        browser.wait("document.activeElement.id === 'judge-!'");
        // Down, right, right and Enter in WebDriver's codes.
        browser.press("\u{e015}\u{e014}\u{e014}");
        browser.wait("document.activeElement.id === 'judge-B+'");
        browser.press("\u{e015}");
        browser.wait("document.activeElement.id === 'move-comment'");
        browser.press("\u{e013}\u{e013}\u{e007}");
        lists(shown, "h8 i9 !");
        // A variation is moved up and down and made the main line.
        shown.paste("(;GM[4]SZ[15]RU[freestyle];B[hh](;W[ig];B[aa])(;W[gg])(;W[ff];B[bb]))");
        browser.click("#analyze-tab");
        lists(shown, "h8 i9 2. g9 2. f10 b14 a15");
        choose_for(shown, "b14", "#move-up");
        lists(shown, "h8 i9 2. f10 b14 2. g9 a15");
        shown.wait_for_message("Moved up.");
        choose_for(shown, "i9", "#move-down");
        lists(shown, "h8 f10 2. i9 a15 2. g9 b14");
        choose_for(shown, "g9", "#move-promote");
        lists(shown, "h8 g9 2. f10 b14 2. i9 a15");
        shown.wait_for_message("This is the main line now.");
        // The pane has the same action, for a line that is not the main one.
        for (point, disabled) in [("g9", true), ("f10", false)] {
            let button = format!("all('#tree button').find(({{ textContent }}) => textContent.includes('{point}'))");
            browser.run(&format!("{button}.click()"));
            browser.wait(&format!("one('#promote').disabled === {disabled}"));
        }
        browser.press_with_control('z');
        lists(shown, "h8 f10 2. i9 a15 2. g9 b14");
    });
}

/// Sets every sign of an annotator by hand; a file holds them.
fn sets_signs(shown: &Shown) {
    let browser = &shown.browser;
    shown.two_people_with(&[("size", "15"), ("minutes", "0")], &["h8", "i9", "j8", "i7", "k8", "i8"]);
    browser.click("#analyze-tab");
    let moves = ["h8", "i9", "j8", "i7", "k8", "i8"];
    let signs = [("!", "="), ("?", "∞"), ("!!", "B+"), ("??", "W+"), ("!?", "B++"), ("?!", "W++")];
    for (name, (judgment, assessment)) in moves.iter().zip(signs) {
        for sign in [judgment, assessment] {
            choose_for(shown, name, &format!("#menu [id='judge-{sign}']"));
        }
    }
    let all: Vec<String> = moves.iter().zip(signs).map(|(name, (one, two))| format!("{name} {one} {two}")).collect();
    lists(shown, &all.join(" "));
    // Screen readers get words for the signs and their state.
    shown.open_pane("#open-notes");
    let pressed = "all('#marks .glyphs [aria-pressed=true]').map(({ ariaLabel }) => ariaLabel)";
    browser
        .wait(&format!("JSON.stringify({pressed}) === JSON.stringify(['?!: doubtful', 'W++: White is much better'])"));
    let saved = shown.save_text("sgf");
    for part in ["TE[1]DM[1]", "BM[1]UC[1]", "TE[2]GB[1]", "BM[2]GW[1]", "IT[]GB[2]", "DO[]GW[2]"] {
        assert!(saved.contains(part), "{part}: {saved}");
    }
    shown.two_people(&[]);
    lists(shown, "");
    shown.paste(&saved);
    lists(shown, &all.join(" "));
    // The same choice again removes a sign, by button and by key.
    browser.click("#analyze-tab");
    shown.open_pane("#open-notes");
    browser.click_for("#marks [data-sign='W++']", &format!("{MOVES}.endsWith('i8 ?!')"));
    assert_eq!(browser.value("document.activeElement.dataset.sign"), json!("W++"), "the focus stays");
    browser.press("6");
    browser.wait(&format!("{MOVES}.endsWith('i8')"));
    browser.press("3");
    browser.wait(&format!("{MOVES}.endsWith('i8 !!')"));
    // The analysis redraws all the time; between press and release of the mouse the button must remain.
    browser.click_for("#live", "all('#lines li').length >= 2");
    let [x, y] = browser.middle_of("#marks [data-sign='=']");
    browser.press_slowly(x, y);
    browser.wait(&format!("{MOVES}.includes('i8 !! =')"));
    browser.click("#live");
    shown.reload();
    browser.wait(&format!("{MOVES}.includes('i8 !! =')"));
}

/// Writes what is known of a game, which goes into its file and its kept copy.
fn tells_of_a_game(shown: &Shown) {
    let browser = &shown.browser;
    shown.paste("(;GM[4]SZ[15]RU[freestyle]EV[Old cup]SO[a book]GC[of the game];B[hh];W[ig])");
    shown.wait_for_stones(2);
    let field = |name: &str| format!("#about [name={name}]");
    let value = |name: &str| format!("one('{}')?.value", field(name));
    browser.click_each(&["#open-share", "#share-about"]);
    browser.wait(&format!("{} === 'Old cup' && {} === 'a book'", value("EV"), value("SO")));
    browser.wait(&format!("{} === 'of the game'", value("comment")));
    browser.run("one('#about [name=EV]').value = ''");
    for (name, text) in [("EV", "Cup of Hanoi"), ("RO", "3"), ("DT", "2026-11-28"), ("PC", "Hanoi"), ("AN", "Bao")] {
        browser.type_into(&field(name), text);
    }
    browser.type_into(&field("black"), "Anna");
    browser.choose("#about form", "result", "black");
    browser.click_for("#about .main", "!one('#about').open");
    browser.click("#share-dialog [data-close]");
    browser.wait("text('#game-title').includes('Anna – White · Cup of Hanoi · 2026-11-28')");
    browser.wait("text('#tree').includes('Black won')");
    let saved = shown.save_text("sgf");
    for part in [
        "EV[Cup of Hanoi]",
        "RO[3]",
        "DT[2026-11-28]",
        "PC[Hanoi]",
        "AN[Bao]",
        "PB[Anna]",
        "RE[B+]",
        "SO[a book]",
        "C[of the game]",
    ] {
        assert!(saved.contains(part), "{part}: {saved}");
    }
    // The list of games shows these facts and finds the game by them.
    browser.click("#games-tab");
    let about = "text('#kept-games .quiet')";
    browser.wait(&format!("{about}.includes('Black won · Cup of Hanoi · 3 · 2026-11-28 · Hanoi')"));
    shown.write("#kept-words", "nothing");
    browser.wait("!one('#kept-games li')");
    shown.write("#kept-words", "hanoi");
    browser.wait("one('#kept-games li')");
    // A change of one field is one step of undo.
    browser.click("#analyze-tab");
    browser.press_with_control('z');
    browser.wait("!text('#tree').includes('Black won')");
    browser.press_with_control('z');
    browser
        .wait("text('#game-title').includes('· Cup of Hanoi · 2026-11-28') && !text('#game-title').includes('Anna')");
    for _ in 0..5 {
        browser.press_with_control('z');
    }
    browser.wait("text('#game-title').endsWith('· Old cup')");
    for _ in 0..7 {
        browser.press_with_control('y');
    }
    browser.wait("text('#tree').includes('Black won')");
    // Stored facts come back, also in place of another tab's.
    shown.two_people(&[]);
    browser.click_each(&["#games-tab", "#kept-games .kept-open", "#analyze-tab"]);
    shown.open_pane("#open-notes");
    browser.click("#notes-about");
    browser.wait(&format!("{} === 'Cup of Hanoi' && {} === 'black'", value("EV"), value("result")));
    browser.click("#about .main");
}

/// The result of a game played here cannot be changed.
#[test]
fn the_result_of_a_played_game_is_not_chosen() {
    with_page(Device::Phone, |shown, browser| {
        shown.two_people_with(&[("size", "13"), ("minutes", "0")], &["g7", "h8"]);
        shown.resign("Black resigns");
        browser.click_each(&["#open-share", "#share-about"]);
        let result = "one('#about [name=result]')";
        browser.wait(&format!("{result}.value === 'white' && {result}.disabled"));
        let fits = "const about = one('#about'); const box = about.getBoundingClientRect(); \
            return box.left >= 0 && box.right <= innerWidth && about.scrollWidth <= about.clientWidth";
        assert_eq!(browser.run(fits), json!(true));
        browser.click("#about .main");
    });
}

/// Folds a long variation by its button and its key.
fn folds(shown: &Shown, is_touch: bool) {
    let browser = &shown.browser;
    branches(shown);
    let whole = "h8 i9 2. g9 g10 a1 b1 c1";
    lists(shown, whole);
    let fold = "one('#tree .fold')";
    browser.wait(&format!("{fold}.ariaExpanded === 'true' && {fold}.ariaLabel === 'Variation g9'"));
    let [x, y] = browser.middle_of("#tree .fold");
    let [width, height] = browser.numbers("const { width, height } = box('#tree .fold'); return [width, height]");
    assert!(width >= 24.0 && height >= 24.0, "{width} {height}");
    browser.tap(x, y, is_touch);
    // Folding from inside the variation shows its first move.
    lists(shown, "h8 i9 2. g9");
    shown.wait_for_position("h8g9");
    browser.wait(&format!("{fold}.ariaExpanded === 'false' && text('#tree .variation').endsWith('+4')"));
    browser.run(&format!("{fold}.focus()"));
    // Enter in WebDriver's code.
    browser.press("\u{e007}");
    lists(shown, whole);
    assert_eq!(browser.value(&format!("document.activeElement === {fold}")), json!(true), "the focus stays");
    browser.press("v");
    lists(shown, "h8 i9 2. g9");
    // Stepping into the variation unfolds it; it can be folded from the main line too.
    browser.press("\u{e014}");
    lists(shown, whole);
    shown.wait_for_position("h8g9g10");
    browser.press("\u{e012}\u{e012}");
    shown.wait_for_position("h8");
    browser.run("all('#tree button').find(({ textContent }) => textContent === 'i9').click()");
    shown.wait_for_position("h8i9");
    browser.press("v");
    lists(shown, "h8 i9 2. g9");
    // It remains folded while the page is open, whatever is shown meanwhile.
    browser.click_each(&["#play-tab", "#games-tab", "#analyze-tab"]);
    lists(shown, "h8 i9 2. g9");
    choose_for(shown, "i9", "#unfold-all");
    lists(shown, whole);
    choose_for(shown, "i9", "#fold-all");
    lists(shown, "h8 i9 2. g9");
}

#[test]
fn a_long_variation_is_folded_by_touch() {
    with_page(Device::Phone, |shown, _| folds(shown, true));
}

#[test]
fn games_are_annotated() {
    with_page(Device::Desktop, |shown, _| {
        redoes(shown);
        sets_signs(shown);
        tells_of_a_game(shown);
        folds(shown, false);
    });
}
