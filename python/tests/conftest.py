"""What the tests share."""

from collections.abc import Iterator

import pytest

import fukumi

BLACK_WINS_BY_FOURS = ["h8", "a1", "i8", "c1", "j8", "e1"]
"""Black has an open three and is to move."""

DOUBLE_THREE = "15/15/15/15/15/15/4w1bb7/8b6/8b6/15/15/15/15/3w1w9/15 b 0"
"""Black wins by two threes that cross, and has no fours."""


@pytest.fixture
def engine() -> Iterator[fukumi.Engine]:
    with fukumi.Engine(hash=8) as engine:
        yield engine
