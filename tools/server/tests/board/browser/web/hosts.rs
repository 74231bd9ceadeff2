//! The page without a server on unusual hosts.

use super::{folder, open_host, show, wait_until_kept, with_stored_page};
use crate::browser::touch::{shifts, watch_shifts_from_start};
use crate::browser::{Shown, with_one_retry};
use crate::webdriver::{Browser, Device};
use serde_json::{Value, json};
use std::fs;

/// Waits for the engine, and plays a stone.
fn plays_one(shown: &Shown) {
    shown.wait("connection() === 'online'");
    shown.two_people(&["h8"]);
}

fn opens_where_redirected(from: &'static str, to: &'static str) {
    let Some(host) = open_host(false) else { return };
    host.redirect(from, to);
    let Some(browser) = Browser::start(Device::Desktop) else { return };
    let (host, shown) = show(host, browser, Device::Desktop);
    wait_until_kept(&shown);
    let manifest = fs::read_to_string(folder().unwrap().join("tengen.webmanifest")).unwrap();
    let manifest: Value = serde_json::from_str(&manifest).unwrap();
    for is_down in [false, true] {
        if is_down {
            host.go_down();
        }
        // The start address of the installed app, that of an older one, and an address with a setting.
        for start in [manifest["start_url"].as_str().unwrap(), "./index.html", "./?memory=32"] {
            shown.go("about:blank");
            shown.go(&format!("{}{}", host.address(), start.trim_start_matches("./")));
            plays_one(&shown);
        }
    }
}

#[test]
fn the_installed_app_opens_on_hosts_that_redirect_one_address_to_another() {
    with_one_retry(|| {
        opens_where_redirected("index.html", "");
        opens_where_redirected("", "index.html");
    });
}

#[test]
fn a_page_whose_end_comes_late_starts_when_it_is_there_and_moves_nothing() {
    with_one_retry(|| {
        let Some(host) = open_host(false) else { return };
        host.slow_down();
        let Some(browser) = Browser::start(Device::Narrow) else { return };
        let (_, shown) = show(host, browser, Device::Narrow);
        watch_shifts_from_start(&shown.browser);
        assert!(shifts(&shown.browser) < 0.001, "{}", shown.value("moved"));
        plays_one(&shown);
        shown.check_quiet();
    });
}

#[test]
fn a_page_that_is_isolated_later_has_threads_and_still_works_offline() {
    with_stored_page(|host, shown, browser| {
        host.isolate();
        shown.reload();
        assert_eq!(browser.value("crossOriginIsolated"), json!(false), "what is kept is shown at once");
        browser.run(
            "window.watch = setInterval(async () => { const page = await caches.match('./'); \
             window.policy = page.headers.get('cross-origin-embedder-policy'); }, 50)",
        );
        browser.wait("window.policy === 'require-corp'");
        host.go_down();
        shown.reload();
        assert_eq!(browser.value("crossOriginIsolated"), json!(true));
        plays_one(shown);
        shown.click_saying("#hint", "Hint");
        assert_eq!(host.misses(), Vec::<String>::new());
    });
}
