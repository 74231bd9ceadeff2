//! Files of RenLib, Yixin and Rapfi, used as by a person.

use crate::command::{both, printed, refused};
use crate::common::folder::Folder;
use std::fs;
use tengen::board::parse_moves;
use tengen_database::renlib::{NodeId, NodeTexts, RenlibTree, write};

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

#[test]
fn libraries_go_into_a_database_and_come_out_of_it() {
    let (folder, [db, lib, other, csv]) = Folder::with("foreign", ["a.db", "book.lib", "other.lib", "a.csv"]);
    fs::write(&lib, library()).unwrap();
    let text = printed(&["db", "import", "--db", &db, &lib]);
    assert!(
        text.contains("book.lib: 4 moves, as renju (--rule says another), 4 new positions, 1 comment, 1 label"),
        "{text}"
    );
    assert!(text.contains("4 positions in "), "{text}");
    let text = printed(&["db", "import", "--db", &db, "--rule", "renju", &lib]);
    assert!(text.contains("4 moves, 0 new positions"), "{text}");
    let text = printed(&["db", "query", "--db", &db, "--rule", "renju", "--moves", "h8g7"]);
    assert!(text.contains("comment: 黑先手") && !text.contains("games"), "{text}");
    assert!(printed(&["db", "query", "--db", &db, "--rule", "renju", "--moves", "h8"]).contains(" A"));
    let text = printed(&["db", "export", &db, "--out", &other]);
    assert!(text.contains("4 positions under renju, texts in GBK in "), "{text}");
    assert!(fs::read(&other).unwrap().starts_with(b"\xFFRenLib\xFF"));
    // Reading would take this text for Shift JIS.
    let short = folder.argument("short.db");
    printed(&["db", "edit", "--db", &short, "--rule", "renju", "--moves", "h8", "--comment", "必胜点"]);
    let text = printed(&["db", "export", &short, "--out", &folder.argument("short.lib")]);
    assert!(text.contains("texts in GBK (read them with --encoding GBK) in "), "{text}");
    let text = printed(&["db", "export", &db, "--out", &csv]);
    assert!(text.contains("4 positions in "), "{text}");
    let copy = folder.argument("copy.db");
    let text = printed(&["db", "import", "--db", &copy, &csv]);
    assert!(text.contains("4 lines, 4 new positions, 1 comment, 1 label\n"), "{text}");
    // A game, or a library under another rule, is neither overwritten nor created.
    fs::write(folder.argument("game.lib"), "h8i9\n").unwrap();
    let game = folder.argument("game.lib");
    assert!(refused(&["db", "export", &db, "--out", &game]).contains("another kind of file"));
    let none = folder.argument("none.lib");
    assert!(refused(&["db", "export", &db, "--rule", "caro", "--out", &none]).contains("no position under caro"));
    assert!(refused(&["db", "import", "--db", &copy, &game]).contains("not a RenLib library"));
}

#[test]
fn a_cut_library_is_taken_over_as_far_as_it_goes() {
    let (_folder, [db, lib]) = Folder::with("foreign-cut", ["a.db", "cut.lib"]);
    let whole = library();
    fs::write(&lib, &whole[..whole.len() - 5]).unwrap();
    let (said, warned) = both(&["db", "import", "--db", &db, &lib]);
    assert!(said.contains("moves, as renju"), "{said}{warned}");
    assert!(warned.contains("cut.lib: the library is cut off at byte"), "{warned}");
}

#[test]
fn a_line_of_megabytes_is_one_line_that_is_left_out() {
    let (_folder, [db, csv]) = Folder::with("foreign-long", ["a.db", "long.csv"]);
    let row = |stones: &str, text: &str| format!("0,r-15-15-{stones}-w,(none),40,12,exact,\"{text}\"\n");
    let head = "index,key,label,value,depth,bound,text\n";
    let long = "x".repeat(3 << 20) + "\n" + &row("i9-", "");
    fs::write(&csv, [head, &row("h8-", ""), &long, &row("j10-", ""), "no position\n"].concat()).unwrap();
    let (said, warned) = both(&["db", "import", "--db", &db, &csv]);
    assert!(said.contains("long.csv: 5 lines, 3 new positions") && said.contains("; 2 lines left out"), "{said}");
    assert!(warned.contains("long.csv: line 3 has more than 1 MiB"), "{warned}");
}

