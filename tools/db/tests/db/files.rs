//! Files by their content: archives, folders, lines of JSON, texts of databases.

use crate::{Shelf, usual};
use tengen::base::Rule;
use tengen_db::import::ImportFile;

fn crc(bytes: &[u8]) -> u32 {
    let step = |crc: u32, _| (crc >> 1) ^ (0xEDB8_8320 & (crc & 1).wrapping_neg());
    !bytes.iter().fold(!0, |crc, &byte| (0..8).fold(crc ^ u32::from(byte), step))
}

/// An archive with uncompressed files.
fn archive(files: &[(&str, &[u8])]) -> Vec<u8> {
    let (mut bytes, mut index) = (Vec::new(), Vec::new());
    let half = |number: usize| (number as u16).to_le_bytes();
    let word = |number: usize| (number as u32).to_le_bytes();
    for (name, content) in files {
        let at = bytes.len();
        // Version, flags, method, time, date; then checksum, sizes, name length, extra fields.
        let common = [
            &[20, 0, 0, 0, 0, 0, 0, 0, 0x21, 0][..],
            &crc(content).to_le_bytes(),
            &word(content.len()),
            &word(content.len()),
        ];
        let common = [common.concat(), half(name.len()).to_vec(), vec![0; 2]].concat();
        bytes.extend([b"PK\x03\x04", &common[..], name.as_bytes(), content].concat());
        let place = [&[0; 10][..], &word(at)].concat();
        index.extend([b"PK\x01\x02", &[20, 0][..], &common, &place, name.as_bytes()].concat());
    }
    let (count, at, length) = (half(files.len()), word(bytes.len()), word(index.len()));
    [bytes, index, [b"PK\x05\x06", &[0; 4][..], &count, &count, &length, &at, &[0; 2]].concat()].concat()
}

#[test]
fn a_years_archive_of_gomocup_gives_every_game_its_result() {
    let shelf = Shelf::new("archive");
    let game =
        |moves: &str, end: &str| format!("Piskvorky 15x15, 11:11, 0\n{moves}A25.zip\nB.zip\n-1\n{end}\n").into_bytes();
    let [won, lost, drawn] = [
        game("8,8,0\n1,1,0\n8,9,1\n1,2,1\n8,10,1\n1,3,1\n8,7,1\n1,4,1\n8,11,1\n", "1,Standard1"),
        game("8,8,0\n9,9,0\n8,9,1\n", "1,Standard1"),
        game("8,8,0\n9,9,0\n8,10,1\n9,10,1\n", "0,Standard1"),
    ];
    let inner = archive(&[("2_1_2_0.psq", &drawn)]);
    let whole = archive(&[
        ("Standard1/0_1_2_1.psq", &won),
        ("Standard1/1_1_2_1.psq", &lost),
        ("Standard1/", b""),
        ("more.zip", &inner),
        ("openings/openings_standard_piskvork.txt", b"0,0, 1,1, 2,2\n0,0, 2,1\n"),
        ("message.txt", b"(1) depth 12 5ms\n\n--> 0_1_2_1.psq\n"),
    ]);
    shelf.put("year.zip", &whole);
    let (said, warned) = shelf.import_with("a.db", "year.zip", usual());
    assert!(said.starts_with("3 games, ") && said.contains("; 2 files left out"), "{said}{warned}");
    assert_eq!(warned.lines().count(), 2, "{warned}");
    // With bytes behind it, and with two files of one name.
    shelf.put("year.zip", [&whole[..], &[0; 10]].concat());
    let zeros = shelf.import_with("zeros.db", "year.zip", usual());
    assert_eq!(zeros, (said.replace("a.db", "zeros.db"), warned));
    shelf.put("year.zip", archive(&[("a.psq", &won), ("a.psq", &lost)]));
    let (said, warned) = shelf.import_with("twice.db", "year.zip", usual());
    let is_told = warned.contains("files whose name a later one has, too: left out");
    assert!(said.starts_with("1 game, ") && is_told, "{said}{warned}");
    shelf.put("cut.zip", &whole[..100]);
    let said = shelf.refusal("a.db", "cut.zip");
    assert!(said.contains("the archive cannot be read"), "{said}");
    // Without the list of its files at the end, the whole files of an archive are read.
    shelf.put("cut.zip", &whole[..whole.len() - 100]);
    let (said, warned) = shelf.import_with("b.db", "cut.zip", usual());
    assert!(said.starts_with("3 games, "), "{said}{warned}");
    assert!(warned.contains("the archive is cut: 5 whole files were read"), "{warned}");
}

