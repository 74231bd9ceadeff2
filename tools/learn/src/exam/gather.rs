//! Exams made from self-play games that no training uses.

use crate::records::{Conditions, FORMAT, Games, Sizes};
use anyhow::{Context, Result, ensure};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use tengen::base::{BoardSize, Point};
use tengen_arena::shard::WHOLE;

/// Collects the games on boards of `size` whose openings are reserved for exams, each once; writes them to a new file
/// and returns them. Fails if a file is damaged, has an older format, or differs from the first in rule, nodes per move
/// or weights; if there are no such games; if the output file exists or cannot be written.
pub fn gather(files: &[PathBuf], size: BoardSize, out: &Path) -> Result<Games> {
    let mut exam: Option<Games> = None;
    let mut seen = HashSet::new();
    for path in files {
        let name = || path.display().to_string();
        let (games, _) = Games::read(path)?;
        ensure!(games.format == FORMAT, "{} is of an older format", name());
        games.check().with_context(name)?;
        let conditions = Conditions { sizes: Sizes::One(size), seed: 0, shard: WHOLE, exam: true, ..games.conditions };
        let weights = games.weights.clone();
        let exam = exam.get_or_insert(Games { conditions, weights, format: FORMAT, records: Vec::new() });
        let is_alike = exam.conditions == conditions && exam.weights == games.weights;
        ensure!(is_alike, "{} holds games of another rule, other nodes or other weights than the first file", name());
        let fits = games.records.into_iter().filter(|record| record.size == size && record.is_for_exams());
        exam.records.extend(fits.filter(|record| {
            let points: Vec<Point> = record.moves.iter().map(|played| played.point).collect();
            seen.insert(points)
        }));
    }
    let exam = exam.filter(|exam| !exam.records.is_empty());
    let exam = exam.with_context(|| format!("none of these games on {size} is from an opening of exams"))?;
    exam.create(out)?;
    Ok(exam)
}
