//! Import and export of other programs' files by commands of the protocol.

use crate::common::folder::Folder;
use crate::common::session::Session;
use std::path::Path;
use tengen::board::parse_moves;
use tengen_database::renlib::{NodeId, NodeTexts, RenlibTree, write};

/// A library of four positions, one of them with a comment and a label.
fn write_library(path: &Path) {
    let mut tree = RenlibTree::new();
    let mut add = |after, name| {
        let point = parse_moves(RenlibTree::size(), name).unwrap()[0];
        tree.add(after, Some(point)).unwrap()
    };
    let first = add(NodeId::ROOT, "h8");
    add(first, "h9");
    let second = add(first, "i9");
    let third = add(second, "j10");
    // Without a given encoding: it is guessed from the text.
    tree.set_texts(&[(third, NodeTexts::of_comment("a comment", "A"))], None);
    std::fs::write(path, write(&tree)).unwrap();
}

#[test]
fn labels_that_a_text_does_not_hold_are_counted() {
    let folder = Folder::new("exchange-labels");
    let mut tree = RenlibTree::new();
    let first = tree.add(NodeId::ROOT, Some(parse_moves(RenlibTree::size(), "h8").unwrap()[0])).unwrap();
    let texts = [(NodeId::ROOT, NodeTexts::of_comment("", "start")), (first, NodeTexts::of_comment("", "center"))];
    tree.set_texts(&texts, None);
    std::fs::write(folder.file("a.lib"), write(&tree)).unwrap();
    tree.set_texts(&[(first, NodeTexts::of_comment("", "other"))], None);
    std::fs::write(folder.file("b.lib"), write(&tree)).unwrap();
    let [library, other, database, text] = ["a.lib", "b.lib", "a.db", "a.txt"].map(|name| folder.argument(name));
    let mut session = Session::start();
    for (line, answer) in [
        ("START 15".to_owned(), "OK"),
        (format!("INFO rule 4\nYXSETDATABASE {database}"), "MESSAGE opened a database of 0 positions"),
        (
            format!("YXLIBTODB {library}"),
            "MESSAGE added 2 positions from 1 move of the library, with 0 comments and 2 labels",
        ),
        (
            format!("YXLIBTODB {other}"),
            "MESSAGE added 0 positions from 1 move of the library, with 0 comments and 2 labels, \
             1 label left out, of positions with another one",
        ),
        (format!("YXDBTOTXTALL {text}"), "MESSAGE wrote 2 positions as text, 1 label left out"),
    ] {
        line.lines().for_each(|line| session.send(line));
        assert_eq!(session.line().unwrap(), answer, "{line}");
    }
}

#[test]
fn board_programs_read_and_write_libraries_and_texts() {
    let folder = Folder::new("exchange-dialogue");
    write_library(&folder.file("a.lib"));
    std::fs::write(folder.file("game.sgf"), "(;GM[4])").unwrap();
    let mut session = Session::start();
    let mut ask = |lines: &str| {
        lines.lines().for_each(|line| session.send(line));
        session.line().unwrap()
    };
    let name = |name: &str| folder.argument(name);
    assert_eq!(ask("START 15"), "OK");
    assert!(ask(&format!("INFO rule 4\nYXLIBTODB {}", name("a.lib"))).starts_with("ERROR no database"));
    assert_eq!(ask(&format!("YXSETDATABASE\n{}", name("a.db"))), "MESSAGE opened a database of 0 positions");
    let added = "with 1 comment and 1 label";
    assert_eq!(
        ask(&format!("yxlibtodb\n{}", name("a.lib"))),
        format!("MESSAGE added 4 positions from 4 moves of the library, {added}")
    );
    let wrote = "MESSAGE wrote 4 positions";
    assert_eq!(ask(&format!("yxdbtotxt\n{}", name("a.txt"))), format!("{wrote} as text"));
    assert_eq!(ask(&format!("yxdbtotxtall \"{}\"", name("all.txt"))), format!("{wrote} as text"));
    let library = format!("{wrote} into a library, texts in windows-1252");
    assert_eq!(ask(&format!("YXDBTOLIB\n{}", name("b.lib"))), library);
    // A file of the target format is replaced, a file of another kind is not.
    assert_eq!(ask(&format!("YXDBTOLIB {}", name("b.lib"))), library);
    for other in ["game.sgf", "a.txt", "a.db"] {
        let refused = ask(&format!("YXDBTOLIB {}", name(other)));
        assert!(refused.starts_with("ERROR") && refused.contains("another kind of file"), "{refused}");
    }
    let missing = ask(&format!("YXTXTTODB {}", name("none.txt")));
    assert!(missing.starts_with("ERROR") && missing.contains("none.txt"), "{missing}");
    for empty in ["YXDBTOLIB \"\"", "YXDBTOLIB\n\""] {
        assert!(ask(empty).starts_with("ERROR the file name is missing: expected it behind YXDBTOLIB"), "{empty}");
    }
    assert_eq!(
        ask("YXDBTOTXT\nYXLIBTODB"),
        "ERROR the file name is missing: expected it behind YXDBTOTXT or on the next line"
    );
    // Import of the text into another database.
    assert!(
        ask(&format!("{}\nYXSETDATABASE {}", name("a.lib"), name("b.db"))).starts_with("MESSAGE added 0 positions")
    );
    assert_eq!(ask(""), "MESSAGE opened a database of 0 positions");
    let lines = format!("MESSAGE added 4 positions from 4 lines of the text, {added}");
    assert_eq!(ask(&format!("YXTXTTODB {}", name("a.txt"))), lines);
    let refused = ask(&format!("INFO database_readonly 1\nYXTXTTODB {}", name("a.txt")));
    assert!(refused.starts_with("ERROR the database is read-only"), "{refused}");
}

#[test]
fn a_library_of_version_2_is_known_by_its_name() {
    let folder = Folder::new("exchange-version-2");
    write_library(&folder.file("a.lib"));
    // A library of version 3 is one of version 2 behind its head.
    let bytes = std::fs::read(folder.file("a.lib")).unwrap();
    for name in ["old.LIB", "old.txt"] {
        std::fs::write(folder.file(name), &bytes[20..]).unwrap();
    }
    let mut session = Session::start();
    session.send(&format!("START 15\nINFO rule 4\nYXSETDATABASE {}", folder.argument("a.db")));
    assert_eq!(session.line().unwrap(), "OK");
    assert_eq!(session.line().unwrap(), "MESSAGE opened a database of 0 positions");
    session.send(&format!("YXLIBTODB {}\nYXDBCHECK", folder.argument("old.txt")));
    let refused = session.line().unwrap();
    assert!(refused.starts_with("ERROR") && refused.contains("not a RenLib library"), "{refused}");
    assert_eq!(session.line().unwrap(), "MESSAGE 0 positions, no damage");
    session.send(&format!("YXLIBTODB {}", folder.argument("old.LIB")));
    let added = session.line().unwrap();
    assert!(added.starts_with("MESSAGE added 4 positions from 4 moves of the library"), "{added}");
}

#[test]
fn a_file_name_on_a_line_of_its_own_is_no_command() {
    let mut session = Session::start();
    session.send("INFO database_readonly 1");
    for name in ["End games.db", "Begin here.db"] {
        session.send(&format!("YXSETDATABASE\n{name}"));
        let refused = session.line().unwrap();
        assert!(refused.starts_with(&format!("ERROR {name}: ")), "{refused}");
    }
    session.send("YXSETDATABASE\nSTART 15");
    assert!(session.line().unwrap().starts_with("ERROR the file name is missing"));
    assert_eq!(session.line().unwrap(), "OK");
}
