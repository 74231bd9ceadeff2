//! Parts that a format cannot hold are reported, and the others are kept.

use crate::sentences;
use tengen::base::BoardSize;
use tengen::board::parse_point;
use tengen_game::draw::{Picture, Style, to_text};
use tengen_game::formats::{
    Annotation, DIAGRAM, FORMATS, Format, GameTree, Given, LIB, LostParts, SGF, Sign, Source, Writing, encoding_note,
    losses, read_tree, write_tree,
};

fn tree(text: &str) -> GameTree {
    read_tree(&Source::text(text), &Given::default()).unwrap().0
}

#[test]
fn marks_of_sgf_stay_in_a_library_as_marks_and_texts() {
    // On the move itself, the next move, an empty point, a point with a text, and an older stone.
    let tree = tree("(;SZ[15]RU[renju]TR[hh];B[hh]MA[hh]SQ[ii]CR[aa];W[ii]MA[bb]TR[cc]LB[cc:Q]SQ[hh])");
    let bytes = write_tree(&tree, &LIB, &Writing::default()).unwrap();
    let back = read_tree(&Source { bytes: &bytes, name: "" }, &Given::default()).unwrap().0;
    let size = BoardSize::square(15).unwrap();
    let text = |point: &str, text: &str| Annotation {
        point: parse_point(size, point).unwrap(),
        sign: Sign::Text(text.to_owned()),
    };
    let cross = Annotation { point: parse_point(size, "h8").unwrap(), sign: Sign::Cross };
    let signs: Vec<Vec<Annotation>> = back.nodes.iter().map(|node| node.annotations.clone()).collect();
    let expected: [&[Annotation]; 3] = [
        &[text("h8", "^")],
        &[cross, text("i7", "#"), text("a15", "o")],
        &[text("b14", "x"), text("c13", "Q"), text("h8", "#")],
    ];
    for (signs, expected) in signs.iter().zip(expected) {
        assert_eq!(signs.len(), expected.len(), "{signs:?}");
        assert!(expected.iter().all(|sign| signs.contains(sign)), "{signs:?}, not {expected:?}");
    }
    let said = losses(&tree, &LIB);
    assert_eq!(said[1..], ["1 label or mark is left out, on points that have another one"]);
    assert!(
        said[0].starts_with("5 marks are texts on the board now, where it has none: x, ^ for a triangle"),
        "{said:?}"
    );
    // A point holds one sign; a text takes precedence over a mark.
    let crowded = self::tree("(;SZ[15]GM[4];B[hh]TR[aa]LB[aa:Q]SQ[bb]MA[bb])");
    let said = losses(&crowded, &LIB);
    assert_eq!(said[1], "2 labels and marks are left out, on points that have another one", "{said:?}");
    let bytes = write_tree(&crowded, &LIB, &Writing::default()).unwrap();
    let (read, _) = read_tree(&Source { bytes: &bytes, name: "" }, &Given::default()).unwrap();
    assert_eq!(read.nodes.iter().map(|node| node.annotations.len()).sum::<usize>(), 2, "one on each of the points");
    // A tree read from a library can be written into one without losses.
    assert_eq!(losses(&back, &LIB), Vec::<String>::new());
}

#[test]
fn every_format_says_what_it_leaves_out() {
    let tree = tree("(;SZ[15]PB[Ann]PW[Bo]C[x];B[hh](;W[ii]LB[aa:Q]AR[aa:bb];B[jj])(;W[gg]C[y];B[aa]))");
    for format in FORMATS.iter().filter(|format| format.write.is_some()) {
        let said = losses(&tree, format).join(" ");
        let part = |is_held: bool, text: &str| {
            assert_ne!(said.contains(text), is_held, "{format}: {said}");
        };
        part(format.holds.variations, "2 moves of variations");
        part(format.holds.texts, "2 comments, 1 label or mark");
        part(format.holds.players, "2 players' names");
        part(format.name == "sgf", "1 arrow");
        // Exactly the parts that are lost are reported.
        if format.holds.order {
            let bytes = write_tree(&tree, format, &Writing::default()).unwrap();
            let (back, _) = read_tree(&Source { bytes: &bytes, name: "" }, &Given::default()).unwrap();
            assert_eq!(back.has_variations(), format.holds.variations, "{format}");
            assert_eq!(back.head.names == tree.head.names, format.holds.players, "{format}");
            assert_eq!(back.nodes.iter().any(|node| node.comment == "x"), format.holds.texts, "{format}");
        }
    }
    assert_eq!(losses(&tree, &SGF), Vec::<String>::new());
    let plain = read_tree(&Source::text("h8i9"), &Given::default()).unwrap().0;
    let is_silent = |format: &&'static Format| losses(&plain, format).is_empty();
    assert!(FORMATS.iter().filter(|format| format.holds.order).all(is_silent));
}

