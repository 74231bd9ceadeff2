//! Opens the board's page in the user's browser without exposing its token to other users of the machine.

use anyhow::Result;

/// Opens an address that holds a token. The caller must keep the result while the browser needs it. Fails if there is
/// no browser.
#[cfg(not(unix))]
pub fn open_page(address: &str) -> Result<()> {
    // Windows shows a program's arguments only to its own user.
    Ok(open::that_detached(address)?)
}

/// Opens an address that holds a token, by a page that redirects to it: the browser gets its file as an argument, which any
/// user can read, and only this user can read the file. Dropping the result removes it. Fails if there is no browser, or if
/// the file cannot be created.
#[cfg(unix)]
pub fn open_page(address: &str) -> Result<tempfile::NamedTempFile> {
    use std::io::Write;
    let mut file = tempfile::Builder::new().prefix("tengen-board-").suffix(".html").tempfile_in(folder())?;
    // The address has no characters that need escaping in HTML.
    write!(
        file,
        "<!doctype html>\n<meta charset=\"utf-8\">\n<title>Tengen</title>\n\
         <meta http-equiv=\"refresh\" content=\"0; url={address}\">\n<a href=\"{address}\">Tengen</a>\n"
    )?;
    open::that_detached(file.path())?;
    Ok(file)
}

/// A folder whose files the user's browser can read. A snap browser can read neither the runtime nor the temporary folder.
#[cfg(unix)]
fn folder() -> std::path::PathBuf {
    let named = |name: &str| std::env::var_os(name).map(std::path::PathBuf::from).filter(|folder| folder.is_dir());
    let home_with_snaps = named("HOME").filter(|home| home.join("snap").is_dir());
    home_with_snaps.or_else(|| named("XDG_RUNTIME_DIR")).unwrap_or_else(std::env::temp_dir)
}
