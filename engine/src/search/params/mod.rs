//! The tuned numbers of the search: name, meaning, value, range and step of each, declared once.
//!
//! In the normal build they are constants and cost nothing. With the cargo feature `tune` each thread keeps their
//! values in memory, so that [`ParamOverrides`] can change them by name when a search begins. `tengen tune` and the
//! documents read them from [`list`].
//!
//! The present values come from SPSA (Spall 1992) in self-play: 275 steps of 16 games at 20,000 nodes a move over all
//! rules. Values marked `Depth:`, those of delaying and idle fours, `lmr_not_improving` and `quiescence_table_plies`
//! follow Rapfi; they and the singular and static margins were tested at 50,000 to 200,000 nodes, `lmp_base` and
//! `quiescence_idle_margin` at 25,000. `soft_share_proven`, which matches at fixed nodes cannot tune, and the
//! parameters of the threat solvers are first guesses.
//!
#![doc = include_str!("constants.md")]

use crate::base::Rule;
use thiserror::Error;

/// A number that tuning may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Param {
    /// Unique name, in snake case.
    pub name: &'static str,
    /// The meaning, with its unit.
    pub doc: &'static str,
    /// The value under every rule that has none of its own.
    pub default: i32,
    /// Rules with their own value.
    pub by_rule: &'static [(Rule, i32)],
    /// Smallest sensible value.
    pub min: i32,
    /// Largest sensible value.
    pub max: i32,
    /// Size of a change that games can detect: the perturbation at the end of an SPSA run.
    pub step: i32,
}

impl Param {
    /// The value under `rule`.
    #[inline(always)]
    pub fn value(&self, rule: Rule) -> i32 {
        self.by_rule.iter().find(|(own, _)| *own == rule).map_or(self.default, |&(_, value)| value)
    }
}

/// All tuned numbers, in the order of their declaration.
pub fn list() -> &'static [Param] {
    PARAMS
}

/// The parameters as text for users and tuners: a heading, then lines of name, default value, smallest and largest
/// value, step and meaning, separated by tabs. Values of single rules follow the default as ` rule=value`.
pub fn table() -> String {
    let mut text = String::from("name\tvalue\tmin\tmax\tstep\tmeaning\n");
    for Param { name, doc, default, by_rule, min, max, step } in PARAMS {
        let own: String = by_rule.iter().map(|(rule, value)| format!(" {rule}={value}")).collect();
        text += &format!("{name}\t{default}{own}\t{min}\t{max}\t{step}\t{doc}\n");
    }
    text
}

/// Whether this build can change the numbers at run time.
pub const TUNABLE: bool = cfg!(feature = "tune");

/// Values by name that replace the declared ones under every rule.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ParamOverrides(Vec<(usize, i32)>);

impl ParamOverrides {
    /// Adds a setting of the form `NAME=VALUE`; a later one for the same name wins.
    ///
    /// # Errors
    /// When the build was made without the feature `tune`, the name is unknown, or the value is not
    /// a number within the parameter's range.
    pub fn add(&mut self, setting: &str) -> Result<(), ParamError> {
        let (name, value) = setting.split_once('=').ok_or_else(|| ParamError::Form(setting.into()))?;
        let index = PARAMS.iter().position(|param| param.name == name);
        let index = index.ok_or_else(|| ParamError::Unknown(name.into()))?;
        let Param { min, max, .. } = PARAMS[index];
        let value = value.parse().ok().filter(|value| (min..=max).contains(value));
        let value = value.ok_or_else(|| ParamError::Value(setting.into(), min, max))?;
        if !TUNABLE {
            return Err(ParamError::Constant);
        }
        self.0.push((index, value));
        Ok(())
    }
}

/// Why a setting of a parameter was refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParamError {
    /// The setting is not of the form `NAME=VALUE`.
    #[error("'{0}': expected NAME=VALUE")]
    Form(String),
    /// No parameter has this name.
    #[error("unknown parameter '{0}'; see pbrain-tengen params")]
    Unknown(String),
    /// The value of this setting is not a number from the smallest to the largest.
    #[error("'{0}': expected a whole number from {1} to {2}")]
    Value(String, i32, i32),
    /// This build cannot change parameters.
    #[error("parameters are constants in this build; build with --features tune to change them")]
    Constant,
}

/// The values that one search uses.
#[derive(Clone, Debug)]
pub struct Params {
    #[cfg(not(feature = "tune"))]
    rule: Rule,
    #[cfg(feature = "tune")]
    values: [i32; PARAMS.len()],
}

