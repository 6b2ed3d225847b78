"""The command ``tapelint``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn

import click

from tapelint.commands.usage_mistakes import OneLineGroup
from tapelint.options import (
    FILES,
    RULES,
    SectionedCommand,
    config_options,
    fix_options,
    option,
    selection_options,
)
from tapelint.reports import FORMATS
from tapelint.terminal import COLOURS, show_lines
from tapelint.version import __version__


class CommandOfPlace(SectionedCommand):
    """A command that is told a place; ``-:3``, a line of standard input, is no option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the options; what begins with ``-:`` is read as the last word."""
        places = [each for each in args if each.startswith("-:")]
        rest = [each for each in args if not each.startswith("-:")]
        return super().parse_args(ctx, [*rest, "--", *places] if places else rest)


EXPLAIN_FORMATS = ("text", "json", "dot", "svg")


@click.group(
    cls=OneLineGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="tapelint")
def main() -> None:
    """Find the pitfalls of PyTorch's autograd in Python source, without running it.

    \b
    Examples:
      tapelint check
      tapelint check src --fix
      tapelint rule inplace-on-leaf
    """  # noqa: D301


jobs_option = option(
    "Running", "-j", "--jobs", type=click.IntRange(min=1), metavar="N",
    help="Processes; default: all cores.",
)  # fmt: skip

cache_option = option("Running", "--cache-dir", metavar="DIR", help="The folder of the cache.")


@main.command(cls=SectionedCommand, short_help="Lint files and folders.")
@click.argument("paths", nargs=-1)
@selection_options
@fix_options
@option(
    "Findings",
    "--baseline",
    common=True,
    metavar="FILE",
    help="Leave out findings that a baseline holds.",
)
@option(
    "Findings", "--diff-base", common=True, metavar="REV",
    help="Leave out what no change since REV has made.",
)  # fmt: skip
@option(
    "Findings",
    "--add-noqa",
    common=True,
    is_flag=True,
    help="Silence the findings: write `# noqa` comments.",
)
@option(
    "Findings",
    "--reason",
    metavar="TEXT",
    default="",
    help="With --add-noqa: the reason to write after the codes.",
)
@option(
    "Findings", "--ignore-noqa", is_flag=True, help="Also report findings that comments silence."
)
@option(
    "Output", "--output-format", common=True, type=click.Choice(FORMATS), metavar="FORMAT",
    help=f"{', '.join(FORMATS[:-1])} or {FORMATS[-1]}.",
)  # fmt: skip
@option("Output", "--output-file", metavar="FILE", help="Write the report there.")
@option(
    "Output", "--show", common=True, metavar="WHAT",
    help="`legacy` lists the findings that are folded into one line a file.",
)  # fmt: skip
@option("Output", "--statistics", common=True, is_flag=True, help="Count findings by rule instead.")
@option(
    "Output", "--color", type=click.Choice(COLOURS), default="auto", metavar="WHEN",
    help="Colour the report: auto, always or never.",
)  # fmt: skip
@option(
    "Output",
    "-v",
    "--verbose",
    is_flag=True,
    help="Name the files that were not read, or only in part.",
)
@option("Output", "-q", "--quiet", is_flag=True, help="Print findings, and no line that sums up.")
@option("Output", "--show-files", is_flag=True, help="List the files, and lint none.")
@option("Output", "--show-settings", is_flag=True, help="Print the settings, and lint nothing.")
@option(
    "Output", "--fail-on", common=True, metavar="CONSEQUENCE",
    help="Exit with 1 on this or worse: wrong-value, legacy and so on.",
)  # fmt: skip
@option("Output", "--exit-zero", is_flag=True, help="Exit with 0 even if there are findings.")
@option("Running", "-w", "--watch", common=True, is_flag=True, help="Lint again on each change.")
@option("Running", "--stdin-filename", metavar="PATH", help="The name of standard input's text.")
@option("Running", "--no-cache", is_flag=True, help="Neither read nor write the cache.")
@cache_option
@jobs_option
def check(paths: Sequence[str], **options: Any) -> NoReturn:
    """Lint files and folders (default: the current folder; "-": standard input).

    RULES are codes (TAP101), their beginnings (TAP1), names (tensor-from-tensors)
    or ALL, separated by commas. Exits with 0 if clean, 1 if there are findings, 2
    if something could not be done.

    \b
    Examples:
      tapelint check train.py --output-format concise
      tapelint check src --extend-select data-read --ignore TAP302
      tapelint check src --fix --unsafe-fixes --diff
      tapelint check --diff-base main --output-format github
      cat train.py | tapelint check - --stdin-filename train.py
    """  # noqa: D301
    from tapelint.commands import checking

    checking.check(paths or (".",), options)


@main.command(cls=SectionedCommand, short_help="Record today's findings.")
@click.argument("paths", nargs=-1)
@selection_options
@option(
    "Output",
    "--output",
    common=True,
    metavar="FILE",
    help="The baseline; default: tapelint-baseline.json.",
)
@jobs_option
def baseline(paths: Sequence[str], **options: Any) -> NoReturn:
    """Record today's findings, so that `check --baseline` reports new ones only.

    An existing baseline is brought up to date: what is no longer found is taken out, what is new
    is added. Files that are not among PATHS keep their entries while they exist.

    \b
    Examples:
      tapelint baseline
      tapelint baseline src --output tapelint-baseline.json
      tapelint check src --baseline tapelint-baseline.json
    """  # noqa: D301
    from tapelint.commands.recording import record
    from tapelint.commands.running import Inputs

    record(Inputs([path for path in paths or (".",) if path != "-"]), options)


@main.command(cls=SectionedCommand, short_help="Serve an editor (language server).")
@option("Connection", "--stdio", is_flag=True, help="By standard input and output: the default.")
@option(
    "Connection", "--tcp", type=click.IntRange(1, 65535), metavar="PORT",
    help="By a port of this machine.",
)  # fmt: skip
@option(
    "Running", "--delay", type=click.IntRange(min=0), metavar="MS", default=150,
    help="Milliseconds without a key before linting; default: 150.",
)  # fmt: skip
@selection_options
def server(**options: Any) -> NoReturn:
    """Serve an editor by the Language Server Protocol.

    Settings come from the nearest tapelint.toml or pyproject.toml of each file, as for `check`.
    Needs pygls, the extra "lsp": pip install "pygls>=2.1,<3".

    \b
    Examples:
      tapelint server
      tapelint server --extend-select data-read
    """  # noqa: D301
    from tapelint.commands.serving import serve

    serve(options)


@main.command(cls=CommandOfPlace, short_help="Say what is known of the tensors at a line.")
@click.argument("place", metavar="FILE:LINE")
@option(
    "Output", "--output-format", common=True, type=click.Choice(EXPLAIN_FORMATS), default="text",
    metavar="FORMAT", help=f"{', '.join(EXPLAIN_FORMATS[:-1])} or {EXPLAIN_FORMATS[-1]}.",
)  # fmt: skip
@option(
    RULES, "--rule", common=True, multiple=True, metavar="RULES",
    help="Say why these rules are silent there.",
)  # fmt: skip
@option(FILES, "--stdin-filename", metavar="PATH", help="The name of standard input's text.")
@config_options
def explain(place: str, **options: Any) -> None:
    """Say what is known at a line: the tensors there, and what autograd has recorded of them.

    Of each tensor: whether it requires grad and is a leaf, what made it, its version, what has
    saved it for backward. "dot" and "svg" draw the graph. In a notebook the place is
    NOTEBOOK:CELL:LINE; of standard input it is -:LINE. With --rule it says what a rule has seen
    there, and why it reports nothing.

    \b
    Examples:
      tapelint explain train.py:42
      tapelint explain train.py:42 --rule TAP202
      tapelint explain train.ipynb:3:2 --output-format json
      tapelint explain train.py:42 --output-format svg > graph.svg
    """  # noqa: D301
    from tapelint.commands import explaining

    explaining.explain(place, options)


@main.command(cls=SectionedCommand, short_help="Delete the cache.")
@cache_option
@config_options
def clean(**options: Any) -> NoReturn:
    """Delete the cache of findings. It is safe at any time: `check` makes it anew.

    A folder that is no cache of tapelint's is left alone.

    \b
    Examples:
      tapelint clean
      tapelint clean --cache-dir ~/.cache/tapelint
    """  # noqa: D301
    from tapelint.commands.cleaning import clean as delete

    delete(options)


_text_or_json = click.option(
    "--output-format", type=click.Choice(["text", "json"]), default="text", metavar="FORMAT",
    help="text or json.",
)  # fmt: skip


@main.command()
@click.argument("rule", required=False)
@click.option("--all", "show_all", is_flag=True, help="List all rules.")
@_text_or_json
def rule(rule: str | None, show_all: bool, output_format: str) -> None:
    """Print a rule's page, by code or by name.

    \b
    Examples:
      tapelint rule TAP101
      tapelint rule inplace-on-leaf
      tapelint rule --all
      tapelint rule --all --output-format json
    """  # noqa: D301
    from tapelint.commands import describing

    if show_all or rule is None:
        describing.describe_rules(in_json=output_format == "json")
    else:
        describing.describe_rule(rule, in_json=output_format == "json")


@main.command()
@_text_or_json
def linter(output_format: str) -> None:
    """List the families of rules.

    \b
    Examples:
      tapelint linter
      tapelint check src --select TAP2
    """  # noqa: D301
    from tapelint.commands import describing

    describing.describe_families(in_json=output_format == "json")


@main.command()
@click.argument("key", required=False)
@_text_or_json
def config(key: str | None, output_format: str) -> None:
    """List the settings, or print what one of them takes and does.

    \b
    Examples:
      tapelint config
      tapelint config per-file-ignores
      tapelint config --output-format json
    """  # noqa: D301
    from tapelint.commands import describing

    describing.describe_settings(key, in_json=output_format == "json")


@main.command()
def schema() -> None:
    """Print the JSON schema of the settings, for editors."""
    from tapelint.settings.schema import shipped

    show_lines(shipped().rstrip())


@main.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print a script that completes the command's words in a shell.

    \b
    Examples:
      eval "$(tapelint completion bash)"
      tapelint completion fish > ~/.config/fish/completions/tapelint.fish
    """  # noqa: D301
    from click.shell_completion import get_completion_class

    found = get_completion_class(shell)
    assert found is not None, shell
    show_lines(found(main, {}, "tapelint", "_TAPELINT_COMPLETE").source())


if __name__ == "__main__":
    main()
