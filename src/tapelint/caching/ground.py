"""The file system as it is now: each thing is looked at once in a run."""

from __future__ import annotations

import os
import stat

from tapelint.source.files import signature_of
from tapelint.source.importers import IMPORTERS, LIBRARY, still_holds
from tapelint.source.observations import NO, TEXT, Seen, Text, look, read_text
from tapelint.source.targets import TARGETS, state


class Ground:
    """Looks at the file system again.

    Attributes:
        texts: The texts whose signature is known, by their absolute paths.
        learnt: The paths of those that became known in this run.
    """

    def __init__(self) -> None:
        self.texts: dict[str, Text] = {}
        self.learnt: set[str] = set()
        self._digests: dict[str, str] = {}
        self._holds: dict[Seen, bool] = {}

    def holds(self, seen: Seen) -> bool:
        """Whether a look at the file system would give the same answer now."""
        known = self._holds.get(seen)
        if known is None:
            known = self._holds[seen] = self._answer(seen) == seen.answer
        return known

    def _answer(self, seen: Seen) -> str:
        try:
            if seen.question == TEXT:
                return self.digest(seen.path)
            if seen.question.startswith((IMPORTERS, LIBRARY)):
                return seen.answer if still_holds(seen) else ""
            if seen.question.startswith(TARGETS):
                return state(seen.question, seen.path)
            return look(seen.question, seen.path)
        except ValueError:
            return ""  # a question that nobody asks, or no path

    def digest(self, path: str) -> str:
        """The digest of a file's text; ``NO`` where it cannot be read."""
        known = self._digests.get(path)
        if known is None:
            known = self._digests[path] = self._digest(path)
        return known

    def _digest(self, path: str) -> str:
        try:
            status = os.stat(path)
            if not stat.S_ISREG(status.st_mode):
                return NO
            known = self.texts.get(path)
            if known is not None and known.signature == signature_of(status):
                return known.digest
            _, text = read_text(path)
        except (OSError, ValueError):
            return NO
        if text is None:
            return NO
        self.learn(path, text)
        return text.digest

    def learn(self, path: str, text: Text) -> None:
        """Note the text of a file, if its signature stands for it."""
        if text.signature is not None and self.texts.get(path) != text:
            self.texts[path] = text
            self.learnt.add(path)
