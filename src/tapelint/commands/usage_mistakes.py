"""Mistakes on the command line and what a machine refuses: each is one line."""

from __future__ import annotations

import os
from typing import Any

import click

from tapelint.commands.interrupts import end, ending_when_told
from tapelint.options import OPTIONS
from tapelint.terminal import complain

# click 8.2 and newer show the help by an exception of this kind; older ones have none.
_HELP_INSTEAD: tuple[type[Exception], ...] = tuple(
    filter(None, [getattr(click.exceptions, "NoArgsIsHelpError", None)])
)


class UsageMistake(click.ClickException):
    """A mistake on the command line; it is shown as one line, as every other complaint is."""

    exit_code = 2

    def show(self, file: Any = None) -> None:
        """Say it on standard error."""
        complain(self.message)


class OneLineGroup(click.Group):
    """A group of commands that answers a mistake on the command line with one line."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command that is named."""
        try:
            with ending_when_told():
                return super().invoke(ctx)
        except click.UsageError as error:
            raise _in_one_line(error) from None
        except BrokenPipeError:
            raise  # click ends in silence: the reader has seen enough
        except OSError as error:
            place = f"{error.filename}: " if error.filename else ""
            reason = error.strerror or type(error).__name__
            raise UsageMistake(f"{place}not done: {reason.lower()}") from None
        except KeyboardInterrupt as interrupt:
            end(interrupt, ctx.meta.get(OPTIONS, {}))

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the options before the command's name."""
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            raise _in_one_line(error) from None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; a path in its place is a forgotten `check`."""
        name = args[0]
        if (
            self.get_command(ctx, name) is None
            and not name.startswith("-")
            and os.path.exists(name)
        ):
            ctx.fail(f"No such command {name!r}; to lint it, write `tapelint check {name}`")
        return super().resolve_command(ctx, args)


def _in_one_line(error: click.UsageError) -> click.ClickException:
    if isinstance(error, _HELP_INSTEAD):
        return error
    message = " ".join(error.format_message().split()).rstrip(".")
    command = error.ctx.info_name if error.ctx and error.ctx.parent else None
    asked = f"tapelint {command} --help" if command else "tapelint --help"
    stop = "" if message.endswith("?") else "."
    return UsageMistake(f"{message[:1].lower()}{message[1:]}{stop} See `{asked}`")
