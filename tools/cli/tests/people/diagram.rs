//! `diagram`: pictures, and games in other formats.

use crate::command::{folder, printed_in as printed, refused_in as refusal, run_in as run, text};

/// Checks that every element is closed, attributes are quoted, and nothing is unescaped.
pub fn assert_well_formed(xml: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = xml;
    while let Some(at) = rest.find('<') {
        assert!(!rest[..at].contains('>'), "a bare '>' in {:?}", &rest[..at]);
        let end = at + rest[at..].find('>').expect("a tag ends");
        let tag = &rest[at + 1..end];
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        let name = |tag: &'_ str| tag.split([' ', '/']).find(|part| !part.is_empty()).map(str::len).unwrap_or(0);
        if let Some(closed) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(closed), "in {xml}");
        } else if !tag.ends_with('/') {
            open.push(&tag[..name(tag)]);
        }
        rest = &rest[end + 1..];
    }
    assert!(open.is_empty() && rest.trim().is_empty(), "{open:?}");
    for (at, _) in xml.match_indices('&') {
        assert!(["&amp;", "&lt;", "&gt;", "&quot;"].iter().any(|entity| xml[at..].starts_with(entity)));
    }
}

#[test]
fn a_freestyle_that_is_stated_is_not_lost_without_a_word() {
    let folder = folder("freestyle");
    for (name, content, options, is_said) in [
        ("a.moves", "h8i9", "", false),
        ("a.moves", "h8i9", " --rule freestyle", true),
        ("a.sgf", "(;SZ[15]GM[4];B[hh])", "", false),
        ("b.sgf", "(;SZ[15]RU[freestyle];B[hh])", "", true),
        ("a.psq", "Piskvorky 15x15, 11:11, 0\n8,8,0\n", "", false),
        ("b.psq", "Piskvorky 15x15, 11:11, 0\n8,8,0\nB\nW\n0\ntengen rule freestyle\n", "", true),
        ("a.log", "START 15\nINFO rule 0\nTURN 7,7\n8,8\n", "", true),
    ] {
        std::fs::write(folder.join(name), content).unwrap();
        for format in ["ccgc", "lib"] {
            let call = format!("diagram {name}{options} --to {format}");
            let said = text(&run(&folder, &call.split(' ').collect::<Vec<_>>(), "").stderr);
            assert_eq!(said.contains("the rule freestyle"), is_said, "{call}: {said}");
        }
    }
}

#[test]
fn moves_that_begin_with_a_pass_are_read_as_they_are_written() {
    let folder = folder("first-pass");
    printed(&folder, &["diagram", "--rule", "renju", "--moves", "--h8i9", "--out", "a.moves"], "");
    assert_eq!(std::fs::read_to_string(folder.join("a.moves")).unwrap(), "-- h8 i9\n");
    let sgf = printed(&folder, &["diagram", "--rule", "renju", "a.moves", "--to", "sgf"], "");
    assert!(sgf.contains(";B[];W[hh];B[ig]"), "{sgf}");
}

