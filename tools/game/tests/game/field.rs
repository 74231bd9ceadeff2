//! Files of other programs: recognized, read completely, written and read again.

use super::{error_of, numbered, played, sentences};
use encoding_rs::{BIG5, EUC_KR, Encoding, GB18030, SHIFT_JIS, WINDOWS_1251, WINDOWS_1252};
use std::ops::ControlFlow;
use std::time::Duration;
use tengen::base::{BoardSize, Color, Rule};
use tengen::board::{format_moves, format_point, parse_moves};
use tengen_game::formats::{
    Format, GameTree, Given, LINK, PLAYOK, POS, Report, SGF, Sign, Source, Writing, read, read_games, read_tree,
    write_tree,
};
use tengen_game::{Game, Outcome};

pub fn tree_of(bytes: &[u8], name: &str, given: Given) -> (GameTree, Report) {
    read_tree(&Source { bytes, name }, &given).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The moves of the main line, read from bytes of a format.
fn moves_of(bytes: &[u8], name: &str, format: &str) -> String {
    let (tree, report) = tree_of(bytes, name, Given::default());
    assert_eq!((report.format.name, sentences(&report)), (format, vec![]), "{name}");
    format_moves(tree.head.size, &tree.main_line().moves)
}

fn all_of(bytes: &[u8], given: Given) -> (Vec<GameTree>, Report) {
    let mut games = Vec::new();
    let report = read_games(&Source { bytes, name: "" }, &given, &mut |tree| {
        games.push(tree);
        ControlFlow::Continue(())
    });
    (games, report.unwrap())
}

#[test]
fn every_way_in_which_positions_travel_gives_the_same_moves() {
    for text in [
        "h8i9i7g9",
        "H8 I9 I7 G9",
        "h8_i9_i7_g9",
        "h8,i9,i7,g9\n",
        "h8-i9-i7-g9",
        "1.h8-i9 2.i7-g9",
        "1. h8 i9 2. i7 g9 1-0",
        "1. h8 i9 2. i7 g9 *\n",
        "h8 i9 i7 g9 1/2-1/2",
        "1. h8 2. i9 3. i7 4. g9",
        "7,7 8,6 8,8 6,6",
        "7,7\n8,6\n8,8\n6,6\n",
        "https://gomocalc.com/#/h8i9i7g9",
        "https://gomocalc.com/?lang=en#/h8_i9_i7_g9",
        "https://gomocalc.com/#/h8i9i7g9?lang=zh",
        "https://gomocalc.com/#/h8i9i7g9&rule=1",
        "http://gomocalc.com/#/h8,i9,i7,g9\n",
        "gomocalc.com/#/h8i9i7g9",
        "Look: https://gomocalc.com/#/h8i9i7g9 is nice",
        "<https://GomoCalc.com/#/h8i9i7g9>",
        "https://gomocalc.com/#/h8%20i9%2Ci7%5fg9",
        "http://127.0.0.1:8080/#rule=caro&size=15x15&moves=h8i9i7g9",
        "[InternetShortcut]\r\nURL=https://gomocalc.com/#/h8i9i7g9\r\n",
        "(;GM[1]SZ[15];B[hh];W[ig];B[ii];W[gg])",
        "\u{feff}(;FF[3];B[hh];W[ig];B[ii];W[gg])",
        "15\n15\n4\n7 7\n6 8\n8 8\n6 6\n",
        "15\r\n15\r\n2\r\n4\r\n7 7\r\n6 8\r\n8 8\r\n6 6\r\n",
    ] {
        let game = read(text, Given::default()).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(played(&game), "h8i9i7g9", "{text}");
    }
    let link =
        read("http://127.0.0.1:8080/#rule=caro&size=20x10&black=a1&first=white&moves=b2", Given::default()).unwrap();
    assert_eq!((link.rule, link.size.height(), link.setup.len(), link.first), (Rule::Caro, 10, 1, Color::White));
    // The whole game after the shown position.
    let whole = "http://127.0.0.1:8080/#rule=caro&size=15x15&moves=h8g7&tree=h8(i9(i7)g9)g7h9&note=1:first";
    let (tree, _) = tree_of(whole.as_bytes(), "", Given::default());
    let lines =
        tree.nodes.iter().map(|node| (node.parent, node.point.map(|point| format_point(tree.head.size, point))));
    let expected = [(0, ""), (0, "h8"), (1, "i9"), (2, "i7"), (2, "g9"), (1, "g7"), (5, "h9")];
    assert!(lines.eq(expected.map(|(parent, name)| (parent, (!name.is_empty()).then(|| name.to_owned())))));
    let passes = "http://127.0.0.1:8080/#rule=renju&size=15x15&blocked=a1b1&moves=h8&tree=h8(i9)----g7";
    let (tree, _) = tree_of(passes.as_bytes(), "", Given::default());
    assert_eq!(tree.nodes.iter().map(|node| node.point.is_none()).collect::<Vec<_>>()[3..], [true, true, false]);
    assert_eq!(read("1. h8 i9 0-1", Given::default()).unwrap().outcome, Some(Outcome::Win(Color::White)));
    let (two, _) = all_of(b"https://gomocalc.com/#/h8i9 or https://gomocalc.com/#/h8i9i7", Given::default());
    assert_eq!(two.iter().map(|tree| tree.main_line().moves.len()).collect::<Vec<_>>(), [2, 3]);
    // One link per line, as in a chat.
    let chat = "https://gomocalc.com/#/h8h9i8\n\nh8_i9_i7\nhttps://gomocalc.com/#/h8h8\nH8 I9 I7 G9\n";
    let (games, report) = all_of(chat.as_bytes(), Given::default());
    assert_eq!(games.iter().map(|tree| tree.main_line().moves.len()).collect::<Vec<_>>(), [3, 3, 4]);
    assert_eq!(sentences(&report), ["line 4: move 2, h8: the point is occupied: the game is left out"]);
    for (link, error) in [
        ("https://example.org/a", "link: line 1: no position in the link"),
        ("https://gomocalc.com/#/h8h8", "h8: the point is occupied"),
        ("https://gomocalc.com/#/h8z99", "expected one such as"),
        ("https://gomocalc.com/#/h8%zz", "expected one such as"),
        ("http://127.0.0.1:8080/#size=15x15&tree=h8(i9", "'h8(i9' is not a tree"),
        ("http://127.0.0.1:8080/#size=15x15&tree=h8)i9", "'h8)i9' is not a tree"),
    ] {
        assert!(error_of(link).contains(error), "{}", error_of(link));
    }
}

#[test]
fn the_files_of_yixin_and_piskvork_are_read() {
    assert_eq!(moves_of(&[4, 112, 126, 128, 96], "a.pos", "pos"), "h8i9i7g9");
    assert_eq!(moves_of(&[4, 112, 126, 128, 96], "", "pos"), "h8i9i7g9", "recognized without a name");
    // All bytes could be text: a line end and letters.
    let like_text = [10, 112, 98, 97, 83, 84, 69, 70, 55, 99, 113];
    assert_eq!(moves_of(&like_text, "a.pos", "pos"), "h8g7g8f7f6e6e5d5g6h7");
    // The column times 15, plus the row from the top.
    assert_eq!(moves_of(&[1, 1], "a.pos", "pos"), "a14");
    let (cut, report) = tree_of(&[4, 112, 98], "a.pos", Given::default());
    assert_eq!(cut.main_line().moves.len(), 2);
    assert_eq!(sentences(&report), ["byte 3: the file is cut: 2 of its 4 moves were read"]);
    let (_, report) = tree_of(&[2, 112, 250], "a.pos", Given::default());
    assert_eq!(sentences(&report), ["byte 2: 250 is not a point: 1 of 2 moves were read"]);
    let (cut, report) = tree_of(b"15\n12\n3\n7 7\n6 8\n8", "a.sav", Given::default());
    assert_eq!((cut.head.size.width(), cut.head.size.height()), (12, 15), "the height stands first");
    assert_eq!(cut.main_line().moves.len(), 2);
    assert!(sentences(&report).iter().any(|said| said.contains("2 of its 3 moves were read")), "{report:?}");

    // The moves before a number that is too large are kept.
    let (cut, report) = tree_of(b"15\n15\n4000000000\n7 7\n6 8\n", "a.sav", Given::default());
    assert_eq!(cut.main_line().moves.len(), 2);
    assert!(sentences(&report).iter().any(|said| said.contains("the file is cut: 2 of its")), "{report:?}");
    let (cut, report) = tree_of(b"first\nsecond\n10,10,0\n11,999,5\n2\n", "a.rec", Given::default());
    assert_eq!((cut.main_line().moves.len(), cut.head.outcome), (1, None));
    assert!(sentences(&report).iter().any(|said| said.contains("11,999 is off the 20x20 board")), "{report:?}");

    let record = b"first.exe\nsecond.exe\n10,10,0\n11,11,512\n9,9,731\n2\n";
    let (tree, report) = tree_of(record, "game.rec", Given::default());
    let game = tree.main_line();
    assert_eq!((report.format.name, game.size.width(), game.names[0].as_str()), ("rec", 20, "first.exe"));
    assert_eq!((game.moves.len(), game.times[1]), (3, Duration::from_millis(512)));
    assert_eq!(game.outcome, Some(Outcome::Win(Color::Black)), "White lost by time");
    for psq in [
        "Piskvorky 20x20, 0:0, 0\r\n10,10,0\r\n11,11,0\r\n-1\r\n",
        "piskvorky 20x20, 11:11, 1\n10,10\n11,11\n",
        "Piskvorky 20x20, 11:11, 0\n10,10,0\n11,11,0\na\nb\n0,1\n",
        "\n\nPiskvorky 20x20, 11:11, 0\n10,10,0\n11,11,0\nonly one\n",
    ] {
        let (tree, report) = tree_of(psq.as_bytes(), "", Given::default());
        assert_eq!((report.format.name, tree.main_line().moves.len()), ("psq", 2), "{psq}");
    }
}

const PLAYOK_GAME: &str = "[Event \"?\"]\n[Site \"PlayOK\"]\n[Date \"2026.01.02\"]\n[Round \"-\"]\n[Black \"one\"]\n\
    [White \"two\"]\n[Result \"0-1\"]\n[Time \"10:00:00\"]\n[TimeControl \"300\"]\n\n";

#[test]
fn text_of_playok_is_read_with_its_openings() {
    let game = |moves: &str| read(&format!("{PLAYOK_GAME}{moves} 0-1\n"), Given::default()).unwrap();
    let plain = game("1. h8 i9 2. i7 g9\n3. j8 h10");
    assert_eq!(played(&plain), "h8i9i7g9j8h10");
    assert_eq!((plain.names[0].as_str(), plain.outcome), ("one", Some(Outcome::Win(Color::White))));
    assert_eq!((plain.tags["PC"].as_str(), plain.tags["DT"].as_str()), ("PlayOK", "2026.01.02"));
    // The second player chose Black: the players and the result change sides.
    let swapped = game("1. g8 h8 2. i9 black 3. i7 g9");
    assert_eq!(format_moves(swapped.size, &swapped.moves), "g8h8i9i7g9");
    assert_eq!((swapped.names[0].as_str(), swapped.outcome), ("two", Some(Outcome::Win(Color::Black))));
    // In renju j7 and i7 are offered, and i7 is taken.
    let renju = game("1. h8 -- 2. h9 -- 3. h6 white 4. -- i8 5. j7 -- 6. i7 i7 7. -- j8 8. k6 k8");
    assert_eq!(format_moves(renju.size, &renju.moves), "h8h9h6i8i7j8k6k8");
    // Several games, each with its own tags; a size after the kind of game.
    let several =
        format!("{PLAYOK_GAME}1. h8 i9 0-1\n\n[Site \"kurnik\"]\n[Black \"c\"]\n[GameType \"60,19\"]\n1. s19 a1 *\n");
    let (games, report) = all_of(several.as_bytes(), Given::default());
    assert_eq!((games.len(), report.warnings.len()), (2, 0));
    assert_eq!((games[1].head.size.width(), games[1].head.names[0].as_str()), (19, "c"));
    // Comments, numeric move assessments and variations, as in PGN.
    let text = format!(
        "{PLAYOK_GAME}{{to\nbegin}} 1. h8 i9 $1 2. i7! {{so\nmuch}} (2. a1 (2. a2) a3) g9?! ; rest\n3. j8h10 0-1\n"
    );
    let (tree, report) = tree_of(text.as_bytes(), "", Given::default());
    let game = tree.main_line();
    assert_eq!(format_moves(game.size, &game.moves), "h8i9i7g9j8h10");
    let comments: Vec<(usize, &str)> = game.comments.iter().map(|(&after, text)| (after, text.as_str())).collect();
    assert_eq!(comments, [(0, "to\nbegin"), (3, "so\nmuch"), (4, "rest")]);
    assert_eq!(
        (sentences(&report), game.outcome.is_some()),
        (vec!["line 13: variations in round brackets are left out".into()], true)
    );
    // An unclosed comment does not include the next game.
    let open = format!("{PLAYOK_GAME}1. h8 {{open\n{PLAYOK_GAME}1. h8 i9 0-1\n");
    let lengths: Vec<usize> =
        all_of(open.as_bytes(), Given::default()).0.iter().map(|tree| tree.main_line().moves.len()).collect();
    assert_eq!(lengths, [1, 2]);
    let (cut, report) = tree_of(format!("{PLAYOK_GAME}1. h8 i9 2. i").as_bytes(), "", Given::default());
    assert_eq!(cut.main_line().moves.len(), 2);
    assert!(sentences(&report)[0].starts_with("line 11: "), "{:?}", sentences(&report));
}

const RIF_GAMES: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<database version=\"1\">\n\
    <rules><rule id=\"3\" name=\"Yamaguchi\"/></rules>\n\
    <openings><opening id=\"4\" name=\"Kagetsu\"/></openings>\n\
    <players><player id=\"1\" name=\"Ann &amp; Bo\" surname=\"Example\"/><player id=\"2\" name=\"Õie\" surname=\"\"/></players>\n\
    <tournaments><tournament id=\"5\" name=\"Example Open\" city=\"Tartu\" year=\"2026\"/></tournaments>\n<games>\n\
    <game id=\"1\" tournament=\"5\" round=\"2\" rule=\"3\" black=\"1\" white=\"2\" bresult=\"1\" opening=\"4\" alt=\"j9\">\
    <move>h8 h9 h7 i9 i8</move><info>well &lt;played&gt;</info></game>\n\
    <game id=\"2\" black=\"2\" white=\"1\" bresult=\"0.5\"><move>h8 i9</move><info/></game>\n</games>\n</database>\n";

#[test]
fn rif_is_read_with_players_tournaments_and_results() {
    let (games, report) = all_of(RIF_GAMES.as_bytes(), Given::default());
    assert_eq!((report.format.name, report.games, report.warnings.len()), ("rif", 2, 0));
    let first = games[0].main_line();
    assert_eq!((first.rule, first.outcome), (Rule::Renju, Some(Outcome::Win(Color::Black))));
    assert_eq!(first.names, ["Ann & Bo Example", "Õie"]);
    assert_eq!(first.comments[&4], "also offered: j9");
    assert_eq!(first.comments[&5], "well <played>");
    let tag = |name: &str| first.tags.get(name).map_or("", String::as_str);
    let tags = ["EV", "PC", "DT", "RO", "ON", "RU"].map(tag);
    assert_eq!(tags, ["Example Open", "Tartu", "2026", "2", "Kagetsu", "Yamaguchi"]);
    assert_eq!(games[1].main_line().outcome, Some(Outcome::Draw));
    let error = error_of(RIF_GAMES);
    assert!(error.starts_with("RIF: 2 games in the file (1: Ann & Bo Example - Õie, 5 moves, "), "{error}");
    assert_eq!(numbered(RIF_GAMES, 2).moves.len(), 2);
    let error = read(RIF_GAMES, Given { game: Some(3), ..Given::default() }).unwrap_err().to_string();
    assert_eq!(error, "RIF: no game 3: the file has 2");
    let cut = &RIF_GAMES[..RIF_GAMES.find("<game id=\"2\"").unwrap() + 30];
    let (games, report) = all_of(cut.as_bytes(), Given::default());
    assert_eq!(games.len(), 1);
    assert!(sentences(&report)[0].contains("1 games were read before it"), "{:?}", sentences(&report));
}

const TREE: &str = "(;GM[1]SZ[15]C[root]\r\n (;B[hh];;W[ig]LB[ii:甲][gg:乙]MA[aa]TR[bb:cc]AR[aa:oc][hh:ig][aa:aa][aa][zz:aa]\r\n\t(;B[ii]C[win];W[gg])\n\
    \t(;B[gg];W[jh]C[good]))\n (;B[hi];W[ii]SQ[hg]CR[hh]))";

#[test]
fn a_tree_keeps_its_variations_labels_and_marks() {
    let (tree, report) = tree_of(TREE.as_bytes(), "", Given::default());
    // An arrow to its own start, one without an end, and one that starts off the board.
    assert_eq!(sentences(&report), ["labels, marks and arrows on no point of the board are left out: 3"]);
    let first: Vec<usize> = tree.children_of(0).collect();
    assert_eq!(first.len(), 2, "variations from the first move on");
    let second = tree.children_of(first[0]).next().unwrap();
    assert_eq!(tree.children_of(second).count(), 2);
    let texts = tree.nodes[second].annotations.iter().filter(|sign| matches!(sign.sign, Sign::Text(_))).count();
    assert_eq!((texts, tree.nodes[second].annotations.len()), (2, 2 + 1 + 4));
    let arrows = tree.nodes[second].arrows.iter().map(|ends| format_moves(tree.head.size, ends));
    assert_eq!(arrows.collect::<Vec<_>>(), ["a15o13", "h8i9"], "not those without two points");
    // The written file holds everything, also in the form for programs that open only Go.
    for sgf_game in [4, 1] {
        let writing = Writing { sgf_game, ..Writing::default() };
        let bytes = write_tree(&tree, &SGF, &writing).unwrap();
        assert!(bytes.starts_with(format!("(;FF[4]GM[{sgf_game}]CA[UTF-8]").as_bytes()));
        assert!(String::from_utf8_lossy(&bytes).contains("AR[aa:oc][hh:ig]"));
        assert_eq!(tree_of(&bytes, "", Given::default()).0, tree);
    }
}

/// A name and a comment for each encoding, as players write them.
const TEXTS: [(&Encoding, &str, &str); 7] = [
    (GB18030, "gb2312", "花月 黑先手。白可下，胜负未定"),
    (BIG5, "big5", "黑棋先手，白棋可下這裡，許功蓋"),
    (SHIFT_JIS, "Shift_JIS", "黒の必勝です。ソ連の表、白の手"),
    (EUC_KR, "EUC-KR", "흑이 이깁니다. 백은 여기에 둡니다"),
    (WINDOWS_1251, "windows-1251", "Чёрные выигрывают, сильнее всего"),
    (WINDOWS_1252, "windows-1252", "Schöner Zug für Weiß, très élégant"),
    (encoding_rs::UTF_8, "UTF-8", "Đen thắng, nước cấm 黑"),
];

#[test]
fn texts_are_read_in_every_encoding_by_name_by_guess_and_as_told() {
    for (encoding, label, text) in TEXTS {
        let file = |head: &str| encoding.encode(&format!("(;GM[4]{head}SZ[15]C[{text}];B[hh];W[ii])")).0.into_owned();
        let declared = file(&format!("CA[{label}]"));
        let (tree, report) = tree_of(&declared, "", Given::default());
        assert_eq!((tree.nodes[0].comment.as_str(), report.warnings.len()), (text, 0), "{label} by CA");
        let told = Given { encoding: Some(encoding), ..Given::default() };
        assert_eq!(tree_of(&file(""), "", told).0.nodes[0].comment, text, "{label} as told");
        let (tree, report) = tree_of(&file(""), "", Given::default());
        assert_eq!(tree.nodes[0].comment, text, "{label} guessed");
        assert_eq!(tree.main_line().moves.len(), 2, "{label}");
        let warned = sentences(&report).iter().any(|said| said.contains("a guess"));
        assert_eq!(warned, encoding != encoding_rs::UTF_8, "{label}: {:?}", sentences(&report));
        // Written in this encoding and read again.
        let writing = Writing { encoding: Some(encoding), ..Writing::default() };
        let bytes = write_tree(&tree, &SGF, &writing).unwrap();
        assert_eq!(tree_of(&bytes, "", Given::default()).0, tree, "{label} written");
    }
    let tree = tree_of("(;C[黑];B[hh])".as_bytes(), "", Given::default()).0;
    let writing = Writing { encoding: Some(WINDOWS_1251), ..Writing::default() };
    let error = write_tree(&tree, &SGF, &writing).unwrap_err().to_string();
    assert_eq!(error, "windows-1251 has no '黑'; write it in UTF-8");
}

#[test]
fn several_games_of_sgf_are_told_apart_and_go_is_left_out() {
    let file =
        b"(;GM[1]SZ[15]PB[a]PW[b];B[hh];W[ig])\n\n(;GM[5]AP[x];B[hh])(;GM[1]SZ[19]KM[6.5]RU[Japanese];B[pd];W[dp])";
    let (games, report) = all_of(file, Given::default());
    assert_eq!(games.iter().map(|tree| tree.main_line().moves.len()).collect::<Vec<_>>(), [2, 1]);
    assert_eq!(report.warnings.len(), 1);
    assert!(sentences(&report)[0].contains("a game of Go (SZ[19] KM[6.5] RU[Japanese])"), "{:?}", sentences(&report));
    let text = std::str::from_utf8(file).unwrap();
    let error = "SGF: 2 games in the file (1: a - b, 2 moves, 2: 1 move); choose one with --game NUMBER";
    assert_eq!((error_of(text).as_str(), numbered(text, 2).moves.len()), (error, 1));
}

#[test]
fn a_letter_around_games_of_sgf_is_no_game() {
    let letter =
        "Dear friend,\n\n(;GM[4]SZ[15];B[hh];W[ig])\nand the other one:\n(;GM[4]SZ[15];B[hh])\n-- \nBest wishes\n";
    let (games, report) = all_of(letter.as_bytes(), Given::default());
    assert_eq!((games.len(), sentences(&report)), (2, vec![]));
    let wrong = Source { bytes: b"Hello,\n\n(;GM[4]SZ[15]\n;B[zz])\nBye\n", name: "a.sgf" };
    let error = read_tree(&wrong, &Given::default()).unwrap_err().to_string();
    assert!(error.starts_with("SGF: line 4: 'zz'"), "{error}");
}

#[test]
fn what_holds_no_game_is_named_with_what_to_do() {
    let yixin = b"\x02\0\0\0\x03\0\0\0\0\x05\0\0\0\0\0\0";
    for (bytes, said) in [
        (&b"redb\x1A\x0A\xA9\x0D\x0A"[..], "a database of positions, not a game; it is opened with --database"),
        (yixin, "a database of positions, not a game; `tengen db import` reads it"),
        (b"index,key,label,value,depth,bound,text\n", "a database of positions, not a game; `tengen db import`"),
        (b"{\"rule\":\"renju\",\"size\":\"15x15\",\"side\":\"black\"}\n", "a database of positions, not a game; `"),
        (b"PK\x03\x04\0\0\0", "an archive, not a game; unpack it first"),
        // A file in an archive may be stored as it is.
        (b"PK\x03\x04\x14\0\0\0\0\0a.txt\n.....\n.....\n.....\n.....\n.....\n", "an archive, not a game;"),
        (b"\x89PNG\r\n\x1A\n\0\0", "a picture, not a game"),
        (b"<!DOCTYPE html><html><body>h8 i9.</body></html>", "a web page, not a game; copy the moves out of it"),
        (b"Dear friend, here is my game.\nIt is./\n", "not in a known format; `tengen formats` lists those"),
        (b"\x01.\x05\0\n./\xFF\xFE\xFD\xFC\n", "not in a known format"),
    ] {
        let error = read_games(&Source { bytes, name: "a" }, &Given::default(), &mut |_| ControlFlow::Continue(()));
        let error = error.unwrap_err().to_string();
        assert!(error.starts_with(said), "{said}: {error}");
    }
    let error = read_tree(&Source { bytes: b"GIF89a", name: "a.pos" }, &Given::default()).unwrap_err();
    assert_eq!(error.to_string(), "a picture, not a game", "of a name whose files begin with any bytes");
}

#[test]
fn sgf_keeps_the_spelling_of_the_result_and_the_rule() {
    for (head, rule) in [
        ("RU[Gomoku]RE[B+R]", Rule::Freestyle),
        ("RU[Renju]RE[W+Resign]", Rule::Renju),
        ("RU[RIF]RE[B+T]", Rule::Renju),
        ("RU[house rules]RE[Void]", Rule::Freestyle),
    ] {
        let (tree, _) = tree_of(format!("(;GM[4]SZ[15]{head};B[hh];W[ii])").as_bytes(), "", Given::default());
        assert_eq!(tree.head.rule, rule);
        let written = String::from_utf8(write_tree(&tree, &SGF, &Writing::default()).unwrap()).unwrap();
        assert!(written.contains(head), "{head}: {written}");
        // A game in progress has neither the result nor another rule's name.
        let changed =
            GameTree { head: Game { outcome: None, reason: None, rule: Rule::Caro, ..tree.head.clone() }, ..tree };
        let written = String::from_utf8(write_tree(&changed, &SGF, &Writing::default()).unwrap()).unwrap();
        assert!(written.contains("RU[caro]") && (!written.contains("RE[") || head.contains("Void")), "{written}");
    }
}

#[test]
fn what_is_written_for_other_programs_is_read_again() {
    let size = BoardSize::square(15).unwrap();
    let mut game = Game::new(Rule::Standard, size);
    game.moves = parse_moves(size, "h8i9i7g9j8h10a15o1").unwrap();
    game.names = ["first".to_owned(), "second \"x\"".to_owned()];
    game.outcome = Some(Outcome::Win(Color::White));
    let tree = GameTree::from(&game);
    let written = |format: &Format| write_tree(&tree, format, &Writing::default()).unwrap();
    let pos = written(&POS);
    assert_eq!(pos, [8, 112, 126, 128, 96, 142, 110, 0, 224]);
    assert_eq!(moves_of(&pos, "x.pos", "pos"), "h8i9i7g9j8h10a15o1");
    let link = written(&LINK);
    assert_eq!(link, b"https://gomocalc.com/#/h8i9i7g9j8h10a15o1\n");
    assert_eq!(moves_of(&link, "", "link"), "h8i9i7g9j8h10a15o1");
    let text = written(&PLAYOK);
    let (again, report) = tree_of(&text, "", Given::default());
    assert_eq!((report.format.name, report.warnings.len()), ("playok", 0));
    assert_eq!(
        (again.main_line().moves, again.head.outcome, again.head.rule),
        (game.moves.clone(), game.outcome, game.rule)
    );
    assert_eq!(again.head.names, ["first".to_owned(), "second \"x\"".to_owned()]);
    let large = GameTree::new(Game::new(Rule::Freestyle, BoardSize::square(30).unwrap()));
    for format in [&POS, &LINK] {
        assert!(write_tree(&large, format, &Writing::default()).is_err());
    }
}

#[test]
fn warnings_are_those_of_the_game_that_is_asked_for() {
    // The second game has a move on a stone; the texts' encoding is not declared.
    let bytes = b"(;SZ[15]C[\xcf\xf0\xe8\xe2\xe5\xf2];B[hh])(;SZ[15];B[hh];W[hh])(;SZ[15];B[hg])";
    let warnings = |game: Option<usize>, in_page: bool| {
        let given = Given { game, in_page, ..Given::default() };
        sentences(&read_games(&Source { bytes, name: "" }, &given, &mut |_| ControlFlow::Continue(())).unwrap())
    };
    let encoding = "the texts are read as windows-1251, a guess";
    let move_left_out = "game 2: move 2, h8: the point is occupied: 1 move is left out".to_owned();
    let with_option = format!("{encoding}: --encoding NAME says better");
    assert_eq!(warnings(None, false), [with_option.clone(), move_left_out.clone()]);
    assert_eq!(warnings(Some(1), false), std::slice::from_ref(&with_option));
    assert_eq!(warnings(Some(2), false), [with_option.clone(), move_left_out]);
    assert_eq!(warnings(Some(3), false), [with_option]);
    assert_eq!(warnings(Some(3), true), [encoding], "a page has no options");
}
