use super::network::{GROUPS, NETWORK_NUMBERS, Network, UNCOUNTED};
use super::threats::THREAT_COUNT;
use super::worth::{WorthTable, worth_table};
use crate::base::{Color, Rule, Score, is_decided};
use crate::pattern::{COMBINATION_COUNT, Combinations, LinePattern, PointClass, class_of};
use anyhow::{Context, Result, bail, ensure};
use std::sync::{Arc, OnceLock};

/// Numbers in the tables are so many parts of a score point.
pub const UNIT: i32 = 16;

/// What the evaluation and the order of moves have learned for one rule.
///
/// Every empty point counts by its combination of four line patterns, in one table for the side to
/// move and one for the other; the threats on the board add a number of their own; a network corrects
/// the sum; and a move promises what its combinations for both sides say. [`win_rate`] is what a score
/// stands for.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// How they were made.
    pub header: Header,
    sides: [SideWeights; 2],
    /// By colour, values and groups once more, as the hot path reads them: made once for all positions.
    pub(super) worth: [WorthTable; 2],
}

/// The tables of one colour.
#[derive(Clone, Debug, PartialEq)]
pub struct SideWeights {
    /// Value of a combination: `[when this colour is to move, when the other is]`.
    pub values: Vec<[i16; 2]>,
    /// Promise of a move of this colour: `[of its own combination, of the opponent's]`.
    pub promises: Vec<[i16; 2]>,
    /// Value of the threats when this colour is to move, by `threat_facts`.
    pub threats: Vec<i16>,
    /// The group in which the network counts a combination of this colour, below [`GROUPS`] or [`UNCOUNTED`].
    pub groups: Vec<u8>,
    /// Corrects the score when this colour is to move.
    pub network: Option<Network>,
}

/// How a weight file was made; the text at its beginning.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Header {
    /// Rules that it is for, by name.
    pub rules: Vec<String>,
    /// What else is told, one `key value` a line: sizes, tool, games, nodes, loss, date.
    pub notes: Vec<String>,
}

/// No number in a table is larger: four fives at once stay within 16 bits.
const LARGEST: i32 = 32_000;
const MAGIC: &str = "tengen-weights 2";
const TABLE_NUMBERS: usize = 4 * COMBINATION_COUNT + THREAT_COUNT;
const SIDE_NUMBERS: usize = TABLE_NUMBERS + COMBINATION_COUNT + NETWORK_NUMBERS;

/// The share of the points, 0 to 1, that a score promises the side to move, under every rule.
pub fn win_rate(score: Score) -> f32 {
    if is_decided(score) {
        return if score > 0 { 1.0 } else { 0.0 };
    }
    1.0 / (1.0 + (-(score as f32) / Weights::SCALE).exp())
}

impl Weights {
    /// A score of so many points is won with a share of 1 / (1 + 1/e), 73 %.
    pub const SCALE: f32 = 300.0;

    /// The weights in use for a rule, read at the first call.
    pub fn of(rule: Rule) -> Arc<Weights> {
        static WEIGHTS: [OnceLock<Arc<Weights>>; Rule::ALL.len()] = [const { OnceLock::new() }; Rule::ALL.len()];
        let read = || Weights::from_bytes(embedded(rule)).unwrap_or_else(|_| Weights::hand_set(rule));
        Arc::clone(WEIGHTS[rule as usize].get_or_init(|| Arc::new(read())))
    }

    /// The weights in a file, or, named `hand-set`, those that learning begins with, for every rule.
    ///
    /// # Errors
    /// When the file cannot be read or does not hold weights that this version knows.
    pub fn read(name: &str) -> Result<Vec<Arc<Weights>>> {
        if name == "hand-set" {
            return Ok(Rule::ALL.map(|rule| Arc::new(Weights::hand_set(rule))).to_vec());
        }
        let bytes = std::fs::read(name).with_context(|| format!("cannot read '{name}'"))?;
        Ok(vec![Arc::new(Weights::from_bytes(&bytes).with_context(|| format!("'{name}'"))?)])
    }

    /// Weights of these tables, Black's first.
    pub fn new(header: Header, sides: [SideWeights; 2]) -> Self {
        let worth = Color::ALL.map(|color| worth_table(&sides[color.index()].values, &sides[color.index()].groups));
        Self { header, sides, worth }
    }

    /// One colour's tables.
    pub fn side(&self, color: Color) -> &SideWeights {
        &self.sides[color.index()]
    }

    /// Refuses weights made for another rule.
    ///
    /// # Errors
    /// When the header does not name `rule`.
    pub fn check_rule(&self, rule: Rule) -> Result<()> {
        ensure!(
            self.header.rules.iter().any(|name| name == rule.name()),
            "the weights are for {}, not for {rule}",
            self.header.rules.join(", ")
        );
        Ok(())
    }

