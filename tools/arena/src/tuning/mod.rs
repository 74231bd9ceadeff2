//! A tuning run: SPSA over games, stored in a file so that it can be continued; the mean of several runs; a picture of
//! the parameters' course.

pub mod games;
pub mod spsa;

use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};
use spsa::{Comparison, Parameter, Rates, compare, update};
use std::fmt::Write;
use std::fs;
use std::path::Path;
use tengen::base::Rule;
use tengen_game::whole_file;

/// The stored state of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TuningState {
    /// Conditions of a run, which must not change: rules, boards, openings, limits, games, adjudication, shards.
    pub conditions: String,
    /// Seed of directions and openings.
    pub seed: u64,
    /// The rates.
    pub rates: Rates,
    /// The parameters with their present values.
    pub parameters: Vec<Parameter>,
    /// Values before the first and after each finished iteration, in the parameters' order.
    pub course: Vec<Vec<f64>>,
}

/// Function that plays the games of iteration `k`: the lead of the comparison's first setting in games, `None` if the
/// games were interrupted.
type Play<'a> = dyn FnMut(usize, &Comparison) -> Result<Option<f64>> + 'a;

impl TuningState {
    /// A run that has not begun.
    pub fn new(conditions: String, seed: u64, rates: Rates, parameters: Vec<Parameter>) -> Self {
        let course = vec![parameters.iter().map(|parameter| parameter.value).collect()];
        Self { conditions, seed, rates, parameters, course }
    }

    /// This run before its first iteration.
    fn beginning(&self) -> Self {
        let parameters = self.parameters.iter().map(|p| Parameter { value: p.start, ..p.clone() }).collect();
        Self::new(self.conditions.clone(), self.seed, self.rates, parameters)
    }

    /// Number of finished iterations.
    pub fn iteration(&self) -> usize {
        self.course.len() - 1
    }

    /// The run in a file. Fails when the file cannot be read or holds no run.
    pub fn read(path: &Path) -> Result<Self> {
        let name = path.display();
        let text = fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
        let state: Self = serde_json::from_str(&text).with_context(|| format!("{name}: not a tuning run"))?;
        let count = state.parameters.len();
        let whole = !state.course.is_empty() && state.course.iter().all(|values| values.len() == count);
        ensure!(whole, "{name}: not a tuning run: values are missing in its course");
        Ok(state)
    }

    /// Writes the run atomically: the file has the old run or the new one.
    fn save(&self, path: &Path) -> Result<()> {
        whole_file::replace(path, serde_json::to_string(self)?)
    }

    /// Plays the remaining iterations, and saves the run to `path` before the first and after each. An interrupted
    /// iteration is played again when the run is continued. Fails when games fail or the file cannot be written.
    pub fn run(&mut self, path: &Path, play: &mut Play) -> Result<()> {
        self.save(path)?;
        while self.iteration() < self.rates.iterations {
            let k = self.iteration();
            let comparison = compare(&self.parameters, &self.rates, k, self.seed);
            let Some(lead) = play(k, &comparison)? else { return Ok(()) };
            update(&mut self.parameters, &self.rates, k, &comparison, lead);
            self.course.push(self.parameters.iter().map(|parameter| parameter.value).collect());
            self.save(path)?;
        }
        Ok(())
    }

    /// The mean of several runs over the same parameters, each weighted by its finished iterations. The errors of runs
    /// with different seeds are independent, so the mean has a smaller error (Zinkevich et al. 2010, "Parallelized
    /// stochastic gradient descent"). Fails when the runs differ in more than their seed, or no run has finished an
    /// iteration.
    pub fn mean(runs: &[TuningState]) -> Result<Vec<Parameter>> {
        let first = runs.first().context("no run to merge")?;
        let total: usize = runs.iter().map(TuningState::iteration).sum();
        ensure!(total > 0, "no run has finished an iteration");
        for (i, run) in runs.iter().enumerate() {
            let is_same = Self { seed: first.seed, ..run.beginning() } == first.beginning();
            ensure!(is_same, "the runs tune different things, or at different rates");
            ensure!(runs[..i].iter().all(|other| other.seed != run.seed), "two runs are the same shard");
        }
        let mean = |index: usize| {
            let weighted = runs.iter().map(|run| run.parameters[index].value * run.iteration() as f64);
            weighted.sum::<f64>() / total as f64
        };
        Ok(first.parameters.iter().enumerate().map(|(i, p)| Parameter { value: mean(i), ..p.clone() }).collect())
    }

