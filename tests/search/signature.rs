//! The engine plays as the repository says it does.
use tengen::bench;

/// The signature is the same on every machine and in every build: nodes, scores and moves of fixed positions.
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