#[test]
fn an_encoding_that_is_guessed_is_said_and_a_given_one_is_not() {
    let (_folder, [db, lib]) = Folder::with("foreign-guess", ["a.db", "book.lib"]);
    fs::write(&lib, library()).unwrap();
    let import = |options: &[&str]| both(&[&["db", "import", "--db", &db, &lib], options].concat()).1;
    assert!(import(&[]).contains("book.lib: the texts are read as GBK, a guess: --encoding NAME says better"));
    assert_eq!(import(&["--encoding", "gbk"]), "");
}

#[test]
fn a_library_is_a_game_with_variations_for_the_other_commands() {
    let folder = Folder::new("foreign-game");
    let lib = folder.argument("book.lib");
    fs::write(&lib, library()).unwrap();
    let sgf = printed(&["diagram", &lib, "--to", "sgf"]);
    for part in ["RU[renju]", ";B[hh]", "LB[hg:A]", "MA[jf]", "C[黑先手]", "(;W[hg]"] {
        assert!(sgf.contains(part), "{part}: {sgf}");
    }
    // Converted back.
    let [as_sgf, again] = ["book.sgf", "again.lib"].map(|name| folder.argument(name));
    fs::write(&as_sgf, sgf).unwrap();
    printed(&["diagram", &as_sgf, "--out", &again]);
    assert_eq!(fs::read(&again).unwrap(), library());
}

#[test]
fn a_database_is_written_as_yixin_keeps_it_and_read_again() {
    let (folder, [db, lib, yixin, copy, back]) =
        Folder::with("foreign-yixin", ["a.db", "book.lib", "y.db", "b.db", "b.csv"]);
    fs::write(&lib, library()).unwrap();
    printed(&["db", "import", "--db", &db, &lib]);
    printed(&["db", "import", "--db", &db, "--rule", "caro", &lib]);
    let text = printed(&["db", "export", &db, "--out", &yixin]);
    assert!(text.contains("4 records; 4 positions left out that the format has no place for"), "{text}");
    assert!(
        text.contains("freestyle, standard and renju, its boards square, 22x22 at most and without blocked"),
        "{text}"
    );
    assert!(fs::read(&yixin).unwrap().starts_with(&[0x04, 0x22, 0x4D, 0x18]));
    let text = printed(&["db", "import", "--db", &copy, &yixin]);
    assert!(text.contains("4 records, 4 new positions, 1 comment, 1 label"), "{text}");
    assert_eq!(printed(&["db", "export", &db, "--rule", "caro"]).lines().count(), 4);
    // Both have the same content for renju.
    let out = folder.argument("a.csv");
    printed(&["db", "export", &db, "--rule", "renju", "--out", &out]);
    printed(&["db", "export", &copy, "--out", &back]);
    assert_eq!(fs::read_to_string(&out).unwrap(), fs::read_to_string(&back).unwrap());
    // Another file of this kind is overwritten; a Tengen database with such a name is not.
    printed(&["db", "export", &copy, "--out", &yixin]);
    assert!(refused(&["db", "export", &copy, "--out", &db]).contains("another kind of file"));
    for out in [&["--out", &*yixin][..], &["--out", "a.jsonl"], &[]] {
        assert!(refused(&[&["db", "export", &copy, "--encoding", "gbk"], out].concat()).contains("--encoding"));
    }
    let utf16 = refused(&["db", "export", &copy, "--out", &lib, "--encoding", "utf-16"]);
    assert!(utf16.contains("UTF-16LE is only read"), "{utf16}");
}