#[test]
fn files_of_a_folder_that_are_no_games_are_left_out_with_a_sentence() {
    let shelf = Shelf::new("folder");
    shelf.put("all/0notes.txt", "what was played in the club\n");
    shelf.put("all/1.sgf", "(;SZ[15]RE[B+R]C[a comment];B[hh];W[ig])");
    shelf.put("all/2go.sgf", "(;GM[1]SZ[19]KM[6.5]RU[Japanese];B[pd];W[dp])");
    shelf.put("all/3none.lib", "no library at all");
    shelf.put("all/3text.jsonl", "no text of a database\n");
    // Hidden files are read, hidden folders are not.
    shelf.put("all/2024/.4.sgf", "(;SZ[15]RE[W+R];B[hh];W[hg])");
    shelf.put("all/.git/5.sgf", "(;SZ[15]RE[W+R];B[hh];W[hi])");
    let (said, warned) = shelf.import_with("a.db", "all", usual());
    assert!(said.contains("2 games, "), "{said}");
    assert!(said.contains("; 1 comment or label of a game left out; 4 files left out"), "{said}");
    for name in [
        "0notes.txt: not in a known format",
        "2go.sgf: SGF: line 1: this is a game of Go",
        "3none.lib: ",
        "3text.jsonl: ",
    ] {
        assert!(warned.lines().any(|line| line.contains(name) && line.ends_with("left out")), "{name}: {warned}");
    }
    // A bad file given by name is an error.
    assert!(shelf.refusal("a.db", "all/0notes.txt").contains("not in a known format"));
}

#[test]
fn lines_of_json_of_another_program_are_games() {
    let shelf = Shelf::new("json-lines");
    let line = r#"{"rule":"renju","size":15,"moves":[[7,7],[8,8],[7,8]],"winner":"black"}"#;
    shelf.put("games.jsonl", format!("{line}\n{}\n", line.replace("[8,8]", "[8,6]")));
    let said = shelf.import("a.db", "games.jsonl");
    assert!(said.contains("2 games, "), "{said}");
    // Pairs that may count from 0 or from 1 are not imported until the user chooses.
    let open = r#"[{"moves":[[1,7],[2,6]],"winner":"black"},{"moves":[[2,7],[2,6]],"winner":"white"}]"#;
    shelf.put("open.json", open);
    let said = shelf.refusal("a.db", "open.json");
    assert!(said.contains("games 1 to 2: 1,7 = b8, 3 to 4: 1,7 = a9"), "{said}");
}

#[test]
fn the_text_of_a_database_is_known_by_its_content() {
    let shelf = Shelf::new("text-names");
    shelf.label("a.db", Rule::Freestyle, "h8", "one");
    let lines = shelf.text("a.db");
    for name in ["a.txt", "a.json", "A.JSONL"] {
        shelf.put(name, &lines);
        assert!(shelf.import("b.db", name).starts_with("1 position read"), "{name}");
    }
    let bytes = Some(format!("\n\n{lines}").into_bytes());
    assert!(ImportFile { name: "-".into(), bytes, in_folder: false }.is_text(), "blank lines before it");
    // A game of another program may name its size in the same way.
    shelf.put("a.txt", r#"{"rule":"renju","size":"15x15","moves":["h8","i9","h9"],"winner":"black"}"#);
    assert!(shelf.import("b.db", "a.txt").starts_with("1 game, "));
    // In an archive there are games only.
    let rapfi = b"index,key,label,value,depth,bound,text\n";
    shelf.put("all.zip", archive(&[("a.txt", lines.as_bytes()), ("b.csv", rapfi)]));
    let (said, warned) = shelf.import_with("b.db", "all.zip", usual());
    assert!(said.contains("; 2 files left out"), "{said}");
    let why = "a database of positions, not a game: unpack the archive to import it";
    assert_eq!(warned.matches(why).count(), 2, "{warned}");
}
