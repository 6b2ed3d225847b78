"""Reads of ``.data``, changes through it, and the histories that do not know of them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from tapelint.analyses.data import Data, ThroughData, Wrong, is_fresh
from tapelint.analyses.facts import Changed, DataRead, DataWrite, UnseenChange
from tapelint.analyses.modes import of_mode, truth
from tapelint.analyses.places import Places
from tapelint.analyses.stale_saved import assumption
from tapelint.analyses.writing import spelled
from tapelint.core.autograd.events import Handed
from tapelint.core.autograd.graph import Change
from tapelint.source.sites import ExpressionSite
from tapelint.tape.domain.terms import Truth, WriteForm


class DataRecorder:
    """Tells rules who reads ``.data``, and what is changed through it."""

    def __init__(self, data: Data) -> None:
        self._data: Final = data

    @property
    def has_found(self) -> bool:
        """Whether there is anything to tell."""
        return self._data.has_found

    def events(self, places: Places) -> Iterator[DataRead | DataWrite]:
        """What rules are told."""
        for node, read in self._data.reads.items():
            at = places.of(node)
            owner = places.of(node.value) if isinstance(node, ast.Attribute) else None
            if at is not None and owner is not None:
                yield DataRead(
                    at=at,
                    grad_mode=Truth.UNKNOWN,
                    function="",
                    caller=places.caller(read.calls),
                    via=places.via(at, read.calls),
                    owner=owner,
                )
        for done in self._data.changes.values():
            yield from self._write(done, places)

    def _write(self, done: ThroughData, places: Places) -> Iterator[DataWrite]:
        change = done.change
        written = spelled(change, places.imports)
        at = places.of(change.node)
        read = at if done.way is None else places.of(done.way.read)
        node = change.node if done.way is None else done.way.read
        owner = places.of(node.value) if isinstance(node, ast.Attribute) else None
        if at is None or read is None or owner is None:
            return
        requires, is_leaf = truth(done.requires_grad), truth(done.is_leaf)
        is_parameter = done.tensor is not None and done.tensor.is_parameter
        value = self._data.assigned(change.node) if done.way is None else None
        inner = (places.of(each) for each in (ast.walk(value) if value is not None else ()))
        yield DataWrite(
            at=at,
            grad_mode=truth(change.recording),
            function=done.function,
            caller=places.caller(change.calls),
            via=places.via(at, change.calls),
            read=read,
            owner=owner,
            operation=written.operation,
            form=written.form,
            converted=tuple(each for each in inner if each is not None),
            is_conversion=self._data.is_conversion(change, places.of_torch),
            is_direct=done.way is None or done.way.read is written.target,
            is_fresh=done.way is not None and is_fresh(done.way.read),
            is_known=done.tensor is not None,
            is_parameter=is_parameter,
            is_plain=done.tensor is not None and not is_parameter and requires is Truth.NO,
            is_leaf=is_leaf if done.tensor is not None else Truth.UNKNOWN,
            is_view=done.tensor is not None and done.tensor.base is not None,
            has_other_shape=self._data.has_other_shape(done),
            is_guess=done.way is not None and not done.way.is_sure,
            loses_gradient=done.ends_gradient,
        )


class UnseenRecorder:
    """Tells rules which backwards go through a history that does not know of a change."""

    def __init__(self, data: Data) -> None:
        self._data: Final = data

    @property
    def has_found(self) -> bool:
        """Whether there is anything to tell."""
        return bool(self._data.wrong)

    def events(self, places: Places) -> Iterator[UnseenChange]:
        """What rules are told."""
        for each in self._data.wrong.values():
            yield from self._unseen(each, places)

    def _unseen(self, wrong: Wrong, places: Places) -> Iterator[UnseenChange]:
        event, change = wrong.event, wrong.change
        if self._data.is_conversion(change, places.of_torch) or self._data.adds(change):
            return
        entry = event.node if isinstance(event, Handed) else (event.calls or (None,))[0]
        is_handed = isinstance(event, Handed)
        backward = places.returned(event.node) if is_handed else places.of(event.node)
        at, made_at = places.of(change.node), places.of(wrong.made.node)
        told = self._told(change, places)
        if at is None or backward is None or told is None:
            return
        yield UnseenChange(
            at=at,
            grad_mode=truth(change.recording),
            function="",
            of_mode=of_mode(wrong.certainty, entry, places),
            caller=places.caller(change.calls),
            via=places.via(at, change.calls),
            change=told,
            made_at=made_at,
            backward=backward,
            is_return=is_handed and not (isinstance(event, Handed) and event.is_trained),
            doubt=assumption(wrong, backward, made_at),
            keeps_gradient=wrong.keeps_gradient,
            leaves_out=wrong.leaves_out,
        )

    def _told(self, change: Change, places: Places) -> Changed | None:
        """A change as rules know it."""
        written = spelled(change, places.imports)
        at, target = places.of(change.node), places.of(written.target)
        shown = at if target is None else target
        if at is None or not isinstance(shown, ExpressionSite):
            return None
        is_part = written.form is WriteForm.SUBSCRIPT or self._data.changes_part(change)
        mode = truth(change.recording)
        return Changed(at, shown, written.operation, written.form, mode, is_part)
