"""The examples in the documentation do what they say."""

import doctest
import importlib
import inspect
from pathlib import Path

import pytest

import fukumi


@pytest.mark.parametrize("name", ["fukumi", "fukumi.engine", "fukumi.position"])
def test_examples(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name))
    assert result.attempted > 0 and result.failed == 0


def test_the_readme(capsys: pytest.CaptureFixture[str]) -> None:
    readme = (Path(__file__).parent.parent / "README.md").read_text()
    code = readme.split("```python\n")[1].split("```")[0]
    exec(compile(code, "README.md", "exec"), {})
    assert "%" in capsys.readouterr().out


def test_everything_public_is_documented() -> None:
    for name in fukumi.__all__:
        thing = getattr(fukumi, name)
        if name.startswith("__"):
            continue
        assert inspect.getdoc(thing), name
        members = vars(thing).items() if inspect.isclass(thing) else ()
        for member, value in members:
            if not member.startswith("_") and (inspect.isfunction(value) or isinstance(value, property)):
                assert inspect.getdoc(value), f"{name}.{member}"
