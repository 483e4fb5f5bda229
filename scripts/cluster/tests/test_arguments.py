"""Which arguments name files, and how they read on another machine."""

from __future__ import annotations

from pathlib import Path

import pytest

from fukumi_cluster.arguments import FukumiCommand, UsageError
from fukumi_cluster.files import ShippedFile, digest, keep
from fukumi_cluster.program import built_for


def test_files_of_engines_are_found_and_named_where_they_lie(tmp_path: Path) -> None:
    engine, net, book = (tmp_path / name for name in ("engine", "a net", "book.txt"))
    for path in (engine, net, book):
        path.write_text("x")
    text = f"name=A cmd='{engine} \"--eval-file={net}\"' option.Book={book} nodes=9"
    command = FukumiCommand.parse("match", ["--engine", text, f"--openings={book}", "--out", "o"])
    assert command.files == {engine, net, book}
    there = command.elsewhere({str(engine): "/e", str(net): "/n", str(book): "/b"})
    assert there[:4] == ["match", "--engine", text, "--openings=/b"], "what is played stays as it was told"
    assert sorted(there[4:]) == sorted([f"--located={engine}=/e", f"--located={net}=/n", f"--located={book}=/b"])


def test_commands_without_sense_are_refused(tmp_path: Path) -> None:
    for arguments, said in [
        (["--games", "2"], "--out is missing"),
        (["--games", "2", "--out"], "no value"),
        (["--part", "1/2", "--out", "x"], "chosen by the cluster"),
    ]:
        with pytest.raises(UsageError, match=said):
            FukumiCommand.parse("selfplay", arguments)
    with pytest.raises(UsageError, match="standard input"):
        FukumiCommand.parse("analyze", ["-", "--out", "x"])
    with pytest.raises(UsageError, match="expected a number"):
        FukumiCommand.parse("selfplay", ["--workers", "many", "--out", "x"]).cores()


def test_a_content_that_arrives_damaged_is_not_kept(tmp_path: Path) -> None:
    file = ShippedFile(digest(b"right"), "name.txt", False)
    with pytest.raises(ValueError, match="damaged"):
        keep(file, tmp_path, lambda: b"wrong")
    path = keep(file, tmp_path, lambda: b"right")
    assert path.read_bytes() == b"right" and path.name == "name.txt"
    assert keep(file, tmp_path, lambda: b"never asked for") == path


def test_programs_tell_their_processor(tmp_path: Path) -> None:
    path = tmp_path / "program"
    for machine, name in ((62, "x86_64"), (183, "aarch64"), (9, "unknown")):
        path.write_bytes(b"\x7fELF\x02\x01" + bytes(12) + machine.to_bytes(2, "little") + bytes(9))
        assert built_for(path) == name
    path.write_text("#!/bin/sh\n")
    assert built_for(path) is None
