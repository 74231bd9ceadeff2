//! The languages, and a text in one of them.

use super::table::{self, Table};
use std::fmt::Display;
use std::str::FromStr;
use std::sync::OnceLock;

/// A language's code, as in `--lang` and in `lang` of a page, with its texts at the terminal and on the page.
struct Texts {
    code: &'static str,
    own: &'static str,
    of_page: [&'static str; 2],
}

/// All languages in the page's order, English first: `build.rs` lists them.
const LANGUAGES: &[Texts] = include!(concat!(env!("OUT_DIR"), "/languages.rs"));

/// Their tables, each read when it is first needed.
static TABLES: [OnceLock<Table>; LANGUAGES.len()] = [const { OnceLock::new() }; LANGUAGES.len()];

/// A language that the program speaks, by its place in the list; English by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Language(usize);

impl Language {
    /// All of them.
    pub fn all() -> impl Iterator<Item = Language> {
        (0..LANGUAGES.len()).map(Language)
    }

    /// Its code, as in `--lang` and in `lang` of a page.
    pub fn code(self) -> &'static str {
        LANGUAGES[self.0].code
    }

    /// Its texts by their names.
    pub fn table(self) -> &'static Table {
        TABLES[self.0].get_or_init(|| table::read(LANGUAGES[self.0].own, &LANGUAGES[self.0].of_page))
    }

    /// All codes, as a message lists them.
    pub fn codes() -> String {
        Language::all().map(Language::code).collect::<Vec<_>>().join(", ")
    }

    /// A text by its name, `{values}` filled in; `{moves:move|moves}` is the word that goes with their number.
    pub fn t(self, name: &str, values: &[(&str, &dyn Display)]) -> String {
        let Some(text) = self.table().get(name) else { return name.to_owned() };
        let mut said = String::new();
        let mut rest = text.as_str();
        while let Some((before, after)) = rest.split_once('{') {
            said.push_str(before);
            let Some((inside, behind)) = after.split_once('}') else { break };
            let (key, forms) = inside.split_once(':').map_or((inside, None), |(key, forms)| (key, Some(forms)));
            let value =
                values.iter().find(|(name, _)| *name == key).map_or_else(String::new, |(_, value)| value.to_string());
            said.push_str(forms.map_or(&value, |forms| self.form(forms, &value)));
            rest = behind;
        }
        said + rest
    }

    /// The form that goes with a number: the last of them is for every other number.
    fn form<'a>(self, forms: &'a str, number: &str) -> &'a str {
        let number: u64 = number.parse().unwrap_or(u64::MAX);
        let index = match self.code() {
            "ru" => match (number % 10, number % 100) {
                (1, teens) if teens != 11 => 0,
                (2..=4, teens) if !(12..=14).contains(&teens) => 1,
                _ => 2,
            },
            _ => usize::from(number != 1),
        };
        forms.split('|').nth(index).or_else(|| forms.split('|').next_back()).unwrap_or_default()
    }
}

/// By its code, `ru`, or a locale, `ru_RU.UTF-8`.
impl FromStr for Language {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let code = text.split(['_', '-', '.', '@']).next().unwrap_or_default().to_lowercase();
        let found = Language::all().find(|language| language.code() == code);
        found.ok_or_else(|| format!("'{text}' is none of the languages {}", Language::codes()))
    }
}
