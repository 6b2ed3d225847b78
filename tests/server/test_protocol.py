"""Every request gets an answer, whatever it says and whenever it comes; nothing else is written."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from .editor import PITFALL
from .raw import Raw

PARSE_ERROR, INVALID_REQUEST, NO_METHOD, INVALID_PARAMS = -32700, -32600, -32601, -32602
NOT_INITIALIZED, CANCELLED, FAILED = -32002, -32800, -32803

URI = "untitled:a"
DOCUMENT = {"uri": URI}
START = {"line": 0, "character": 0}
RANGE = {"start": START, "end": {"line": 9, "character": 0}}
CONTEXT = {"diagnostics": [], "only": ["source.fixAll"]}
REQUESTS: dict[str, dict[str, Any]] = {
    "textDocument/hover": {"textDocument": DOCUMENT, "position": START},
    "textDocument/codeAction": {"textDocument": DOCUMENT, "range": RANGE, "context": CONTEXT},
    "textDocument/diagnostic": {"textDocument": DOCUMENT},
    "codeAction/resolve": {
        "title": "x",
        "data": {"uri": URI, "revision": 1, "kind": "FixFindings"},
    },
}
"""Requests as they should be."""


@pytest.fixture
def raw(tmp_path: Path) -> Iterator[Callable[..., Raw]]:
    """Starts servers."""
    made: list[Raw] = []

    def start(*arguments: str) -> Raw:
        made.append(Raw(tmp_path, *arguments))
        return made[-1]

    yield start
    for each in made:
        each.stop()


def code(answer: dict[str, Any]) -> object:
    assert "result" not in answer
    assert answer["error"]["message"]
    return answer["error"]["code"]


def test_before_the_beginning_nothing_is_done(raw: Callable[..., Raw]) -> None:
    server = raw()
    for method, params in REQUESTS.items():
        assert code(server.ask(method, params)) == NOT_INITIALIZED
    assert code(server.ask("shutdown")) == NOT_INITIALIZED
    server.open(URI, PITFALL)
    assert code(server.ask("initialize", {"capabilities": 3})) == INVALID_PARAMS
    server.begin()
    assert server.ask("textDocument/hover", REQUESTS["textDocument/hover"])["result"] is None
    assert code(server.ask("initialize", {"processId": None, "capabilities": {}})) == (
        INVALID_REQUEST
    )
    assert server.end() == (1, "")


def test_after_the_end_nothing_is_done(raw: Callable[..., Raw]) -> None:
    server = raw()
    server.begin()
    assert server.ask("shutdown")["result"] is None
    for method, params in REQUESTS.items():
        assert code(server.ask(method, params)) == INVALID_REQUEST
    assert code(server.ask("shutdown")) == INVALID_REQUEST
    server.open(URI, PITFALL)
    server.tell("exit", None)
    assert server.end() == (0, "")
    assert all("method" not in each for each in server.seen)


@pytest.mark.parametrize("method", sorted(REQUESTS))
def test_bad_parameters_are_refused(raw: Callable[..., Raw], method: str) -> None:
    server = raw()
    server.begin()
    good = REQUESTS[method]
    for bad in (None, 3, [], "x", {}, {"textDocument": {}}, {**good, "textDocument": 3}):
        if method == "codeAction/resolve" and isinstance(bad, dict) and "title" in bad:
            bad = {"title": "x", "data": {"revision": 1}}
        assert code(server.ask(method, bad)) == INVALID_PARAMS
    for key in {"position", "range"} & good.keys():
        bad_place = {"start": {"line": -1, "character": "x"}, "line": -1, "character": "x"}
        assert code(server.ask(method, {**good, key: bad_place})) == INVALID_PARAMS
    assert server.end() == (1, "")


def test_what_is_no_request_is_refused(raw: Callable[..., Raw]) -> None:
    server = raw()
    server.begin()
    for body in (b"{", b"\xff", b"[" * 100_000):
        server.send(body)
        server.seen.clear()
        assert code(server.answer(None)) == PARSE_ERROR
    for body in (b"[]", b"3", b'{"id": 7}', b'{"jsonrpc": "2.0", "id": [], "method": "shutdown"}'):
        server.send(body)
        message = json.loads(body)
        is_request = not isinstance(message, dict) or "method" in message
        server.seen.clear()
        if is_request:
            assert code(server.answer(None)) == INVALID_REQUEST
    server.send(b'{"jsonrpc": "1.0", "id": 77, "method": "shutdown"}')
    assert code(server.answer(77)) == INVALID_REQUEST
    server.send(b'{"jsonrpc": "2.0", "id": 78, "method": 3}')
    assert code(server.answer(78)) == INVALID_REQUEST
    assert code(server.ask("textDocument/rename", {})) == NO_METHOD
    assert code(server.ask("$/unknown")) == NO_METHOD
    assert server.ask("shutdown")["result"] is None
    assert server.end() == (0, "")


def test_a_request_for_what_is_gone_is_one_error_and_no_traceback(
    raw: Callable[..., Raw],
) -> None:
    server = raw()
    server.begin()
    server.open(URI, PITFALL)
    server.notice("textDocument/publishDiagnostics", URI)
    actions = server.ask("textDocument/codeAction", REQUESTS["textDocument/codeAction"])["result"]
    (fix,) = actions
    change = {"textDocument": {"uri": URI, "version": 2}, "contentChanges": [{"text": "\n"}]}
    server.tell("textDocument/didChange", change)
    assert code(server.ask("codeAction/resolve", fix)) == FAILED
    server.tell("textDocument/didClose", {"textDocument": DOCUMENT})
    assert code(server.ask("codeAction/resolve", fix)) == FAILED
    assert server.end() == (1, "")


def test_an_action_can_be_asked_for_without_its_nulls(raw: Callable[..., Raw]) -> None:
    """Some editors, such as Neovim, drop null members of what they send back."""
    server = raw()
    server.begin()
    server.open(URI, PITFALL)
    server.notice("textDocument/publishDiagnostics", URI)
    params = {**REQUESTS["textDocument/codeAction"], "context": {"diagnostics": []}}
    actions = server.ask("textDocument/codeAction", params)["result"]
    assert [each["kind"] for each in actions] == ["quickfix", "quickfix", "source.fixAll.tapelint"]
    for each in actions:
        dropped = json.loads(
            json.dumps(each),
            object_hook=lambda found: {key: value for key, value in found.items() if value},
        )
        assert dropped["data"] == each["data"], "there is nothing to drop"
        assert server.ask("codeAction/resolve", dropped)["result"]["edit"]["changes"][URI]
    assert server.end() == (1, "")


def test_a_request_can_be_taken_back(raw: Callable[..., Raw], tmp_path: Path) -> None:
    """The answer comes before the document is linted, and the server goes on."""
    server = raw()
    server.begin(textDocument={"diagnostic": {}})
    server.open(URI, PITFALL + "y = w.exp()\ny.add_(1)\ny.sum().backward()\n" * 15_000)
    asked = server.request("textDocument/diagnostic", REQUESTS["textDocument/diagnostic"])
    server.tell("$/cancelRequest", {"id": asked})
    assert code(server.answer(asked)) == CANCELLED
    server.tell("$/cancelRequest", {"id": asked})
    server.tell("$/cancelRequest", {"id": "never"})
    server.tell("$/cancelRequest", None)
    server.open("untitled:b", PITFALL)
    found = server.ask("textDocument/diagnostic", {"textDocument": {"uri": "untitled:b"}})
    assert [each["code"] for each in found["result"]["items"]] == ["TAP201"]
    assert server.end() == (1, "")


JUNK: list[Any] = [None, True, -1, 1 << 40, 0.5, "", "x", "\x00", [], {}, [None], {"uri": "x"}]
NAMES = ["file://[", "file:///%00", "file:///a%ff.py", "", "untitled:\ud800", "://", URI]


def test_random_requests_are_all_answered(raw: Callable[..., Raw]) -> None:
    """Parts of requests and of notifications are replaced by something else, at random."""
    chance = random.Random(11)
    server = raw()
    server.begin()
    server.open(URI, PITFALL)
    change = {"textDocument": {"uri": URI, "version": 2}, "contentChanges": [{"text": PITFALL}]}
    item = {"uri": URI, "languageId": "python", "version": 1, "text": PITFALL}
    told = {
        "textDocument/didChange": change,
        "textDocument/didOpen": {"textDocument": item},
        "textDocument/didSave": {"textDocument": DOCUMENT},
        "workspace/didChangeWorkspaceFolders": {"event": {"added": [DOCUMENT], "removed": []}},
    }
    asked: list[int] = []
    for _ in range(600):
        method, params = chance.choice([*REQUESTS.items(), *told.items()])
        damaged = damage(params, chance)
        if method in REQUESTS:
            asked.append(server.request(method, damaged))
        else:
            server.tell(method, damaged)
    server.open("untitled:last", PITFALL)
    last = {"textDocument": {"uri": "untitled:last"}}
    answers = {ident: server.answer(ident) for ident in asked}
    assert not [each for each in answers.values() if each.get("error", {}).get("code") == -32603]
    found = server.ask("textDocument/diagnostic", last)["result"]["items"]
    assert [each["code"] for each in found] == ["TAP201"]
    assert {len(server.answers(each)) for each in asked} == {1}
    assert server.end() == (1, "")


def damage(value: Any, chance: random.Random) -> Any:
    """Something like it, of which a part is something else."""
    if chance.random() < 0.08:
        return chance.choice(JUNK)
    if isinstance(value, dict):
        kept = {key: damage(each, chance) for key, each in value.items()}
        return {key: each for key, each in kept.items() if chance.random() > 0.03}
    if isinstance(value, list):
        return [damage(each, chance) for each in value]
    if value == URI:
        return chance.choice(NAMES)
    return value
