//! The positions of a database as records, on their way into a file of another program.

use super::adding::ExchangeError;
use super::record::RapfiRecord;
use crate::knowledge::MoveResult;
use crate::{Database, DatabaseError, Entry, PositionKey};
use std::collections::HashMap;
use std::io;
use tengen::base::Point;

/// Texts of moves by the position before them.
type TextsOfMoves = HashMap<PositionKey, Vec<(Point, String)>>;

/// The positions of a database that `is_meant` accepts.
pub(super) struct Outgoing<'a> {
    database: &'a Database,
    is_meant: &'a dyn Fn(&PositionKey) -> bool,
    texts: TextsOfMoves,
}

impl<'a> Outgoing<'a> {
    pub fn read(database: &'a Database, is_meant: &'a dyn Fn(&PositionKey) -> bool) -> Result<Self, DatabaseError> {
        Ok(Self { database, is_meant, texts: labels_of_moves(database, is_meant)? })
    }

    /// Number of records.
    pub fn count(&self) -> Result<usize, DatabaseError> {
        let mut count = self.texts.len();
        self.database.for_each(&mut |key, _| {
            count += usize::from((self.is_meant)(&key) && !self.texts.contains_key(&key));
            true
        })?;
        Ok(count)
    }

    /// Gives every record with its number, from 0, to `each`; returns how many there were.
    pub fn visit(self, each: &mut dyn FnMut(usize, RapfiRecord) -> io::Result<()>) -> Result<usize, ExchangeError> {
        let Self { database, is_meant, mut texts } = self;
        let mut written = 0;
        let mut failed = Ok(());
        database.for_each(&mut |key, entry| {
            if !is_meant(&key) {
                return true;
            }
            let texts = texts.remove(&key).unwrap_or_default();
            failed = each(written, RapfiRecord::of(&key, &entry, &texts));
            written += 1;
            failed.is_ok()
        })?;
        failed?;
        // Labels of moves whose position before is not known.
        let mut rest: Vec<(PositionKey, Vec<(Point, String)>)> = texts.into_iter().collect();
        rest.sort_by(|(one, _), (other, _)| one.cmp(other));
        for (key, texts) in rest {
            each(written, RapfiRecord::of(&key, &Entry::default(), &texts))?;
            written += 1;
        }
        Ok(written)
    }
}

/// The labels that are no results, by the position before the move: Rapfi keeps them there. Where several are known, each
/// has it.
fn labels_of_moves(
    database: &Database,
    is_meant: &dyn Fn(&PositionKey) -> bool,
) -> Result<TextsOfMoves, DatabaseError> {
    let mut labeled = Vec::new();
    database.for_each(&mut |key, entry| {
        if !entry.label.is_empty() && MoveResult::of_label(&entry.label).is_none() && is_meant(&key) {
            labeled.push((key, entry.label));
        }
        true
    })?;
    let mut texts = TextsOfMoves::new();
    for (key, label) in labeled {
        let before: Vec<(PositionKey, Point)> = key.before().collect();
        let mut is_kept = false;
        for (before, point) in &before {
            if database.knows(before)? {
                texts.entry(before.clone()).or_default().push((*point, label.clone()));
                is_kept = true;
            }
        }
        if let Some((before, point)) = before.into_iter().next().filter(|_| !is_kept) {
            texts.entry(before).or_default().push((point, label));
        }
    }
    Ok(texts)
}
