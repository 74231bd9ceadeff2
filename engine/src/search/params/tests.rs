//! Tests of all parameters, and of settings that change them.

use super::*;
use std::collections::HashSet;

#[test]
fn every_parameter_has_a_name_of_its_own_and_values_within_its_range() {
    let names: HashSet<_> = list().iter().map(|param| param.name).collect();
    assert_eq!(names.len(), list().len());
    for param in list() {
        let Param { name, min, max, step, .. } = *param;
        assert!(Rule::ALL.iter().all(|&rule| (min..=max).contains(&param.value(rule))), "{name}");
        assert!(step > 0 && step <= max - min && param.doc.ends_with('.'), "{name}");
    }
}

#[test]
fn without_overrides_every_build_searches_with_the_declared_values() {
    for rule in Rule::ALL {
        let declared: Vec<_> = list().iter().map(|param| (param.name, param.value(rule))).collect();
        assert_eq!(by_name(&Params::new(rule, &ParamOverrides::default())), declared, "{rule}");
    }
}

#[test]
fn a_rule_may_have_a_value_of_its_own() {
    let param = Param { by_rule: &[(Rule::Renju, 7), (Rule::Caro, 9)], ..PARAMS[0] };
    assert_eq!([Rule::Renju, Rule::Caro, Rule::Standard].map(|rule| param.value(rule)), [7, 9, param.default]);
}

#[test]
fn the_table_has_a_line_for_every_parameter() {
    let table = table();
    assert_eq!(table.lines().count(), 1 + list().len());
    assert!(table.lines().all(|line| line.split('\t').count() == 6), "{table}");
    assert!(table.contains("\nrfp_base\t20\t0\t150\t8\tReverse futility: margin above beta, in points.\n"));
}

#[test]
fn settings_change_a_tuning_build_and_are_refused_by_a_normal_one() {
    let mut overrides = ParamOverrides::default();
    assert_eq!(overrides.add("rfp_base"), Err(ParamError::Form("rfp_base".into())));
    assert_eq!(overrides.add("rfp=1"), Err(ParamError::Unknown("rfp".into())));
    assert_eq!(overrides.add("rfp_base=151"), Err(ParamError::Value("rfp_base=151".into(), 0, 150)));
    let added = overrides.add("rfp_base=33");
    let value = Params::new(Rule::Caro, &overrides).rfp_base();
    let declared = list().iter().find(|param| param.name == "rfp_base").unwrap().default;
    assert_eq!((added, value), if TUNABLE { (Ok(()), 33) } else { (Err(ParamError::Constant), declared) });
}
