"""The command's options: how they are shown, and how they become settings."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import click

from tapelint.settings import SettingsError, split_selectors
from tapelint.settings.files import SettingsResolver
from tapelint.settings.patterns import at_root
from tapelint.settings.values import described

Command = TypeVar("Command", bound=Callable[..., Any])
_ALL = f"{__name__}.all"
OPTIONS = f"{__name__}.options"
"""Under what a context has the options of the command that runs."""
_SELECTORS = ("select", "extend_select", "ignore", "fixable", "unfixable")
_PATTERNS = ("exclude", "extend_exclude")
_IGNORES = "per_file_ignores"


class Option(click.Option):
    """An option that stands under a heading.

    Attributes:
        section: The heading.
        is_common: Whether it is shown without being asked for.
    """

    def __init__(
        self,
        *arguments: Any,
        section: str = "Options",
        common: bool = False,
        **attributes: Any,
    ) -> None:
        super().__init__(*arguments, **attributes)
        self.section = section
        self.is_common = common


class SectionedCommand(click.Command):
    """A command whose help fits a screen; ``--help-all`` shows all options, under headings."""

    def __init__(self, *arguments: Any, **attributes: Any) -> None:
        super().__init__(*arguments, **attributes)
        show_all = click.Option(
            ["--help-all"],
            is_flag=True,
            is_eager=True,
            expose_value=False,
            callback=_show_all,
            help="Show all options and exit.",
        )
        self.params.append(show_all)

    def invoke(self, ctx: click.Context) -> Any:
        """Run it; its options are known to whoever ends it."""
        ctx.meta[OPTIONS] = ctx.params
        return super().invoke(ctx)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the common options, or all of them section by section."""
        options = [each for each in self.get_params(ctx) if isinstance(each, Option)]
        if not ctx.meta.get(_ALL):
            with formatter.section("Common options"):
                common = [each for each in options if each.is_common]
                formatter.write_dl(_records(ctx, common), col_max=26)
            formatter.write_paragraph()
            formatter.write_text(
                f"`{ctx.command_path} --help-all` shows all {len(options)} options."
            )
            return
        for section in dict.fromkeys(each.section for each in options):
            with formatter.section(section):
                chosen = [each for each in options if each.section == section]
                formatter.write_dl(_records(ctx, chosen), col_max=26)


def _records(ctx: click.Context, options: Sequence[Option]) -> list[tuple[str, str]]:
    return [record for each in options if (record := each.get_help_record(ctx)) is not None]


def _show_all(ctx: click.Context, option: click.Parameter, is_wanted: bool) -> None:
    if is_wanted and not ctx.resilient_parsing:
        ctx.meta[_ALL] = True
        click.echo(ctx.get_help(), color=ctx.color)
        ctx.exit()


def option(section: str, *names: str, **attributes: Any) -> Callable[[Command], Command]:
    """An option under a heading; ``common=True`` for one that is shown without being asked for."""
    return click.option(*names, cls=Option, section=section, **attributes)


RULES, FILES, FIXES = "Rules", "Files and settings", "Fixes"
_CONFIG: tuple[Callable[[Any], Any], ...] = (
    option(
        FILES, "--config", common=True, multiple=True, metavar="FILE",
        help="The settings file for all files; or KEY=VALUE, a setting.",
    ),
    option(FILES, "--isolated", is_flag=True, help="Read no settings file."),
)  # fmt: skip
_SHARED: tuple[Callable[[Any], Any], ...] = (
    option(
        RULES, "--select", common=True, multiple=True, metavar="RULES",
        help="Run only these rules.",
    ),
    option(
        RULES,
        "--extend-select",
        common=True,
        multiple=True,
        metavar="RULES",
        help="Run these rules as well.",
    ),
    option(
        RULES, "--ignore", common=True, multiple=True, metavar="RULES",
        help="Do not run these rules.",
    ),
    option(
        RULES, "--per-file-ignores", multiple=True, metavar="PATTERN:RULES",
        help="Do not run these rules on these files.",
    ),
    option(
        RULES, "--min-confidence", metavar="LEVEL",
        help="The least confidence to report: possible, likely or certain.",
    ),
    option(
        FILES, "--exclude", multiple=True, metavar="PATTERN",
        help="Files to leave out; replaces the default list.",
    ),
    option(
        FILES,
        "--extend-exclude",
        common=True,
        multiple=True,
        metavar="PATTERN",
        help="More files to leave out.",
    ),
    option(
        FILES, "--force-exclude", is_flag=True,
        help="Leave excluded files out even if they are named.",
    ),
    option(
        FILES,
        "--respect-gitignore/--no-respect-gitignore",
        default=None,
        help="Whether to leave out what git ignores.",
    ),
    option(
        FILES,
        "--include-markdown/--no-include-markdown",
        default=None,
        help="Whether to lint code blocks of Markdown files.",
    ),
    *_CONFIG,
    option(
        FILES, "--torch-version", metavar="X.Y",
        help="The oldest version of torch that the code supports.",
    ),
)  # fmt: skip


