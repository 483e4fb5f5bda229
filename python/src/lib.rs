//! The module `fukumi._native`: what the Python package `fukumi` calls. It hands over plain values, numbers and text, of which the
//! package makes its own classes; every error is one of the exceptions in `fukumi/errors.py`, and no panic gets through.

mod engine;
mod errors;
mod position;
mod raw;
mod search;
mod wait;

use pyo3::prelude::*;

/// The native part of the package.
#[pymodule]
mod _native {
    #[pymodule_export]
    use super::engine::Engine;
    #[pymodule_export]
    use super::position::{Position, games};
    #[pymodule_export]
    use super::search::Search;

    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
