//! The byte format of an entry.

use super::{Entry, EntryError, GameCounts, PositionKey, Proof, StoredMove};
use crate::storage::bytes::{ByteReader, checksum, push_number, push_signed, push_slice};
use tengen::base::Point;

impl Entry {
    /// The stored bytes: the parts that follow as a bit mask, the parts, and a checksum of the key and these bytes.
    pub(super) fn to_bytes(&self, key: &[u8]) -> Result<Vec<u8>, EntryError> {
        self.validate()?;
        let texts = [&self.label, &self.comment, &self.author];
        let (kind, stones) = match self.proof {
            Proof::Open => (0, 0),
            Proof::Win { stones } => (WIN, stones),
            Proof::Loss { stones } => (LOSS, stones),
        };
        let is_searched = self.has_score() || self.nodes > 0;
        let parts = [
            (SEARCH, is_searched),
            (GAMES, self.games != GameCounts::default()),
            (MOVES, !self.moves.is_empty()),
            (TEXTS[0], !texts[0].is_empty()),
            (TEXTS[1], !texts[1].is_empty()),
            (TEXTS[2], !texts[2].is_empty()),
        ];
        let parts = parts.iter().filter(|(_, is_there)| *is_there).fold(kind, |parts, (part, _)| parts | part);
        let mut bytes = vec![parts];
        if kind != 0 {
            push_number(&mut bytes, stones.into());
        }
        if is_searched {
            push_signed(&mut bytes, self.score);
            push_number(&mut bytes, self.depth.into());
            push_number(&mut bytes, self.nodes);
        }
        if parts & GAMES != 0 {
            let GameCounts { wins, draws, losses } = self.games;
            [wins, draws, losses].into_iter().for_each(|count| push_number(&mut bytes, count.into()));
        }
        if parts & MOVES != 0 {
            push_number(&mut bytes, self.moves.len() as u64);
            for stored in &self.moves {
                push_number(&mut bytes, stored.point.0.into());
                push_signed(&mut bytes, stored.score);
            }
        }
        texts.into_iter().filter(|text| !text.is_empty()).for_each(|text| push_slice(&mut bytes, text.as_bytes()));
        bytes.extend(checksum(&[key, &bytes]).to_le_bytes());
        Ok(bytes)
    }

    /// Reads the entry that [`Entry::to_bytes`] wrote for this key. All its moves must be empty points of the key's
    /// board.
    pub(super) fn from_bytes(key: &PositionKey, bytes: &[u8]) -> Result<Self, EntryError> {
        let (bytes, sum) = bytes.split_last_chunk().ok_or(EntryError::Bytes)?;
        if u32::from_le_bytes(*sum) != checksum(&[key.as_bytes(), bytes]) {
            return Err(EntryError::Bytes);
        }
        let entry = Self::parse(&mut ByteReader(bytes)).ok_or(EntryError::Bytes)?;
        // A valid checksum does not exclude a move that cannot be made.
        if entry.moves.iter().all(|stored| key.has_empty(stored.point)) { Ok(entry) } else { Err(EntryError::NotEmpty) }
    }

    fn parse(reader: &mut ByteReader) -> Option<Self> {
        let parts = reader.byte()?;
        let proof = match parts & (WIN | LOSS) {
            0 => Proof::Open,
            WIN => Proof::Win { stones: reader.number()? },
            LOSS => Proof::Loss { stones: reader.number()? },
            _ => return None,
        };
        let mut entry = Self { proof, ..Self::default() };
        if parts & SEARCH != 0 {
            (entry.score, entry.depth, entry.nodes) = (reader.signed()?, reader.number()?, reader.number()?);
        }
        if parts & GAMES != 0 {
            entry.games = GameCounts { wins: reader.number()?, draws: reader.number()?, losses: reader.number()? };
        }
        if parts & MOVES != 0 {
            for _ in 0..reader.number::<u8>()? {
                entry.moves.push(StoredMove { point: Point(reader.number()?), score: reader.signed()? });
            }
        }
        for (part, text) in TEXTS.into_iter().zip([&mut entry.label, &mut entry.comment, &mut entry.author]) {
            if parts & part != 0 {
                *text = reader.text()?;
            }
        }
        (reader.0.is_empty() && entry.validate().is_ok()).then_some(entry)
    }
}