def selection_options(command: Command) -> Command:
    """Options that say which rules run, on which files, by which settings file."""
    for decorate in reversed(_SHARED):
        command = decorate(command)
    return command


def config_options(command: Command) -> Command:
    """Options that say which settings file is read."""
    for decorate in reversed(_CONFIG):
        command = decorate(command)
    return command


_FIXING: tuple[Callable[[Any], Any], ...] = (
    option(FIXES, "--fix", common=True, is_flag=True, help="Apply fixes; report what remains."),
    option(FIXES, "--fix-only", is_flag=True, help="Apply fixes; report nothing."),
    option(
        FIXES,
        "--diff",
        common=True,
        is_flag=True,
        help="Show what fixes would change; write nothing.",
    ),
    option(
        FIXES,
        "--unsafe-fixes/--no-unsafe-fixes",
        common=True,
        default=None,
        help="Whether to apply fixes that you have to review, too.",
    ),
    option(FIXES, "--show-fixes", is_flag=True, help="List what was fixed."),
    option(
        FIXES, "--exit-non-zero-on-fix", is_flag=True, help="Exit with 1 if something was fixed."
    ),
    option(
        FIXES, "--fixable", multiple=True, metavar="RULES", help="Fix findings of these rules only."
    ),
    option(
        FIXES,
        "--unfixable",
        multiple=True,
        metavar="RULES",
        help="Do not fix findings of these rules.",
    ),
)


def fix_options(command: Command) -> Command:
    """Options that say which fixes are applied, and how."""
    for decorate in reversed(_FIXING):
        command = decorate(command)
    return command


def resolver(options: Mapping[str, Any], *, here: str | None = "") -> SettingsResolver:
    """The settings of each file, as the options and the settings files have it.

    Args:
        options: The values of the options by their names; ``None`` and empty where not given.
        here: The folder that their patterns are relative to, "" for the current one; ``None`` for
            that of the settings file.

    Raises:
        SettingsError: An option's value cannot be followed.
    """
    config, assignments = _configuration(options.get("config") or ())
    if config and options.get("isolated"):
        raise SettingsError("--isolated goes without --config: it reads no settings file")
    changes: dict[str, Any] = {}
    for name, field in described().items():
        given = options.get(field.name)
        if given is None or given == ():
            continue
        if field.name in _SELECTORS:
            if not all(each.strip(" ,") for each in given):
                raise SettingsError(f"--{name} names no rule: write a code such as TAP1")
            given = list(split_selectors(given))
        elif field.name in _PATTERNS:
            given = [part for value in given for part in value.split(",") if part]
        try:
            if field.name == _IGNORES:
                given = _ignores(given)
            changes[field.name] = field.metadata["kind"].read(given)
        except SettingsError as error:
            if field.name in _SELECTORS:
                raise
            raise SettingsError(f"--{name}: {error}") from None
    if options.get("ignore_noqa"):
        changes["ignore_noqa"] = True
    layers = [*assignments, changes]
    if here is not None:
        layers = [layer | at_root(layer, here) for layer in layers]
    return SettingsResolver(layers, config=config, isolated=bool(options.get("isolated")))


def _configuration(given: Sequence[str]) -> tuple[str | None, list[dict[str, Any]]]:
    """The settings file that is named, if any, and what is assigned beside it.

    Raises:
        SettingsError: An assignment cannot be followed, or two files are named.
    """
    files = [each for each in given if "=" not in each or os.path.exists(each)]
    if len(files) > 1:
        raise SettingsError(f"--config names {len(files)} files: {', '.join(files)}; name one")
    texts = [each for each in given if each not in files]
    if not texts:
        return next(iter(files), None), []
    from tapelint.settings.reading import assigned

    return next(iter(files), None), [assigned(each) for each in texts]


def _ignores(given: Sequence[str]) -> dict[str, list[str]]:
    """What ``PATTERN:RULES`` says; rules follow each other with commas, and so do pairs.

    Raises:
        SettingsError: A pair lacks one of its parts.
    """
    found: dict[str, list[str]] = {}
    for value in given:
        rules: list[str] | None = None
        for part in filter(None, (each.strip() for each in value.split(","))):
            pattern, colon, rule = part.rpartition(":")
            if colon:
                rules = found.setdefault(pattern.strip(), [])
            if rules is None or not rule.strip():
                raise SettingsError(f"{part!r} lacks a part; write it as 'tests/:TAP2'")
            rules.append(rule.strip())
    return found
