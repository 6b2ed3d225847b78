"""Comprehensions: what they hold for each element that they go over."""

from __future__ import annotations

from tapelint.source import tree
from tapelint.tape.autograd import gradient_pages
from tapelint.tape.domain.summary_items import rounds_of
from tapelint.tape.domain.terms import Truth
from tapelint.tape.domain.values import (
    ContainerKind,
    Value,
)
from tapelint.tape.interpreter.interface import Interpreter
from tapelint.tape.machine.machine import Machine
from tapelint.tape.models import builtin_calls, iteration
from tapelint.tape.models.gone_over import GoneOver

MOST_UNROLLED = 8
"""Over how many known values a comprehension is followed one by one."""


class Comprehensions:
    """Evaluates comprehensions on a machine."""

    def __init__(self, machine: Machine, interpreter: Interpreter) -> None:
        self.machine = machine
        self.interpreter = interpreter

    def of_values(
        self, kind: ContainerKind, node: tree.ListComp | tree.SetComp | tree.GeneratorExp
    ) -> Value:
        """A list, set or generator comprehension."""
        items = self._each(node.for_in, node.elt)
        if items is not None:
            return self.machine.new_container(kind, items)
        chosen = self._chosen_parameters(node.for_in, node.elt)
        if chosen is not None:
            return self.machine.new_container(kind, rest=chosen)
        value = self._in_comprehension(node.for_in, node.elt)
        if value is None:
            return self.machine.new_container(kind)
        some = rounds_of(value) if node.for_in.inner_for_in is None else ()
        return self.machine.new_container(kind, rest=(value,), orders=some)

    def of_entries(self, node: tree.DictComp) -> Value:
        """A dict comprehension."""
        items = self._each(node.for_in, node.value)
        keys = self._each(node.for_in, node.key) if items is not None else None
        if items is not None and keys is not None:
            names = [getattr(each, "value", None) for each in keys]
            if None not in names and len(set(names)) == len(items):
                return self.machine.new_container(ContainerKind.DICT, items, keys=tuple(names))
        value = self._in_comprehension(node.for_in, node.value)
        rest = () if value is None else (value,)
        return self.machine.new_container(ContainerKind.DICT, rest=rest)

    def _each(self, for_in: tree.CompFor, element: tree.BaseExpression) -> tuple[Value, ...] | None:
        """A comprehension over a few known values: one value for each, else ``None``."""
        if for_in.inner_for_in is not None or for_in.ifs:
            return None
        if not isinstance(
            for_in.iter, (tree.Name, tree.Attribute, tree.Call, tree.List, tree.Tuple)
        ):
            return None
        iterated = self.interpreter.evaluate(for_in.iter)
        items = iteration.in_turn(self.machine, iterated, for_in.iter, MOST_UNROLLED)
        if not items:
            return None
        frame = self.machine.frame
        before = frame.scope, frame.enclosing
        frame.enclosing = (frame.scope, *frame.enclosing)
        frame.scope = self.machine.new_identity()
        try:
            values = []
            for item in items:
                self.interpreter.assign(for_in.target, item, None)
                values.append(self.interpreter.evaluate(element))
            return tuple(values)
        finally:
            frame.scope, frame.enclosing = before

    def _chosen_parameters(
        self, for_in: tree.CompFor, element: tree.BaseExpression
    ) -> tuple[Value, ...] | None:
        """``[p for p in parameters if p.requires_grad]``: those parameters, as ``filter`` does."""
        target, test = for_in.target, for_in.ifs[0].test if len(for_in.ifs) == 1 else None
        if for_in.inner_for_in is not None or not isinstance(target, tree.Name):
            return None
        if not isinstance(test, tree.Attribute) or not iteration.asks_for_flag(test):
            return None
        name = target.value
        if any(not isinstance(e, tree.Name) or e.value != name for e in (element, test.value)):
            return None
        iterated = self.interpreter.evaluate(for_in.iter)
        record = self.machine.container_record(iterated)
        held = [self.machine.tensor_record(each) for each in record.held] if record else []
        if record is None or record.is_open or not held:
            return None
        if any(each is None or not each.is_parameter for each in held):
            return None
        gradient_pages.note_exhausted(self.machine, iterated, for_in.iter)
        return tuple(
            value
            for value, each in zip(record.held, held, strict=True)
            if each is not None and each.requires_grad is not Truth.NO
        )

    def _in_comprehension(self, for_in: tree.CompFor, element: tree.BaseExpression) -> Value | None:
        """What a comprehension gives for each element; ``None`` where it lets none through."""
        frame = self.machine.frame
        before = frame.scope, frame.enclosing
        inner: tree.CompFor | None = for_in
        is_empty = is_picked = False
        gone_over: GoneOver | None = None
        try:
            first = True
            while inner is not None:
                iterated = self.interpreter.evaluate(inner.iter)
                if first:
                    frame.enclosing = (frame.scope, *frame.enclosing)
                    frame.scope = self.machine.new_identity()
                    first = False
                gone_over = GoneOver(self.machine, iterated)
                each = iteration.iterated(self.machine, iterated, inner.iter)
                gone_over.begin_round(each)
                self.interpreter.assign(inner.target, each, None)
                for condition in inner.ifs:
                    truth = builtin_calls.truth_of(self.interpreter.evaluate(condition.test))
                    is_empty = is_empty or truth is Truth.NO
                    is_flag = iteration.asks_for_flag(condition.test)
                    is_picked = is_picked or (truth is Truth.UNKNOWN and not is_flag)
                inner = inner.inner_for_in
            made = None if is_empty else self.interpreter.evaluate(element)
            if made is not None and is_picked:
                iteration.pick(self.machine, made)
            if gone_over is not None and not for_in.ifs and for_in.inner_for_in is None:
                gone_over.end_rounds()
            return made
        finally:
            frame.scope, frame.enclosing = before
