//! Game files of contests: those of Gomocup's judge, and the text of Chinese contests.

use super::field::tree_of;
use super::{error_of, games_of, played, sentences};
use encoding_rs::GB18030;
use tengen::base::{Color, Rule};
use tengen_game::formats::{CCGC, Given, Writing, losses, write_tree};
use tengen_game::{EndReason, Fault, Game, Outcome};

const BLACK: Option<Outcome> = Some(Outcome::Win(Color::Black));
const WHITE: Option<Outcome> = Some(Outcome::Win(Color::White));
const DRAW: Option<Outcome> = Some(Outcome::Draw);

/// The game of a judge's file with these moves, which is read without warnings.
fn judged(moves: &str, end: &str, name: &str) -> Game {
    let text = format!("Piskvorky 15x15, 11:11, 0\n{moves}FIRST25.zip\nsecond.2.zip\n-1\n{end}\n");
    let (tree, report) = tree_of(text.as_bytes(), name, Given::default());
    assert_eq!((report.format.name, sentences(&report)), ("psq", vec![]), "{text}");
    tree.main_line()
}

#[test]
fn every_file_of_the_judge_has_its_result_event_and_engines() {
    let five = "8,8,0\n9,8,0\n8,9,123\n9,9,1\n8,10,5\n9,10,7\n8,7,3\n9,7,3\n8,11,2\n";
    let (even, odd) = ("8,8,0\n9,9,0\n8,9,123\n9,10,1\n", "8,8,0\n9,9,0\n8,9,0\n9,10,1\n");
    for (moves, end, name, outcome, count) in [
        // The board shows the five, whatever the number.
        (five, "1,Freestyle15_1", "", BLACK, 9),
        (five, "2,Freestyle15_1", "", BLACK, 9),
        // The side to move lost by time, a crash or a foul. The number counts the players, not the colors.
        (even, "2,Freestyle15_1", "", WHITE, 4),
        (odd, "1,Freestyle15_1", "", WHITE, 4),
        ("8,8,0\n9,9,0\n8,9,123\n", "1,Freestyle15_1", "", BLACK, 3),
        ("", "2,Freestyle15_1", "", WHITE, 0),
        // The color at the end of the judge's file name.
        (even, "1,Freestyle15_1", "results/3_12_5_1.psq", BLACK, 4),
        (even, "1,Freestyle15_1", "3_12_5_2.psq", WHITE, 4),
        (even, "0,Freestyle15_1", "3_12_5_0.psq", DRAW, 4),
        // A move on an occupied point is the last one; the judge's times may be negative.
        ("8,8,0\n9,9,-3\n8,9,5\n8,8,7\n", "1,Freestyle15_1", "", BLACK, 3),
    ] {
        let game = judged(moves, end, name);
        assert_eq!((game.outcome, game.moves.len()), (outcome, count), "{moves}{end} {name}");
        assert_eq!(
            (game.names.clone(), &*game.tags["EV"]),
            (["FIRST25", "second.2"].map(str::to_owned), "Freestyle15_1")
        );
    }
    let drawn = format!("Piskvorky 15x15, 11:11, 0\n{five}a\nb\n-1\n0,Freestyle15_1\n");
    let (tree, report) = tree_of(drawn.as_bytes(), "", Given::default());
    assert_eq!(tree.main_line().outcome, BLACK);
    assert_eq!(sentences(&report), ["the file says 1/2-1/2, the board shows 1-0 under freestyle"]);
    // The last move is on an occupied point, or off the board.
    for last in ["8,8,7", "25,10,7", "0,3,7"] {
        let illegal = judged(&format!("8,8,0\n9,9,0\n8,9,5\n{last}\n"), "1,Freestyle15_1", "");
        assert_eq!(illegal.reason, Some(EndReason::Fault(Fault::Illegal)), "{last}");
        assert_eq!((illegal.outcome, illegal.moves.len()), (BLACK, 3), "{last}");
        assert_eq!((&*illegal.names[0], &*illegal.tags["EV"]), ("FIRST25", "Freestyle15_1"), "{last}");
    }
}

#[test]
fn the_tournament_of_the_judge_names_the_rule() {
    for (name, rule) in [
        ("Freestyle2", Rule::Freestyle),
        ("Fastgame", Rule::Freestyle),
        ("Standard1", Rule::Standard),
        ("RENJU", Rule::Renju),
        ("caro", Rule::Caro),
        ("cup 2026", Rule::Freestyle),
    ] {
        assert_eq!(judged("8,8,0\n9,9,0\n", &format!("2,{name}"), "").rule, rule, "{name}");
    }
    // Six in a row do not win in standard.
    let six = "8,8,0\n1,1,0\n8,9,1\n1,2,1\n8,10,1\n1,3,1\n8,12,1\n1,5,1\n8,13,1\n2,7,1\n8,11,1\n9,1,1\n";
    assert_eq!((judged(six, "1,Standard1", "").moves.len(), judged(six, "1,Standard1", "").outcome), (12, WHITE));
}

#[test]
fn a_damaged_end_of_the_judge_is_damage() {
    for end in ["-1\n3,Freestyle1\n", "-1\n1,\n", "0\n1,Freestyle1\n"] {
        let text = format!("Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,5\nA.zip\nB.zip\n{end}");
        let (tree, report) = tree_of(text.as_bytes(), "", Given::default());
        assert_eq!((tree.main_line().moves.len(), tree.head.outcome, report.warnings.len()), (2, None, 1), "{end}");
    }
}

