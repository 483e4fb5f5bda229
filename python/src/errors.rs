//! What the engine rejects, as exceptions of the package.

use std::panic::{AssertUnwindSafe, catch_unwind};

use fukumi::Rejected;
use pyo3::PyErr;
use pyo3::prelude::*;

mod exceptions {
    use pyo3::import_exception;

    import_exception!(fukumi.errors, EngineBusyError);
    import_exception!(fukumi.errors, GameOverError);
    import_exception!(fukumi.errors, IllegalMoveError);
    import_exception!(fukumi.errors, InternalError);
    import_exception!(fukumi.errors, OptionError);
    import_exception!(fukumi.errors, OutOfMemoryError);
    import_exception!(fukumi.errors, PositionError);
    import_exception!(fukumi.errors, UnsupportedError);
}

pub(crate) use exceptions::EngineBusyError;

/// The exception of an error.
pub(crate) fn raised(why: &Rejected) -> PyErr {
    use exceptions::{
        GameOverError, IllegalMoveError, InternalError, OptionError, OutOfMemoryError, PositionError, UnsupportedError,
    };
    let text = why.to_string();
    match why {
        Rejected::BadMove { .. } => IllegalMoveError::new_err(text),
        Rejected::BadPosition(_) => PositionError::new_err(text),
        Rejected::UnknownOption(_) | Rejected::BadValue { .. } => OptionError::new_err(text),
        Rejected::GameOver => GameOverError::new_err(text),
        Rejected::Unsolvable | Rejected::Unsupported(_) | Rejected::Database(_) | Rejected::TableFile(_) => {
            UnsupportedError::new_err(text)
        }
        Rejected::Memory(_) => OutOfMemoryError::new_err(text),
        Rejected::Internal(_) => InternalError::new_err(text),
    }
}

/// Does it, and raises what is wrong, a fault of the engine itself too.
pub(crate) fn guarded<T>(run: impl FnOnce() -> Result<T, Rejected>) -> PyResult<T> {
    let done = catch_unwind(AssertUnwindSafe(run));
    done.unwrap_or_else(|_| Err(Rejected::Internal("the command failed".to_owned()))).map_err(|why| raised(&why))
}
