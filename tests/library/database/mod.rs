//! Databases of positions: files that are what they say, crashes, growth, and the built-in book.

mod book;
mod crash;
mod files;
mod growth;
