"""What would be linted, and by which settings: ``--show-files`` and ``--show-settings``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NoReturn

from tapelint.commands.running import finish, governing
from tapelint.terminal import show

if TYPE_CHECKING:
    from tapelint.settings import Settings
    from tapelint.settings.files import SettingsResolver


def list_files(
    paths: Sequence[str], settings_of: SettingsResolver, *, force_exclude: bool
) -> NoReturn:
    """Print the files that would be linted."""
    from tapelint.runner import Outcome, find_tasks

    outcome = Outcome()
    found = [path for path in paths if path != "-"]
    for path, _ in find_tasks(found, settings_of, outcome.errors, force_exclude=force_exclude):
        show(path)
    finish(outcome, has_findings=False)


def list_settings(
    paths: Sequence[str], settings_of: SettingsResolver, *, force_exclude: bool
) -> NoReturn:
    """Print the settings of each settings file that governs one of the files."""
    from tapelint.runner import Outcome, find_tasks
    from tapelint.settings.showing import as_toml

    outcome = Outcome()
    found = [path for path in paths if path != "-"]
    tasks = find_tasks(found, settings_of, outcome.errors, force_exclude=force_exclude)
    groups: dict[str, tuple[Settings, str, int]] = {}
    for path, settings in tasks:
        _, first, number = groups.get(settings.file, (settings, path, 0))
        groups[settings.file] = settings, first, number + 1
    if not groups and not outcome.errors:
        groups[""] = governing(settings_of), "", 0
    for file, (settings, first, number) in groups.items():
        more = f" and {number - 1} more" if number > 1 else ""
        show(f"# {file or 'no settings file'}" + (f", for {first}{more}" if first else ""))
        for line in as_toml(settings):
            show(line)
        rules = settings.enabled_rules()
        show(f"# rules that run: {', '.join(rule.code for rule in rules) or 'none'}")
    finish(outcome, has_findings=False)
