//! Files of RenLib, Yixin and Rapfi.

use crate::{Shelf, under, usual};
use std::fs;
use tengen::base::Rule;
use tengen::board::parse_moves;
use tengen_database::ForeignFile;
use tengen_database::renlib::{NodeId, NodeTexts, RenlibTree, write};
use tengen_db::{ImportOptions, foreign};
use tengen_game::formats::Given;
use tengen_game::formats::encoding::parse_encoding;

/// h8 i9 with a comment in Chinese, then j10 with a mark and h9 with a text next to it.
fn library() -> Vec<u8> {
    let mut tree = RenlibTree::new();
    let points = parse_moves(RenlibTree::size(), "h8i9j10h9").unwrap();
    let first = tree.add(NodeId::ROOT, Some(points[0])).unwrap();
    let second = tree.add(first, Some(points[1])).unwrap();
    let third = tree.add(second, Some(points[2])).unwrap();
    let beside = tree.add(first, Some(points[3])).unwrap();
    tree.mark(third);
    let texts = [(second, NodeTexts::of_comment("黑先手", "")), (beside, NodeTexts::of_comment("", "A"))];
    tree.set_texts(&texts, None);
    write(&tree)
}

/// The line about an export, or the error.
fn export(shelf: &Shelf, database: &str, out: &str, kind: ForeignFile, rule: Option<Rule>) -> String {
    let written = foreign::export(&shelf.open(database), &shelf.path(out), kind, rule, None);
    written.unwrap_or_else(|error| format!("{error:#}"))
}

#[test]
fn libraries_go_into_a_database_and_come_out_of_it() {
    let shelf = Shelf::new("foreign");
    shelf.put("book.lib", library());
    let text = shelf.import("a.db", "book.lib");
    let added = "book.lib: 4 moves, as renju (--rule says another), 4 new positions, 1 comment, 1 label";
    assert!(text.contains(added) && text.contains("4 positions in "), "{text}");
    let (text, _) = shelf.import_with("a.db", "book.lib", under(Rule::Renju));
    assert!(text.contains("4 moves, 0 new positions"), "{text}");
    let text = shelf.known("a.db", Rule::Renju, "h8g7");
    assert!(text.contains("comment: 黑先手") && !text.contains("games"), "{text}");
    assert!(shelf.known("a.db", Rule::Renju, "h8").contains(" A"));
    let text = export(&shelf, "a.db", "other.lib", ForeignFile::Library, None);
    assert!(text.contains("4 positions under renju, texts in GBK in "), "{text}");
    assert!(fs::read(shelf.path("other.lib")).unwrap().starts_with(b"\xFFRenLib\xFF"));
    // Reading would take this text for Shift JIS.
    shelf.label("short.db", Rule::Renju, "h8", "必胜点");
    let text = export(&shelf, "short.db", "short.lib", ForeignFile::Library, None);
    assert!(text.contains("texts in GBK (read them with --encoding GBK) in "), "{text}");
    let text = export(&shelf, "a.db", "a.csv", ForeignFile::Text, None);
    assert!(text.contains("4 positions in "), "{text}");
    let text = shelf.import("copy.db", "a.csv");
    assert!(text.contains("4 lines, 4 new positions, 1 comment, 1 label\n"), "{text}");
    // A game, or a library under another rule, is neither overwritten nor created.
    shelf.put("game.lib", "h8i9\n");
    assert!(export(&shelf, "a.db", "game.lib", ForeignFile::Library, None).contains("another kind of file"));
    let none = export(&shelf, "a.db", "none.lib", ForeignFile::Library, Some(Rule::Caro));
    assert!(none.contains("no position under caro"), "{none}");
    assert!(shelf.refusal("copy.db", "game.lib").contains("not a RenLib library"));
}

#[test]
fn a_cut_library_is_taken_over_as_far_as_it_goes() {
    let shelf = Shelf::new("foreign-cut");
    let whole = library();
    shelf.put("cut.lib", &whole[..whole.len() - 5]);
    let (said, warned) = shelf.import_with("a.db", "cut.lib", usual());
    assert!(said.contains("moves, as renju"), "{said}{warned}");
    assert!(warned.contains("cut.lib: the library is cut off at byte"), "{warned}");
}