#[test]
fn a_result_and_an_order_that_a_file_does_not_say_are_lost() {
    let ended = tree("(;SZ[15]RE[B+R];B[hh];W[ii])");
    let why = "why the game was lost";
    let lost = [("diagram", "the result, the order of the moves"), ("pos", "the result"), ("psq", why), ("sgf", "")];
    for (format, lost) in lost.into_iter().chain([("playok", why)]) {
        let said = losses(&ended, Format::named(format).unwrap()).join(" ");
        assert!(said.ends_with(lost) && said.is_empty() == lost.is_empty(), "{format}: {said}");
    }
    // A win without a stated reason is no crash in PSQ.
    let psq = write_tree(&ended, Format::named("psq").unwrap(), &Writing::default()).unwrap();
    let (back, _) = read_tree(&Source { bytes: &psq, name: "" }, &Given::default()).unwrap();
    assert_eq!((back.head.outcome, back.head.reason), (ended.head.outcome, None));
    let passed = read_tree(&Source::text("h8 --"), &Given::default()).unwrap().0;
    for (format, lost) in [("diagram", "the passes"), ("sgf", ""), ("link", "")] {
        let said = losses(&passed, Format::named(format).unwrap()).join(" ");
        assert!(said.ends_with(lost) && said.is_empty() == lost.is_empty(), "{format}: {said}");
    }
    // A five on the board needs no other word.
    let shown = tree("(;SZ[15]RE[B+];B[aa];W[ba];B[ab];W[bb];B[ac];W[bc];B[ad];W[bd];B[ae])");
    assert_eq!(losses(&shown, Format::named("pos").unwrap()), Vec::<String>::new());
}

#[test]
fn a_tree_that_is_cut_keeps_what_stands_on_its_moves() {
    let text =
        "(;GM[4]SZ[15]RE[B+R]TM[60];B[hh]BL[58]LB[aa:x]N[start]TR[bb];W[ii]C[c2](;B[hg]AR[aa:bb];W[gg])(;B[gi]))";
    let whole = tree(text);
    let mut cut = whole.clone();
    cut.cut_after(4);
    assert_eq!(cut, whole);
    cut.cut_after(2);
    assert_eq!((&cut.nodes[1], cut.nodes[2].comment.as_str(), cut.nodes.len()), (&whole.nodes[1], "c2", 3));
    assert_eq!((cut.head.outcome, cut.head.tags.get("RE")), (None, None));
    // A pass is a turn.
    let passed = tree("(;GM[4]SZ[15];B[hh]C[a];W[]C[b];B[ii]C[c])");
    for (count, comments) in [(1, &["", "a"][..]), (2, &["", "a", "b"])] {
        let mut cut = passed.clone();
        cut.cut_after(count);
        assert_eq!(cut.nodes.iter().map(|node| node.comment.as_str()).collect::<Vec<_>>(), comments);
    }
}

