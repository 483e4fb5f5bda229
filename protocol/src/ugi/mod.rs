//! The UGI dialect: `spec/ugi.md`.

mod decode;
mod encode;

pub(crate) use decode::decode;
pub(crate) use encode::encode;