#[test]
fn a_line_of_megabytes_is_one_line_that_is_left_out() {
    let shelf = Shelf::new("foreign-long");
    let row = |stones: &str, text: &str| format!("0,r-15-15-{stones}-w,(none),40,12,exact,\"{text}\"\n");
    let head = "index,key,label,value,depth,bound,text\n";
    let long = "x".repeat(3 << 20) + "\n" + &row("i9-", "");
    shelf.put("long.csv", [head, &row("h8-", ""), &long, &row("j10-", ""), "no position\n"].concat());
    let (said, warned) = shelf.import_with("a.db", "long.csv", usual());
    assert!(said.contains("long.csv: 5 lines, 3 new positions") && said.contains("; 2 lines left out"), "{said}");
    assert!(warned.contains("long.csv: line 3 has more than 1 MiB"), "{warned}");
}

#[test]
fn an_encoding_that_is_guessed_is_said_and_a_given_one_is_not() {
    let shelf = Shelf::new("foreign-guess");
    shelf.put("book.lib", library());
    let warned = |encoding| {
        let given = Given { encoding, ..Given::default() };
        shelf.import_with("a.db", "book.lib", ImportOptions { given, ..usual() }).1
    };
    assert!(warned(None).contains("book.lib: the texts are read as GBK, a guess: --encoding NAME says better"));
    assert_eq!(warned(Some(parse_encoding("gbk").unwrap())), "");
}

#[test]
fn a_database_is_written_as_yixin_keeps_it_and_read_again() {
    let shelf = Shelf::new("foreign-yixin");
    shelf.put("book.lib", library());
    shelf.import("a.db", "book.lib");
    shelf.import_with("a.db", "book.lib", under(Rule::Caro));
    let text = export(&shelf, "a.db", "y.db", ForeignFile::Yixin, None);
    assert!(text.contains("4 records; 4 positions left out that the format has no place for"), "{text}");
    let bounds = "freestyle, standard and renju, its boards square, 22x22 at most and without blocked";
    assert!(text.contains(bounds), "{text}");
    assert!(fs::read(shelf.path("y.db")).unwrap().starts_with(&[0x04, 0x22, 0x4D, 0x18]));
    fs::copy(shelf.path("y.db"), shelf.path("y.lib")).unwrap();
    assert!(shelf.import("c.db", "y.lib").contains("4 records"), "the bytes say more than the name");
    let text = shelf.import("b.db", "y.db");
    assert!(text.contains("4 records, 4 new positions, 1 comment, 1 label"), "{text}");
    // Both have the same content for renju.
    export(&shelf, "a.db", "a.csv", ForeignFile::Text, Some(Rule::Renju));
    export(&shelf, "b.db", "b.csv", ForeignFile::Text, None);
    assert_eq!(fs::read(shelf.path("a.csv")).unwrap(), fs::read(shelf.path("b.csv")).unwrap());
    // Another file of this kind is overwritten; a Tengen database with such a name is not.
    assert!(export(&shelf, "b.db", "y.db", ForeignFile::Yixin, None).starts_with("4 records in "));
    assert!(export(&shelf, "b.db", "a.db", ForeignFile::Yixin, None).contains("another kind of file"));
}

#[test]
fn a_study_in_sgf_becomes_a_library_and_what_is_lost_of_it_is_said() {
    let shelf = Shelf::new("foreign-study");
    // The first two moves have no texts; i7 is labeled twice, as an image of itself, and marked.
    let sgf = "(;SZ[15]RU[renju];B[hh];W[ih];B[kg]LB[ij:A]MA[aa]AR[aa:bb];W[ij]C[good]LB[hh:1])\n\
               (;SZ[15]RU[renju];B[hh]LB[ii:B][ig:C])";
    shelf.put("study.sgf", sgf);
    let text = shelf.import("a.db", "study.sgf");
    let lost =
        "; 1 label left out, as the position has another one; 3 marks left out, as a database has no place for them\n";
    assert!(text.contains("but for 1 comment and 3 labels") && text.contains(lost), "{text}");
    // A repeated import changes nothing.
    let before = shelf.text("a.db");
    assert!(shelf.import("a.db", "study.sgf").contains("; 1 label left out"));
    assert_eq!(shelf.text("a.db"), before);
    shelf.put("long.sgf", format!("(;SZ[15]RU[renju];B[aa]C[{}])", "é".repeat(9_000)));
    let text = shelf.import("long.db", "long.sgf");
    assert!(text.contains("; 1 text cut or left out, too long for an entry"), "{text}");
    let text = export(&shelf, "a.db", "study.lib", ForeignFile::Library, None);
    assert!(text.contains("5 positions under renju") && !text.contains("left out"), "{text}");
    let bytes = fs::read(shelf.path("study.lib")).unwrap();
    assert!(bytes.windows(4).any(|text| text == b"good"));
    let text = shelf.import("a.db", "study.lib");
    assert!(text.contains("0 new positions") && !text.contains("label left out"), "{text}");
}