#[test]
fn a_diagram_is_well_formed_and_shows_every_stone() {
    let folder = folder("diagram");
    printed(&folder, &["diagram", "--size", "15", "--moves", "h8i9h9", "--out", "board.svg"], "");
    let svg = std::fs::read_to_string(folder.join("board.svg")).unwrap();
    assert_well_formed(&svg);
    assert_eq!((svg.matches("stone black").count(), svg.matches("stone white").count()), (2, 1));
    assert_eq!(svg.matches("class=\"star\"").count(), 5);
    for number in ["1", "2", "3"] {
        assert!(svg.split("class=\"numbers\"").nth(1).unwrap().contains(&format!(">{number}</text>")));
    }
    let call = "diagram --rule renju --moves h8a1i8a3h9c1i10e1 --heat 4 --nodes 5000 --mark d4 --mark m12=<& --forbidden \
                --numbers-from 5 --out all.svg --caption";
    printed(&folder, &call.split(' ').chain(["a & b <c>"]).collect::<Vec<_>>(), "");
    let svg = std::fs::read_to_string(folder.join("all.svg")).unwrap();
    assert_well_formed(&svg);
    assert_eq!(svg.matches("class=\"heat\"").count(), 4);
    assert_eq!(svg.matches("class=\"mark\"").count(), 2);
    assert!(svg.contains("class=\"forbidden\"") && svg.contains("a &amp; b &lt;c&gt;"));
    assert!(svg.contains(">5</text>") && svg.contains(">8</text>"));
    // A mark replaces the number of its stone; long texts get a smaller font.
    let marks = ["--mark", "h8=Q", "--mark", "i9=a longer label", "--caption", &"long ".repeat(40)];
    printed(&folder, &[&["diagram", "--moves", "h8i9h9", "--out", "marks.svg"][..], &marks].concat(), "");
    let svg = std::fs::read_to_string(folder.join("marks.svg")).unwrap();
    let numbers = svg.split("class=\"numbers\"").nth(1).unwrap();
    assert!(numbers.contains(">3</text>") && !numbers.contains(">1</text>") && !numbers.contains(">2</text>"));
    assert!(svg.contains("font-size=\"6\"") && svg.contains("font-size=\"4.5\""), "{svg}");
    printed(&folder, &["diagram", "--moves", "h8a1i8a3j8a5k8a7l8", "--out", "won.svg"], "");
    assert!(std::fs::read_to_string(folder.join("won.svg")).unwrap().contains("class=\"winning\""));
}

#[test]
fn a_diagram_as_text_is_read_again_and_games_change_their_format() {
    let folder = folder("text");
    let out = printed(&folder, &["diagram", "--size", "20x10", "--moves", "a1t10b2"], "");
    assert!(out.lines().all(|line| line.chars().count() <= 80));
    let again = printed(&folder, &["diagram", "--size", "20x10", "-"], &out);
    assert_eq!(again.matches('X').count(), 2);
    // A mark on a stone is not drawn.
    let marked = printed(&folder, &["diagram", "--moves", "h8i9", "--mark", "h8=x", "--mark", "j10=y"], "");
    assert!(marked.ends_with("\nx: h8\ny: j10\n"), "{marked}");
    // Two-letter names of columns stand one letter above the other.
    let wide = printed(&folder, &["diagram", "--size", "28", "--moves", "a5aa5ab6"], "");
    let row = |number: usize| wide.lines().nth(number).unwrap().trim_end().to_owned();
    let letters: String = ('a'..='z').chain(['a', 'b']).map(|letter| format!(" {letter}")).collect();
    assert_eq!((row(0), row(1)), (format!("{}a a", " ".repeat(56)), format!("   {letters}")), "{wide}");
    for size in ["28", "79x10", "120x10"] {
        let wide = printed(&folder, &["diagram", "--size", size, "--moves", "a5aa5ab6"], "");
        std::fs::write(folder.join("wide.txt"), &wide).unwrap();
        let again = printed(&folder, &["diagram", "wide.txt"], "");
        assert_eq!((again.matches('X').count(), again.matches('O').count()), (2, 1), "{again}");
    }
    printed(&folder, &["diagram", "--rule", "caro", "--moves", "h8i9h9", "--out", "a.sgf"], "");
    printed(&folder, &["diagram", "a.sgf", "--out", "b.psq"], "");
    printed(&folder, &["diagram", "b.psq", "--out", "c.off"], "");
    assert_eq!(std::fs::read_to_string(folder.join("c.off")).unwrap(), "0,0, 1,-1, 0,-1\n");
    printed(&folder, &["diagram", "c.off", "--out", "d.moves"], "");
    assert_eq!(std::fs::read_to_string(folder.join("d.moves")).unwrap(), "h8i9h9\n");
    // A pass is a turn.
    std::fs::write(folder.join("pass.sgf"), "(;GM[4]SZ[15]RU[renju];B[hh];W[gg];B[];W[ih];B[ii])").unwrap();
    let until = |turns| printed(&folder, &["diagram", "pass.sgf", "--until", turns, "--to", "moves"], "");
    assert_eq!(["2", "3", "4"].map(until), ["h8g9\n", "h8 g9 --\n", "h8 g9 -- i8\n"]);
    // Comments are not part of the moves.
    std::fs::write(folder.join("e.moves"), "# openings/caro-15.txt\nh8i9\n").unwrap();
    printed(&folder, &["diagram", "e.moves", "--out", "e.off"], "");
    assert_eq!(std::fs::read_to_string(folder.join("e.off")).unwrap(), "0,0, 1,-1\n");
    // A file is written over where nothing of it is lost.
    printed(&folder, &["diagram", "a.sgf", "--gm", "1", "--out", "./a.sgf"], "");
    assert!(std::fs::read_to_string(folder.join("a.sgf")).unwrap().starts_with("(;FF[4]GM[1]"));
    // A format by its name, on standard output; the game number of Go; another encoding.
    assert_eq!(printed(&folder, &["diagram", "a.sgf", "--to", "link"], ""), "https://gomocalc.com/#/h8i9h9\n");
    std::fs::write(folder.join("g.sgf"), STUDY).unwrap();
    printed(&folder, &["diagram", "g.sgf", "--gm", "1", "--out-encoding", "gb18030", "--out", "h.sgf"], "");
    let written = std::fs::read(folder.join("h.sgf")).unwrap();
    assert!(written.starts_with(b"(;FF[4]GM[1]CA[gb18030]") && written.windows(5).any(|bytes| bytes == b"C[\xba\xda]"));
    assert!(written.windows(5).any(|bytes| bytes == b"(;B[h"), "variations are kept");
    let told = printed(&folder, &["diagram", "h.sgf", "--encoding", "gb18030", "--to", "sgf"], "");
    assert!(told.contains("LB[ii:甲]") && told.contains("C[黑]"), "{told}");
    printed(&folder, &["diagram", "g.sgf", "--out-encoding", "big5", "--out", "h.lib"], "");
    let written = std::fs::read(folder.join("h.lib")).unwrap();
    assert!(written.windows(2).any(|bytes| bytes == b"\xb6\xc2"), "the letter of the comment in Big5: {written:?}");
    let told = printed(&folder, &["diagram", "h.lib", "--encoding", "big5", "--to", "sgf"], "");
    assert!(["RU[renju]", "LB[ii:甲]", "(;B[hi]C[黑]"].iter().all(|part| told.contains(part)), "{told}");
}

