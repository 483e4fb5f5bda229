//! Databases of positions: files that are what they say, and crashes.

mod crash;
mod files;
