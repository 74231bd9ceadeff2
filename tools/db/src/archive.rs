//! Archives of games, `.zip`, as tournaments publish a year of them.

use anyhow::{Result, anyhow, ensure};
use std::borrow::Cow;
use std::io::{Cursor, Read};
use tengen_database::{FileKind, MAX_GAME_FILE};
use zip::ZipArchive;
use zip::read::read_zipfile_from_stream;

/// Takes the name and the bytes of a file.
type Taker<'a> = dyn FnMut(&str, Result<Vec<u8>>) -> Result<()> + 'a;

/// Takes each file of an archive in turn, its name and its bytes, and the files of an archive in it. Fails when the
/// archive cannot be read, or `each` fails. What is wrong with one file is given to `each`.
pub fn for_each_file(bytes: &[u8], each: &mut Taker) -> Result<()> {
    read_files(bytes, "", true, each)
}

fn read_files(bytes: &[u8], folder: &str, is_outer: bool, each: &mut Taker) -> Result<()> {
    // An archive that is stored in a cut one has a list of files, too, but does not begin where that one does.
    let archive = ZipArchive::new(Cursor::new(bytes)).ok().filter(|archive| archive.offset() == 0);
    let Some(mut archive) = archive else { return read_cut(bytes, folder, is_outer, each) };
    for index in 0..archive.len() {
        let name = archive.name_for_index(index).and_then(Result::ok);
        let name = name.map_or_else(|| format!("file {index}"), Cow::into_owned);
        if name.ends_with('/') {
            continue;
        }
        let content = archive.by_index(index).map_err(Into::into).and_then(content_of);
        take_file(&format!("{folder}{name}"), content, is_outer, each)?;
    }
    if archive.has_duplicate_names() {
        each(&format!("{folder}…"), Err(anyhow!("files whose name a later one has, too")))?;
    }
    Ok(())
}

/// Takes a file, or the files of an archive in the outer one.
fn take_file(name: &str, content: Result<Vec<u8>>, is_outer: bool, each: &mut Taker) -> Result<()> {
    match content {
        Ok(inner) if is_outer && FileKind::of("", &inner) == Some(FileKind::Archive) => {
            let read = read_files(&inner, &format!("{name}/"), false, each);
            read.or_else(|error| each(name, Err(error)))
        }
        content => each(name, content),
    }
}

/// Reads the whole files of a cut archive, whose list of files, at its end, is missing.
fn read_cut(bytes: &[u8], folder: &str, is_outer: bool, each: &mut Taker) -> Result<()> {
    let mut stream = Cursor::new(bytes);
    let mut count = 0;
    while let Ok(Some(file)) = read_zipfile_from_stream(&mut stream) {
        let name = file.name().map_or_else(|_| format!("file {count}"), Cow::into_owned);
        let name = format!("{folder}{name}");
        let Ok(content) = content_of(file) else { break };
        if !name.ends_with('/') {
            count += 1;
            take_file(&name, Ok(content), is_outer, each)?;
        }
    }
    ensure!(count > 0, "the archive cannot be read: it is cut or damaged");
    each(&format!("{folder}…"), Err(anyhow!("the archive is cut: {count} whole files were read")))
}

fn content_of(file: impl Read) -> Result<Vec<u8>> {
    let mut content = Vec::new();
    // What the archive says of the size is not believed.
    let limit = MAX_GAME_FILE as u64;
    file.take(limit + 1).read_to_end(&mut content)?;
    ensure!(content.len() as u64 <= limit, "the file has more than {} MiB", limit >> 20);
    Ok(content)
}
