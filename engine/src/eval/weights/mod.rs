//! Weights: the learned numbers of evaluation and move ordering for one rule, read from a weight file.

mod container;
mod embedded;
mod error;

pub use container::Header;
pub use error::WeightError;

use self::container::{Container, fnv1a};
use self::embedded::embedded;
use super::nnue::{Nnue, PolicyHead};
use super::tables::layout::{self, BUCKETS};
use super::tables::{FeatureTables, Mlp, THREAT_MASKS, feature_table};
use crate::base::{Color, Rule};
use crate::pattern::COMBINATION_COUNT;
use std::sync::{Arc, OnceLock};

/// Fixed-point scale of tables: `WEIGHT_ONE` units are one point.
pub const WEIGHT_ONE: i32 = 16;
/// The largest number in a hand-set table, so that it fits 16 bits.
pub(super) const MAX_WEIGHT: i32 = 32_000;

/// The weights of one rule.
///
/// The static evaluation sums a value for every empty point, by its combination of four line patterns, from one table
/// for the side to move and one for the other; adds a value for the threats on the board; and corrects the sum by a
/// network. The static policy of a move is the sum over its combinations for both sides in the policy table.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// Rules and notes of the weight file.
    pub header: Header,
    sides: [SideWeights; 2],
    /// The line-shape network (NNUE), which corrects the score after the tables and the bucket network.
    pub nnue: Option<Arc<Nnue>>,
    /// The policy head: logits of moves from the sums of `nnue`.
    pub policy: Option<Arc<PolicyHead>>,
    /// Values and buckets packed for accumulators, shared by all evaluators.
    pub(super) features: FeatureTables,
}

/// The tables of one color.
#[derive(Clone, Debug, PartialEq)]
pub struct SideWeights {
    /// Value of a combination: `[when this color is to move, when the other is]`.
    pub values: Vec<[i16; 2]>,
    /// The policy table: static policy of a move of this color, `[of its own combination, of the opponent's]`.
    pub policy: Vec<[i16; 2]>,
    /// Value of the threats when this color is to move, by `threat_mask`.
    pub threats: Vec<i16>,
    /// The bucket in which the bucket network counts a combination of this color, below [`BUCKETS`] or
    /// [`NO_BUCKET`](super::mlp_layout::NO_BUCKET).
    pub buckets: Vec<u8>,
    /// The bucket network, which corrects the score when this color is to move.
    pub mlp: Option<Mlp>,
}

/// Sections of little-endian 16-bit numbers.
const VALUES: &str = "values";
const POLICY: &str = "policy";
const THREATS: &str = "threats";
const BUCKET_OF: &str = "buckets";
const MLP: &str = "mlp";
const SECTIONS: [&str; 5] = [VALUES, POLICY, THREATS, BUCKET_OF, MLP];
/// Optional sections of little-endian 32-bit floats, shared by both colors.
const NNUE: &str = "nnue";
const NNUE_POLICY: &str = "nnue-policy";

impl Weights {
    /// The embedded weights of a rule, read at the first call.
    pub fn of(rule: Rule) -> Arc<Weights> {
        static WEIGHTS: [OnceLock<Arc<Weights>>; Rule::ALL.len()] = [const { OnceLock::new() }; Rule::ALL.len()];
        let read = || match Weights::from_bytes(embedded(rule)) {
            Ok(weights) => Arc::new(weights),
            // A unit test reads them all.
            Err(error) => unreachable!("the weights of {rule}: {error}"),
        };
        Arc::clone(WEIGHTS[rule as usize].get_or_init(read))
    }

    /// The weights in a file; the name `hand-set` stands for the hand-set weights of every rule.
    ///
    /// # Errors
    /// When the file cannot be read or does not hold weights that this version knows.
    pub fn read(name: &str) -> Result<Vec<Arc<Weights>>, WeightError> {
        if name == "hand-set" {
            return Ok(Rule::ALL.map(|rule| Arc::new(Weights::hand_set(rule))).to_vec());
        }
        let bytes = std::fs::read(name).map_err(|error| WeightError::Unreadable(name.to_owned(), error))?;
        let weights =
            Weights::from_bytes(&bytes).map_err(|error| WeightError::InFile(name.to_owned(), error.into()))?;
        Ok(vec![Arc::new(weights)])
    }

