"""Whether this process parses documents piece by piece: asked before libcst is imported."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tapelint.source.parsed import Parser
    from tapelint.source.pieces import PieceParser

_kept: list[PieceParser] = []


def keep_pieces() -> None:
    """From here on this process keeps the pieces of the documents that it parses."""
    from tapelint.source.pieces import PieceParser

    _kept[:] = [PieceParser()]


def document_parser() -> Parser | None:
    """What parses a document in this process as libcst does; ``None`` for libcst's own parser."""
    return _kept[0].parse if _kept else None
