//! A temporary folder of a test.

use std::fs;
use std::path::PathBuf;

/// A test's temporary folder, which is removed at its end. Its name must be unique in the test's file.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("tengen-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    /// A folder, and paths in it as arguments for a program.
    pub fn with<const N: usize>(name: &str, names: [&str; N]) -> (Self, [String; N]) {
        let folder = Self::new(name);
        let arguments = names.map(|name| folder.argument(name));
        (folder, arguments)
    }

    /// A path in the folder.
    pub fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// A path in the folder as an argument for a program.
    pub fn argument(&self, name: &str) -> String {
        self.file(name).display().to_string()
    }
}

/// Writes an executable shell script.
#[cfg(unix)]
pub fn write_program(path: impl AsRef<std::path::Path>, script: &str) {
    use std::os::unix::fs::PermissionsExt;
    fs::write(&path, format!("#!/bin/sh\n{script}")).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
