//! The page without a server in a covered tab: browsers slow its timers and draw no frames.

use super::open;
use crate::browser::{Shown, with_one_retry};
use crate::host::Host;
use crate::webdriver::Device;

/// Makes the covered page record its state where another tab can read it: moves, and lines of the analysis.
const WATCH: &str = "const said = new Set(); localStorage.unseen = 'null'; clearInterval(window.watch); \
    window.watch = setInterval(() => { if (!document.hidden) return; \
    said.add(text('#search-status')); localStorage.unseen = JSON.stringify({ \
    moves: new URLSearchParams(location.hash.slice(1)).get('moves') ?? '', said: said.size }); }, 50)";

/// Covers the page by another tab until `goal`, an expression about its last `note`, is true; then shows the page again.
fn cover_until(host: &Host, shown: &Shown, goal: &str) {
    let browser = &shown.browser;
    let own = browser.window();
    browser.run(WATCH);
    // The other tab shows a file of the same host. A driver's access to a tab brings it to the front.
    browser.open_window(&(host.address() + "icon.svg"));
    browser.wait(&format!("((note) => {goal})(JSON.parse(localStorage.unseen))"));
    browser.close_window();
    browser.choose_window(&own);
    browser.wait("!document.hidden");
}

fn goes_on_unseen(is_isolated: bool) {
    let Some((host, shown)) = open(is_isolated, Device::WholeDesktop) else { return };
    let browser = &shown.browser;
    // The engine's answer to a move.
    shown.begin(&[("rule", "caro"), ("black", "human"), ("white", "10"), ("time", "2")], &["h8"]);
    cover_until(&host, &shown, "/^h8[a-o]\\d+$/.test(note.moves)");
    shown.wait_for_stones(2);
    // Several moves of a game between two engines.
    shown.new_game(&[("rule", "caro"), ("black", "4"), ("white", "3")]);
    cover_until(&host, &shown, "note.moves.match(/[a-o]\\d+/g)?.length >= 6");
    browser.wait("all('.stone').length >= 6");
    // An analysis: its first lines, and later ones.
    shown.two_people(&["h8"]);
    browser.click_each(&["#analyze-tab", "#live"]);
    cover_until(&host, &shown, "note.said >= 4");
    browser.wait("all('#lines li').length > 0");
    browser.click("#live");
}

#[test]
fn moves_and_analyses_go_on_in_a_covered_tab() {
    with_one_retry(|| goes_on_unseen(false));
}

#[test]
fn moves_and_analyses_go_on_in_a_covered_tab_whose_threads_share_memory() {
    with_one_retry(|| goes_on_unseen(true));
}