#[test]
fn psq_may_begin_with_any_line_and_has_words_between_its_moves() {
    for (text, side) in [
        ("header\n8,8,0\nPlayer1 wins\n9,7,0\n", 15),
        ("8,8,0\n9,7,0\n", 15),
        ("x\n8,8,0\n9,7,0\n20,1,5\n", 20),
        ("Piskvorky 15x15, 11:11, 0\n8,8,0\nblack takes its time\n9,7,0\na\nb\n0\n", 15),
    ] {
        let (tree, report) = tree_of(text.as_bytes(), "a.psq", Given::default());
        let game = tree.main_line();
        assert_eq!((report.format.name, game.size.width()), ("psq", side), "{text}");
        let first = if side == 15 { "h8i9" } else { "h13i14t20" };
        assert_eq!(played(&game), first, "{text}");
        let is_said = sentences(&report).iter().any(|said| said.contains("line 1: expected a head such as"));
        assert_eq!(is_said, !text.starts_with("Piskvorky"), "{:?}", sentences(&report));
    }
}

const CONTEST: &str =
    "{[C5][先手参赛队 B][后手参赛队 W][先手胜][2018.08.13 14:00 哈尔滨][2018 CCGC];B(H,8);W(J,10);B(I,9);W(K,9)}";

#[test]
fn text_of_chinese_contests_comes_back_in_both_encodings() {
    for encoding in [encoding_rs::UTF_8, GB18030] {
        let bytes = encoding.encode(CONTEST).0;
        let (tree, report) = tree_of(&bytes, "", Given::default());
        assert_eq!((report.format.name, sentences(&report)), ("ccgc", vec![]), "{}", encoding.name());
        let game = tree.main_line();
        assert_eq!(played(&game), "h8j10i9k9");
        assert_eq!((game.rule, game.outcome), (Rule::Renju, BLACK));
        assert_eq!(game.names, ["先手参赛队", "后手参赛队"]);
        let tags = ["EV", "DT", "PC"].map(|name| game.tags[name].as_str());
        assert_eq!(tags, ["2018 CCGC", "2018.08.13 14:00", "哈尔滨"]);
        assert_eq!(losses(&tree, &CCGC), Vec::<String>::new());
        let written = write_tree(&tree, &CCGC, &Writing { encoding: Some(encoding), ..Writing::default() }).unwrap();
        assert_eq!(encoding.decode(&written).0.trim_end(), CONTEST);
    }
}

#[test]
fn a_place_may_begin_with_a_number() {
    for (field, date, place) in [
        ("2024.08.13 3rd hall, Harbin", "2024.08.13", "3rd hall, Harbin"),
        ("2024.08.13 14:00 101 Hall", "2024.08.13 14:00", "101 Hall"),
    ] {
        let (tree, _) = tree_of(CONTEST.replace("2018.08.13 14:00 哈尔滨", field).as_bytes(), "", Given::default());
        assert_eq!(["DT", "PC"].map(|name| tree.head.tags[name].as_str()), [date, place]);
    }
}

#[test]
fn contests_write_their_text_in_several_ways() {
    let moves_of = |text: &str| {
        let (tree, report) = tree_of(text.as_bytes(), "", Given::default());
        let game = tree.main_line();
        (played(&game), game.outcome, sentences(&report))
    };
    for (text, outcome) in [
        ("{{C5}[a B][b W][后手胜][2017.07.29 14:00 重庆][2017 CCGC];\nB(H,8);W(J,10);\nB(I,9)}", WHITE),
        ("\u{feff}{[C5][a][b][平局][][];B(H,8);W(J, 10);B(I,9);}", DRAW),
        ("([C5][a B][b W][未结束][2026][x];B(h,8);W(j,10);B(i,9))", None),
        ("{[C5][a W][b B][后手胜][2026][x];B(H8);W(J10);B(I9)}", BLACK),
    ] {
        assert_eq!(moves_of(text), ("h8j10i9".to_owned(), outcome, vec![]), "{text}");
    }
    let (moves, outcome, warnings) = moves_of("{[C5][a B][b W][先手胜][2026][x];B(H,8);W(J,10);W(I,9)}");
    assert_eq!((moves.as_str(), outcome), ("h8j10", None));
    assert_eq!(warnings, ["line 1: it is Black's turn: 2 moves were read"]);
    let (moves, _, warnings) = moves_of("{[C5][a B][b W][先手胜][2026][x];B(H,8);\nW(J,1");
    assert_eq!(moves, "h8");
    assert_eq!(warnings, ["line 2: 'W(J,1': expected a move such as B(H,8): 1 moves were read"]);
    let connect6 = error_of("{[C6][a B][b W][先手胜][2026][x];B(J,10)}");
    assert_eq!(connect6, "CCGC text: a game of Connect6 (C6), not five in a row (C5)");
    let (several, _) = games_of(&format!("{CONTEST}\n{}", CONTEST.replace(";W(K,9)", "")), Given::default());
    assert_eq!(several.iter().map(|tree| tree.main_line().moves.len()).collect::<Vec<_>>(), [4, 3]);
}

#[test]
fn a_line_behind_the_judges_result_is_left_out_alone() {
    let text = "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\n8,9,1\na.zip\nb.zip\n-1\n1,Foo\nmore\n";
    let (tree, report) = tree_of(text.as_bytes(), "0_1_2_1.psq", Given::default());
    let game = tree.main_line();
    assert_eq!((game.outcome, game.tags["EV"].as_str()), (Some(Outcome::Win(Color::Black)), "Foo"));
    assert_eq!(game.names, ["a", "b"]);
    assert_eq!(sentences(&report), ["line 9: 'more' after the end of the game: 3 moves were read"]);
}
