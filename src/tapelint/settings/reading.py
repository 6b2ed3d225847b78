"""Reading settings: a file with those that it extends, and what the command line assigns."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from tapelint.governing_files import SHARED_FILE, may_speak_of_us
from tapelint.rules.selectors import nearest
from tapelint.settings.errors import SettingsError
from tapelint.settings.patterns import at_root
from tapelint.settings.values import Settings, described
from tapelint.version import __version__

TABLE = ("tool", "tapelint")
_REQUIRED, _EXTEND = "required-version", "extend"
_WHERE = re.compile(r"(?P<what>.*) \(at line (?P<line>\d+), column (?P<column>\d+)\)", re.DOTALL)


def read_settings(path: str, *, is_named: bool = False) -> Settings | None:
    """The settings that a file holds, with those of the files that it extends.

    Args:
        path: A ``pyproject.toml``, or a file that holds nothing but our settings.
        is_named: Whether the user named the file: then it must hold settings.

    Returns:
        The settings; ``None`` for a file with no table of ours.

    Raises:
        SettingsError: A file cannot be read, or says something that cannot be followed.
    """
    source = _Source.read(path, is_named=is_named)
    if source is None:
        return None
    layers, sources = [source.values()], [source]
    while (named := layers[-1].get("extend")) is not None:
        base = sources[-1].extended(named)
        sources.append(base)
        if any(os.path.samefile(base.path, each.path) for each in sources[:-1]):
            way = ", ".join(each.shown for each in sources)
            raise sources[-2]._mistake(f"extend leads back: {way}; take one out", (_EXTEND,))
        layers.append(base.values(is_base=True))
    settings = Settings()
    for layer in reversed(layers):
        settings = settings.with_changes(layer)
    root = os.path.dirname(os.path.abspath(path))
    return replace(settings, root=root, file=source.shown, extend=layers[0].get("extend"))


def assigned(text: str) -> dict[str, Any]:
    """What ``KEY = VALUE`` on the command line says, by the names of attributes.

    Raises:
        SettingsError: It is not valid TOML, or says something that cannot be followed.
    """
    source = _assignment(text)
    try:
        values = source.values()
    except SettingsError as error:
        quoted = _quoted(text)
        if quoted is None:
            raise
        raise SettingsError(f"{error}; write it with quotes: --config {quoted!r}") from None
    if "extend" in values:
        raise SettingsError("--config: extend is for settings files; write --config FILE")
    return values


def _assignment(text: str) -> _Source:
    return _Source("", "--config", f"--config {text!r}:", text)


def _quoted(text: str) -> str | None:
    """An assignment with the quotes that it lacks; ``None`` where they do not help."""
    key, _, value = text.partition("=")
    words = value.strip().strip("[]").split(",")
    listed = ", ".join(f'"{each.strip()}"' for each in words)
    for form in (f'"{value.strip()}"', f"[{listed}]"):
        quoted = f"{key.strip()}={form}"
        try:
            _assignment(quoted).values()
        except SettingsError:
            continue
        return quoted
    return None


@dataclass(frozen=True)
class _Source:
    """A text that holds settings.

    Attributes:
        path: Its file; "" for the command line.
        shown: The file, as short as it can be said.
        place: What stands before a mistake in it.
        text: The text.
        keys: The tables that the settings are in.
    """

    path: str
    shown: str
    place: str
    text: str
    keys: tuple[str, ...] = field(default=())

    @classmethod
    def read(cls, path: str, *, is_named: bool) -> _Source | None:
        """A settings file; ``None`` where nothing in it is ours.

        Raises:
            SettingsError: It cannot be read; or it holds nothing of ours, and the user named it.
        """
        shown = _shown(path)
        try:
            with open(path, "rb") as file:
                raw = file.read()
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise SettingsError(
                f"{shown}: cannot be read: {reason.lower()}; check the path"
            ) from None
        if not may_speak_of_us(path, raw) and not is_named:
            return None
        try:
            text = raw.decode("utf-8")
        except UnicodeDecodeError as error:
            line = raw.count(b"\n", 0, error.start) + 1
            raise SettingsError(f"{shown}:{line}: not valid utf-8; save it as UTF-8") from None
        keys = TABLE if os.path.basename(path) == SHARED_FILE else ()
        source = cls(path, shown, f"{shown}:", text, keys)
        if source._table() is not None:
            return source
        if is_named:
            raise SettingsError(f"{shown}: holds no table [{'.'.join(TABLE)}]; add one")
        return None

    def extended(self, named: str) -> _Source:
        """The file that this one extends, by the name that stands here.

        Raises:
            SettingsError: It cannot be read, or holds nothing of ours.
        """
        way = os.path.expanduser(os.path.expandvars(named))
        path = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(self.path)), way))
        try:
            source = _Source.read(path, is_named=True)
        except SettingsError as error:
            raise self._mistake(f"extend: {error}", (_EXTEND,)) from None
        assert source is not None
        return source

    def values(self, *, is_base: bool = False) -> dict[str, Any]:
        """What it says, by the names of attributes.

        Args:
            is_base: Whether it is extended by another file: patterns are relative to each file.

        Raises:
            SettingsError: It cannot be followed.
        """
        table = self._table()
        if not isinstance(table, dict):
            raise self._mistake("expected a table", ())
        self._check_version(table)
        known = described()
        values = {}
        for key, value in table.items():
            if key not in known:
                raise self._mistake(self._unknown(key, value), (key,))
            try:
                values[known[key].name] = known[key].metadata["kind"].read(value)
            except SettingsError as error:
                raise self._mistake(f"{key}: {error}", (key, *error.keys)) from None
        return values | at_root(values, os.path.dirname(self.path)) if is_base else values

    def _check_version(self, table: Mapping[str, Any]) -> None:
        """Look at this first: another version may know other settings."""
        wanted = table.get(_REQUIRED)
        if not isinstance(wanted, str):
            return
        from tapelint.settings import required_version

        if required_version.FORM.fullmatch(wanted):
            if not required_version.fits(__version__, wanted):
                said = f"{_REQUIRED}: {wanted!r} is wanted, and this is {__version__}"
                raise self._mistake(f"{said}; install another tapelint", (_REQUIRED,))

    def _unknown(self, key: str, value: object) -> str:
        ours = ".".join(TABLE)
        for heading, inner in (("tapelint", value), (ours, _get(value, TABLE[1:]))):
            if self.path and not self.keys and key == heading.split(".")[0] and inner is not None:
                return f"leave out the heading [{heading}]: all of this file is for tapelint"
        near = nearest(key.replace("_", "-"), described())
        hint = f"did you mean {near!r}?" if near else f"known are {', '.join(described())}"
        return f"unknown setting {key!r}: {hint}"

    def _table(self) -> Any:
        return _get(self._parsed(), self.keys)

    def _parsed(self) -> dict[str, Any]:
        try:
            return _parse(self.text)
        except RecursionError:
            raise SettingsError(f"{self.place} nested too deep; simplify it") from None
        except ValueError as error:
            told = _WHERE.fullmatch(str(error))
            if told is None or not self.path:
                raise SettingsError(f"{self.place} not valid TOML: {error}") from None
            what = f"{told['what']} (column {told['column']})"
            raise SettingsError(f"{self.shown}:{told['line']}: not valid TOML: {what}") from None

    def _mistake(self, said: str, keys: tuple[str | int, ...]) -> SettingsError:
        """What is wrong in it, with the line where the value of a key is given."""
        if not self.path:
            return SettingsError(f"{self.place} {said}")
        from tapelint.settings.places import line_of

        heading = f" [{'.'.join(self.keys)}]" if self.keys else ""
        line = line_of(self.text, (*self.keys, *keys), _parse)
        place = f"{self.shown}:{line}:" if line is not None else self.place
        return SettingsError(f"{place}{heading} {said}")


def _parse(text: str) -> dict[str, Any]:
    """A text in TOML; the parser is not imported where there is no settings file.

    Raises:
        ValueError: It is none.
        RecursionError: It is nested too deep.
    """
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib
    parsed: dict[str, Any] = tomllib.loads(text)
    return parsed


def _get(table: object, keys: tuple[str, ...]) -> Any:
    for key in keys:
        table = table.get(key) if isinstance(table, dict) else None
    return table


def _shown(path: str) -> str:
    """A path as short as it can be said."""
    try:
        below = os.path.relpath(path)
    except ValueError:
        return path
    return path if below.startswith("..") else below
