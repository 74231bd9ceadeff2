//! The bench gives the signature that is recorded in the repository.

use pbrain_tengen::bench;

/// The signature covers nodes, scores and moves of fixed positions, and is equal on every machine and in every build.
#[test]
fn the_bench_gives_the_recorded_signature() {
    let result = bench::run(&mut std::io::sink()).unwrap();
    let recorded = include_str!("../../.ci/signature").trim();
    assert_eq!(
        format!("{:016x}", result.signature),
        recorded,
        "the engine plays differently: when that is meant, write the new signature into .ci/signature"
    );
}

#[test]
fn the_signature_is_the_same_on_every_run() {
    let mut first = Vec::new();
    let mut second = Vec::new();
    let one = bench::run(&mut first).unwrap();
    assert_eq!(one, bench::run(&mut second).unwrap());
    let lines: Vec<String> = String::from_utf8(first).unwrap().lines().map(str::to_owned).collect();
    assert_eq!(lines[lines.len() - 2], format!("Bench: {:016x}", one.signature));
    assert!(
        lines[lines.len() - 1].starts_with(&format!("{} nodes ", one.nodes))
            && lines[lines.len() - 1].ends_with(" nps")
    );
}
