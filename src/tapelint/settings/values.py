"""The settings. This is the one description of them: reader, schema and documents follow it."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from tapelint.findings import Applicability, Confidence, Consequence, Finding, Fix
from tapelint.reports import FORMATS
from tapelint.rules import all_rules
from tapelint.rules.checker import Checker
from tapelint.rules.selectors import ALL, strongest
from tapelint.settings import kinds
from tapelint.settings.errors import SettingsError
from tapelint.settings.kinds import Kind
from tapelint.settings.patterns import matches, root_of
from tapelint.settings.selectors import check_selector
from tapelint.torch_api.project import Project

EXCLUDED = (
    ".bzr", ".direnv", ".eggs", ".git", ".git-rewrite", ".hg", ".ipynb_checkpoints",
    ".mypy_cache", ".nox", ".pants.d", ".pyenv", ".pytest_cache", ".pytype", ".ruff_cache",
    ".svn", ".tapelint_cache", ".tox", ".venv", ".vscode", "__pycache__", "__pypackages__",
    "_build", "buck-out", "build", "dist", "node_modules", "site-packages", "venv",
)  # fmt: skip
"""Folders that are not entered on the way; a folder that is named is."""
_SELECTION = ("select", "extend_select", "ignore")
_ADDED = ("extend_exclude", "extend_safe_fixes", "extend_unsafe_fixes")
"""What several files and the command line say of these holds together."""
ANY = "any"
FAIL_ON = (*(each.value for each in Consequence if each is not Consequence.NONE), ANY)
"""What decides the exit code: a consequence, the worst first, or any finding. `none` is no word
for the last: it would be read as never."""
SUMMARY, LEGACY = "summary", Consequence.LEGACY.value


def _setting(default: Any, kind: Kind, text: str, example: str) -> Any:
    """A field that is a setting.

    Args:
        default: Its value where nothing is said.
        kind: What it takes.
        text: What it does, in a sentence or two of Markdown.
        example: A line or two of TOML.
    """
    metadata = {"kind": kind, "text": text, "example": example}
    if isinstance(default, dict):
        return dataclasses.field(default_factory=dict, metadata=metadata)
    return dataclasses.field(default=default, metadata=metadata)


@dataclass(frozen=True)
class Settings:
    """What a run is told to do.

    A selector is a code (``TAP101``), the beginning of one (``TAP1``), a rule's name
    (``tensor-from-tensors``), ``TAP`` for the rules that are on by default, or ``ALL``.
    ``docs/settings.md`` says what each setting does.

    Attributes:
        root: The folder that patterns are relative to; "" for the current one.
        file: The file that the settings were read from, "" for none.
        ignore_noqa: Whether comments silence nothing. No file says so.
    """

    select: tuple[str, ...] = _setting(
        (),
        kinds.RULES,
        "The rules that run, and no others. Empty for those that are on by default.",
        'select = ["TAP1", "inplace-on-leaf"]',
    )
    extend_select: tuple[str, ...] = _setting(
        (), kinds.RULES, "Rules that run as well.", 'extend-select = ["data-read"]'
    )
    ignore: tuple[str, ...] = _setting(
        (),
        kinds.RULES,
        "Rules that do not run. Where a rule is both selected and ignored, the more exact selector "
        "wins, and `ignore` wins a tie.",
        'ignore = ["data-mutation"]',
    )
    per_file_ignores: Mapping[str, tuple[str, ...]] = _setting(
        {},
        kinds.RULES_BY_PATTERN,
        "Rules that do not run on some files, by pattern. A pattern that begins with `!` means all "
        "files but those.",
        'per-file-ignores = { "tests/" = ["TAP2"], "!src/" = ["data-mutation"] }',
    )
    exclude: tuple[str, ...] = _setting(
        EXCLUDED,
        kinds.PATTERNS,
        "Files and folders that are left out of folders that are searched. It replaces the "
        "default; `extend-exclude` adds to it.",
        'exclude = [".venv", "third_party/"]',
    )
    extend_exclude: tuple[str, ...] = _setting(
        (),
        kinds.PATTERNS,
        "Files and folders that are left out besides those of `exclude`.",
        'extend-exclude = ["legacy/", "*_pb2.py"]',
    )
    respect_gitignore: bool = _setting(
        True,
        kinds.Flag(),
        "Leave out what git ignores, by `.gitignore` files and `.git/info/exclude`.",
        "respect-gitignore = false",
    )
    include_markdown: bool = _setting(
        False,
        kinds.Flag(),
        "Lint the Python code blocks of Markdown files (`.md`, `.markdown`) of folders that are "
        "searched, too. A Markdown file that is named is linted in any case.",
        "include-markdown = true",
    )
    output_format: str = _setting(
        "full",
        kinds.Choice(FORMATS),
        "How findings are shown, if the settings govern the folder that the command is run in.",
        'output-format = "concise"',
    )
    show: str = _setting(
        SUMMARY,
        kinds.Choice((SUMMARY, LEGACY)),
        "`summary` folds what is `legacy` into one line a file, in reports for people, and "
        "`legacy` lists it. The settings of the folder that the command is run in decide.",
        'show = "legacy"',
    )
    fail_on: str = _setting(
        ANY,
        kinds.Choice(FAIL_ON),
        "The findings that make the command exit with 1: those with this consequence or a worse "
        "one. All are reported.",
        'fail-on = "wrong-value"',
    )
    min_confidence: Confidence = _setting(  # noqa: RUF009 - it is a field
        Confidence.LIKELY,
        kinds.Choice(("possible", "likely", "certain"), Confidence),
        "Report findings of this confidence and above: `certain` leaves out what rests on an "
        "assumption, `possible` adds what little speaks for.",
        'min-confidence = "certain"',
    )
    fixable: tuple[str, ...] = _setting(
        (ALL,), kinds.RULES, "Rules whose fixes are offered and applied.", 'fixable = ["TAP3"]'
    )
    unfixable: tuple[str, ...] = _setting(
        (),
        kinds.RULES,
        "Rules whose fixes are neither offered nor applied. Weighed against `fixable` as `ignore` "
        "is against `select`.",
        'unfixable = ["unused-suppression"]',
    )
    unsafe_fixes: bool = _setting(
        False,
        kinds.Flag(),
        "Count fixes that change numbers among those to apply.",
        "unsafe-fixes = true",
    )
    extend_safe_fixes: tuple[str, ...] = _setting(
        (),
        kinds.RULES,
        "Rules whose unsafe fixes count as safe. Weighed against `extend-unsafe-fixes` as `select` "
        "is against `ignore`.",
        'extend-safe-fixes = ["tensor-from-tensors"]',
    )
    extend_unsafe_fixes: tuple[str, ...] = _setting(
        (),
        kinds.RULES,
        "Rules whose safe fixes count as unsafe: they need `--unsafe-fixes`.",
        'extend-unsafe-fixes = ["data-mutation"]',
    )
    torch_aliases: tuple[str, ...] = _setting(
        (),
        kinds.NAMES,
        "Modules that export what torch exports: `from my.torch_shim import nn` is then torch's "
        "`nn`.",
        'torch-aliases = ["my.torch_shim"]',
    )
    wrappers: Mapping[str, str] = _setting(
        {},
        kinds.NAMES_BY_NAME,
        "Functions and classes of yours that behave as one of torch: a call of the first is "
        "followed as a call of the second, with the same arguments. A name of torch that tapelint "
        "knows nothing of is a mistake.",
        'wrappers = { "my.lib.to_tensor" = "torch.tensor" }',
    )
    follow_imports: bool = _setting(
        True,
        kinds.Flag(),
        "Look into the other files of the project: a function, class or constant that a file "
        "imports from one of them is known, and so is what its own functions are given by callers "
        "there. They are read, never run.",
        "follow-imports = false",
    )
    torch_version: str | None = _setting(
        None,
        kinds.VERSION,
        "The oldest torch that the code runs with. Before 1.8 distributions do not validate their "
        "arguments by default, and the reports say so. Today's torch where nothing is said.",
        'torch-version = "1.7"',
    )
    extend: str | None = _setting(
        None,
        kinds.Word("the path of a settings file"),
        "Another settings file, relative to this one: what it says holds where this file says "
        "nothing. `~` and environment variables may stand in it.",
        'extend = "../tapelint.toml"',
    )
    required_version: str | None = _setting(
        None,
        kinds.VERSIONS,
        "The versions of tapelint that the settings are for. Another one ends the command.",
        'required-version = ">=0.1"',
    )
    cache_dir: str = _setting(
        ".tapelint_cache",
        kinds.Word("a folder"),
        "The folder of the cache, if the settings govern the folder that the command is run in. "
        "A relative one is beside the settings file.",
        'cache-dir = "~/.cache/tapelint"',
    )
    time_limit: float = _setting(
        60,
        kinds.Seconds(),
        "How many seconds of the processor one file may take, and as many again to fix it. After "
        "that it counts as not linted, and the other files go on. 0 for no limit.",
        "time-limit = 20",
    )
    root: str = ""
    file: str = ""
    ignore_noqa: bool = False

    def __post_init__(self) -> None:
        """Read a word such as ``"certain"`` as what it stands for.

        Raises:
            SettingsError: The word is unknown, a text stands where a tuple belongs, or a wrapper
                behaves as nothing of torch.
        """
        try:
            kinds.NAMES_BY_NAME.read(dict(self.wrappers))
        except SettingsError as error:
            raise SettingsError(f"wrappers: {error}") from None
        for field in dataclasses.fields(self):
            value = getattr(self, field.name)
            if isinstance(field.default, tuple) and isinstance(value, str):
                raise SettingsError(f"{field.name}: expected a tuple; write ({value!r},)")
            kind = field.metadata.get("kind")
            if isinstance(kind, kinds.Choice):
                try:
                    object.__setattr__(self, field.name, kind.read(value))
                except SettingsError as error:
                    raise SettingsError(f"{field.name}: {error}") from None

    def enabled_rules(self, path: str | None = None) -> tuple[type[Checker], ...]:
        """The rules that run, in the order of their codes.

        Args:
            path: The file that they run on, for ``per_file_ignores``; ``None`` for any.

        Raises:
            SettingsError: A selector names no rule.
        """
        for selector in (*self.select, *self.extend_select, *self.ignore):
            check_selector(selector)
        ignored = self._ignored_for(path) if path is not None and self.per_file_ignores else ()
        return tuple(
            rule
            for rule in all_rules().values()
            if self._is_enabled(rule) and strongest(rule, ignored, ignoring=True) < 0
        )

    def _is_enabled(self, rule: type[Checker]) -> bool:
        selected = strongest(rule, (*self.select, *self.extend_select))
        if not self.select and rule.on_by_default:
            selected = max(selected, 0)
        return selected > strongest(rule, self.ignore, ignoring=True)

    def _ignored_for(self, path: str) -> tuple[str, ...]:
        """The selectors of ``per_file_ignores`` that hold for a file."""
        found: list[str] = []
        for pattern, selectors in self.per_file_ignores.items():
            for selector in selectors:
                check_selector(selector)
            is_negated = pattern.startswith("!")
            root = root_of(pattern, self.root)
            if matches((pattern.removeprefix("!"),), path, root) != is_negated:
                found.extend(selectors)
        return tuple(found)

    def fails_on(self, finding: Finding) -> bool:
        """Whether a finding makes the command fail."""
        return self.fail_on == ANY or finding.consequence.is_as_bad_as(Consequence(self.fail_on))

    def offers_fix(self, rule: type[Checker]) -> bool:
        """Whether a rule's fixes are offered and applied."""
        allowed = strongest(rule, self.fixable, ignoring=True)
        return allowed > strongest(rule, self.unfixable, ignoring=True)

    def as_offered(self, rule: type[Checker], fix: Fix | None) -> Fix | None:
        """A rule's fix as the settings have it: ``None`` where none is offered, safe or not."""
        if fix is None or not self.offers_fix(rule):
            return None
        return replace(fix, applicability=self.trust_in(rule) or fix.applicability)

    def trust_in(self, rule: type[Checker]) -> Applicability | None:
        """What all fixes of a rule count as; ``None`` for what each of them is."""
        safe = strongest(rule, self.extend_safe_fixes, ignoring=True)
        unsafe = strongest(rule, self.extend_unsafe_fixes, ignoring=True)
        if safe == unsafe == -1:
            return None
        return Applicability.SAFE if safe > unsafe else Applicability.UNSAFE

    @property
    def project(self) -> Project:
        """What the settings say of the project's torch."""
        return Project(self.torch_aliases, self.wrappers, self.torch_version)

    def with_changes(self, changes: Mapping[str, Any]) -> Settings:
        """These settings, with what the command line or a file that extends them says instead.

        ``select`` there replaces ``select``, ``extend_select`` and ``ignore`` here.
        ``extend_select`` and ``ignore`` there decide about the rules that they name; what is said
        here holds for the others. What is there to add to a setting is added.

        Args:
            changes: Values by the names of attributes.

        Raises:
            SettingsError: A selector names no rule.
        """
        plain = {name: value for name, value in changes.items() if name not in _SELECTION}
        for name in _ADDED:
            if name in plain:
                plain[name] = (*getattr(self, name), *plain[name])
        changed = replace(self, **plain)
        select, extend_select, ignore = (tuple(changes.get(name, ())) for name in _SELECTION)
        if "select" in changes:
            return replace(changed, select=select, extend_select=extend_select, ignore=ignore)
        if not (select or extend_select or ignore):
            return changed
        if not (self.select or self.extend_select or self.ignore):
            return replace(changed, select=select, extend_select=extend_select, ignore=ignore)
        enabled = []
        for rule in all_rules().values():
            added = strongest(rule, extend_select)
            removed = strongest(rule, ignore, ignoring=True)
            is_enabled = self._is_enabled(rule) if added == removed == -1 else added > removed
            if is_enabled:
                enabled.append(rule.code)
        return replace(
            changed,
            select=tuple(enabled),
            extend_select=(),
            ignore=() if enabled else (ALL,),
        )


def described() -> dict[str, dataclasses.Field[Any]]:
    """The settings by the names that files use, in the order of the documents."""
    return {
        field.name.replace("_", "-"): field
        for field in dataclasses.fields(Settings)
        if "kind" in field.metadata
    }


def default_of(field: dataclasses.Field[Any]) -> Any:
    """A setting's default."""
    if field.default_factory is not dataclasses.MISSING:
        return field.default_factory()
    return field.default