#[test]
fn comments_and_labels_of_a_tree_are_kept_and_no_game_is_counted() {
    let (_folder, [db, sgf]) = Folder::with("foreign-trees", ["a.db", "study.sgf"]);
    // Two trees without a result, one whose main line ends with a five, and a game with a result and a comment.
    let five = ";B[hh];W[aa];B[hi];W[ba];B[hj];W[ca];B[hk];W[da];B[hl]";
    let text = format!(
        "(;SZ[15]RU[renju]C[the beginning];B[hh](;W[ih]C[bad]LB[ii:A][hh:1][ih:B])(;W[ig];B[ii]LB[ii:C]))\n\
         (;SZ[15]RU[renju];B[hh];W[hg])\n(;SZ[15]RU[renju]({five}C[won])(;B[hh];W[hf]C[direct]))\n\
         (;SZ[15]RU[renju]PB[Ann]RE[B+]{five}C[a fine game])"
    );
    fs::write(&sgf, text).unwrap();
    let text = printed(&["db", "import", "--db", &db, &sgf]);
    assert!(text.contains("1 game, "), "{text}");
    let kept = "3 without a result left out but for 4 comments and 3 labels; 1 comment or label of a game left out; \
                1 mark left out, as a database has no place for them\n";
    assert!(text.contains(kept), "{text}");
    let query = |moves: &str| printed(&["db", "query", "--db", &db, "--rule", "renju", "--moves", moves]);
    let [bad, direct] = ["h8h7", "h8h10"].map(query);
    assert!(query("h8i8").contains("comment: bad") && direct.contains("comment: direct"), "{direct}");
    assert!(!bad.contains("games"), "{bad}");
    // A label on an empty point belongs to the move there, one on the last stone to that move; others are ignored.
    let labels = query("h8i8");
    assert!(labels.contains("label: B"), "{labels}");
    assert!(query("h8i8i7").contains("label: A") && query("h8i9i7").contains("label: C"));
    assert!(!query("h8").contains("label"));
    // The comments of a counted game are about the game.
    let lines = printed(&["db", "export", &db]);
    assert!(!lines.contains("a fine game") && lines.contains("the beginning"), "{lines}");
}

#[test]
fn notes_of_a_board_with_blocked_cells_are_those_of_that_board() {
    let (_folder, [db, sgf]) = Folder::with("foreign-blocked", ["a.db", "blocked.sgf"]);
    fs::write(&sgf, "(;SZ[15]RU[renju]BLOCKED[aa];B[hh]C[walled]LB[aa:W][ii:A])").unwrap();
    let text = printed(&["db", "import", "--db", &db, &sgf]);
    assert!(text.contains("but for 1 comment and 1 label; 1 mark left out"), "{text}");
    assert!(printed(&["db", "query", "--db", &db, &sgf]).contains("comment: walled"));
    let open = printed(&["db", "query", "--db", &db, "--rule", "renju", "--moves", "h8"]);
    assert!(!open.contains("walled") && !open.contains('A'), "{open}");
}

#[test]
fn a_study_in_sgf_becomes_a_library_and_what_is_lost_of_it_is_said() {
    let (folder, [db, sgf, lib]) = Folder::with("foreign-study", ["a.db", "study.sgf", "study.lib"]);
    // The first two moves have no texts; i7 is labeled twice, as an image of itself, and marked.
    fs::write(
        &sgf,
        "(;SZ[15]RU[renju];B[hh];W[ih];B[kg]LB[ij:A]MA[aa]AR[aa:bb];W[ij]C[good]LB[hh:1])\n\
                     (;SZ[15]RU[renju];B[hh]LB[ii:B][ig:C])",
    )
    .unwrap();
    let text = printed(&["db", "import", "--db", &db, &sgf]);
    let lost =
        "; 1 label left out, as the position has another one; 3 marks left out, as a database has no place for them\n";
    assert!(text.contains("but for 1 comment and 3 labels") && text.contains(lost), "{text}");
    // A repeated import changes nothing.
    let before = printed(&["db", "export", &db]);
    assert!(printed(&["db", "import", "--db", &db, &sgf]).contains("; 1 label left out"));
    assert_eq!(printed(&["db", "export", &db]), before);
    let long = folder.argument("long.sgf");
    fs::write(&long, format!("(;SZ[15]RU[renju];B[aa]C[{}])", "é".repeat(9_000))).unwrap();
    let text = printed(&["db", "import", "--db", &folder.argument("long.db"), &long]);
    assert!(text.contains("; 1 text cut or left out, too long for an entry"), "{text}");
    let text = printed(&["db", "export", &db, "--out", &lib]);
    assert!(text.contains("5 positions under renju") && !text.contains("left out"), "{text}");
    let back = printed(&["diagram", &lib, "--to", "sgf"]);
    assert!(back.contains(":A]") && back.contains("C[good]"), "{back}");
    let text = printed(&["db", "import", "--db", &db, &lib]);
    assert!(text.contains("0 new positions") && !text.contains("label left out"), "{text}");
}