    /// The course of all parameters as a standalone SVG: change since the start, in steps, by iteration.
    pub fn to_svg(&self) -> String {
        const LEFT: f64 = 46.0;
        const TOP: f64 = 16.0;
        const WIDTH: f64 = 720.0;
        const LINE: f64 = 16.0;
        let height = (self.parameters.len() as f64 * LINE).max(300.0);
        let change = |values: &[f64], i: usize| (values[i] - self.parameters[i].start) / self.parameters[i].step;
        let changes = self.course.iter().flat_map(|values| (0..values.len()).map(move |i| change(values, i).abs()));
        let reach = changes.fold(1.0, f64::max);
        let last = self.iteration().max(1) as f64;
        let x = |k: usize| LEFT + WIDTH * k as f64 / last;
        let y = |change: f64| TOP + height / 2.0 * (1.0 - change / reach);
        let (width, bottom) = (LEFT + WIDTH + 230.0, TOP + height + 30.0);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{bottom}\" viewBox=\"0 0 {width} {bottom}\" \
             role=\"img\" font-family=\"Arial, 'DejaVu Sans', sans-serif\" font-size=\"11\">\n\
             <title>Course of the parameters</title>\n<rect width=\"{width}\" height=\"{bottom}\" fill=\"#ffffff\"/>\n"
        );
        // Writing to a string cannot fail, here and below.
        for mark in [-reach, 0.0, reach] {
            let _ = writeln!(
                svg,
                "<line x1=\"{LEFT}\" x2=\"{}\" y1=\"{2:.1}\" y2=\"{2:.1}\" stroke=\"#b9b2a5\"/>\n\
                 <text x=\"{3}\" y=\"{2:.1}\" text-anchor=\"end\">{1:+.1}</text>",
                LEFT + WIDTH,
                mark,
                y(mark),
                LEFT - 6.0
            );
        }
        let caption = format!("change in steps, {} of {} iterations", self.iteration(), self.rates.iterations);
        let _ = writeln!(svg, "<text x=\"{LEFT}\" y=\"{}\">{caption}</text>", TOP + height + 20.0);
        for (i, parameter) in self.parameters.iter().enumerate() {
            let color = format!("hsl({} 65% 42%)", i * 137 % 360);
            let points: Vec<String> =
                self.course.iter().enumerate().map(|(k, v)| format!("{:.1},{:.1}", x(k), y(change(v, i)))).collect();
            let _ = writeln!(
                svg,
                "<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\"/>\n\
                 <text x=\"{}\" y=\"{}\" fill=\"{color}\">{} {} to {:.1}</text>",
                points.join(" "),
                LEFT + WIDTH + 8.0,
                TOP + (i as f64 + 0.8) * LINE,
                parameter.name,
                parameter.start,
                parameter.value
            );
        }
        svg.push_str("</svg>\n");
        svg
    }
}

