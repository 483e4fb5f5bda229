//! Files of games: samples of every format, round trips of random games, hostile bytes.

mod games;
mod hostile;
mod round_trips;
mod samples;
