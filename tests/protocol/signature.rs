//! The bench gives the signature that is recorded in the repository.

use pbrain_tengen::bench;

/// The signature covers nodes, scores and moves of fixed positions, and is equal on every machine, in every build and on
/// every run.
#[test]
fn the_bench_gives_the_recorded_signature() {
    let mut written = Vec::new();
    let result = bench::run(&mut written).unwrap();
    let recorded = include_str!("../../.ci/signature").trim();
    assert_eq!(
        format!("{:016x}", result.signature),
        recorded,
        "the engine plays differently: when that is meant, write the new signature into .ci/signature"
    );
    let text = String::from_utf8(written).unwrap();
    let [.., signature, speed] = text.lines().collect::<Vec<_>>()[..] else { panic!("{text}") };
    assert_eq!(signature, format!("Bench: {recorded}"));
    assert!(speed.starts_with(&format!("{} nodes ", result.nodes)) && speed.ends_with(" nps"), "{speed}");
}