    /// Reads a weight file.
    ///
    /// # Errors
    /// When it is none, of another version, cut off, damaged, or counts combinations in a group that there is not.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        let end = bytes.windows(2).position(|pair| pair == b"\n\n").context("this is no weight file")?;
        let text = std::str::from_utf8(&bytes[..end]).context("this is no weight file")?;
        let mut lines = text.lines();
        match lines.next() {
            Some(MAGIC) => {}
            Some(other) if other.starts_with("tengen-weights ") => {
                bail!("the weights have the format '{other}', this version reads '{MAGIC}'")
            }
            _ => bail!("this is no weight file"),
        }
        let mut header = Header::default();
        let mut checksum = None;
        for line in lines {
            match line.split_once(' ') {
                Some(("rules", names)) => header.rules = names.split(' ').map(str::to_owned).collect(),
                Some(("checksum", sum)) => checksum = Some(sum.to_owned()),
                _ => header.notes.push(line.to_owned()),
            }
        }
        let body = &bytes[end + 2..];
        ensure!(
            body.len() == 4 * SIDE_NUMBERS,
            "the weights have {} bytes of tables instead of {}",
            body.len(),
            4 * SIDE_NUMBERS
        );
        ensure!(checksum == Some(checksum_of(body)), "the weights are damaged: the checksum differs");
        let numbers: Vec<i16> = body.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]])).collect();
        let (black, white) = numbers.split_at(SIDE_NUMBERS);
        let side = |numbers| SideWeights::from_numbers(numbers).context("the weights have a group that there is not");
        Ok(Self::new(header, [side(black)?, side(white)?]))
    }

    /// The file's bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let body = self.body();
        let mut text = format!("{MAGIC}\nrules {}\nchecksum {}\n", self.header.rules.join(" "), checksum_of(&body));
        for note in &self.header.notes {
            text.push_str(note);
            text.push('\n');
        }
        text.push('\n');
        [text.into_bytes(), body].concat()
    }

    /// All numbers, as they stand in a file after its header.
    fn body(&self) -> Vec<u8> {
        self.sides.iter().flat_map(SideWeights::numbers).flat_map(|number| number.to_le_bytes()).collect()
    }

    /// What tells these weights from others, the `checksum` of their file.
    pub fn checksum(&self) -> String {
        checksum_of(&self.body())
    }

    /// Weights set by hand, where learning begins.
    ///
    /// A point counts the sum of its four lines, and more where two lines make a threat together. The
    /// numbers began as guesses and were tuned by SPSA (Spall 1992) in self-play: 516 steps of 40 games at
    /// 2,500 nodes a move and 179 at 5,000, over freestyle (15x15 and 20x20), standard, renju and caro in turn.
    pub fn hand_set(rule: Rule) -> Self {
        let combinations = Combinations::new();
        let side = |color| {
            let value = |number| {
                let patterns = combinations.patterns(number);
                match class_of(patterns, rule.forbids(color)) {
                    PointClass::Forbidden => 0,
                    class => {
                        patterns.iter().map(|&p| LINE_VALUES[p as usize]).sum::<i32>() + CLASS_VALUES[class as usize]
                    }
                }
            };
            let pair =
                |number, shares: [i32; 2]| shares.map(|share| (value(number) * share * UNIT / 100).min(LARGEST) as i16);
            SideWeights {
                values: (0..COMBINATION_COUNT).map(|number| pair(number, [MOVER_SHARE, 100])).collect(),
                promises: (0..COMBINATION_COUNT).map(|number| pair(number, [MAKING_SHARE, 100])).collect(),
                threats: (0..THREAT_COUNT).map(|facts| (threat_value(facts) * UNIT) as i16).collect(),
                groups: vec![UNCOUNTED; COMBINATION_COUNT],
                network: None,
            }
        };
        let header = Header { rules: vec![rule.name().to_owned()], notes: Vec::new() };
        Self::new(header, Color::ALL.map(side))
    }
}

impl SideWeights {
    /// All numbers, a missing network as one of zeros.
    fn numbers(&self) -> impl Iterator<Item = i16> + '_ {
        let tables = self.values.iter().chain(&self.promises).flatten().chain(&self.threats).copied();
        let missing = if self.network.is_some() { 0 } else { NETWORK_NUMBERS };
        let network = self.network.iter().flat_map(Network::numbers).chain(std::iter::repeat_n(0, missing));
        tables.chain(self.groups.iter().copied().map(i16::from)).chain(network)
    }

    /// `None` if a group is none.
    fn from_numbers(numbers: &[i16]) -> Option<Self> {
        let pairs = |numbers: &[i16]| numbers.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect();
        let (values, rest) = numbers.split_at(2 * COMBINATION_COUNT);
        let (promises, rest) = rest.split_at(2 * COMBINATION_COUNT);
        let (threats, rest) = rest.split_at(THREAT_COUNT);
        let (groups, network) = rest.split_at(COMBINATION_COUNT);
        let group = |&number: &i16| u8::try_from(number).ok().filter(|&group| usize::from(group) <= GROUPS);
        let network =
            if network.iter().all(|&number| number == 0) { None } else { Some(Network::from_numbers(network)?) };
        Some(Self {
            values: pairs(values),
            promises: pairs(promises),
            threats: threats.to_vec(),
            groups: groups.iter().map(group).collect::<Option<_>>()?,
            network,
        })
    }
}