#[test]
fn times_and_the_fault_that_lost_are_said_where_a_file_does_not_hold_them() {
    let game = "Piskvorky 15x15, 11:11, 0\n8,8,1000\n9,9,2500\na\nb\n";
    for (code, format, lost) in [
        (2, "sgf", ""),
        (2, "psq", ""),
        (3, "sgf", "why the game was lost"),
        (3, "psq", ""),
        (3, "playok", "why the game was lost, the times of the moves"),
        (0, "playok", "the times of the moves"),
    ] {
        let said = losses(&tree(&format!("{game}{code}\n")), Format::named(format).unwrap()).join(" ");
        assert_eq!(said.rsplit_once(": ").map_or("", |(_, lost)| lost), lost, "{code} {format}");
    }
    // The fault of the side that is not to move has no number.
    let timeout = tree("(;SZ[15]RE[B+T];B[hh];W[ii])");
    let psq = Format::named("psq").unwrap();
    let written = String::from_utf8(write_tree(&timeout, psq, &Writing::default()).unwrap()).unwrap();
    assert!(written.ends_with("\r\n0\r\ntengen rule freestyle result 1-0\r\n"), "{written}");
    assert_eq!(losses(&timeout, psq), ["left out, as PSQ has no place for it: why the game was lost"]);
}

#[test]
fn blocked_cells_come_back_from_a_board() {
    for (setup, forbidden) in [("AB[hh]AW[ii]", true), ("AW[ii]", false)] {
        let tree = tree(&format!("(;SZ[15]{setup}BLOCKED[ij][aa])"));
        let game = tree.main_line();
        let mut picture = Picture { coordinates: true, ..Picture::default() };
        // A forbidden point has the same sign.
        picture.forbidden.extend(forbidden.then(|| game.size.point(3, 3).unwrap()));
        let diagram = write_tree(&tree, &DIAGRAM, &Writing::default()).unwrap();
        for text in [to_text(&game, &picture, Style::default()), String::from_utf8(diagram).unwrap()] {
            for text in [format!("    {}", text.trim_end().replace('\n', "\n    ")), text] {
                let (back, _) = read_tree(&Source::text(&text), &Given::default()).unwrap();
                assert_eq!((&back.head.setup, &back.head.blocked), (&game.setup, &game.blocked), "{text}");
            }
        }
    }
}

#[test]
fn a_rule_of_go_is_not_written_beside_the_number_of_go() {
    let tree = tree("(;GM[4]SZ[15]RU[Japanese];B[hh])");
    for (sgf_game, rule) in [(1, "RU[freestyle]"), (4, "RU[Japanese]")] {
        let bytes = write_tree(&tree, &SGF, &Writing { sgf_game, ..Writing::default() }).unwrap();
        assert!(String::from_utf8(bytes.clone()).unwrap().contains(rule), "{sgf_game}");
        assert!(read_tree(&Source { bytes: &bytes, name: "" }, &Given::default()).is_ok());
    }
}

#[test]
fn the_side_to_move_comes_back_from_a_board() {
    let diagram = Format::named("diagram").unwrap();
    for (text, is_stated) in [
        ("(;SZ[15]PL[W];W[hh];B[ii])", true),
        ("(;SZ[15]RU[renju];B[hh];W[])", true),
        ("(;SZ[15]AW[hh])", true),
        ("(;SZ[15]AB[hh][ii][jj]PL[B])", true),
        ("(;SZ[15];B[hh];W[ii])", false),
        ("(;SZ[15];B[hh])", false),
    ] {
        let tree = tree(text);
        let game = tree.main_line();
        let rows = String::from_utf8(write_tree(&tree, diagram, &Writing::default()).unwrap()).unwrap();
        let picture = Picture { coordinates: true, ..Picture::default() };
        for board in [rows, to_text(&game, &picture, Style::default())] {
            let (back, report) = read_tree(&Source::text(&board), &Given::default()).unwrap();
            assert_eq!(board.contains(" to move"), is_stated, "{board}");
            assert_eq!((back.head.first, report.format), (game.side_to_move(), diagram), "{board}");
            assert_eq!((back.head.setup.len(), sentences(&report)), (game.stones().count(), Vec::new()), "{board}");
        }
    }
}

