//! RenLib libraries in a browser, and texts in other encodings.

use super::learn::text_of;
use crate::browser::with_page;
use crate::webdriver::Device;
use serde_json::json;
use std::collections::BTreeMap;
use tengen::board::parse_moves;
use tengen_database::renlib::{NodeId, NodeTexts, RenlibTree, write};
use tengen_language::Language;

/// h8 i9 with a comment and two answers, one with a text on the board.
fn library() -> Vec<u8> {
    let mut tree = RenlibTree::new();
    let mut texts = Vec::new();
    for (line, comment, label) in
        [("h8i9", "黑先手\nWhite has to answer", ""), ("h8i9j8", "the best", "A1"), ("h8i9g9", "", "")]
    {
        let mut node = NodeId::ROOT;
        for point in parse_moves(RenlibTree::size(), line).unwrap() {
            let known = tree.children(node).find(|&child| tree.point(child) == Some(point));
            node = known.unwrap_or_else(|| tree.add(node, Some(point)).unwrap());
        }
        texts.push((node, NodeTexts::of_comment(comment, label)));
    }
    tree.set_texts(&texts, None);
    write(&tree)
}

#[test]
fn a_library_is_dropped_and_walked() {
    with_page(Device::Desktop, |shown, browser| {
        shown.drop_file("book.lib", library());
        let moves = |count: usize| format!("all('#library-moves button').length === {count}");
        let here = |text: &str| format!("text('#library-here').includes({})", json!(text));
        browser.wait("!one('#library').hidden && text('#library-about').includes('book.lib')");
        browser.wait(&moves(1));
        shown.click_to(1, "#library-moves button");
        browser.wait(&moves(1));
        // Another image of i9: its comment is shown as that of a turned position.
        shown.play_to(2, "g7");
        browser.wait(&here("黑先手"));
        browser.wait(&here("White has to answer"));
        // The comment may name points of the other image.
        browser.wait(&here("turned or mirrored"));
        browser.wait(&moves(2));
        browser.wait("all('.known text').some((text) => text.textContent === 'A1')");
        shown.click_to(3, "#library-moves button");
        browser.wait(&here("no move from here"));
        shown.click_to(2, "#back");
        shown.play_to(3, "a1");
        browser.wait(&here("not in the library"));
        browser.click_for("#library-close", "one('#library').hidden");
    });
}

#[test]
fn texts_that_were_guessed_wrong_are_read_in_another_encoding() {
    with_page(Device::Phone, |shown, browser| {
        let choose = |name: &str| {
            browser.run(&format!(
                "const select = one('#encoding select'); select.value = {}; select.dispatchEvent(new Event('change'))",
                json!(name)
            ));
        };
        let chosen = |name: &str| {
            let select = "one('#encoding select')";
            browser.wait(&format!("!one('#encoding').hidden && {select}.value === {}", json!(name)));
            assert_eq!(browser.value(&format!("{select}.ariaLabel")), json!("Texts read as"));
        };
        let comment = |text: &str| format!("one('#comment').value === {}", json!(text));
        shown.two_people(&[]);
        // The file declares a wrong encoding.
        let bytes = [b"(;SZ[15]CA[big5];B[hh]C[".as_slice(), b"\xba\xda\xcf\xc8\xca\xd6", b"])"].concat();
        shown.drop_file("game.sgf", bytes);
        shown.wait_for_stones(1);
        chosen("Big5");
        choose("GBK");
        browser.wait(&comment("黑先手"));
        chosen("GBK");
        // In every language the field is labeled, and lists the encodings with their languages.
        let labels: BTreeMap<&str, String> =
            Language::all().map(Language::code).map(|code| (code, text_of(code, "textsReadAs"))).collect();
        let wrong = format!(
            "const code = document.documentElement.lang; const russian = new Intl.DisplayNames(code, {{ type: 'language' }}).of('ru'); \
             return text('#encoding span') === {}[code] && text('#encoding option[value=windows-1251]').includes(russian) ? [] : \
             [text('#encoding')]",
            json!(labels)
        );
        assert_eq!(shown.find_in_every_language(&wrong), json!([]));
        // Another game has no such texts.
        shown.paste("h8 i9");
        shown.wait_for_stones(2);
        browser.wait("one('#encoding').hidden");
        let mut tree = RenlibTree::new();
        let first = tree.add(NodeId::ROOT, parse_moves(RenlibTree::size(), "h8").unwrap().pop()).unwrap();
        tree.set_texts(&[(first, NodeTexts::of_comment("ход", ""))], None);
        shown.drop_file("book.lib", write(&tree));
        browser.wait("!one('#encoding').hidden");
        browser.run("one('#first').click()");
        let listed = |text: &str| format!("all('#library-moves .text').some((c) => c.textContent === {})", json!(text));
        choose("windows-1251");
        browser.wait(&listed("ход"));
        choose("windows-1252");
        browser.wait(&listed("õîä"));
        browser.click_for("#library-close", "one('#encoding').hidden");
    });
}

#[test]
fn a_large_library_is_sent_in_parts() {
    with_page(Device::Desktop, |_, browser| {
        // With long comments the file exceeds a single message.
        let mut tree = RenlibTree::new();
        let mut texts = Vec::new();
        for point in parse_moves(RenlibTree::size(), "h8h9h10a1b1c1d1e1").unwrap() {
            let node = tree.add(NodeId::ROOT, Some(point)).unwrap();
            texts.push((node, NodeTexts::of_comment(&"long ".repeat(100_000), "")));
        }
        tree.set_texts(&texts, None);
        let bytes = write(&tree);
        assert!(bytes.len() > 4_000_000);
        let head: Vec<u8> = bytes[..20].to_vec();
        // The file is made in the page, as a script of its size would be refused.
        let parts: Vec<serde_json::Value> = texts
            .iter()
            .map(|(node, _)| {
                let point = tree.point(*node).unwrap().0;
                json!([16 * (point / 15) + point % 15 + 1, node.index() == texts.len()])
            })
            .collect();
        browser.run(&format!(
            "const data = new DataTransfer(); const bytes = {}; const text = new TextEncoder().encode('long '.repeat(100000).trimEnd()); \
             const parts = [new Uint8Array([...bytes, 0, 0])]; \
             for (const [square, isLast] of {}) parts.push(new Uint8Array([square, isLast ? 0x48 : 0xC8]), text, \
             new Uint8Array(text.length % 2 ? [0] : [0, 0])); data.items.add(new File(parts, 'large.lib')); \
             dispatchEvent(new DragEvent('drop', {{ dataTransfer: data, cancelable: true }}));",
            json!(head),
            json!(parts)
        ));
        browser.wait("all('#library-moves button').length === 8 && text('#library-about').includes('large.lib')");
        assert_eq!(browser.value("one('#library-damage').hidden"), json!(true));
    });
}
