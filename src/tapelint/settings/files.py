"""Settings files: which one governs a file, and reading it."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tapelint.governing_files import SHARED_FILE, may_speak_of_us, settings_files_in
from tapelint.rules.selectors import nearest
from tapelint.settings.errors import SettingsError
from tapelint.settings.values import Settings, described

TABLE = "tool.tapelint"


class SettingsResolver:
    """Gives the settings of each file: those of the nearest settings file above it.

    A settings file is a ``tapelint.toml``, or a ``pyproject.toml`` with a table
    ``[tool.tapelint]``. Settings of folders further up are not mixed in.
    """

    def __init__(
        self,
        changes: Mapping[str, Any] | None = None,
        *,
        config: str | None = None,
        isolated: bool = False,
        fixed: Settings | None = None,
    ) -> None:
        """Say where settings come from.

        Args:
            changes: What the command line says instead, by the names of attributes.
            config: A settings file that governs all files, relative to the current folder.
            isolated: Read no settings file.
            fixed: Settings that govern all files.
        """
        self._changes = dict(changes or {})
        self._config = config
        self._fixed = fixed or (Settings() if isolated else None)
        self._by_folder: dict[str, Settings | SettingsError] = {}
        self._by_file: dict[str, Settings] = {}

    def of_file(self, path: str) -> Settings:
        """The settings that govern a file.

        Raises:
            SettingsError: The settings file cannot be followed.
        """
        return self.of_folder(os.path.dirname(path))

    def of_folder(self, folder: str) -> Settings:
        """The settings that govern the files of a folder.

        Raises:
            SettingsError: The settings file cannot be followed.
        """
        everywhere = self._config is not None or self._fixed is not None
        governing = self._governing("" if everywhere else os.path.abspath(folder or "."))
        if isinstance(governing, SettingsError):
            raise governing
        if governing.file not in self._by_file:
            self._by_file[governing.file] = governing.with_changes(self._changes)
        return self._by_file[governing.file]

    def _governing(self, folder: str) -> Settings | SettingsError:
        """The settings of a folder, before the command line's changes."""
        found = self._by_folder.get(folder)
        if found is None:
            try:
                found = self._read(folder)
            except SettingsError as error:
                found = error
            self._by_folder[folder] = found
        return found

    def _read(self, folder: str) -> Settings | SettingsError:
        if self._fixed is not None:
            return self._fixed
        if self._config is not None:
            return replace(read_settings(self._config, is_named=True) or Settings(), root="")
        for path in settings_files_in(folder):
            found = read_settings(path)
            if found is not None:
                return found
        above = os.path.dirname(folder)
        return self._governing(above) if above != folder else Settings()


def read_settings(path: str, *, is_named: bool = False) -> Settings | None:
    """The settings that a file holds; ``None`` for a file with no table of ours.

    Args:
        path: A ``pyproject.toml``, or a file that holds nothing but our settings.
        is_named: Whether the user named the file: then it must hold settings.

    Raises:
        SettingsError: The file cannot be read, or says something that cannot be followed.
    """
    shown = _shown(path)
    try:
        with open(path, "rb") as file:
            raw = file.read()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise SettingsError(f"{shown}: cannot be read: {reason.lower()}; check the path") from None
    is_shared = os.path.basename(path) == SHARED_FILE
    if not may_speak_of_us(path, raw) and not is_named:
        return None
    table: object = _parsed(raw, shown)
    if is_shared:
        for key in TABLE.split("."):
            table = table.get(key) if isinstance(table, dict) else None
        if table is None and is_named:
            raise SettingsError(f"{shown}: holds no table [{TABLE}]; add one")
        if table is None:
            return None
    place = f"{shown}: [{TABLE}]" if is_shared else f"{shown}:"
    if not isinstance(table, dict):
        raise SettingsError(f"{place} expected a table")
    values = _values(table, place)
    return Settings(**values, root=os.path.dirname(os.path.abspath(path)), file=shown)


def _parsed(raw: bytes, shown: str) -> dict[str, Any]:
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib
    try:
        parsed: dict[str, Any] = tomllib.loads(raw.decode("utf-8"))
    except UnicodeDecodeError:
        raise SettingsError(f"{shown}: not valid utf-8; save it as UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f"{shown}: not valid TOML: {error}") from None
    except RecursionError:
        raise SettingsError(f"{shown}: nested too deep; simplify it") from None
    return parsed


def _values(table: Mapping[str, object], place: str) -> dict[str, Any]:
    known = described()
    values = {}
    for key, value in table.items():
        field = known.get(key)
        if field is None:
            near = nearest(key.replace("_", "-"), known)
            hint = f"did you mean {near!r}?" if near else f"known are {', '.join(known)}"
            raise SettingsError(f"{place} unknown setting {key!r}: {hint}")
        try:
            values[field.name] = field.metadata["kind"].read(value)
        except SettingsError as error:
            raise SettingsError(f"{place} {key}: {error}") from None
    return values


def _shown(path: str) -> str:
    """A path as short as it can be said."""
    try:
        below = os.path.relpath(path)
    except ValueError:
        return path
    return path if below.startswith("..") else below