impl Params {
    /// The values under `rule`, changed by `overrides`.
    pub fn new(rule: Rule, overrides: &ParamOverrides) -> Self {
        #[cfg(not(feature = "tune"))]
        {
            // This build cannot add overrides.
            let ParamOverrides(_) = overrides;
            Self { rule }
        }
        #[cfg(feature = "tune")]
        {
            let mut values = std::array::from_fn(|index| PARAMS[index].value(rule));
            overrides.0.iter().for_each(|&(index, value)| values[index] = value);
            Self { values }
        }
    }

    #[inline(always)]
    fn get(&self, index: Index) -> i32 {
        #[cfg(not(feature = "tune"))]
        return PARAMS[index as usize].value(self.rule);
        #[cfg(feature = "tune")]
        return self.values[index as usize];
    }
}

/// Declares parameters: doc line, name, value, values of single rules in brackets, range and step.
macro_rules! params {
    ($(
        $(#[doc = $doc:literal])+
        $name:ident = $value:literal $([$($rule:ident: $own:literal),+])?, $min:literal..=$max:literal, step $step:literal;
    )+) => {
        const PARAMS: &[Param] = &[$(Param {
            name: stringify!($name),
            doc: concat!($($doc),+).trim_ascii(),
            default: $value,
            by_rule: &[$($((Rule::$rule, $own)),+)?],
            min: $min,
            max: $max,
            step: $step,
        }),+];

        /// Indices into [`PARAMS`].
        #[allow(non_camel_case_types)]
        #[derive(Clone, Copy)]
        enum Index {
            $($name),+
        }

        impl Params {
            $(
                $(#[doc = $doc])+
                #[inline(always)]
                pub fn $name(&self) -> i32 {
                    self.get(Index::$name)
                }
            )+
        }

        /// Each parameter's name and the value that its function returns.
        #[cfg(test)]
        fn by_name(params: &Params) -> Vec<(&'static str, i32)> {
            vec![$((stringify!($name), params.$name())),+]
        }
    };
}

params! {
    /// Aspiration: half the first window around the last score, in points.
    aspiration_window = 23, 5..=100, step 5;
    /// Aspiration: shallowest iteration with a narrow window, in plies.
    aspiration_min_depth = 4, 2..=8, step 1;
    /// Aspiration: the window grows by this factor when the score falls outside.
    aspiration_growth = 3, 2..=6, step 1;
    /// Aspiration: a side of the window that is wider than this is opened, in points.
    aspiration_max_window = 1000, 100..=5000, step 200;

    /// Time: no new iteration after this share of the soft limit, in percent.
    soft_share = 55, 20..=100, step 6;
    /// Time: share of the soft limit when the best move changed or the score dropped, in percent.
    soft_share_unstable = 110, 50..=250, step 12;
    /// Time: share of the soft limit when the best move has been stable, in percent.
    soft_share_stable = 35, 10..=100, step 5;
    /// Time: share of the soft limit when a win is proven, in a search of one line, in percent.
    soft_share_proven = 10, 0..=100, step 5;
    /// Time: iterations without a new best move that count as stable.
    stable_iterations = 5, 2..=10, step 1;
    /// Time: drop of the score from one iteration to the next that counts as unstable, in points.
    score_drop = 60, 10..=200, step 12;

    /// Threats: the last VCF search at the root takes at most one node in this many of a node limit.
    root_vcf_divisor = 8, 2..=64, step 2;
    /// Threats: share of the nodes for the threat solver at the root, in percent.
    root_vct_share = 6, 0..=50, step 3;
    /// Threats: share of the nodes for the threat solver while a win is seen and not yet proved, in percent; its
    /// verification gets as much.
    root_vct_seen_share = 30, 0..=100, step 5;
    /// Threats: most moves that the threat solver may refute in one search.
    root_vct_max_refuted = 3, 0..=10, step 1;

    /// Reverse futility: margin above beta, in points.
    rfp_base = 20, 0..=150, step 8;
    /// Reverse futility: margin for each ply of depth, in points.
    rfp_per_ply = 63, 20..=150, step 6;
    /// Reverse futility: the margin is smaller by this when the static score is improving, in points.
    rfp_improving = 45, 0..=150, step 8;
    /// Reverse futility: greatest depth, in plies.
    rfp_max_depth = 10, 3..=16, step 1;
    /// Razoring: margin below alpha, in points.
    razoring_base = 67, 0..=300, step 12;
    /// Razoring: margin for each ply of depth, in points.
    razoring_per_ply = 65, 20..=200, step 8;
    /// Razoring: greatest depth, in plies.
    razoring_max_depth = 3, 1..=8, step 1;
    /// Futility of quiet moves: margin below alpha, in points.
    futility_base = 107, 0..=400, step 12;
    /// Futility of quiet moves: margin for each ply of depth, in points.
    futility_per_ply = 65, 20..=200, step 8;
    /// Futility of quiet moves: greatest depth, in plies.
    futility_max_depth = 10, 3..=16, step 1;
    /// Late-move pruning: moves searched at depth 0.
    lmp_base = 5, 1..=12, step 1;
    /// Late-move pruning: more moves for the square of the depth, in hundredths.
    lmp_per_depth_squared = 66, 20..=200, step 8;
    /// Late-move pruning: share of the moves kept when the static score is not improving, in percent.
    lmp_not_improving = 60, 20..=100, step 6;
    /// Expected fail-high: margin above beta for each ply of depth, in points.
    fail_high_per_ply = 23, 0..=100, step 4;
    /// Expected fail-high: the margin is smaller by this, in points.
    fail_high_offset = 9, 0..=100, step 6;
    /// Expected fail-high: the margin is greater by this when the opponent threatens, in points.
    fail_high_threat = 137, 0..=400, step 16;
    /// Expected fail-high: least depth, in plies.
    fail_high_min_depth = 3, 1..=8, step 1;

    /// Late-move reductions: constant part, in hundredths of a ply.
    lmr_base = 81, 0..=250, step 12;
    /// Late-move reductions: factor of log2(depth) * log2(move number), in hundredths of a ply.
    lmr_slope = 30, 5..=100, step 4;
    /// Late-move reductions: less on the principal variation, in hundredths of a ply.
    lmr_pv = 122, 0..=300, step 14;
    /// Late-move reductions: more at nodes that are expected to fail high, but for quiet killers, in hundredths of a ply.
    lmr_cut_node = 100, 0..=300, step 14;
    /// Late-move reductions: less for a four that makes more than a four, in hundredths of a ply.
    lmr_four = 200, 0..=400, step 14;
    /// Late-move reductions: less for an answer to the threat of an open four, in hundredths of a ply.
    lmr_answer = 100, 0..=300, step 14;
    /// Late-move reductions: less for two open threes, or a move that takes a four away, in hundredths of a ply.
    lmr_other = 50, 0..=300, step 14;
    /// Late-move reductions: less for a move that makes an open three, in hundredths of a ply.
    lmr_open_three = 122, 0..=300, step 14;
    /// Late-move reductions: a move is weak below this share of the first move's policy, in percent.
    lmr_weak_share = 11, 0..=60, step 4;
    /// Late-move reductions: more for a weak move, in hundredths of a ply.
    lmr_weak = 106, 0..=300, step 14;
    /// Late-move reductions: a move is far beyond this distance from the last two stones, in cells.
    lmr_far_cells = 4, 2..=8, step 1;
    /// Late-move reductions: more for a far move, in hundredths of a ply.
    lmr_far = 19, 0..=200, step 10;
    /// Late-move reductions: more for a delaying four far from the opponent's last stone, in hundredths of a ply.
    lmr_delay_far_from_last = 190, 0..=400, step 14;
    /// Late-move reductions: more for a delaying four far from the last stone of the side to move, in hundredths of a ply.
    lmr_delay_far_from_own = 96, 0..=400, step 14;
    /// Delaying fours far from the last two stones are left out below this depth, in hundredths of a ply.
    delaying_four_depth = 430, 0..=900, step 30;
    /// Late-move reductions: more when the static score is not improving, in hundredths of a ply.
    lmr_not_improving = 100, 0..=300, step 14;
    /// Late-move reductions: points of history that are worth a hundredth of a ply.
    lmr_history = 31, 8..=150, step 4;
    /// Late-move reductions: first moves that are never reduced.
    lmr_full_depth_moves = 2, 1..=6, step 1;
    /// Late-move reductions: least depth, in plies.
    lmr_min_depth = 2, 1..=6, step 1;

    /// Depth: alpha-raised reduction, in hundredths of a ply.
    raised_alpha_reduction = 100, 0..=300, step 14;
    /// Depth: minimum depth of the alpha-raised reduction, in plies.
    raised_alpha_min_depth = 2, 0..=8, step 1;
    /// Depth: maximum depth of the alpha-raised reduction, in plies.
    raised_alpha_max_depth = 12, 4..=40, step 2;
    /// Depth: reduction of a PV node by the depth that its table entry lacks, in percent of that.
    iir_shallow_entry_share = 28, 0..=100, step 5;
    /// Depth: largest reduction of a PV node with a shallower table entry, in hundredths of a ply.
    iir_shallow_entry_max = 360, 0..=1000, step 30;
    /// Depth: less in a PV node without a table move, in hundredths of a ply.
    iir_no_tt_move = 32, 0..=200, step 10;
    /// Depth: more for the forced answer to a five, in hundredths of a ply.
    answer_extension = 30, 0..=80, step 8;
    /// Depth: more for the table's move in a PV node, in hundredths of a ply.
    tt_move_extension_pv = 25, 0..=80, step 8;
    /// Depth: more for the table's move in other nodes, in hundredths of a ply.
    tt_move_extension = 8, 0..=80, step 8;
    /// Depth: a reduced move that is above alpha by this counts as far above, in points.
    research_deeper_base = 34, 0..=200, step 10;
    /// Depth: that distance is larger by this for each ply of the reduction, in points.
    research_deeper_per_ply = 11, 0..=60, step 4;
    /// Depth: a reduced move that exceeds the best by less than this for each ply of depth counts as hardly better, in
    /// points.
    research_shallower_per_ply = 1, 0..=8, step 1;

    /// Singular extension: least depth, in plies.
    singular_min_depth = 6, 4..=12, step 1;
    /// Singular extension: the table's entry may be this much shallower than the node, in plies.
    singular_tt_depth_slack = 2, 1..=5, step 1;
    /// Singular extension: margin below the table's score for each ply of depth, in hundredths of a point.
    singular_margin = 240, 20..=500, step 20;
    /// Singular extension: depth of the search of the other moves, in percent.
    singular_depth_share = 58, 30..=80, step 4;
    /// Singular extension: a move that is better by this much more is extended twice, in points.
    double_extension_margin = 10, 0..=150, step 8;

    /// Move order: bonus of a killer move.
    killer_bonus = 58, 0..=300, step 12;
    /// Move order: bonus of the counter move.
    counter_move_bonus = 101, 0..=400, step 14;
    /// Move order: bonus for each cell that a move is nearer than five to the last stone of the side to move.
    own_last_bonus = 0 [Caro: 8], 0..=60, step 2;
    /// Move order: weight of a full history.
    history_weight = 150 [Caro: 104], 0..=500, step 16;
    /// Move order: moves handed out before the rest is ordered by the network.
    policy_first_move = 2, 0..=8, step 1;
    /// Move order: the network's order is used from this depth on, in plies.
    policy_min_depth = 3, 1..=99, step 1;
    /// Move order: points for a nat of the network's policy.
    policy_weight = 40, 10..=160, step 6;
    /// History: bonus of a cutoff for the square of the depth.
    history_bonus = 26 [Caro: 16], 4..=64, step 3;
    /// History: largest bonus of a cutoff.
    history_bonus_max = 1600, 200..=6000, step 200;
    /// History: malus of the moves searched before the cutoff, in percent of its bonus.
    history_malus = 70 [Caro: 50], 0..=200, step 10;
    /// History: share of a quiet move's gain in static score that is added to its history, in percent.
    history_swing = 0 [Caro: 120], 0..=600, step 20;

    /// Quiescence: most plies of continuous fours below a leaf.
    quiescence_plies = 20, 4..=40, step 2;
    /// Quiescence: greatest distance below a leaf at which idle fours are read, in plies.
    quiescence_idle_plies = 0, 0..=40, step 2;
    /// Quiescence: idle fours are read only where the static score is no farther than this below alpha, in points.
    quiescence_idle_margin = 100, 0..=2000, step 30;
    /// Quiescence: distance below a leaf from which on all depths are equal in the table, in plies.
    quiescence_table_plies = 4, 0..=40, step 2;
    /// Quiescence: reach of a four in line with the attacker's last stone, in cells.
    quiescence_reach_in_line = 4, 2..=8, step 1;
    /// Quiescence: reach of a four in any direction, in cells.
    quiescence_reach = 2, 1..=6, step 1;
    /// Quiescence: the line-shape network is left out where the tables' score is this far outside the window, in
    /// points.
    nnue_margin = 200, 0..=1000, step 30;
    /// Static score: the line-shape network is left out where the tables' score is this far outside the window, in
    /// points.
    static_margin = 150, 0..=1000, step 30;
    /// Static score: that distance is larger by this for each ply of depth, in points.
    static_margin_per_ply = 65, 0..=200, step 8;
}

#[cfg(test)]
mod tests;
