//! Databases of positions: files that are what they say, crashes, and growth.

mod crash;
mod files;
mod growth;
