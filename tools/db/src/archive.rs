//! Archives of games, `.zip`, as tournaments publish a year of them.

use anyhow::{Result, anyhow, ensure};
use std::borrow::Cow;
use std::io::{Cursor, Read};
use tengen_database::FileKind;
use tengen_game::formats::MAX_BYTES;
use zip::ZipArchive;
use zip::read::read_zipfile_from_stream;

/// Takes the name and the bytes of a file.
type Taker<'a> = dyn FnMut(&str, Result<Vec<u8>>) -> Result<()> + 'a;

/// Takes each file of an archive in turn, its name and its bytes, and the files of an archive in it.
///
/// # Errors
/// When the archive cannot be read, or `each` fails. What is wrong with one file is given to `each`.
pub fn for_each_file(bytes: &[u8], each: &mut Taker) -> Result<()> {
    read_files(bytes, "", true, each)
}

fn read_files(bytes: &[u8], folder: &str, is_outer: bool, each: &mut Taker) -> Result<()> {
    let Ok(mut archive) = ZipArchive::new(Cursor::new(bytes)) else { return read_cut(bytes, folder, each) };
    for index in 0..archive.len() {
        let name = archive.name_for_index(index).and_then(Result::ok);
        let name = name.map_or_else(|| format!("file {index}"), Cow::into_owned);
        if name.ends_with('/') {
            continue;
        }
        let name = format!("{folder}{name}");
        match read_file(&mut archive, index) {
            Ok(inner) if is_outer && FileKind::of(&inner) == Some(FileKind::Archive) => {
                if let Err(error) = read_files(&inner, &format!("{name}/"), false, each) {
                    each(&name, Err(error))?;
                }
            }
            content => each(&name, content)?,
        }
    }
    Ok(())
}

/// Takes the whole files of an archive without its list of files, which stands at its end.
fn read_cut(bytes: &[u8], folder: &str, each: &mut Taker) -> Result<()> {
    let mut stream = Cursor::new(bytes);
    let mut count = 0;
    while let Ok(Some(file)) = read_zipfile_from_stream(&mut stream) {
        let name = format!("{folder}{}", file.name());
        let Ok(content) = content_of(file) else { break };
        if !name.ends_with('/') {
            count += 1;
            each(&name, Ok(content))?;
        }
    }
    ensure!(count > 0, "the archive cannot be read: it is cut or damaged");
    each(&format!("{folder}…"), Err(anyhow!("the archive is cut: {count} whole files were read")))
}

fn read_file(archive: &mut ZipArchive<Cursor<&[u8]>>, index: usize) -> Result<Vec<u8>> {
    content_of(archive.by_index(index)?)
}

fn content_of(file: impl Read) -> Result<Vec<u8>> {
    let mut content = Vec::new();
    // What the archive says of the size is not believed.
    let limit = MAX_BYTES as u64;
    file.take(limit + 1).read_to_end(&mut content)?;
    ensure!(content.len() as u64 <= limit, "the file has more than {} MiB", limit >> 20);
    Ok(content)
}