#[test]
fn a_size_and_a_rule_that_a_file_does_not_say_are_lost() {
    let large = tree("(;SZ[19]RU[renju];B[jj];W[aa])");
    for (format, lost) in [
        ("moves", "the size 19x19, the rule renju"),
        ("offsets", "the size 19x19, the rule renju"),
        ("link", "the size 19x19, the rule renju"),
        ("diagram", "the order of the moves, the rule renju"),
        ("psq", ""),
        ("sgf", ""),
    ] {
        let format = Format::named(format).unwrap();
        let said = losses(&large, format).join(" ");
        assert_eq!(said.strip_prefix(&format!("left out, as {format} has no place for it: ")).unwrap_or(&said), lost);
    }
}

/// The content that the board's page writes: signs of moves and positions, with their values, and facts of the game.
#[test]
fn the_signs_of_an_annotator_and_the_facts_of_a_game_go_through_sgf_unchanged() {
    let head = "EV[Cup]DT[2026-11-28]PC[Hanoi]RO[3]AN[Bao]";
    let signs = ["TE[1]DM[1]", "BM[1]UC[1]", "TE[2]GB[1]", "BM[2]GW[1]", "IT[]GB[2]", "DO[]GW[2]"];
    let points = ["hh", "ig", "jf", "aa", "bb", "cc"];
    let moves = points
        .iter()
        .zip(signs)
        .enumerate()
        .map(|(at, (point, signs))| format!(";{}[{point}]{signs}", if at % 2 == 0 { "B" } else { "W" }));
    let text = format!("(;GM[4]SZ[15]RU[caro]{head}RE[B+R]GC[of the game]{})", moves.collect::<String>());
    let written = |tree: &GameTree| String::from_utf8(write_tree(tree, &SGF, &Writing::default()).unwrap()).unwrap();
    let first = written(&tree(&text));
    for part in signs.into_iter().chain(["EV[Cup]DT[2026-11-28]PC[Hanoi]RO[3]", "AN[Bao]", "RE[B+R]", "C[of the game]"])
    {
        assert!(first.contains(part), "{part}: {first}");
    }
    assert_eq!(written(&tree(&first)), first);
}

#[test]
fn what_else_sgf_says_of_game_and_moves_stays_in_sgf_and_is_said_elsewhere() {
    let text = "(;SZ[15]RU[renju]AN[Kim]DT[2020-01-02]N[start];B[hh]N[a \\] b]V[1.5];W[ih]LN[hh:ii][aa:bb]SL[jj]IT[]N[]UC[2];\
                B[gg](;W[aa]V[-1])(;W[bb]))";
    let tree = tree(text);
    let written = |format: &'static Format| write_tree(&tree, format, &Writing::default()).unwrap();
    let sgf = String::from_utf8(written(&SGF)).unwrap();
    for part in ["AN[Kim]", "N[start]", "N[a \\] b]V[1.5]", "LN[hh:ii][aa:bb]SL[jj]IT[]UC[2]", "W[aa]V[-1]"] {
        assert!(sgf.contains(part), "{part} in {sgf}");
    }
    assert_eq!(self::tree(&sgf), tree, "and once more");
    assert_eq!(losses(&tree, &SGF), Vec::<String>::new());
    let properties = "8 properties of SGF (IT, LN, N, SL, UC, V)";
    for (format, lost) in [
        ("lib", format!("date, annotator, {properties}")),
        ("playok", format!("1 move of variations, annotator, {properties}")),
        ("psq", format!("1 move of variations, date, annotator, {properties}")),
    ] {
        let format = Format::named(format).unwrap();
        assert_eq!(losses(&tree, format), [format!("left out, as {format} has no place for it: {lost}")]);
    }
    // PlayOK's text holds the time control.
    let timed = self::tree("(;SZ[15]TM[300]ON[1H];B[hh])");
    let playok = Format::named("playok").unwrap();
    assert_eq!(losses(&timed, playok), Vec::<String>::new());
    let text = String::from_utf8(write_tree(&timed, playok, &Writing::default()).unwrap()).unwrap();
    assert_eq!(self::tree(&text).head.tags, timed.head.tags);
}

