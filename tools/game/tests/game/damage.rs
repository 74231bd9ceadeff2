//! Damaged, cut and random files of every format give an error or their readable part, never a panic, and no game that
//! breaks the rules.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use tengen::base::{BoardSize, Rule, SplitMix64};
use tengen::board::parse_moves;
use tengen_game::Game;
use tengen_game::formats::{
    FORMATS, GameTree, Given, LIB, LostParts, Source, Writing, read_games, read_tree, write_tree,
};

/// Files of formats that are only read.
const READ_ONLY: [(&str, &str); 6] = [
    ("dialogue", "START 15\nOK\nINFO rule 4\nTURN 7,7\n8,6\nTURN 8,8\n6,6\n"),
    ("japanese", "808\r\n907\r\n1006\r\n806\r\n"),
    ("pairs", "1: 7, 7\n2: 8, 6\n3: 8, 8\n4: 6, 6\n"),
    ("rec", "first\nsecond\n7,7,0\n8,6,512\n8,8,20\n6,6,7\n-1\n"),
    ("sav", "15\n15\n4\n7 7\n6 8\n8 8\n6 6\n"),
    (
        "rif",
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?><database><players><player id=\"1\" name=\"A\" surname=\"B\"/></players>\
         <games><game id=\"1\" black=\"1\" white=\"1\" bresult=\"1\"><move>h8 i9 i7 g9</move><info>&lt;x&gt;</info></game>\
         <game id=\"2\" bresult=\"0\"><move>h8 i9</move></game></games></database>",
    ),
];

/// A tree with variations, comments and labels, to test every writer.
fn tree() -> GameTree {
    let size = BoardSize::square(15).unwrap();
    let mut game = Game::new(Rule::Renju, size);
    game.moves = parse_moves(size, "h8i9i7g9j8h10").unwrap();
    game.names = ["Ann".to_owned(), "Đức".to_owned()];
    let mut tree = GameTree::from(&game);
    let points = parse_moves(size, "h9h7g8f8").unwrap();
    let mut at = 1;
    for point in points {
        at = tree.child(at, point);
        tree.nodes[at].comment = "黑 ] wins\\".to_owned();
    }
    tree
}

pub fn samples() -> BTreeMap<&'static str, Vec<u8>> {
    let mut samples: BTreeMap<_, _> = READ_ONLY.iter().map(|&(name, text)| (name, text.as_bytes().to_vec())).collect();
    for format in FORMATS.iter().filter(|format| format.write.is_some()) {
        samples.insert(format.name, write_tree(&tree(), format, &Writing::default()).unwrap());
    }
    samples
}

