//! The Gomocup dialect: `spec/gomocup.md`.

mod decode;
mod encode;

pub(crate) use decode::Decoder;
pub(crate) use encode::encode;
