"""Settings files: which one governs a file."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from tapelint.governing_files import settings_files_in
from tapelint.settings.errors import SettingsError
from tapelint.settings.values import Settings


class SettingsResolver:
    """Gives the settings of each file: those of the nearest settings file above it.

    A settings file is a ``tapelint.toml``, or a ``pyproject.toml`` with a table
    ``[tool.tapelint]``. Settings of folders further up are not mixed in, unless it extends them.
    """

    def __init__(
        self,
        changes: Sequence[Mapping[str, Any]] = (),
        *,
        config: str | None = None,
        isolated: bool = False,
        fixed: Settings | None = None,
    ) -> None:
        """Say where settings come from.

        Args:
            changes: What the command line says instead, by the names of attributes; what comes
                later wins.
            config: A settings file that governs all files, relative to the current folder.
            isolated: Read no settings file.
            fixed: Settings that govern all files.
        """
        self._changes = tuple(changes)
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
            for changes in self._changes:
                governing = governing.with_changes(changes)
            self._by_file[governing.file] = governing
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
            from tapelint.settings.reading import read_settings

            return replace(read_settings(self._config, is_named=True) or Settings(), root="")
        for path in settings_files_in(folder):
            from tapelint.settings.reading import read_settings  # not where there is none

            found = read_settings(path)
            if found is not None:
                return found
        above = os.path.dirname(folder)
        return self._governing(above) if above != folder else Settings()