/// The weight file in the binary; `weights/README.md` tells how each was made.
fn embedded(rule: Rule) -> &'static [u8] {
    match rule {
        Rule::Freestyle => include_bytes!("../../weights/freestyle.weights"),
        Rule::Standard => include_bytes!("../../weights/standard.weights"),
        Rule::Renju => include_bytes!("../../weights/renju.weights"),
        Rule::Caro | Rule::CaroExact => include_bytes!("../../weights/caro.weights"),
    }
}

/// FNV-1a.
fn checksum_of(bytes: &[u8]) -> String {
    let sum = bytes
        .iter()
        .fold(0xCBF2_9CE4_8422_2325_u64, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3));
    format!("{sum:016x}")
}

/// The side to move counts its points this many hundredths.
const MOVER_SHARE: i32 = 114;
/// In a move's promise, what it makes counts this many hundredths of what it takes.
const MAKING_SHARE: i32 = 143;
/// What moving next is worth.
const TEMPO: i32 = 75;
/// The opponent can make an open four: the move is not free.
const ANSWER_NEEDED: i32 = 29;
/// A four-three of one's own that a single reply can still spoil.
const FOUR_THREE: i32 = 523;
/// A double-three of one's own, the opponent having no four.
const DOUBLE_THREE: i32 = 178;

fn threat_value(facts: usize) -> i32 {
    let has = |bit: usize| facts >> bit & 1 != 0;
    let mut value = TEMPO;
    if has(0) {
        value += FOUR_THREE;
    }
    if has(4) {
        value -= ANSWER_NEEDED;
    } else if has(2) && !has(6) {
        value += DOUBLE_THREE;
    }
    value
}

/// Worth of a pattern in one line, in the order of the patterns' numbers.
const LINE_VALUES: [i32; LinePattern::COUNT] = [
    0,   // Dead
    2,   // One
    2,   // OpenOne
    8,   // Two
    4,   // OpenTwo
    10,  // OpenTwoWide
    12,  // OpenTwoFree
    12,  // Three
    63,  // OpenThree
    51,  // OpenThreeWide
    110, // Four
    110, // DoubleFour
    393, // OpenFour
    453, // Five
    0,   // Overline
];

/// What a point's class adds to the sum of its lines, in the order of the classes' numbers.
const CLASS_VALUES: [i32; PointClass::ALL.len()] = [
    0,   // None
    0,   // Two
    5,   // DoubleTwo
    7,   // OpenThree
    69,  // DoubleThree
    5,   // Four
    211, // FourThree
    268, // DoubleFour
    0,   // OpenFour
    0,   // Five
    0,   // Forbidden
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_weights_are_whole_and_for_their_rules() {
        for rule in Rule::ALL {
            let weights = Weights::from_bytes(embedded(rule)).unwrap();
            weights.check_rule(rule).unwrap();
            assert_eq!(*Weights::of(rule), weights);
            assert!(weights.header.notes.iter().any(|note| note.starts_with("games ")));
            assert_eq!(weights.to_bytes(), embedded(rule));
        }
    }

    #[test]
    fn a_file_is_read_back_and_a_wrong_one_refused() {
        let weights = Weights::hand_set(Rule::Renju);
        let bytes = weights.to_bytes();
        assert_eq!(Weights::from_bytes(&bytes).unwrap(), weights);
        let error = |bytes: &[u8]| format!("{:#}", Weights::from_bytes(bytes).unwrap_err());
        assert!(error(&bytes[..bytes.len() - 2]).contains("bytes of tables"));
        assert!(error(b"GIF89a").contains("no weight file"));
        let mut damaged = bytes.clone();
        *damaged.last_mut().unwrap() ^= 1;
        assert!(error(&damaged).contains("damaged"));
        let newer = String::from_utf8_lossy(&bytes).replace("tengen-weights 2", "tengen-weights 9").into_bytes();
        assert!(error(&newer).contains("format"));
        assert!(weights.check_rule(Rule::Caro).is_err());
        let mut strange = weights;
        strange.sides[1].groups[7] = UNCOUNTED + 1;
        assert!(error(&strange.to_bytes()).contains("a group that there is not"));
    }
}
