//! Self-play, training, tuning, openings, puzzles.

use super::{Work, anything, bytes, make_games, tengen};
use crate::common::folder::write_program;
use std::fs;
use std::path::Path;

fn result_is(name: &'static str) -> impl Fn(&Path) -> String {
    move |folder| bytes(&folder.join(name))
}

#[test]
fn self_play_goes_on_to_the_same_games() {
    let arguments =
        ["selfplay", "--nodes", "60", "--games", "12", "--seed", "9", "--concurrency", "2", "--out", "games"];
    Work { name: "selfplay", arguments: &arguments, prepare: &|_| {}, result: &result_is("games"), whole: &anything }
        .assert_same_after_kills();
}

#[test]
fn new_scores_go_on_to_the_same_games() {
    let arguments = ["selfplay", "--relabel", "old", "--nodes", "200", "--concurrency", "2", "--out", "new"];
    Work {
        name: "relabel",
        arguments: &arguments,
        prepare: &|folder| make_games(folder, "old", "8", "3"),
        result: &result_is("new"),
        whole: &anything,
    }
    .assert_same_after_kills();
}

#[test]
fn parts_of_self_play_are_joined_after_any_interruption() {
    let arguments = ["selfplay", "--out", "joined", "--merge", "part-1", "part-2"];
    let part = |folder: &Path, shard: &str, out: &str| {
        let call = ["selfplay", "--nodes", "1", "--games", "400", "--shard", shard, "--out", out];
        tengen(folder, &call);
    };
    Work {
        name: "join",
        arguments: &arguments,
        prepare: &|folder| {
            part(folder, "1/2", "part-1");
            part(folder, "2/2", "part-2");
        },
        // Games are not overwritten: a complete file of an earlier call is the result.
        result: &|folder| tengen(folder, &["selfplay", "--check", "joined"]) + &bytes(&folder.join("joined")),
        whole: &|folder| {
            if folder.join("joined").exists() {
                assert_eq!(tengen(folder, &["selfplay", "--check", "joined"]), "400 games verified\n");
                fs::remove_file(folder.join("joined")).unwrap();
            }
        },
    }
    .assert_same_after_kills();
}

#[test]
fn a_training_goes_on_to_the_same_weights() {
    let data = ["train", "--data", "games", "--out", "weights", "--svg", "losses.svg", "--concurrency", "2"];
    let nnue = ["--nnue", "--epochs", "24", "--state", "state"];
    for (name, options) in [("train-nnue", &nnue[..]), ("train-tables", &["--epochs", "4"])] {
        Work {
            name,
            arguments: &[&data[..], options].concat(),
            prepare: &|folder| {
                make_games(folder, "games", "40", "5");
                fs::write(folder.join("weights"), "old weights").unwrap();
                fs::write(folder.join("losses.svg"), "old picture").unwrap();
            },
            result: &|folder| bytes(&folder.join("weights")) + &bytes(&folder.join("losses.svg")),
            whole: &|folder| {
                let weights = fs::read(folder.join("weights")).unwrap();
                assert!(weights == b"old weights" || weights.starts_with(b"tengen-weights"), "{name}: torn weights");
                let svg = fs::read_to_string(folder.join("losses.svg")).unwrap();
                assert!(svg == "old picture" || svg.ends_with("</svg>\n"), "{name}: a torn picture, {svg}");
            },
        }
        .assert_same_after_kills();
    }
}

/// An engine with one parameter: the larger it is, the sooner the engine makes its five. Black plays along the first
/// row, White along the last.
const TUNED: &str = "
if [ \"$1\" = params ]; then
    printf 'name\\tvalue\\tmin\\tmax\\tstep\\tmeaning\\nzeal\\t50\\t0\\t100\\t10\\tHow straight it plays.\\n'
    exit
fi
zeal=${2#zeal=}
n=0; own=0; other=0; row=0
play() {
    if [ \"$zeal\" -ge 50 ]; then column=$n; else column=$((n * 2 % 15)); fi
    echo $column,$row
    n=$((n + 1))
}
while read -r line; do
    case $line in
        START*|RESTART*) n=0; row=14; echo OK ;;
        BOARD*) own=0; other=0 ;;
        *,*,1*) own=$((own + 1)) ;;
        *,*,2*) other=$((other + 1)) ;;
        DONE*) if [ $own = $other ]; then row=0; else row=14; fi; play ;;
        BEGIN*) row=0; play ;;
        TURN*) play ;;
        END*) exit ;;
    esac
done
";

#[test]
fn a_tuning_goes_on_to_the_same_values() {
    let call =
        "tune --cmd ./engine --nodes 9 --state state --svg course.svg --openings openings --iterations 12 --games 2";
    let arguments: Vec<&str> = call.split(' ').collect();
    Work {
        name: "tune",
        arguments: &arguments,
        prepare: &|folder| {
            write_program(folder.join("engine"), TUNED);
            fs::write(folder.join("openings"), "h8\n").unwrap();
            fs::write(folder.join("course.svg"), "old picture").unwrap();
        },
        result: &|folder| bytes(&folder.join("state")) + &bytes(&folder.join("course.svg")),
        whole: &|folder| {
            let svg = fs::read_to_string(folder.join("course.svg")).unwrap();
            assert!(svg == "old picture" || svg.ends_with("</svg>\n"), "a torn picture, {svg}");
        },
    }
    .assert_same_after_kills();
}

#[test]
fn openings_go_on_to_the_same_ones() {
    let make = ["openings", "--count", "12", "--nodes", "400", "--seed", "4", "--concurrency", "2", "--out", "made"];
    let judge = ["openings", "--judge", "given", "--nodes", "1000", "--fair", "40", "--out", "made"];
    for (name, arguments) in [("openings", &make[..]), ("openings-judge", &judge)] {
        Work {
            name,
            arguments,
            prepare: &|folder| {
                let given = ["openings", "--count", "40", "--nodes", "100", "--fair", "300", "--out", "given"];
                tengen(folder, &given);
            },
            result: &|folder| bytes(&folder.join("made")) + &super::names(folder).join(" "),
            whole: &|folder| {
                let made = fs::read_to_string(folder.join("made")).unwrap_or_default();
                let lines = made.lines().count();
                assert!([0, 13, 41].contains(&lines), "{name}: torn openings, {made}");
            },
        }
        .assert_same_after_kills();
    }
}

#[test]
fn puzzles_go_on_to_the_same_ones() {
    Work {
        name: "puzzles",
        arguments: &["puzzles", "games", "--out", "puzzles"],
        prepare: &|folder| {
            let game = ["selfplay", "--rule", "caro", "--nodes", "60", "--games", "1", "--seed", "5", "--out", "games"];
            tengen(folder, &game);
            let first = ["puzzles", "games", "--each", "1", "--out", "puzzles"];
            tengen(folder, &first);
        },
        // Comment lines about earlier calls differ.
        result: &|folder| {
            let set = fs::read_to_string(folder.join("puzzles")).unwrap();
            set.lines().filter(|line| !line.starts_with('#')).map(|line| format!("{line}\n")).collect()
        },
        whole: &|folder| {
            let set = fs::read_to_string(folder.join("puzzles")).unwrap();
            assert!(set.starts_with('#') && set.ends_with('\n') && set.lines().count() > 2, "a torn set: {set}");
        },
    }
    .assert_same_after_kills();
}
