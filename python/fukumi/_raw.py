"""The plain values that cross between the package and its native part (`python/src/raw.rs`)."""

from typing import Literal, TypeAlias

RawLine: TypeAlias = tuple[list[str], int, int | None, float, int, int]
RawAnalysis: TypeAlias = tuple[list[RawLine], str | None, int, int, int, int, float, int]
RawLimit: TypeAlias = tuple[float | None, float | None, float, int | None, int | None, int | None]
RawProvenMove: TypeAlias = tuple[str, int, list[tuple[str, int]], int | None]
RawProof: TypeAlias = tuple[Literal["win", "none", "unknown"], int, list[str], int, list[RawProvenMove]]