/// Two variations with texts.
const STUDY: &str = "(;GM[4]SZ[15](;B[hh]LB[ii:甲];W[ii])(;B[hi]C[黑]))";

#[test]
fn what_is_not_drawn_or_written_is_refused() {
    let folder = folder("drawn");
    for (name, content) in [
        ("a.sgf", "(;GM[4]SZ[15]RU[caro];B[hh])"),
        ("f.sgf", "(;GM[4]SZ[15];W[hh];B[ii])"),
        ("g.sgf", STUDY),
        ("two.sgf", &STUDY.repeat(2)),
    ] {
        std::fs::write(folder.join(name), content).unwrap();
    }
    let draws = "these options draw: they are for .svg, .png and .txt, not for SGF";
    let only_read = "is only read; expected another one, such as utf-8";
    let numbers = "--numbers-from: stones have numbers in .svg and .png";
    for (options, reason) in [
        ("a.sgf --rule renju", "caro"),
        ("a.sgf --until 0 --out a.sgf", "has another use in this call"),
        ("g.sgf --to moves --out ./g.sgf", "has another use in this call"),
        ("two.sgf --game 1 --out two.sgf", "has another use in this call"),
        ("a.sgf --out x.jpg", ".svg, .png and .gif are pictures"),
        ("a.sgf --out a.json", ".json (pairs) is only read: expected a name that ends in"),
        ("a.sgf --to rec", "expected one of lib, psq, sgf, "),
        ("a.sgf --numbers-from 2", numbers),
        ("a.sgf --numbers-from 2 --out x.txt", numbers),
        ("a.sgf --mark h8=x --to sgf", draws),
        ("a.sgf --caption hello --out q.sgf", draws),
        ("a.sgf --forbidden --to sgf", draws),
        ("a.sgf --no-last --out q.sgf", draws),
        ("f.sgf --out f.psq", "White begins"),
        ("f.sgf --out f.pos", "White begins"),
        ("f.sgf --out f.off", "White begins"),
        ("f.sgf --out f.moves", "White begins"),
        ("g.sgf --gm 9 --out h.sgf", "expected 4 (five in a row)"),
        ("g.sgf --out-encoding windows-1251 --out i.lib", "windows-1251 lacks letters of 2 texts; write it in UTF-8"),
        ("g.sgf --out-encoding utf-16 --out i.sgf", only_read),
        ("g.sgf --out-encoding utf-16be --out i.sgf", only_read),
        ("g.sgf --out-encoding replacement --out i.sgf", only_read),
        ("g.sgf --out-encoding big5 --to pos", "--out-encoding: a file of Yixin .pos holds no texts"),
    ] {
        let said = refusal(&folder, &["diagram"].into_iter().chain(options.split(' ')).collect::<Vec<_>>(), "");
        assert!(said.contains(reason), "{options}: {said}");
    }
    let call = ["diagram", "--moves", "h8i9", "--caption", "hello", "--mark", "a1=Q"];
    printed(&folder, &[&call[..], &["--out", "q.txt"]].concat(), "");
    let drawn = printed(&folder, &[&call[..], &["--to", "diagram"]].concat(), "");
    assert!(drawn.contains("hello") && drawn == std::fs::read_to_string(folder.join("q.txt")).unwrap(), "{drawn}");
}

