//! Files that are written as a whole: whoever reads one, and wherever the program or the disk ends, sees all of it or what was there
//! before.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use tempfile::NamedTempFile;

/// Writes a file that is not there yet, or, with `force`, whether it is there or not.
///
/// # Errors
/// When it is there and must not be replaced, is no file, or cannot be written: then nothing has changed.
pub fn write(path: &Path, bytes: &[u8], force: bool) -> Result<()> {
    write_with(path, force, |file| Ok(file.write_all(bytes)?))
}

/// The same, where the bytes are written one after another.
///
/// # Errors
/// As of [`write()`], and those of `fill`.
pub fn write_with(path: &Path, force: bool, fill: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<()> {
    let folder = path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
    let cannot = || format!("cannot write {}", path.display());
    ensure!(!path.exists() || path.is_file(), "{} is there and is no file", path.display());
    let mut file = new_file(folder).with_context(cannot)?;
    let mut buffered = BufWriter::new(&mut file);
    fill(&mut buffered).with_context(cannot)?;
    buffered.flush().with_context(cannot)?;
    drop(buffered);
    file.as_file().sync_all().with_context(cannot)?;
    let kept = if force { file.persist(path) } else { file.persist_noclobber(path) };
    match kept {
        Ok(_) => Ok(()),
        Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => {
            bail!("{} is there already; --force replaces it", path.display())
        }
        Err(error) => Err(error.error).with_context(cannot),
    }
}

/// Writes a file whether it is there or not; what is there and is no file, such as a terminal, is written to as it is.
///
/// # Errors
/// When it cannot be written.
pub fn overwrite(path: &Path, bytes: &[u8]) -> Result<()> {
    if path.exists() && !path.is_file() {
        return fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display()));
    }
    write(path, bytes, true)
}

/// Deletes a file that may be there, such as what an interruption has left.
///
/// # Errors
/// When it is there and cannot be deleted.
pub fn remove_if_there(path: &Path) -> Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(error).with_context(|| format!("cannot delete {}", path.display()))
        }
        _ => Ok(()),
    }
}

/// A file under a passing name, to be read by whoever may read other new files.
fn new_file(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".fukumi-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}
