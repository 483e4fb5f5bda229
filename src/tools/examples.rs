//! Examples of every command, for its help and its manual page.

use clap::Command;

/// The examples of a command: command lines, each with what it does.
struct Examples {
    /// The command; empty for the program itself.
    command: &'static str,
    lines: &'static [(&'static str, &'static str)],
}

const EXAMPLES: &[Examples] = &[
    Examples {
        command: "",
        lines: &[
            ("fukumi", "play by hand, or serve a manager, whose first line chooses the protocol"),
            ("fukumi --game abalone", "the same in Abalone"),
            ("fukumi serve", "the board in the browser"),
            ("fukumi --database renju.db --book", "by the moves of a database, where it knows good ones"),
            ("fukumi --protocol ugi --threads 4 --hash 256 --log fukumi.log", "what a manager may start"),
        ],
    },
    Examples {
        command: "bench",
        lines: &[("fukumi bench", "the signature of the search, and its speed"), ("fukumi bench --game gomoku -v", "")],
    },
    Examples {
        command: "perft",
        lines: &[("fukumi perft --rule renju --depth 3", ""), ("fukumi perft --game abalone --depth 5", "")],
    },
    Examples {
        command: "selfplay",
        lines: &[
            ("fukumi selfplay --games 1000 --workers 2 --out games.fsp", "freestyle; the same command goes on later"),
            ("fukumi selfplay --option Rule=renju --positions 100000 --nodes 5000 --out renju.fsp", ""),
            ("fukumi selfplay --games 1000 --seed 1 --part 3/10 --out parts/3.part", "a tenth, on any machine"),
        ],
    },
    Examples {
        command: "records",
        lines: &[("fukumi records games.fsp", "a summary"), ("fukumi records --json games.fsp", "every game")],
    },
    Examples {
        command: "match-records",
        lines: &[(
            "fukumi match-records duel --engine fukumi --out duel.fsp",
            "what `train --data duel.fsp` learns from",
        )],
    },
    Examples {
        command: "tune",
        lines: &[("fukumi tune --data games.fsp --out-weights freestyle.weights --chart loss.svg", "")],
    },
    Examples {
        command: "train",
        lines: &[
            ("fukumi train --data games.fsp --out freestyle.network --passes 2 --lambda 1 --decay 0.8", ""),
            ("fukumi train --data renju.fsp --out renju.network --from freestyle.network", "goes on from another one"),
        ],
    },
    Examples {
        command: "tune-search",
        lines: &[
            ("fukumi tune-search knobs.txt --pairs 20000 --workers 2 --journal climb.jsonl", ""),
            ("fukumi tune-search knobs.txt --pairs 2000 --slopes", "what each number is worth"),
        ],
    },
    Examples {
        command: "book",
        lines: &[
            (
                "fukumi book build renju.db --rule renju --roots renju --positions 5000",
                "the same command goes on later",
            ),
            ("fukumi book probe renju.db --rule renju --moves 'h8 i9'", "the moves it would play"),
        ],
    },
    Examples {
        command: "serve",
        lines: &[
            ("fukumi serve", "for this computer alone"),
            ("fukumi serve --database study.db", "with a database of positions: the study view"),
            ("fukumi serve --bind 0.0.0.0 --port 8017 --threads 4", "for the whole network"),
        ],
    },
    Examples {
        command: "show",
        lines: &[
            ("fukumi show --moves 'h8 i9 g9'", ""),
            ("fukumi show --position '5/5/2b2/5/5 w 0'", ""),
            ("fukumi show --game abalone", ""),
        ],
    },
    Examples {
        command: "analyze",
        lines: &[
            ("echo 'h8 i9 g9' | fukumi analyze --lines 3 --nodes 200000", "the three best moves"),
            ("fukumi analyze --games game.psq --rule renju --chart game.svg", "what every move lost"),
            (
                "fukumi analyze positions.txt --nodes 10000 --jobs 2 --json --out results.jsonl",
                "goes on where it stopped",
            ),
            ("fukumi analyze --game capture puzzles.txt", ""),
        ],
    },
    Examples {
        command: "convert",
        lines: &[
            ("fukumi convert game.psq -o game.sgf", "formats are known by names and contents"),
            ("fukumi convert --from pos --to yixin openings.txt", "openings of c-gomoku-cli, turned the right way up"),
            ("fukumi convert library.lib --encoding gbk -o library.sgf", "with comments, labels and variations"),
            ("fukumi convert games.rif --skip-bad --to sgf -o games.sgf", "bad games are named and left out"),
        ],
    },
    Examples {
        command: "db",
        lines: &[
            (
                "fukumi db import study.db library.lib rapfi.db games.sgf",
                "makes the database; cut off, it goes on later",
            ),
            ("fukumi db query study.db --rule renju --moves 'h8 i9'", "what is known there and after every move"),
            ("fukumi db minimax study.db --rule renju", "carry the values of leaves to all ancestors"),
            ("fukumi db export study.db --to yxdb -o rapfi.db", "for Rapfi and Yixin-Board"),
            ("fukumi db export study.db --to lib --rule renju -o library.lib", "for RenLib"),
        ],
    },
    Examples {
        command: "generate",
        lines: &[("fukumi generate capture --count 10 --min-length 12 --unique > puzzles.txt", "")],
    },
    Examples {
        command: "solve",
        lines: &[
            ("fukumi solve puzzles.txt --threads 2", ""),
            ("fukumi solve --position '2D1DD2/p1RN1Dn1/1D1aDD2/K1D1aP2 b' --explain", ""),
        ],
    },
    Examples {
        command: "match",
        lines: &[
            (
                "fukumi match --engine 'name=new cmd=target/release/fukumi' --engine \"name=old cmd='/opt/fukumi --hash 16'\" \
                 --move-time 0.3 --openings random --games 200 --concurrency 2 --out runs/1 --sprt elo0=0,elo1=5",
                "is new stronger?",
            ),
            (
                "fukumi match --engine cmd=./fukumi --engine 'cmd=./pbrain-x memory=100M option.thread_num=2' --rule renju \
                 --tc 60+0.5 --openings renju.txt --order shuffled --seed 7 --adjudicate-win score=2000,plies=6",
                "against another engine",
            ),
        ],
    },
    Examples {
        command: "merge",
        lines: &[
            ("fukumi merge parts --out games.fsp", "all *.part in the folder, in any order"),
            ("fukumi merge parts --out runs/1 --partial --force", "a match so far"),
        ],
    },
    Examples { command: "doctor", lines: &[("fukumi doctor", "is all well on this computer?")] },
    Examples {
        command: "completions",
        lines: &[("fukumi completions bash > ~/.local/share/bash-completion/completions/fukumi", "")],
    },
    Examples {
        command: "man",
        lines: &[("fukumi man analyze | man -l -", "read one page"), ("fukumi man --out man", "write all pages")],
    },
];

/// The command line with examples in the help of the program and of every command, after what stands there already.
pub(crate) fn with_examples(command: Command) -> Command {
    EXAMPLES.iter().fold(command, |command, examples| match examples.command {
        "" => examples.append(command),
        name if command.find_subcommand(name).is_none() => command, // not in this build
        name => command.mut_subcommand(name, |command| examples.append(command)),
    })
}

/// The examples of a command, one or two lines each; nothing for a command without any.
pub(super) fn of(name: &str) -> Option<String> {
    EXAMPLES.iter().find(|examples| examples.command == name).map(Examples::text)
}

impl Examples {
    fn text(&self) -> String {
        let line = |(line, about): &(&str, &str)| match *about {
            "" => format!("  {line}\n"),
            about => format!("  {line}\n      {about}\n"),
        };
        self.lines.iter().map(line).collect()
    }

    fn append(&self, command: Command) -> Command {
        let before = command.get_after_help().map(|text| format!("{text}\n\n")).unwrap_or_default();
        command.after_help(format!("{before}Examples:\n{}", self.text().trim_end()))
    }
}
