//! The UGI dialect: `spec/ugi.md`, whose rules are named here by their numbers (U1, U2 …).

mod decode;
mod encode;
#[cfg(test)]
mod tests;

pub(crate) use decode::{decode, set_option};
pub(crate) use encode::encode;