// Parts of an entry, as bits of its first byte.
const WIN: u8 = 1;
const LOSS: u8 = 2;
const SEARCH: u8 = 4;
const GAMES: u8 = 8;
const MOVES: u8 = 16;
/// Label, comment and author.
const TEXTS: [u8; 3] = [32, 64, 128];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knowledge::{MAX_MOVES, MAX_TEXT};
    use tengen::base::{BoardSize, Rule, Score};
    use tengen::board::{Board, parse_moves};

    /// A position and its entry, with the points of the key's board.
    fn sample() -> (PositionKey, Entry) {
        let size = BoardSize::square(15).unwrap();
        let mut board = Board::new(size, Rule::Renju);
        board.play(&parse_moves(size, "h8i9j5").unwrap());
        let moves = parse_moves(size, "g7a1o15").unwrap();
        let moves = moves.into_iter().zip([40, -3, -700]).map(|(point, score)| StoredMove { point, score });
        let entry = Entry {
            score: -40,
            depth: 17,
            nodes: 1_234_567_890_123,
            moves: moves.collect(),
            proof: Proof::Loss { stones: 9 },
            games: GameCounts { wins: 1, draws: 2, losses: u32::MAX },
            label: "a".into(),
            comment: "cờ caro".into(),
            author: "tengen".into(),
        };
        let (key, orientation) = PositionKey::of(&board);
        (key, entry.turned(|point| orientation.to_key(point)))
    }

    #[test]
    fn an_entry_survives_its_bytes_and_one_changed_bit_is_found() {
        let (key, entry) = sample();
        let bytes = entry.to_bytes(key.as_bytes()).unwrap();
        assert_eq!(Entry::from_bytes(&key, &bytes).as_ref(), Ok(&entry));
        for bit in 0..8 * bytes.len() {
            let mut damaged = bytes.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(Entry::from_bytes(&key, &damaged), Err(EntryError::Bytes), "bit {bit}");
        }
        for length in 0..bytes.len() {
            assert_eq!(Entry::from_bytes(&key, &bytes[..length]), Err(EntryError::Bytes), "{length}");
        }
        let other_key = PositionKey::of(&Board::new(key.size(), Rule::Caro)).0;
        assert!(Entry::from_bytes(&other_key, &bytes).is_err());
    }

    #[test]
    fn a_move_off_the_board_or_on_a_stone_is_refused() {
        let (key, entry) = sample();
        let stones = key.placed().map(|(point, _)| point);
        for point in stones.chain([Point(225), Point(u16::MAX)]) {
            let wrong = Entry { moves: vec![StoredMove { point, score: 0 }], ..entry.clone() };
            let bytes = wrong.to_bytes(key.as_bytes()).unwrap();
            assert_eq!(Entry::from_bytes(&key, &bytes), Err(EntryError::NotEmpty), "{point:?}");
        }
    }

    #[test]
    fn scores_that_claim_wins_and_texts_without_end_are_refused() {
        let (key, entry) = sample();
        let bytes = |entry: &Entry| entry.to_bytes(key.as_bytes());
        let claim = Entry { score: tengen::base::win_in(5), ..entry.clone() };
        assert_eq!(bytes(&claim), Err(EntryError::Decided(claim.score)));
        let point = entry.moves[0].point;
        let mut claim = entry.clone();
        claim.moves[2] = StoredMove { point, score: tengen::base::loss_in(4) };
        assert!(bytes(&claim).is_err());
        let claim = Entry { score: Score::MIN, ..entry.clone() };
        assert_eq!(bytes(&claim), Err(EntryError::Decided(Score::MIN)));
        assert_eq!(bytes(&Entry { comment: "x".repeat(MAX_TEXT + 1), ..entry.clone() }), Err(EntryError::Text(16_385)));
        let moves = vec![StoredMove { point, score: 0 }; MAX_MOVES + 1];
        assert_eq!(bytes(&Entry { moves, ..entry }), Err(EntryError::Moves(65)));
    }

    #[test]
    fn merging_keeps_the_deeper_search_and_more_games_and_twice_is_once() {
        let (_, entry) = sample();
        let mut shallow = Entry { depth: 3, comment: "mine".into(), ..Entry::default() };
        shallow.games.wins = 4;
        shallow.merge(&entry);
        assert_eq!((shallow.depth, shallow.score, shallow.proof), (17, -40, entry.proof));
        assert_eq!(shallow.games, entry.games);
        assert_eq!((shallow.comment.as_str(), shallow.author.as_str()), ("mine", "tengen"));
        let mut deep = entry.clone();
        deep.merge(&Entry { depth: 3, score: 7, ..Entry::default() });
        assert_eq!(deep, entry);
        let once = shallow.clone();
        shallow.merge(&entry);
        assert_eq!(shallow, once);
        // A score entered by hand stays until there is a search.
        let by_hand = Entry { score: 80, ..Entry::default() };
        let mut empty = Entry::default();
        empty.merge(&by_hand);
        empty.merge(&Entry::default());
        assert_eq!((empty.score, empty.has_score()), (80, true));
        empty.merge(&entry);
        assert_eq!(empty.score, -40);
    }

    #[test]
    fn an_entry_of_games_alone_takes_eight_bytes() {
        let (key, _) = sample();
        let games = GameCounts { wins: 3, draws: 0, losses: 120 };
        let bytes = Entry { games, ..Entry::default() }.to_bytes(key.as_bytes()).unwrap();
        // The part mask, three counts, the checksum.
        assert_eq!(bytes.len(), 1 + 3 + 4);
    }
}
