//! Reports of a proof: its progress, the open moves, the first move, and its positions as entries of a database.

use crate::tree::proved_positions;
use crate::{ProofProgress, WinProver};
use std::fmt;
use tengen::board::{Board, format_point};
use tengen::pattern::PointClass;
use tengen_certificate::Certificate;
use tengen_database::{Entry, PositionKey, Proof};
use tengen_game::count;

/// Writes the numbers of positions, and the least remaining time at the speed so far.
impl fmt::Display for ProofProgress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { open, proved, held, expanded, level, elapsed } = *self;
        let seconds = elapsed.as_secs_f64();
        let left = seconds * f64::from(open) / proved.max(1) as f64;
        let open = if open > 1 << 20 { "too many".to_owned() } else { format!("{open} or more") };
        let proved = count(proved as u64, "position");
        write!(
            f,
            "{seconds:.0} s, level {level}: {proved} proved of {held}, {expanded} looked at; {open} to prove, {left:.0} s at least"
        )
    }
}

impl WinProver {
    /// A line on what is open at the root, each open move with what is to be proved for it.
    pub fn open_text(&self) -> String {
        let (rule, size) = (self.root.rule(), self.root.size());
        let ProofProgress { open, proved, held, level, .. } = self.known();
        let name = |point: Option<_>| point.map_or("pass".to_owned(), |point| format_point(size, point));
        let moves: Vec<String> =
            self.open_moves().into_iter().map(|(point, open)| format!("{} {open}", name(point))).collect();
        let moves = match moves.is_empty() {
            true if open == 0 => "nothing, but the certificate is not finished".to_owned(),
            true => "not looked at".to_owned(),
            false => moves.join(", "),
        };
        let held = count(held as u64, "position");
        format!(
            "open: {rule} {size}, {proved} of {held} proved at level {level}; moves, and what is to be proved for each at least: {moves}\n"
        )
    }
}

/// The name of the attacker's first move in the certificate's position, if the attacker is to move.
pub fn first_move(board: &Board, certificate: &Certificate) -> Option<String> {
    let &Certificate { attacker, to_move, size, .. } = certificate;
    // A five at once leaves no replies to answer.
    let five = || board.points_of(attacker, PointClass::Five).next();
    let first = certificate.answers.last().map(|answer| answer.point).or_else(five)?;
    (attacker == to_move).then(|| format_point(size, first))
}

/// At most `most` positions of a checked certificate as entries of a database, see [`proved_positions`].
pub fn proved_entries(certificate: &Certificate, most: usize) -> Vec<(PositionKey, Entry)> {
    let mut entries = Vec::new();
    proved_positions(certificate, most, &mut |board, plies| {
        let stones = plies.div_ceil(2) as u16;
        let attacks = board.side_to_move() == certificate.attacker;
        let proof = if attacks { Proof::Win { stones } } else { Proof::Loss { stones } };
        let author = concat!("tengen ", env!("CARGO_PKG_VERSION"), " prove").to_owned();
        entries.push((PositionKey::of(board).0, Entry { proof, author, ..Entry::default() }));
    });
    entries
}
