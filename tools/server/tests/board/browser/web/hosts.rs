//! The page without a server on hosts that are not as plain as most.

use super::{folder, open_host, show, wait_until_kept};
use crate::browser::{Shown, TWO_PEOPLE, with_one_retry};
use crate::webdriver::{Browser, Device};
use serde_json::Value;
use std::fs;

/// Waits for the engine, and plays a stone.
fn plays_one(shown: &Shown) {
    shown.browser.wait("document.documentElement.dataset.connection === 'online'");
    shown.new_game(&TWO_PEOPLE);
    shown.play("h8");
    shown.wait_for_stones(1);
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
        // How the installed app begins, how an older one did, and an address with a setting.
        for start in [manifest["start_url"].as_str().unwrap(), "./index.html", "./?memory=32"] {
            shown.browser.go("about:blank");
            shown.browser.go(&format!("{}{}", host.address(), start.trim_start_matches("./")));
            plays_one(&shown);
        }
    }
}

#[test]
fn the_installed_app_opens_on_hosts_that_redirect_one_of_the_pages_addresses_to_the_other() {
    with_one_retry(|| {
        opens_where_redirected("index.html", "");
        opens_where_redirected("", "index.html");
    });
}
