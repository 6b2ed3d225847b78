"""Finding what files gave before, and keeping what they give now.

What is kept is what all rules have said; settings choose of it, so that another selection of rules
has nothing executed again.
"""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from tapelint.caching import folder, identity
from tapelint.caching.anchor import Anchor
from tapelint.caching.encoding import decoded, encoded
from tapelint.caching.ground import Ground
from tapelint.caching.shard import Entry, Shard
from tapelint.hearing import Heard, chosen
from tapelint.lint import Linted
from tapelint.settings import Settings, SettingsError
from tapelint.source.observations import TEXT, Watch, digest_of

if TYPE_CHECKING:
    from tapelint.caching.outlines import Outlines

_EVERY = 30.0
"""Seconds after which what became known is written, in a run that takes long."""
_MAY_NOT = frozenset({errno.EACCES, errno.EPERM, errno.EROFS})


class _Open:
    """A file of the cache that is in use, and what became known since it was read."""

    def __init__(self, shard: Shard) -> None:
        self.shard = shard
        self.fresh: dict[str, Entry] = {}
        self.used: set[str] = set()
        self.is_written = True

    def entry(self, path: str) -> Entry | None:
        return self.fresh.get(path) or self.shard.entry(path)


class Cache:
    """What files gave, kept in a folder.

    Findings are the same with it and without it: what a file gave is reused only if its text, the
    settings, tapelint itself and all that was seen of other files are what they were.
    """

    def __init__(
        self,
        place: str,
        complain: Callable[[str], None],
        *,
        is_named: bool = False,
        root: str | None = None,
    ) -> None:
        """Use a folder.

        Args:
            place: Its absolute path.
            complain: Is told, once, where nothing can be written.
            is_named: Whether somebody named the folder; then it is told as well that there is no
                right to write there.
            root: The absolute path of the project's root; by default the folder above.
        """
        self._place = place
        self._anchor = Anchor(root or os.path.dirname(place))
        # A cache that stands elsewhere may serve several projects: their names keep them apart.
        is_shared = not self._anchor.holds(place)
        self._project = os.path.basename(self._anchor.folder) if is_shared else ""
        self._complain = complain
        self._is_named = is_named
        self._tool = identity.tool()
        self._ground = Ground()
        self._open: dict[str, _Open] = {}
        self._kinds: dict[int, tuple[Settings, str]] = {}
        self._may_write = self._tool is not None
        self._written = time.monotonic()

    @property
    def outlines(self) -> Outlines | None:
        """Keeps outlines, also in other processes; ``None`` where nothing may be kept."""
        from tapelint.caching.outlines import Outlines  # only where something is linted

        return None if self._tool is None else Outlines(self._place, self._tool)

    def find(self, path: str, settings: Settings) -> Linted | None:
        """What linting a file would give, if that is known."""
        shard = self._shard(path, settings)
        absolute = os.path.abspath(path)
        entry = shard.entry(absolute) if shard is not None else None
        if shard is None or entry is None or entry.given not in ("", path):
            return None
        if self._ground.digest(absolute) != entry.digest:
            return None
        if not all(map(self._ground.holds, entry.seen)):
            return None
        try:
            linted = chosen(decoded(entry.result, path), path, settings)
        except (ValueError, TypeError, LookupError):
            return None
        shard.used.add(absolute)
        return linted

    def keep(self, path: str, settings: Settings, heard: Heard, watch: Watch) -> None:
        """Keep what linting a file gave.

        Args:
            path: The file, as it was given.
            settings: Those that it was linted by.
            heard: What was heard of it.
            watch: What was seen meanwhile.
        """
        absolute = os.path.abspath(path)
        text = watch.texts.get(absolute)
        shard = self._shard(path, settings) if text is not None and heard.is_lasting else None
        if text is None or shard is None or not os.path.isfile(absolute):
            return
        names_others = any(each.question == TEXT for each in watch.seen)
        given = path if any(each.said for each in heard.parts) and names_others else ""
        shard.fresh[absolute] = Entry(text.digest, watch.seen, given, encoded(heard, path))
        shard.is_written = False
        for each, known in watch.texts.items():
            self._ground.learn(each, known)
        if time.monotonic() - self._written > _EVERY:
            self.write()

    def write(self) -> None:
        """Write what became known; where that cannot be done, the findings are what they are."""
        texts, learnt = self._ground.texts, self._ground.learnt
        for each in self._open.values():
            each.shard.touch()
            if not self._may_write or (each.is_written and learnt.isdisjoint(each.used)):
                continue
            try:
                folder.prepare(self._place)
                each.shard.updated(each.fresh, texts)
                folder.keep_small(self._place)
            except folder.ForeignFolderError as error:
                self._stop(str(error))
            except OSError as error:
                is_told = self._is_named or error.errno not in _MAY_NOT
                self._stop(error.strerror or type(error).__name__, is_told=is_told)
            except ValueError as error:
                self._stop(f"not a path: {error}")
            each.is_written = True
        learnt.clear()
        self._written = time.monotonic()

    def _stop(self, reason: str, *, is_told: bool = True) -> None:
        """Write nothing from now on."""
        self._may_write = False
        if is_told:
            where = self._place
            self._complain(f"{where}: no cache is kept: {reason}; --no-cache does without")

    def _shard(self, path: str, settings: Settings) -> _Open | None:
        """The file of the cache for a file and its settings."""
        if self._tool is None:
            return None
        try:
            kind = self._kind(path, settings)
        except SettingsError:
            return None
        found = self._open.get(kind)
        if found is None:
            name = digest_of(
                f"{self._tool}\n{self._project}\n{kind}".encode("utf-8", "surrogatepass")
            )
            shard = Shard(os.path.join(self._place, name + folder.SHARD), self._anchor)
            found = self._open[kind] = _Open(shard)
            self._ground.texts = {**shard.texts, **self._ground.texts}
        return found

    def _kind(self, path: str, settings: Settings) -> str:
        """What stands for the project and the settings that change what is heard of a file."""
        known = self._kinds.get(id(settings))
        if known is not None and not settings.per_file_ignores:
            return known[1]
        root = self._anchor.kept(settings.root) if settings.root else ""
        are_heard = any(rule.triggers for rule in settings.enabled_rules(path))
        kind = f"{root}\n{identity.of_settings(settings, are_heard=are_heard)}"
        self._kinds[id(settings)] = (settings, kind)
        return kind
