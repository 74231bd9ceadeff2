//! Converting the positions of a database to records of foreign files.

use super::adding::ExchangeError;
use super::record::{MAX_TEXT_SIDE, RapfiRecord, has_blanks};
use crate::knowledge::MoveResult;
use crate::{Database, DatabaseError, Entry, PositionKey};
use std::collections::HashMap;
use std::io;
use tengen::base::Point;

/// Labels of moves, by the position before the move.
type TextsOfMoves = HashMap<PositionKey, Vec<(Point, String)>>;

/// Counts of a written file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WrittenRecords {
    /// Number of records written.
    pub written: usize,
    /// Positions that the format cannot hold.
    pub left_out: usize,
    /// Texts that were cut because they are longer than a record may hold.
    pub cut_texts: usize,
    /// Labels of written positions that are lost or changed.
    pub labels: LostLabels,
}

/// Numbers of labels that a file of records does not hold as they are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LostLabels {
    /// Labels left out: they stand for moves, and no move leads to the position, or its board is too large.
    pub left_out: usize,
    /// Labels written without their blanks.
    pub without_blanks: usize,
}

/// Accepts some positions.
type Accepts<'a> = &'a dyn Fn(&PositionKey) -> bool;

/// The positions of a database that `is_meant` accepts and the format holds, with the labels of their moves.
pub(super) struct Outgoing<'a> {
    database: &'a Database,
    is_meant: Accepts<'a>,
    is_held: Accepts<'a>,
    texts: TextsOfMoves,
}

impl<'a> Outgoing<'a> {
    /// Reads the labels that are not results, for the position before the move, where Rapfi stores them. If the database
    /// has several such positions, each gets the label. Also counts what is left out.
    pub fn read(
        database: &'a Database,
        is_meant: Accepts<'a>,
        is_held: Accepts<'a>,
    ) -> Result<(Self, WrittenRecords), DatabaseError> {
        let (mut labeled, mut counts) = (Vec::new(), WrittenRecords::default());
        database.for_each(&mut |key, entry| {
            if is_meant(&key) && !is_held(&key) {
                counts.left_out += 1;
            } else if is_meant(&key) && !entry.label.is_empty() && MoveResult::of_label(&entry.label).is_none() {
                labeled.push((key, entry.label));
            }
            true
        })?;
        let mut texts = TextsOfMoves::new();
        for (key, label) in labeled {
            let before: Vec<(PositionKey, Point)> = key.before().collect();
            if before.is_empty() || key.size().width().max(key.size().height()) > MAX_TEXT_SIDE {
                counts.labels.left_out += 1;
                continue;
            }
            counts.labels.without_blanks += usize::from(has_blanks(&label));
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
        Ok((Self { database, is_meant, is_held, texts }, counts))
    }

    fn has(&self, key: &PositionKey) -> bool {
        (self.is_meant)(key) && (self.is_held)(key)
    }

    /// Number of records that [`Outgoing::visit`] yields.
    pub fn count(&self) -> Result<usize, DatabaseError> {
        let mut count = self.texts.len();
        self.database.for_each(&mut |key, _| {
            count += usize::from(self.has(&key) && !self.texts.contains_key(&key));
            true
        })?;
        Ok(count)
    }

    /// Calls `each` with every record and its number, from 0; returns the number of records.
    pub fn visit(mut self, each: &mut dyn FnMut(usize, RapfiRecord) -> io::Result<()>) -> Result<usize, ExchangeError> {
        let (database, mut written, mut failed) = (self.database, 0, Ok(()));
        database.for_each(&mut |key, entry| {
            if self.has(&key) {
                let texts = self.texts.remove(&key).unwrap_or_default();
                failed = each(written, RapfiRecord::of(&key, &entry, &texts));
                written += 1;
            }
            failed.is_ok()
        })?;
        failed?;
        // Labels of moves for which the database does not have the position before.
        let mut rest: Vec<(PositionKey, Vec<(Point, String)>)> = self.texts.into_iter().collect();
        rest.sort_by(|(one, _), (other, _)| one.cmp(other));
        for (key, texts) in rest {
            each(written, RapfiRecord::of(&key, &Entry::default(), &texts))?;
            written += 1;
        }
        Ok(written)
    }
}
