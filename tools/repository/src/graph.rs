//! Which file uses which, re-exports followed to where a thing is defined.

use crate::source::{ModulePath, SourceFile};
use std::collections::{BTreeMap, BTreeSet};

/// Uses between the files of one crate, by their modules.
pub struct Graph {
    /// The modules that each module uses.
    pub uses: BTreeMap<ModulePath, BTreeSet<ModulePath>>,
}

impl Graph {
    /// The graph of the files of one crate.
    pub fn of(sources: &[&SourceFile]) -> Self {
        let modules: BTreeSet<&ModulePath> = sources.iter().map(|source| &source.module).collect();
        let mut exports: BTreeMap<(&ModulePath, &str), &ModulePath> = BTreeMap::new();
        for source in sources {
            for reference in &source.references {
                if let Some(name) = &reference.exported_as {
                    exports.insert((&source.module, name), &reference.path);
                }
            }
        }
        let mut uses: BTreeMap<ModulePath, BTreeSet<ModulePath>> = BTreeMap::new();
        for source in sources {
            let found = uses.entry(source.module.clone()).or_default();
            for reference in &source.references {
                let Some(target) = resolve(&reference.path, &modules, &exports) else { continue };
                // A module that re-exports the names of its files does not use them.
                let hands_on = reference.exported_as.is_some() && target.starts_with(&source.module);
                // A path whose first name is no module of this crate is another crate's, or a name of this file.
                if target != source.module && !hands_on {
                    found.insert(target);
                }
            }
        }
        Self { uses }
    }

    /// Whether `from` uses `to`, directly or through others.
    pub fn reaches(&self, from: &ModulePath, to: &ModulePath) -> bool {
        let mut seen: BTreeSet<&ModulePath> = BTreeSet::new();
        let mut open: Vec<&ModulePath> = self.uses.get(from).into_iter().flatten().collect();
        while let Some(module) = open.pop() {
            if seen.insert(module) {
                open.extend(self.uses.get(module).into_iter().flatten());
            }
        }
        seen.contains(to)
    }

    /// The uses that are part of a circle.
    pub fn circular(&self) -> Vec<(ModulePath, ModulePath)> {
        let all = self.uses.iter().flat_map(|(from, to)| to.iter().map(move |to| (from, to)));
        all.filter(|(from, to)| self.reaches(to, from)).map(|(from, to)| (from.clone(), to.clone())).collect()
    }
}

/// The file that defines what the path names; `None` for paths of other crates.
fn resolve(
    path: &ModulePath,
    modules: &BTreeSet<&ModulePath>,
    exports: &BTreeMap<(&ModulePath, &str), &ModulePath>,
) -> Option<ModulePath> {
    let mut path = path.clone();
    // Exports that hand each other on in a circle do not compile: a few steps are enough.
    for _ in 0..8 {
        let known = (0..=path.len()).rev().find(|&length| modules.contains(&path[..length].to_vec()))?;
        let module = path[..known].to_vec();
        let Some(name) = path.get(known) else { return Some(module) };
        match exports.get(&(&module, name.as_str())) {
            Some(&target) if *target != path => {
                path = target.iter().chain(&path[known + 1..]).cloned().collect();
            }
            _ => return Some(module),
        }
    }
    None
}
