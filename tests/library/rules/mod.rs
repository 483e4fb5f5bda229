//! Where few programs look: positions drawn for each rule, judged by the referee and by the engine alike.

mod fouls;
mod lines;
mod package_tester;