    /// Weights of these tables, Black's first.
    pub fn new(header: Header, sides: [SideWeights; 2]) -> Self {
        let features = sides.each_ref().map(|side| feature_table(&side.values, &side.buckets));
        Self { header, sides, nnue: None, policy: None, features }
    }

    /// These weights with or without a line-shape network. The policy head is dropped, because it belongs to one
    /// network.
    pub fn with_nnue(self, nnue: Option<Arc<Nnue>>) -> Self {
        Self { nnue, policy: None, ..self }
    }

    /// These weights with or without a policy head.
    pub fn with_policy(self, policy: Option<Arc<PolicyHead>>) -> Self {
        Self { policy, ..self }
    }

    /// One color's tables.
    pub fn side(&self, color: Color) -> &SideWeights {
        &self.sides[color.index()]
    }

    /// Checks that the weights are for this rule.
    ///
    /// # Errors
    /// When the header does not name `rule`.
    pub fn check_rule(&self, rule: Rule) -> Result<(), WeightError> {
        if self.header.rules.iter().any(|name| name == rule.name()) {
            return Ok(());
        }
        Err(WeightError::OtherRule(self.header.rules.join(", "), rule))
    }

    /// Reads a weight file.
    ///
    /// # Errors
    /// When the bytes are not a weight file of this format, are truncated or damaged, or lack a section.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, WeightError> {
        let container = Container::from_bytes(bytes)?;
        if let Some(name) =
            container.names().find(|name| ![NNUE, NNUE_POLICY].contains(name) && !SECTIONS.contains(name))
        {
            return Err(WeightError::UnknownSection(name.to_owned()));
        }
        let sides = [SideWeights::read(&container, Color::Black)?, SideWeights::read(&container, Color::White)?];
        let nnue = network(&container, NNUE, Nnue::from_parameters)?;
        let policy = network(&container, NNUE_POLICY, PolicyHead::from_parameters)?;
        Ok(Self { nnue, policy, ..Self::new(container.header, sides) })
    }

    /// The file's bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut container = Container::new(self.header.clone());
        for name in SECTIONS {
            let [black, white] = self.sides.each_ref().map(|side| side.section(name));
            if black.is_some() || white.is_some() {
                container.push(name, [black, white].map(Option::unwrap_or_default));
            }
        }
        for (name, bytes) in self.networks() {
            container.push(name, [bytes.clone(), bytes]);
        }
        container.to_bytes()
    }

    /// A hexadecimal hash that identifies these weights independently of the file's layout: over all sections of Black,
    /// then all of White, then the line-shape network and its policy head.
    pub fn fingerprint(&self) -> String {
        let sections =
            |side: &SideWeights| SECTIONS.into_iter().filter_map(|name| side.section(name)).flatten().collect();
        let all: Vec<Vec<u8>> =
            self.sides.iter().map(sections).chain(self.networks().map(|(_, bytes)| bytes)).collect();
        format!("{:016x}", fnv1a(&all.concat()))
    }

    /// The sections of the line-shape network and its policy head, with their bytes.
    fn networks(&self) -> impl Iterator<Item = (&'static str, Vec<u8>)> {
        let nnue = self.nnue.as_ref().map(|nnue| (NNUE, nnue.parameters()));
        let policy = self.policy.as_ref().map(|policy| (NNUE_POLICY, policy.parameters()));
        let bytes = |parameters: &[f32]| parameters.iter().flat_map(|parameter| parameter.to_le_bytes()).collect();
        nnue.into_iter().chain(policy).map(move |(name, parameters)| (name, bytes(parameters)))
    }
}

/// The network that `make` returns for the floats of a section, if there is one.
fn network<T>(
    container: &Container,
    name: &'static str,
    make: impl Fn(&[f32]) -> Option<T>,
) -> Result<Option<Arc<T>>, WeightError> {
    let read = |bytes: &[u8]| {
        let network = floats(bytes).and_then(|parameters| make(&parameters));
        network.map(Arc::new).ok_or(WeightError::InvalidNetwork(name))
    };
    container.section(name, Color::Black).map(read).transpose()
}

