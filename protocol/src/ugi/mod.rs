//! The UGI dialect: `spec/ugi.md`, whose rules are named here by their numbers (U1, U2 …).

mod decode;
mod encode;
mod go;
#[cfg(test)]
mod tests;

pub(crate) use decode::decode;
pub(crate) use encode::encode;