/// Reads all games and plays them through; returns their number.
fn read_all(bytes: &[u8], name: &str) -> usize {
    let source = Source { bytes, name };
    let mut games = 0;
    let read = read_games(&source, &Given::default(), &mut |tree: GameTree| {
        tree.check().unwrap_or_else(|error| panic!("{error}: {bytes:?}"));
        games += 1;
        ControlFlow::Continue(())
    });
    match read {
        Ok(report) => {
            assert_eq!(report.games, games);
            assert!(report.warnings.len() < 30, "{}", report.warnings.len());
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    games
}

#[test]
fn every_format_has_a_sample_that_is_recognized_as_it() {
    let samples = samples();
    for format in FORMATS {
        let bytes = samples.get(format.name).unwrap_or_else(|| panic!("{format}: no sample"));
        let source = Source { bytes, name: "" };
        let found = tengen_game::formats::Format::of(&source);
        assert_eq!(found, Some(*format), "{}", String::from_utf8_lossy(bytes));
        assert!(read_all(bytes, "") > 0, "{format}");
    }
}

#[test]
fn a_file_that_is_cut_anywhere_gives_what_comes_before_or_an_error() {
    for (name, bytes) in samples() {
        let mut read = 0;
        for length in 0..bytes.len() {
            read += read_all(&bytes[..length], &format!("cut.{name}"));
        }
        assert!(read > 0, "{name}: nothing was ever read");
    }
}

#[test]
fn mutated_files_never_make_a_reader_panic_or_invent_impossible_games() {
    let mut rng = SplitMix64::new(43);
    for (name, bytes) in samples() {
        for _ in 0..3_000 {
            let mut mutated = bytes.clone();
            for _ in 0..1 + rng.below(6) {
                let at = rng.below(mutated.len());
                match rng.below(5) {
                    0 => mutated[at] = rng.below(256) as u8,
                    1 => mutated[at] ^= 1 << rng.below(8),
                    2 => drop(mutated.remove(at)),
                    3 => mutated.insert(at, bytes[rng.below(bytes.len())]),
                    _ => {
                        let end = (at + rng.below(20)).min(mutated.len());
                        let part = mutated[at..end].to_vec();
                        mutated.splice(at..at, part);
                    }
                }
                if mutated.is_empty() {
                    break;
                }
            }
            read_all(&mutated, if rng.below(2) == 0 { "" } else { name });
        }
    }
}

#[test]
fn random_bytes_are_refused_or_read_without_a_panic() {
    let mut rng = SplitMix64::new(44);
    for _ in 0..5_000 {
        let bytes: Vec<u8> = (0..rng.below(80)).map(|_| rng.below(256) as u8).collect();
        for format in FORMATS {
            read_all(&bytes, &format!("x.{}", format.extensions[0]));
        }
    }
}

#[test]
fn deep_and_wide_files_are_read_in_time() {
    let nested = "(;B[hh]".repeat(200_000);
    assert!(read_all(nested.as_bytes(), "") <= 1);
    let wide = format!("(;SZ[15]{})", "(;B[hh])".repeat(300_000));
    assert_eq!(read_all(wide.as_bytes(), ""), 1);
    let many = "(;B[hh];W[ii])".repeat(100_000);
    assert_eq!(read_all(many.as_bytes(), ""), 100_000);
    let long = format!("(;C[{}];B[hh])", "x".repeat(4 << 20));
    assert_eq!(read_all(long.as_bytes(), ""), 1);
    let empty = format!("(;B[hh]{})", ";".repeat(2 << 20));
    assert_eq!(read_all(empty.as_bytes(), ""), 1);
}

#[test]
fn repeated_parts_of_a_file_are_read_in_time() {
    let rows = |count: i32, row: &dyn Fn(i32) -> String| (0..count).map(row).collect::<String>();
    let board = "MESSAGE --Board--\n".to_owned() + &"MESSAGE . . . . . 1\n".repeat(5);
    let psq = format!("Piskvorky 15x15, 11:11, 0\n{}a\nb\n0\n", "8,8,0\n".repeat(20));
    let points = |y: i32| rows(60_000, &|x| format!("[{x},{y}],")) + "[0,0]";
    for (text, games) in [
        (format!("(;SZ[52];B[hh]MA{})", "[aa:ZZ]".repeat(30_000)), 1),
        (format!("(;SZ[52];B[hh]{})", "MA[aa:ZZ]".repeat(30_000)), 1),
        (format!("(;SZ[52]BLOCKED{})", "[aa:YY]".repeat(30_000)), 1),
        (format!("(;SZ[52]{})", "AB[aa:ZZ]AW[aa:ZZ]".repeat(1_000)), 1),
        (format!("(;GM[4]SZ[15];B[aa]{}{})", ";W[];B[]".repeat(3_000), ";AB[aa]".repeat(20_000)), 1),
        (format!("START 15\nBEGIN\n7,7\n{}", "-> ".repeat(200_000)), 1),
        (format!("START 15\nBEGIN\n7,7\n{}", "in: ".repeat(200_000)), 1),
        (format!("START 5\nYXSHOWINFO\nTURN 1,1\n{}", board.repeat(4_000)), 1),
        (format!("game,x,y\n{}", rows(40_000, &|game| format!("{game},7,7\n{game},8,6\n"))), 40_000),
        ("{[C5][a B][b W][先手胜][2018][x];B(H,8);W(J,10)}\n".repeat(20_000), 20_000),
        (format!("{{[C5][a B][b W][x][y][e]{}}}", ";B();W()".repeat(50_000)), 1),
        (psq.repeat(20_000), 20_000),
        ("https://gomocalc.com/#/h8i9 ".repeat(10_000), 10_000),
        (format!("{}B h8\n", "B -- W --\n".repeat(50_000)), 1),
        (format!("[Black \"a\"]\n[Result \"{}\"]\n\n{}*\n", "a ".repeat(50_000), "1. h8 i9 ".repeat(50_000)), 1),
        (format!("<database><games>{}{}", "<a>".repeat(80_000), "</b>".repeat(80_000)), 0),
        (format!("<database><game {}><move>h8</move>", rows(50_000, &|name| format!("a{name}=\"\" "))), 1),
        (format!("{{\"black\":[{}[7,7]]}}", "[7,7],".repeat(150_000)), 0),
        (format!("{{\"a\":[{}],\"b\":[{}]}}", points(1), points(2)), 0),
        (format!("{}{}7,7)\n", "(1,1)\n".repeat(12_000), "(".repeat(200_000)), 0),
    ] {
        assert_eq!(read_all(text.as_bytes(), ""), games, "{text:.60}");
    }
    let labels = format!("(;SZ[15]RU[renju]LB{})", "[aa:x]".repeat(100_000));
    let (tree, _) = read_tree(&Source::text(&labels), &Given::default()).unwrap();
    assert_eq!(LostParts::of(&tree, &LIB).crowded, 99_999);
}
