//! Opens the board's page in the user's browser without exposing its token to other users of the machine.

use anyhow::Result;
#[cfg(unix)]
use std::path::PathBuf;

/// Opens an address that holds a token. The caller must keep the result while the browser needs it. Fails if there is
/// no browser.
#[cfg(not(unix))]
pub fn open_page(address: &str) -> Result<()> {
    // Windows shows a program's arguments only to its own user.
    Ok(open::that_detached(address)?)
}

/// Opens an address that holds a token. The caller must keep the result while the browser needs it. Fails if there is
/// no browser, or if its file cannot be created.
#[cfg(unix)]
pub fn open_page(address: &str) -> Result<RedirectFile> {
    let file = RedirectFile::create(address)?;
    open::that_detached(&file.0)?;
    Ok(file)
}

/// A page that redirects to an address, in a file that only this user can read. Browsers get the file as their
/// argument, because any user can read arguments. Dropping it removes the file.
#[cfg(unix)]
pub struct RedirectFile(PathBuf);

#[cfg(unix)]
impl RedirectFile {
    fn create(address: &str) -> Result<Self> {
        use std::io::Write;
        use std::os::unix::fs::OpenOptionsExt;
        let mut name = [0; 8];
        getrandom::fill(&mut name).map_err(|error| anyhow::anyhow!("no random numbers for a file's name: {error}"))?;
        let path = folder().join(format!("tengen-board-{:016x}.html", u64::from_ne_bytes(name)));
        let mut file = std::fs::File::options().write(true).create_new(true).mode(0o600).open(&path)?;
        let page = Self(path);
        // The address has no characters that need escaping in HTML.
        write!(
            file,
            "<!doctype html>\n<meta charset=\"utf-8\">\n<title>Tengen</title>\n\
             <meta http-equiv=\"refresh\" content=\"0; url={address}\">\n<a href=\"{address}\">Tengen</a>\n"
        )?;
        Ok(page)
    }
}

#[cfg(unix)]
impl Drop for RedirectFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// A folder whose files the user's browser can read. A snap browser can read neither the runtime nor the temporary folder.
#[cfg(unix)]
fn folder() -> PathBuf {
    let named = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|folder| folder.is_dir());
    let home_with_snaps = named("HOME").filter(|home| home.join("snap").is_dir());
    home_with_snaps.or_else(|| named("XDG_RUNTIME_DIR")).unwrap_or_else(std::env::temp_dir)
}