#[test]
fn a_game_without_moves_is_read_again_or_its_file_is_said_to_be_empty() {
    let ended = tree("(;GM[4]SZ[19]RU[renju]PB[a]PW[b]RE[B+])");
    let playok = Format::named("playok").unwrap();
    assert_eq!(losses(&ended, playok), Vec::<String>::new());
    let pgn = write_tree(&ended, playok, &Writing::default()).unwrap();
    let (back, report) = read_tree(&Source { bytes: &pgn, name: "" }, &Given::default()).unwrap();
    assert_eq!((&back.head, sentences(&report)), (&ended.head, Vec::new()));
    let said = "without a move, the file is empty and cannot be read: sgf can hold the game";
    let begun = tree("(;GM[4]SZ[15]RU[freestyle])");
    for format in ["moves", "offsets", "link"] {
        assert_eq!(losses(&begun, Format::named(format).unwrap()), [said], "{format}");
    }
}

#[test]
fn properties_that_nobody_reads_stay_in_sgf() {
    let kept = ["KM[6.5]ST[2]XX[mine]", "DD[aa:cc]FG[257:Figure 1\\: a]PM[2]MN[31]VW[]ZZ[hello]"];
    let text = format!("(;GM[4]SZ[15]RU[renju]{}KO[];B[hh]{}N[a];N[b]ZZ[hello]HA[])", kept[0], kept[1]);
    let (tree, report) = read_tree(&Source::text(&text), &Given::default()).unwrap();
    assert_eq!(sentences(&report), ["line 1: several properties N of one move: the first is read"]);
    let sgf = String::from_utf8(write_tree(&tree, &SGF, &Writing::default()).unwrap()).unwrap();
    assert!(kept.iter().all(|part| sgf.contains(part)) && !sgf.contains("HA"), "{sgf}");
    assert_eq!(self::tree(&sgf), tree, "and once more");
    let said = losses(&tree, Format::named("psq").unwrap()).join(" ");
    assert!(said.ends_with("11 properties of SGF (DD, FG, KM, KO, MN, N, PM, ST, VW, XX, ZZ)"), "{said}");
}

#[test]
fn a_variation_with_stones_has_properties_of_its_own() {
    let text = "(;GM[4]SZ[15]RU[renju]N[study]V[1];N[other](;AB[hh]N[First];W[ii])(;AB[jj]N[Second];W[kk]))";
    let (games, warnings) = super::games_of(text, Given::default());
    let properties = games.iter().map(|tree| format!("{:?}", tree.nodes[0].properties)).collect::<Vec<_>>();
    let own = |name: &str| format!("[(\"N\", [{name:?}]), (\"V\", [\"1\"])]");
    assert_eq!(properties, [own("First"), own("Second")]);
    assert_eq!(warnings, ["line 1: several properties N of one move: the first is read"]);
}

#[test]
fn a_library_is_taken_for_renju_so_another_rule_is_lost() {
    for (rule, lost) in [("renju", ""), ("freestyle", ""), ("caro", "the rule caro"), ("standard", "the rule standard")]
    {
        let said = losses(&tree(&format!("(;SZ[15]RU[{rule}];B[hh])")), &LIB).join(" ");
        assert_eq!(said.rsplit_once(": ").map_or("", |(_, lost)| lost), lost);
    }
}

#[test]
fn an_encoding_of_a_library_that_is_not_recognized_is_said() {
    for (comment, encoding) in [("必胜点", Some("GBK")), ("黑", None), ("Начало", None), ("plain", None), ("", None)]
    {
        let tree = tree(&format!("(;SZ[15]RU[renju]C[{comment}];B[hh];W[ii])"));
        let bytes = write_tree(&tree, &LIB, &Writing::default()).unwrap();
        let back = read_tree(&Source { bytes: &bytes, name: "" }, &Given::default()).unwrap().0;
        assert_eq!(back.nodes[0].comment == comment, encoding.is_none(), "{comment}");
        assert_eq!(LostParts::of(&tree, &LIB).encoding, encoding);
        let note = encoding
            .map(|name| format!("the texts are in {name}, which is not recognized: read them with --encoding {name}"));
        assert_eq!(encoding_note(&tree, &LIB), note);
        assert_eq!(encoding_note(&tree, &SGF), None);
    }
}
