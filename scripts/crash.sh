#!/bin/sh
# Kills a process that writes a database, so many times (1000), and looks each time that nothing it has said to be written is lost.
set -eu
cd "$(dirname "$0")/.."
FUKUMI_KILLS="${1:-1000}" cargo test --test library nothing_that_was_written_is_lost_by_kill_9 -- --nocapture
