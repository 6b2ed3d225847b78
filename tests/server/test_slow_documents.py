"""A document that takes long holds up no other: by the order of what comes, never by the clock."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tapelint import Settings
from tapelint.server import linter
from tapelint.server.jobs import Lint
from tapelint.server.linter import Level, Linter, Urgency
from tapelint.source.errors import SourceError

from .editor import PITFALL, Editor, applied, edits_of
from .processes import children, lives

LATER = "y = w.exp()\ny.add_(1)\ny.sum().backward()\n"
SLOW = PITFALL + LATER * 900
"""It takes some seconds, many times as long as a small one."""
LONG = PITFALL + LATER * 300
"""It takes long enough not to have ended when the next message comes."""
ENDLESS = PITFALL + LATER * 6_500
"""It takes longer than a test wait for it."""


def uri_of(name: str) -> str:
    return f"untitled:{name}"


def order(editor: Editor) -> list[str]:
    """The documents in the order in which their diagnostics came."""
    return [each.uri.removeprefix("untitled:") for each in editor.client.published]


def test_a_small_document_goes_before_a_slow_one_that_was_opened_first(
    start: Callable[..., Editor],
) -> None:
    editor = start()
    editor.open(uri_of("slow"), SLOW)
    editor.open(uri_of("small"), PITFALL)
    assert len(editor.published(uri_of("slow"))) > 1
    assert order(editor) == ["small", "slow"]


def test_what_is_typed_in_a_small_document_goes_before_slow_ones(
    start: Callable[..., Editor],
) -> None:
    """Both processes are busy with slow documents: one of these is given up, and comes later."""
    editor = start()
    editor.opened(uri_of("small"), PITFALL)
    for name in ("one", "two"):
        editor.open(uri_of(name), SLOW)
    for _ in range(5):
        version = editor.type(uri_of("small"), PITFALL + "\n")
        assert len(editor.published(uri_of("small"), version)) == 1
    assert set(order(editor)) == {"small"}
    for name in ("one", "two"):
        assert len(editor.published(uri_of(name))) > 1
    assert len(children(editor.process.pid)) <= linter.MOST_PROCESSES


def test_others_that_are_small_do_not_wait_either(start: Callable[..., Editor]) -> None:
    """The slow document is the one that the user looks at."""
    editor = start()
    for name in ("a", "b", "c"):
        editor.open(uri_of(name), PITFALL)
    editor.open(uri_of("slow"), SLOW)
    editor.published(uri_of("slow"))
    assert order(editor)[-1] == "slow"
    assert {"a", "b", "c"} == set(order(editor)[:-1])


def test_what_is_looked_at_goes_first(start: Callable[..., Editor]) -> None:
    """A hover is a look. Until then the document waits behind the one that was opened last."""
    editor = start()
    editor.opened(uri_of("looked"), LONG)
    for name in ("other", "last"):
        editor.open(uri_of(name), ENDLESS)
    editor.until(lambda: len(children(editor.process.pid)) == linter.MOST_PROCESSES)
    editor.save(uri_of("last"))
    assert editor.hover(uri_of("looked"), 4) is not None
    editor.until(lambda: len(order(editor)) == 2)
    assert order(editor) == ["looked", "looked"]


def test_actions_and_hover_do_not_wait_for_a_run(start: Callable[..., Editor]) -> None:
    editor = start(resolves=True)
    uri = uri_of("a")
    editor.opened(uri, PITFALL)
    editor.type(uri, "\n" + PITFALL)
    editor.published(uri, 2)
    editor.type(uri, "\n" + ENDLESS)
    titles = [each.title for each in editor.actions(uri, 5)]
    assert [each.split("[")[-1] for each in titles[:1]] == ["TAP201]"]
    assert len(titles) == 3
    shown = editor.hover(uri, 5)
    assert shown is not None
    assert editor.hover(uri, 4) is None
    assert order(editor) == ["a", "a"], "the long text is still to be linted"


def test_an_action_is_worked_out_for_the_text_that_is_there(start: Callable[..., Editor]) -> None:
    """As on saving: it is asked for before what was typed last is linted."""
    editor = start(resolves=True, arguments=("--delay", "3600000"))
    uri = uri_of("a")
    editor.opened(uri, "import torch\n")
    editor.type(uri, PITFALL)
    (everything,) = editor.actions(uri, 1, only=["source.fixAll"])
    fixed = PITFALL.replace("w.normal_()", "with torch.no_grad():\n    w.normal_()")
    assert applied(PITFALL, edits_of(editor.resolve(everything), uri)) == fixed
    moved = "# typed\n" + PITFALL
    editor.type(uri, moved)
    fix = editor.actions(uri, 5)[0]
    assert applied(moved, edits_of(editor.resolve(fix), uri)) == "# typed\n" + fixed
    editor.type(uri, "import torch\n")
    (nothing,) = editor.actions(uri, 1, only=["source.fixAll"])
    assert editor.resolve(nothing).edit is not None
    editor.type(uri, "import torch (\n")
    (nothing,) = editor.actions(uri, 1, only=["source.fixAll"])
    assert editor.resolve(nothing).edit is not None
    assert editor.actions(uri, 1, only=["source.fixAll"]) == [], "it is known to be no Python"


def test_of_a_text_that_is_changed_meanwhile_nothing_is_told(start: Callable[..., Editor]) -> None:
    editor = start()
    editor.open(uri_of("a"), LONG)
    editor.until(lambda: children(editor.process.pid))
    version = editor.type(uri_of("a"), PITFALL)
    assert len(editor.published(uri_of("a"), version)) == 1
    editor.opened(uri_of("b"), PITFALL)
    assert [each.version for each in editor.client.published] == [version, 1]


def test_the_run_over_a_document_that_is_closed_is_given_up(start: Callable[..., Editor]) -> None:
    editor = start()
    editor.opened(uri_of("a"), PITFALL)
    (worker,) = children(editor.process.pid)
    editor.type(uri_of("a"), ENDLESS)
    editor.save(uri_of("a"))
    editor.open(uri_of("b"), PITFALL)
    editor.published(uri_of("b"))
    assert len(children(editor.process.pid)) == 2, "the other is busy"
    editor.close(uri_of("a"))
    editor.until(lambda: not lives(worker))
    editor.until(lambda: len(order(editor)) == 3)
    assert [(each.uri, len(each.diagnostics)) for each in editor.client.published] == [
        (uri_of("a"), 1),
        (uri_of("b"), 1),
        (uri_of("a"), 0),
    ]


def test_an_editor_that_asks_gets_a_small_document_first(start: Callable[..., Editor]) -> None:
    editor = start(pulls=True)
    editor.open(uri_of("slow"), ENDLESS)
    waiting = editor.later(editor.pulling(uri_of("slow")))
    editor.open(uri_of("small"), PITFALL)
    assert len(editor.pull(uri_of("small")).items) == 1
    assert not waiting.done()
    editor.close(uri_of("slow"))
    assert waiting.result(60).items == ()


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
def test_a_document_whose_process_dies_is_linted_by_another(start: Callable[..., Editor]) -> None:
    editor = start()
    editor.open(uri_of("slow"), LONG)
    (worker,) = editor.until(lambda: children(editor.process.pid))
    os.kill(worker, signal.SIGKILL)
    assert len(editor.published(uri_of("slow"))) > 1
    assert order(editor) == ["slow"]


@pytest.mark.skipif(os.name != "posix", reason="processes as POSIX has them")
@pytest.mark.parametrize("pulls", [False, True])
def test_the_end_leaves_no_process(start: Callable[..., Editor], pulls: bool) -> None:
    """Two processes are busy, and two documents wait for their turn, when the editor leaves."""
    editor = start(pulls=pulls)
    for name in ("one", "two", "three", "four"):
        editor.open(uri_of(name), ENDLESS)
        if pulls:
            editor.later(editor.pulling(uri_of(name)))
    workers = editor.until(
        lambda: len(found := children(editor.process.pid)) == linter.MOST_PROCESSES and found
    )
    assert editor.end() == 0
    assert [each for each in workers if lives(each)] == []


# --- the linter by itself ------------------------------------------------------------------


@dataclass(frozen=True)
class Odd(Lint):
    """A job that does something else where the process reads it: it knows no class of the tests."""

    expression: str = field(default="")

    def __reduce__(self) -> tuple[object, ...]:
        return eval, (self.expression,)


def odd(expression: str, path: str = "odd.py") -> Odd:
    return Odd(path, "", Settings(), expression)


LINTS = "__import__('tapelint.server.jobs').server.jobs.Lint(PATH, SOURCE, SETTINGS)"
GOOD = LINTS.replace("PATH", "'a.py'").replace("SOURCE", repr(PITFALL))
GOOD = GOOD.replace("SETTINGS", "__import__('tapelint').Settings()")


def run(work: Callable[[Linter], object]) -> object:
    async def whole() -> object:
        one = Linter()
        try:
            return await work(one)  # type: ignore[misc]
        finally:
            await one.stop()

    return asyncio.run(whole())


def test_a_job_is_tried_again_where_its_process_dies(tmp_path: Path) -> None:
    mark = str(tmp_path / "mark")
    dies_once = (
        f"__import__('os').path.exists({mark!r}) and {GOOD} "
        f"or (open({mark!r}, 'w').close(), __import__('os')._exit(3))"
    )
    found = run(lambda one: one.do(odd(dies_once)))
    assert isinstance(found, list)
    assert [each.code for each in found] == ["TAP201"]


def test_a_job_that_kills_every_process_is_given_up() -> None:
    found = run(lambda one: one.do(odd("__import__('os')._exit(3)")))
    assert isinstance(found, SourceError)
    assert found.reason == "the process that lints died; lint the file alone to see why"


def test_the_more_urgent_goes_first_and_what_is_given_up_begins_anew(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """One slow job at the front keeps a process; at the back it gives way, each at most once."""
    monkeypatch.setattr(linter, "PATIENCE", 0.2)
    begun = {name: tmp_path / name for name in ("one", "two")}
    go = tmp_path / "go"

    def slow(name: str) -> Odd:
        """It notes that it has begun, and goes on once it may."""
        waits = (
            f"(open({str(begun[name])!r}, 'a').write('x'), [0 for _ in iter("
            f"lambda: __import__('time').sleep(0.01) or __import__('os').path.exists({str(go)!r})"
            f", True)], {GOOD})[-1]"
        )
        return odd(waits, f"{name}.py")

    async def work(one: Linter) -> list[str]:
        front = ["one.py"]
        ended: list[str] = []

        async def do(job: Lint) -> None:
            def urgency() -> Urgency:
                return Urgency(Level.FRONT if job.path == front[-1] else Level.REST)

            await one.do(job, urgency)
            ended.append(job.path)

        tasks = []
        for name in ("one", "two"):
            front.append(f"{name}.py")
            tasks.append(asyncio.ensure_future(do(slow(name))))
            while not begun[name].exists():
                await asyncio.sleep(0.01)
        for name in ("small.py", "smaller.py", "smallest.py"):
            front.append(name)
            await do(Lint(name, PITFALL, Settings()))
        go.touch()
        await asyncio.gather(*tasks)
        return ended

    ended = run(work)
    assert isinstance(ended, list)
    assert ended[:3] == ["small.py", "smaller.py", "smallest.py"]
    assert sorted(ended[3:]) == ["one.py", "two.py"]
    times = sorted(len(each.read_text()) for each in begun.values())
    assert times == [1, 2], "one was given up, once"