/// The 32-bit floats in a section's bytes; `None` if a part of one is left over.
fn floats(bytes: &[u8]) -> Option<Vec<f32>> {
    let (numbers, rest) = bytes.as_chunks::<4>();
    rest.is_empty().then(|| numbers.iter().map(|&number| f32::from_le_bytes(number)).collect())
}

impl SideWeights {
    /// A color's part of a file.
    fn read(container: &Container, color: Color) -> Result<Self, WeightError> {
        let section = |name: &'static str, numbers: usize| {
            let bytes = container.section(name, color).ok_or(WeightError::MissingSection(name))?;
            if bytes.len() != 2 * numbers {
                return Err(WeightError::WrongSectionLength(name, bytes.len()));
            }
            Ok(bytes.as_chunks::<2>().0.iter().map(|&pair| i16::from_le_bytes(pair)).collect::<Vec<i16>>())
        };
        let bucket = |number: i16| {
            let bucket = u8::try_from(number).ok().filter(|&bucket| usize::from(bucket) <= BUCKETS);
            bucket.ok_or(WeightError::InvalidBucket(number))
        };
        let mlp = match container.section(MLP, color) {
            // The section exists but is empty if only the other color has a network.
            None | Some([]) => None,
            Some(_) => Mlp::from_parameters(&section(MLP, layout::PARAMETERS)?),
        };
        Ok(Self {
            values: section(VALUES, 2 * COMBINATION_COUNT)?.as_chunks::<2>().0.to_vec(),
            policy: section(POLICY, 2 * COMBINATION_COUNT)?.as_chunks::<2>().0.to_vec(),
            threats: section(THREATS, THREAT_MASKS)?,
            buckets: section(BUCKET_OF, COMBINATION_COUNT)?.into_iter().map(bucket).collect::<Result<_, _>>()?,
            mlp,
        })
    }

    /// The bytes of one of the [`SECTIONS`]; `None` for the bucket network if there is none.
    fn section(&self, name: &str) -> Option<Vec<u8>> {
        let numbers: Vec<i16> = match name {
            VALUES => self.values.as_flattened().to_vec(),
            POLICY => self.policy.as_flattened().to_vec(),
            THREATS => self.threats.clone(),
            BUCKET_OF => self.buckets.iter().copied().map(i16::from).collect(),
            _ => self.mlp.as_ref()?.parameters().to_vec(),
        };
        Some(numbers.into_iter().flat_map(i16::to_le_bytes).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::layout::NO_BUCKET;
    use super::*;
    use crate::eval::nnue::Layout;

    #[test]
    fn the_embedded_weights_are_whole_and_for_their_rules() {
        for rule in Rule::ALL {
            let weights = Weights::from_bytes(embedded(rule)).unwrap();
            weights.check_rule(rule).unwrap();
            assert_eq!(*Weights::of(rule), weights);
            assert!(weights.header.notes.iter().any(|note| note.starts_with("games ")));
            assert!(Color::ALL.iter().all(|&color| weights.side(color).mlp.is_some()));
            assert!(weights.nnue.as_ref().is_some_and(|nnue| nnue.fits(rule)));
            assert_eq!(weights.to_bytes(), embedded(rule));
        }
    }

    #[test]
    fn a_file_is_read_back_and_a_wrong_one_refused() {
        let weights = Weights::hand_set(Rule::Renju);
        let bytes = weights.to_bytes();
        assert_eq!(Weights::from_bytes(&bytes).unwrap(), weights);
        let error = |bytes: &[u8]| Weights::from_bytes(bytes).unwrap_err().to_string();
        let replaced = |from: &str, to: &str| {
            let at = bytes.windows(from.len()).position(|window| window == from.as_bytes()).unwrap();
            [&bytes[..at], to.as_bytes(), &bytes[at + from.len()..]].concat()
        };
        assert_eq!(error(b"GIF89a"), "not a weight file");
        assert!(error(&replaced("tengen-weights 3", "tengen-weights 2")).contains("format 'tengen-weights 2'"));
        assert!(error(&bytes[..bytes.len() - 2]).contains("cut off"));
        assert!(error(&replaced("section values", "section others")).contains("unknown section 'others'"));
        assert!(error(&replaced("section threats", "section policy")).contains("no section 'threats'"));
        assert!(error(&replaced("section threats both 1024", "section threats both x")).contains("invalid line"));
        assert!(weights.check_rule(Rule::Caro).unwrap_err().to_string().contains("are for renju, not for caro"));
        let mut strange = weights;
        strange.sides[1].buckets[7] = NO_BUCKET + 1;
        assert_eq!(error(&strange.to_bytes()), "invalid bucket number 25");
    }

    #[test]
    fn a_network_of_one_color_is_kept_with_that_color() {
        let mut weights = Weights::hand_set(Rule::Renju);
        weights.sides[1].mlp = Mlp::from_parameters(&vec![3; layout::PARAMETERS]);
        assert_eq!(Weights::from_bytes(&weights.to_bytes()).unwrap(), weights);
    }

    #[test]
    fn a_network_of_line_shapes_is_kept_and_a_wrong_one_refused() {
        let hand_set = Weights::hand_set(Rule::Freestyle);
        let parameters: Vec<f32> = (0..Layout::of(Rule::Freestyle).count).map(|i| i as f32 / 7.0).collect();
        let with = |parameters: &[f32]| Nnue::from_parameters(parameters).map(Arc::new);
        let weights = Weights { nnue: with(&parameters), ..hand_set.clone() };
        assert!(weights.nnue.as_ref().is_some_and(|nnue| nnue.fits(Rule::Freestyle) && !nnue.fits(Rule::Caro)));
        let read = Weights::from_bytes(&weights.to_bytes()).unwrap();
        assert_eq!(read, weights);
        assert_ne!((read.fingerprint(), &read), (hand_set.fingerprint(), &hand_set));
        let policy: Vec<f32> = (0..PolicyHead::PARAMETERS).map(|i| i as f32 / 9.0).collect();
        let policy = PolicyHead::from_parameters(&policy).map(Arc::new);
        let with_policy = read.clone().with_policy(policy);
        let again = Weights::from_bytes(&with_policy.to_bytes()).unwrap();
        assert_eq!((&again, again.policy.is_some()), (&with_policy, true));
        assert_ne!(again.fingerprint(), read.fingerprint());
        assert_eq!(again.with_nnue(None).policy, None, "a policy is for the sums of its network");
        assert_eq!(read.nnue.unwrap().parameters(), parameters);
        assert_eq!(with(&parameters[1..]), None);
        assert_eq!(with(&[&parameters[..], &[0.0]].concat()), None);
        assert_eq!(with(&[&[f32::NAN], &parameters[1..]].concat()), None);
        for (name, count) in [(NNUE, parameters.len()), (NNUE, 3), (NNUE_POLICY, PolicyHead::PARAMETERS)] {
            let mut container = Container::from_bytes(&hand_set.to_bytes()).unwrap();
            container.push(name, [f32::NAN.to_le_bytes().repeat(count), f32::NAN.to_le_bytes().repeat(count)]);
            let error = Weights::from_bytes(&container.to_bytes()).unwrap_err().to_string();
            assert!(error.contains(&format!("'{name}' of the weights")) && error.contains("not finite"), "{error}");
        }
    }

    #[test]
    fn the_fingerprint_depends_on_the_numbers_alone() {
        let mut weights = Weights::hand_set(Rule::Caro);
        let fingerprint = weights.fingerprint();
        weights.header.notes.push("games 9".to_owned());
        assert_eq!(weights.fingerprint(), fingerprint);
        weights.sides[0].policy[5][1] += 1;
        assert_ne!(weights.fingerprint(), fingerprint);
        // Self-play files name the fingerprint of the weights that played, so it must not change.
        assert_eq!(Weights::of(Rule::Standard).fingerprint(), "1cf8f6ede05c6ec3");
    }
}