/// Reads the parameters of an engine, with their values under `rule`, from the table printed by `pbrain-tengen params`.
/// Fails when a line does not have the table's form.
pub fn parse_table(table: &str, rule: Rule) -> Result<Vec<Parameter>> {
    let own = format!("{rule}=");
    let parse = |line: &str| -> Option<Parameter> {
        let fields: Vec<&str> = line.split('\t').collect();
        let [name, value, min, max, step, _] = fields[..] else { return None };
        let number = |text: &str| text.parse::<f64>().ok();
        let own = value.split(' ').find_map(|part| part.strip_prefix(&own));
        let start = number(own.or(value.split(' ').next())?)?;
        let (min, max, step) = (number(min)?, number(max)?, number(step)?);
        Some(Parameter { name: name.to_owned(), start, value: start, min, max, step })
    };
    table.lines().skip(1).map(|line| parse(line).with_context(|| format!("'{line}': not a parameter"))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(seed: u64) -> TuningState {
        let parameters = parse_table(&tengen::search::params::table(), Rule::Freestyle).unwrap();
        TuningState::new("test".into(), seed, Rates { iterations: 30, learning_rate: 0.01 }, parameters)
    }

    /// In this test a larger value of any parameter is better.
    fn lead(comparison: &Comparison) -> f64 {
        let sum = |values: &[i32]| values.iter().sum::<i32>();
        f64::from((sum(&comparison.plus) - sum(&comparison.minus)).signum()) * 4.0
    }

    #[test]
    fn an_interrupted_run_goes_on_as_if_nothing_had_happened() {
        let path = std::env::temp_dir().join(format!("tengen-tune-{}.json", std::process::id()));
        let mut whole = state(3);
        whole.run(&path, &mut |_, comparison| Ok(Some(lead(comparison)))).unwrap();
        assert_eq!(whole.iteration(), 30);
        assert_eq!(TuningState::read(&path).unwrap(), whole);
        let mut part = state(3);
        part.run(&path, &mut |k, comparison| Ok((k < 11).then(|| lead(comparison)))).unwrap();
        let mut again = TuningState::read(&path).unwrap();
        assert_eq!((part.iteration(), &again), (11, &part));
        again.run(&path, &mut |_, comparison| Ok(Some(lead(comparison)))).unwrap();
        assert_eq!(again, whole);
        fs::write(&path, "{}").unwrap();
        assert!(TuningState::read(&path).is_err());
        fs::remove_file(path).unwrap();
    }

    #[test]
    fn a_run_is_in_its_file_before_the_first_iteration() {
        let folder = std::env::temp_dir().join(format!("tengen-tune-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        state(3).run(&folder.join("run.1"), &mut |_, _| Ok(None)).unwrap();
        assert_eq!(TuningState::read(&folder.join("run.1")).unwrap(), state(3));
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_rule_begins_at_its_own_value() {
        let table = "name\tvalue\tmin\tmax\tstep\tmeaning\na\t5 renju=7\t0\t9\t1\tAn example.\n";
        let start = |rule| parse_table(table, rule).unwrap()[0].start;
        assert_eq!((start(Rule::Caro), start(Rule::Renju)), (5.0, 7.0));
        assert!(parse_table("name\na\t5\t0\t9\t1\n", Rule::Caro).is_err());
    }

    #[test]
    fn runs_of_different_seeds_are_averaged_by_their_length() {
        let (mut one, mut two) = (state(1), state(2));
        assert!(TuningState::mean(&[one.clone(), two.clone()]).is_err(), "no iteration yet");
        let values = |value: f64| vec![value; one.parameters.len()];
        let (at_one, at_two) = (values(1.0), values(4.0));
        one.course.extend([at_one.clone(), at_one]);
        two.course.push(at_two);
        one.parameters.iter_mut().for_each(|parameter| parameter.value = 1.0);
        two.parameters.iter_mut().for_each(|parameter| parameter.value = 4.0);
        let mean = TuningState::mean(&[one.clone(), two.clone()]).unwrap();
        assert!(mean.iter().all(|parameter| parameter.value == 2.0));
        assert!(TuningState::mean(&[one.clone(), one.clone()]).is_err());
        let changes: [&dyn Fn(&mut TuningState); 4] = [
            &|run| run.conditions = "other".into(),
            &|run| run.rates.iterations += 1,
            &|run| run.parameters[0].min -= 1.0,
            &|run| run.parameters[0].max += 1.0,
        ];
        for (number, change) in changes.iter().enumerate() {
            let mut other = two.clone();
            change(&mut other);
            assert!(TuningState::mean(&[one.clone(), other]).is_err(), "change {number}");
        }
    }

    #[test]
    fn the_picture_shows_every_parameter() {
        let path = std::env::temp_dir().join(format!("tengen-tune-svg-{}.json", std::process::id()));
        let mut run = state(5);
        run.run(&path, &mut |k, comparison| Ok((k < 6).then(|| lead(comparison)))).unwrap();
        fs::remove_file(path).unwrap();
        let svg = run.to_svg();
        assert_eq!(svg.matches("<polyline").count(), run.parameters.len());
        assert!(run.parameters.iter().all(|parameter| svg.contains(&parameter.name)) && svg.contains("6 of 30"));
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
    }
}
