"""The command's options: how they are shown, and how they become settings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import click

from tapelint.settings import SettingsError, split_selectors
from tapelint.settings.files import SettingsResolver
from tapelint.settings.values import described

Command = TypeVar("Command", bound=Callable[..., Any])
_SELECTORS = ("select", "extend_select", "ignore")
_PATTERNS = ("exclude", "extend_exclude")


class Option(click.Option):
    """An option that stands under a heading."""

    def __init__(self, *arguments: Any, section: str = "Options", **attributes: Any) -> None:
        super().__init__(*arguments, **attributes)
        self.section = section


class SectionedCommand(click.Command):
    """A command whose help shows its options under headings."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, section by section."""
        sections: dict[str, list[tuple[str, str]]] = {}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            if record is not None and isinstance(parameter, Option):
                sections.setdefault(parameter.section, []).append(record)
        for section, records in sections.items():
            with formatter.section(section):
                formatter.write_dl(records, col_max=26)


def option(section: str, *names: str, **attributes: Any) -> Callable[[Command], Command]:
    """An option under a heading."""
    return click.option(*names, cls=Option, section=section, **attributes)


RULES, FILES, FIXES = "Rules", "Files and settings", "Fixes"
_SHARED: tuple[Callable[[Any], Any], ...] = (
    option(RULES, "--select", multiple=True, metavar="RULES", help="Run these alone."),
    option(RULES, "--extend-select", multiple=True, metavar="RULES", help="Run these besides."),
    option(RULES, "--ignore", multiple=True, metavar="RULES", help="Do not run these."),
    option(
        RULES, "--min-confidence", metavar="LEVEL", help="Report from this on: likely or certain."
    ),
    option(
        FILES, "--exclude", multiple=True, metavar="PATTERN", help="Leave these out, not the usual."
    ),
    option(
        FILES, "--extend-exclude", multiple=True, metavar="PATTERN", help="Leave these out besides."
    ),
    option(FILES, "--force-exclude", is_flag=True, help="Leave them out even if they are named."),
    option(
        FILES,
        "--respect-gitignore/--no-respect-gitignore",
        default=None,
        help="Leave out what git ignores, or not.",
    ),
    option(FILES, "--config", metavar="FILE", help="The settings file for all files."),
    option(FILES, "--isolated", is_flag=True, help="Read no settings file."),
    option(FILES, "--torch-version", metavar="X.Y", help="The oldest torch that is used."),
)


def selection_options(command: Command) -> Command:
    """Options that say which rules run, on which files, by which settings file."""
    for decorate in reversed(_SHARED):
        command = decorate(command)
    return command


_FIXING: tuple[Callable[[Any], Any], ...] = (
    option(FIXES, "--fix", is_flag=True, help="Apply fixes; report what remains."),
    option(FIXES, "--fix-only", is_flag=True, help="Apply fixes; report nothing."),
    option(FIXES, "--diff", is_flag=True, help="Show what fixes would change; write nothing."),
    option(
        FIXES,
        "--unsafe-fixes/--no-unsafe-fixes",
        default=None,
        help="Apply those that need a look as well, or not.",
    ),
)


def fix_options(command: Command) -> Command:
    """Options that say which fixes are applied, and how."""
    for decorate in reversed(_FIXING):
        command = decorate(command)
    return command


def resolver(options: Mapping[str, Any]) -> SettingsResolver:
    """The settings of each file, as the options and the settings files have it.

    Args:
        options: The values of the options by their names; ``None`` and empty where not given.

    Raises:
        SettingsError: An option's value cannot be followed.
    """
    changes: dict[str, Any] = {}
    for name, field in described().items():
        given = options.get(field.name)
        if given is None or given == ():
            continue
        if field.name in _SELECTORS:
            given = list(split_selectors(given))
        elif field.name in _PATTERNS:
            given = [part for value in given for part in value.split(",") if part]
        try:
            changes[field.name] = field.metadata["kind"].read(given)
        except SettingsError as error:
            if field.name in _SELECTORS:
                raise
            raise SettingsError(f"--{name}: {error}") from None
    return SettingsResolver(
        changes, config=options.get("config"), isolated=bool(options.get("isolated"))
    )
