//! Databases that are named on the command line.

use std::path::Path;

use anyhow::{Context, Result};

use crate::database::{Access, Store};

/// Opens a database, naming it when that fails.
pub(in crate::tools) fn open(path: &Path, access: Access) -> Result<Store> {
    Store::open(path, access).with_context(|| path.display().to_string())
}

/// Opens a database for writing, or makes it.
pub(in crate::tools) fn open_or_create(path: &Path) -> Result<Store> {
    let store = if path.exists() { Store::open(path, Access::Write) } else { Store::create(path) };
    store.with_context(|| path.display().to_string())
}
