//! Choices for a file: one of its games, the encoding of its texts, the rule and the size.

use crate::field::tree_of;
use encoding_rs::Encoding;
use tengen::base::{BoardSize, Rule};
use tengen_game::formats::{Given, LIB, Source, Writing, read_tree, write_tree};

#[test]
fn a_game_that_is_chosen_by_number_is_said_to_be_cut() {
    let text = "(;GM[4]SZ[15];B[hh];W[ig])(;GM[4]SZ[15];B[hh];W[ig];B[i";
    for (number, is_cut) in [(1, false), (2, true)] {
        let (tree, report) = tree_of(text.as_bytes(), "", Given { game: Some(number), ..Given::default() });
        assert_eq!(tree.main_line().moves.len(), 2);
        assert_eq!(report.warnings.iter().any(|said| said.contains("damaged or cut here")), is_cut, "{report:?}");
    }
}

#[test]
fn texts_of_a_library_are_written_so_that_they_are_read_or_a_guess_is_said() {
    let written = |text: &str, encoding: Option<&'static Encoding>| {
        let tree =
            tree_of(format!("(;SZ[15]RU[renju]C[{text}];B[hh]LB[ii:{text}])").as_bytes(), "", Given::default()).0;
        write_tree(&tree, &LIB, &Writing { encoding, ..Writing::default() }).unwrap()
    };
    for text in ["Начало", "Ход", "黑", "花月 黑先手", "흑이 이깁니다. 백은 여기에 둡니다", "Schöner Zug"]
    {
        let (tree, report) = tree_of(&written(text, None), "a.lib", Given::default());
        assert_eq!(tree.nodes[0].comment, text);
        assert!(report.warnings[0].contains("a guess: --encoding NAME says better"), "{text}: {report:?}");
    }
    let plain = tree_of(&written("plain", None), "a.lib", Given::default()).1;
    assert_eq!(plain.warnings, [""; 0]);
    let utf_8 = written("Ход 花", Some(encoding_rs::UTF_8));
    assert!(utf_8.windows(2).any(|bytes| bytes == "Х".as_bytes()));
    let (tree, report) = tree_of(&utf_8, "a.lib", Given::default());
    assert_eq!((tree.nodes[0].comment.as_str(), report.warnings.len()), ("Ход 花", 0));
}

#[test]
fn what_a_format_never_names_is_its_own_and_not_that_of_the_board_that_is_shown() {
    let shown = Given {
        rule: Some(Rule::Caro),
        size: Some(BoardSize::square(20).unwrap()),
        fills_in: true,
        in_page: true,
        ..Given::default()
    };
    let rif = "<database><games><game><move>h8 i9</move></game></games></database>";
    let playok = "[White \"a\"]\n[Black \"b\"]\n[Result \"1-0\"]\n\n1. h8 i9 1-0\n";
    for (text, rule, side) in [
        (rif, Rule::Renju, 15),
        (playok, Rule::Caro, 15),
        ("(;GM[4];B[hh];W[ig])", Rule::Caro, 15),
        ("(;GM[4];B[hh];W[sa])", Rule::Caro, 19),
        ("(;GM[4]SZ[20];B[hh];W[ig])", Rule::Caro, 20),
        ("h8i9", Rule::Caro, 20),
    ] {
        let head = read_tree(&Source::text(text), &shown).unwrap().0.head;
        assert_eq!((head.rule, head.size.width()), (rule, side), "{text}");
    }
}