#[cfg(unix)]
#[test]
fn a_game_written_to_standard_output_is_appended() {
    use crate::command::tengen;
    use std::process::Stdio;
    let folder = folder("append");
    let log = folder.join("log");
    for (out, lines) in [("/dev/stdout", 2), ("-", 3)] {
        if out != "-" {
            std::fs::write(&log, "keep\n").unwrap();
        }
        let file = std::fs::File::options().append(true).open(&log).unwrap();
        let call = ["diagram", "--moves", "h8i9", "--to", "moves", "--out", out];
        let status = tengen(&call).current_dir(&folder).stdin(Stdio::null()).stdout(file).status().unwrap();
        let content = std::fs::read_to_string(&log).unwrap();
        assert!(status.success() && content.starts_with("keep\n") && content.lines().count() == lines, "{content}");
    }
    assert!(!folder.join("-").exists());
    let drawn = |out: &[&str]| printed(&folder, &[&["diagram", "--moves", "h8i9"], out].concat(), "");
    assert_eq!(drawn(&["--out", "-"]), drawn(&[]));
}

#[test]
fn a_board_as_text_says_what_it_leaves_out() {
    let folder = folder("board-text");
    let game = "(;GM[4]SZ[15]RU[renju]PB[A]PW[B]EV[Cup]DT[2020]RE[B+R];B[hh];W[ii])";
    std::fs::write(folder.join("a.sgf"), game).unwrap();
    let output = run(&folder, &["diagram", "a.sgf", "--out", "a.txt"], "");
    let said = text(&output.stderr);
    for part in ["2 players' names", "the result", "the order of the moves", "the rule renju"] {
        assert!(said.contains(part), "{part}: {said}");
    }
}

#[test]
fn pictures_of_pixels_say_what_they_cannot_show() {
    let folder = folder("pixels");
    printed(&folder, &["diagram", "--moves", "h8i9", "--out", "a.PNG"], "");
    let plain = std::fs::read(folder.join("a.PNG")).unwrap();
    let marks = ["diagram", "--moves", "h8i9", "--mark", "j10", "--heat", "2", "--nodes", "2000", "--out", "b.png"];
    printed(&folder, &marks, "");
    assert_ne!(std::fs::read(folder.join("b.png")).unwrap(), plain, "the marks are seen");
    let said = refusal(&folder, &["diagram", "--moves", "h8i9", "--caption", "Cờ caro", "--out", "c.png"], "");
    assert!(said.contains("'ờ'") && said.contains(".svg"), "{said}");
    let said = refusal(&folder, &["diagram", "--moves", "h8i9", "--mark", "j10", "--out", "c.gif"], "");
    assert!(said.contains("GIF"), "{said}");
    let said = refusal(&folder, &["diagram", "--moves", "h8i9", "--out", "nowhere/c.png"], "");
    assert!(said.contains("nowhere/c.png"), "{said}");
    assert!(!folder.join("c.png").exists() && !folder.join("c.gif").exists());
}
