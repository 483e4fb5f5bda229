//! The Gomocup dialect: `spec/gomocup.md`, whose rules are named here by their numbers (G1, G2 …).

mod absent;
mod analysis;
mod block;
mod database;
mod decode;
mod encode;
mod free_text;
mod info;
#[cfg(test)]
mod tests;

pub(crate) use decode::Decoder;
pub(crate) use encode::encode;
