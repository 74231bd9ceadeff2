//! The language that the system is set to.

use super::Language;

/// The language of LC_ALL, LC_MESSAGES or LANG, the first of them that is set; where none is, that of Windows or macOS.
/// English where the program does not speak it.
pub fn preferred() -> Language {
    of_environment(|name| std::env::var(name).ok()).or_else(system).unwrap_or_default().parse().unwrap_or_default()
}

/// The first locale that is set.
fn of_environment(value: impl Fn(&str) -> Option<String>) -> Option<String> {
    ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(|name| value(name).filter(|locale| !locale.is_empty()))
}

#[cfg(any(windows, target_os = "macos"))]
fn system() -> Option<String> {
    sys_locale::get_locale()
}

#[cfg(not(any(windows, target_os = "macos")))]
fn system() -> Option<String> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_variable_that_is_set_says_the_language() {
        let of = |set: &[(&str, &str)]| {
            let value = |name: &str| set.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned());
            of_environment(value).unwrap_or_default().parse::<Language>().unwrap_or_default().code()
        };
        assert_eq!(of(&[("LANG", "ru_RU.UTF-8")]), "ru");
        assert_eq!(of(&[("LANG", "ru_RU.UTF-8"), ("LC_MESSAGES", "ja_JP.UTF-8")]), "ja");
        assert_eq!(of(&[("LC_ALL", "C.UTF-8"), ("LANG", "ko_KR")]), "en");
        assert_eq!(of(&[("LC_ALL", ""), ("LANG", "zh-Hans-CN")]), "zh");
        assert_eq!(of(&[("LANG", "fr_FR.UTF-8")]), "en");
        assert_eq!(of(&[]), "en");
    }
}
