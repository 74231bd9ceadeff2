//! The page's files as sent by the server.

use crate::client::server;
use tengen_board::PAGES;

/// The texts between `before` and the next `"`.
fn quoted<'a>(text: &'a str, before: &'a str) -> impl Iterator<Item = &'a str> {
    text.split(before).skip(1).filter_map(|rest| rest.split_once('"')).map(|(found, _)| found)
}

#[test]
fn files_come_compressed_and_are_asked_for_once() {
    let server = server();
    let get = |path: &str, coding: &str| {
        let address = format!("http://127.0.0.1:{}{path}", server.port());
        minreq::get(address).with_header("Accept-Encoding", coding).send().unwrap()
    };
    let page = get("/", "identity");
    let html = page.as_str().unwrap();
    assert_eq!(page.headers["cache-control"], "no-store", "the page names the files of this start");
    let links = quoted(html, "href=\"").chain(quoted(html, "src=\""));
    // The others are parts of the page itself.
    let linked: Vec<&str> = links.filter(|link| !link.starts_with('#')).collect();
    let (folder, _) = linked[0].split_once('/').unwrap();
    assert!(linked.len() > 3 && linked.iter().all(|path| path.starts_with(folder)), "{linked:?}");
    for page in PAGES.iter().skip(1) {
        let path = &format!("{folder}/{}", page.path);
        let [plain, small] = ["identity", "br, gzip"].map(|coding| get(&format!("/{path}"), coding));
        assert!(plain.headers["cache-control"].contains("immutable"), "{path}");
        assert_eq!(
            (plain.headers.get("content-encoding"), &*small.headers["content-encoding"]),
            (None, "gzip"),
            "{path}"
        );
        assert_eq!(plain.as_str().unwrap(), page.without_comments(), "{path}");
        assert_eq!(small.as_bytes()[..2], [0x1f, 0x8b], "{path}");
        // Other content has another path.
        assert_eq!(get(&format!("/{}", page.path), "identity").status_code, 404, "{}", page.path);
    }
}
