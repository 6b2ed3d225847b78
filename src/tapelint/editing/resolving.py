"""From the changes that a rule wants to edits of the text.

A change is refused where its edit cannot be known to be right: where a comment would be lost,
where a statement shares its line with others, where a name does not mean torch.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import libcst as cst

from tapelint.editing.changes import (
    AddArgument,
    AllUnderNoGrad,
    BindResult,
    CallFromTorch,
    CallInstead,
    CallMethod,
    ClearBefore,
    CloneArgument,
    CloneBefore,
    CloneOperand,
    CopyInto,
    Detach,
    DropArgument,
    DropCall,
    InEvalMode,
    InsteadOfCall,
    NameArgument,
    NodeFix,
    Operand,
    OutOfPlace,
    Replace,
    RequireGradLast,
    SwitchOn,
    UnderNoGrad,
    WriteDirectly,
)
from tapelint.editing.clearing import can_clear_before, optimiser_of
from tapelint.editing.mode_switches import ModeSwitches
from tapelint.editing.no_grad_blocks import NoGradBlocks
from tapelint.editing.node_texts import NodeTexts, RefusedError
from tapelint.editing.rebinding import OPERATORS, Rebinding, statement_of
from tapelint.editing.statements import METHODS, goes_through, is_alone
from tapelint.findings import Applicability, Fix
from tapelint.source.edits import Splice
from tapelint.source.positions import Places

_NUMBERS = (cst.Integer, cst.Float, cst.Imaginary)
_SUMS, _PRODUCTS = (cst.AddAssign, cst.SubtractAssign), (cst.Multiply, cst.Divide)
_FLAGS = frozenset({"True", "False"})


def _is_inplace_flag(argument: cst.Arg) -> bool:
    keyword, value = argument.keyword, argument.value
    is_on = isinstance(value, cst.Name) and value.value == "True"
    return keyword is not None and keyword.value == "inplace" and is_on


class Resolver:
    """Turns fixes of one module into fixes."""

    def __init__(
        self, module: cst.Module, text: str, places: Places, cells: frozenset[int] = frozenset()
    ) -> None:
        """Prepare for a module.

        Args:
            module: The module.
            text: Its text.
            places: Where its nodes stand.
            cells: The one-based lines on which a notebook's cells begin.
        """
        self._texts = NodeTexts(module, text, places)
        self._tree = self._texts.tree
        self._no_grad = NoGradBlocks(self._texts, cells)
        self._editors: dict[type[Any], Callable[[Any], list[Splice]]] = {
            Replace: self._replace,
            InsteadOfCall: self._instead_of_call,
            CallFromTorch: self._call_from_torch,
            DropCall: self._drop_call,
            SwitchOn: self._switch_on,
            DropArgument: self._drop_argument,
            NameArgument: self._name_argument,
            RequireGradLast: self._require_grad_last,
            Detach: self._detach,
            WriteDirectly: self._write_directly,
            CopyInto: self._copy_into,
            CallInstead: self._call_instead,
            CallMethod: self._call_method,
            AddArgument: self._add_argument,
            OutOfPlace: self._out_of_place,
            BindResult: self._bind_result,
            CloneBefore: self._clone_before,
            CloneArgument: self._clone_argument,
            CloneOperand: self._clone_operand,
            ClearBefore: self._clear_before,
            AllUnderNoGrad: self._no_grad.wrap_all,
            InEvalMode: ModeSwitches(self._texts).switch,
        }

    @functools.cached_property
    def _rebinding(self) -> Rebinding:
        return Rebinding(self._tree)

    def resolve(self, fixes: Sequence[NodeFix]) -> Fix | None:
        """The fix of the first fix that can be carried out."""
        for fix in fixes:
            try:
                return self._fix(fix)
            except RefusedError:
                continue
        return None

    def _fix(self, fix: NodeFix) -> Fix:
        splices: list[Splice] = []
        wraps: list[UnderNoGrad] = []
        applicability = fix.applicability
        for change in fix.changes:
            if isinstance(change, UnderNoGrad):
                wraps.append(change)
            else:
                splices += self._editors[type(change)](change)
        splices = list(dict.fromkeys(splices))
        for wrap in wraps:
            splices = self._no_grad.wrap(wrap, splices)
            if self._no_grad.changes_argument(wrap):
                applicability = Applicability.UNSAFE
        self._keep_comments(splices)
        edits = tuple(self._texts.lines.edit(splice) for splice in sorted(splices))
        return Fix(applicability, fix.message, edits)

    def _keep_comments(self, splices: Sequence[Splice]) -> None:
        for each in splices:
            before = self._texts.text[each.start : each.end]
            if before.count("#") > each.content.count("#"):
                raise RefusedError

    # --- changes ---

    def _replace(self, change: Replace) -> list[Splice]:
        imports: list[Splice] = []
        start, end = self._texts.whole_span(change.node)
        content = "".join(
            self._texts.written_out(part, change.node, imports) for part in change.parts
        )
        return [*imports, Splice(start, end, content)]

    def _instead_of_call(self, change: InsteadOfCall) -> list[Splice]:
        self._flags_beside(change.call, change.argument)
        return self._replace(Replace(change.call, change.parts))

    def _call_from_torch(self, change: CallFromTorch) -> list[Splice]:
        call = change.call
        flags = self._flags_beside(call, change.argument)
        if not isinstance(call, cst.Call):
            raise RefusedError
        imports: list[Splice] = []
        function = self._texts.from_torch(change.name, call, imports)
        splices = [*imports, Splice(*self._texts.whole_span(call.func), function)]
        for flag in flags:
            splices += self._drop_argument(DropArgument(flag.value, "requires_grad"))
        _, end = self._texts.span(call)
        return [*splices, Splice(end, end, change.after)] if change.after else splices

    def _flags_beside(self, call: cst.CSTNode, argument: cst.BaseExpression) -> list[cst.Arg]:
        """The arguments ``requires_grad`` of a call that has but one argument besides."""
        given, owner = self._argument(argument)
        flags = [each for each in owner.args if each is not given]
        for each in flags:
            if each.keyword is None or each.keyword.value != "requires_grad":
                raise RefusedError
        if owner is not call:
            raise RefusedError
        return flags

    def _drop_call(self, change: DropCall) -> list[Splice]:
        call = change.call
        function = call.func if isinstance(call, cst.Call) else None
        if not isinstance(function, cst.Attribute) or function.attr.value != change.method:
            raise RefusedError
        if not isinstance(call, cst.Call) or call.args:
            raise RefusedError
        return [Splice(self._end_of_owner(function), self._texts.span(call)[1], "")]

    def _switch_on(self, change: SwitchOn) -> list[Splice]:
        call = change.call
        value = call.args[0].value if isinstance(call, cst.Call) and len(call.args) == 1 else None
        if not isinstance(value, cst.Name) or value.value != "False":
            raise RefusedError
        return [Splice(*self._texts.span(value), "True")]

    def _drop_argument(self, change: DropArgument) -> list[Splice]:
        argument, call = self._argument(change.value)
        if argument.keyword is None or argument.keyword.value != change.keyword:
            raise RefusedError
        if not isinstance(argument.value, cst.Name) or argument.value.value not in _FLAGS:
            raise RefusedError  # a value that comes from somewhere else is somebody's wish
        arguments = list(call.args)
        at = next(index for index, each in enumerate(arguments) if each is argument)
        start, end = self._texts.span(argument)
        if at > 0:
            _, start = self._texts.span(arguments[at - 1])
        elif at + 1 < len(arguments):
            end, _ = self._texts.span(arguments[at + 1])
        return [Splice(start, end, "")]

    def _add_argument(self, change: AddArgument) -> list[Splice]:
        call = change.call
        if not isinstance(call, cst.Call) or not call.args:
            raise RefusedError
        _, end = self._texts.whole_span(call.args[-1].value)
        return [Splice(end, end, f", {change.keyword}={change.value}")]

    def _name_argument(self, change: NameArgument) -> list[Splice]:
        argument, call = self._argument(change.value)
        if call is not change.call:
            raise RefusedError
        used = {each.keyword.value for each in call.args if each.keyword is not None}
        if change.keyword in used or any(each.star for each in call.args):
            raise RefusedError
        if argument.keyword is not None:
            start, end = self._texts.span(argument.keyword)
            return [Splice(start, end, change.keyword)]
        behind = list(call.args)[list(call.args).index(argument) + 1 :]
        if any(each.keyword is None for each in behind):
            raise RefusedError
        start, _ = self._texts.span(argument)
        return [Splice(start, start, f"{change.keyword}=")]

    def _require_grad_last(self, change: RequireGradLast) -> list[Splice]:
        leaf = change.leaf
        if not isinstance(leaf, cst.Call):
            raise RefusedError
        splices = [
            splice
            for each in leaf.args
            if each.keyword is not None and each.keyword.value == "requires_grad"
            for splice in self._drop_argument(DropArgument(each.value, "requires_grad"))
        ]
        if not splices:
            splices = self._drop_call(DropCall(leaf, "requires_grad_"))
        start, end = self._texts.whole_span(change.made)
        is_tight = isinstance(change.made, (cst.Call, cst.Attribute, cst.Subscript))
        if not is_tight:
            splices.append(Splice(start, start, "("))
        return [*splices, Splice(end, end, f"{'' if is_tight else ')'}.requires_grad_()")]

    def _argument(self, value: cst.CSTNode) -> tuple[cst.Arg, cst.Call]:
        argument = self._tree.parents.get(value)
        call = self._tree.parents.get(argument) if argument is not None else None
        if not isinstance(argument, cst.Arg) or not isinstance(call, cst.Call) or argument.star:
            raise RefusedError
        return argument, call

    def _detach(self, change: Detach) -> list[Splice]:
        read = self._attribute(change.read)
        parent = self._tree.parents.get(read)
        if isinstance(parent, cst.AugAssign) and parent.target is read:
            return self._as_method(parent, read, ".detach()")
        if isinstance(parent, (cst.AssignTarget, cst.AnnAssign, cst.Del, cst.For, cst.CompFor)):
            raise RefusedError
        if isinstance(parent, (cst.Element, cst.AsName)) or self._is_annotation(read):
            raise RefusedError
        start, end = self._texts.span(read.attr)
        return [Splice(start, end, "detach()")]

    def _is_annotation(self, node: cst.CSTNode) -> bool:
        return any(isinstance(each, cst.Annotation) for each in self._tree.above(node))

    def _attribute(self, node: cst.CSTNode) -> cst.Attribute:
        if not isinstance(node, cst.Attribute):
            raise RefusedError
        return node

    def _write_directly(self, change: WriteDirectly) -> list[Splice]:
        read = self._attribute(change.read)
        if not is_alone(self._tree, change.written):
            raise RefusedError
        if not goes_through(self._tree, change.written, read):
            raise RefusedError
        if isinstance(change.written, cst.AugAssign) and change.written.target is read:
            return self._as_method(change.written, read, "")
        return [Splice(self._end_of_owner(read), self._texts.span(read.attr)[1], "")]

    def _end_of_owner(self, read: cst.Attribute) -> int:
        """Where the expression before ``.data`` ends, its brackets included."""
        return self._texts.whole_span(read.value)[1]

    def _as_method(self, written: cst.AugAssign, read: cst.Attribute, between: str) -> list[Splice]:
        """``owner.data -= value`` becomes ``owner.sub_(value)``."""
        method = METHODS.get(type(written.operator))
        value = written.value
        if method is None or read.lpar or isinstance(value, (cst.Yield, cst.StarredElement)):
            raise RefusedError
        if isinstance(value, cst.Tuple) and not value.lpar:
            raise RefusedError
        head, (_, end) = self._end_of_owner(read), self._texts.whole_span(value)
        return [Splice(head, end, f"{between}.{method}({self._texts.inside(value)})")]

    def _copy_into(self, change: CopyInto) -> list[Splice]:
        target = self._attribute(change.target)
        return self._given_what_was_assigned(target, self._end_of_owner(target), ".copy_")

    def _call_instead(self, change: CallInstead) -> list[Splice]:
        target = self._attribute(change.target)
        return self._given_what_was_assigned(target, self._texts.whole_span(target)[1], "")

    def _call_method(self, change: CallMethod) -> list[Splice]:
        target = self._attribute(change.target)
        return self._given_what_was_assigned(
            target, self._end_of_owner(target), f".{change.method}"
        )

    def _given_what_was_assigned(
        self, target: cst.Attribute, head: int, method: str
    ) -> list[Splice]:
        """What follows from ``head`` on becomes a call with the value that was assigned."""
        line = self._tree.line(target)
        statement = line.body[0] if line is not None and len(line.body) == 1 else None
        if not isinstance(statement, cst.Assign) or not is_alone(self._tree, target):
            raise RefusedError
        value = statement.value
        if isinstance(value, (cst.Yield, cst.Await)) or (
            isinstance(value, cst.Tuple) and not value.lpar
        ):
            raise RefusedError
        _, end = self._texts.whole_span(value)
        return [Splice(head, end, f"{method}({self._texts.inside(value)})")]

    # --- another tensor instead of a change ---

    def _rebindable(self, node: cst.CSTNode) -> cst.Name:
        if not isinstance(node, cst.Name) or not self._rebinding.is_possible(node):
            raise RefusedError
        return node

    def _out_of_place(self, change: OutOfPlace) -> list[Splice]:
        written = change.written
        if isinstance(written, cst.AugAssign):
            return self._as_operator(written)
        if not isinstance(written, cst.Call):
            raise RefusedError
        function = written.func
        flag = next((each for each in written.args if _is_inplace_flag(each)), None)
        if flag is not None and written.args[0] is not flag:
            name = self._rebindable(written.args[0].value)
            edit = self._drop_argument(DropArgument(flag.value, "inplace"))
            return [*self._bind(written, name, or_last_use=True), *edit]
        if not isinstance(function, cst.Attribute) or not function.attr.value.endswith("_"):
            raise RefusedError
        name = self._rebindable(function.value)
        _, end = self._texts.span(function.attr)
        return [*self._bind(written, name), Splice(end - 1, end, "")]

    def _as_operator(self, written: cst.AugAssign) -> list[Splice]:
        name = self._rebindable(written.target)
        operator = OPERATORS.get(type(written.operator))
        value = written.value
        if operator is None or isinstance(value, (cst.Yield, cst.Await, cst.Tuple)):
            raise RefusedError
        (_, start), (_, end) = self._texts.whole_span(name), self._texts.whole_span(value)
        text = self._texts.whole_text(value)
        is_product = isinstance(value, cst.BinaryOperation) and isinstance(
            value.operator, _PRODUCTS
        )
        binds_stronger = is_product and isinstance(written.operator, _SUMS) and "\n" not in text
        if not binds_stronger and not isinstance(value, _NUMBERS):
            text = self._texts.operand(value)
        return [Splice(start, end, f" = {name.value} {operator} {text}")]

    def _bind(self, call: cst.Call, name: cst.Name, *, or_last_use: bool = False) -> list[Splice]:
        """What gives the result of a call to a name; nothing where the statement does already."""
        statement = statement_of(self._tree, call)
        if isinstance(statement, cst.Expr) and statement.value is call:
            start, _ = self._texts.span(call)
            return [Splice(start, start, f"{name.value} = ")]
        if isinstance(statement, cst.Return) and statement.value is call:
            return []
        if isinstance(statement, cst.Assign) and statement.value is call:
            target = statement.targets[0].target
            is_same = isinstance(target, cst.Name) and target.value == name.value
            if is_same and len(statement.targets) == 1:
                return []
        if or_last_use and statement is not None and self._rebinding.is_last_use(name, statement):
            return []
        raise RefusedError

    def _bind_result(self, change: BindResult) -> list[Splice]:
        statement, target = statement_of(self._tree, change.call), change.target
        if not isinstance(statement, cst.Expr) or statement.value is not change.call:
            raise RefusedError
        if isinstance(target, cst.Name) and not self._rebinding.is_own(target):
            raise RefusedError
        start, end = self._texts.whole_span(change.call)
        bound = Splice(start, start, f"{self._texts.own_text(target)} = ")
        return [bound] if change.is_called else [bound, Splice(end, end, "()")]

    def _clone_before(self, change: CloneBefore) -> list[Splice]:
        target = change.target
        while isinstance(target, cst.Subscript):
            target = target.value
        name = self._rebindable(target)
        line = self._tree.line(change.written)
        if line is None or statement_of(self._tree, change.written) is None:
            raise RefusedError
        start, _ = self._texts.span(line)
        clone = f"{name.value} = {name.value}.clone()"
        return [
            Splice(start, start, f"{clone}{self._texts.newline(start)}{self._texts.margin(start)}")
        ]

    def _clear_before(self, change: ClearBefore) -> list[Splice]:
        optimiser, line = optimiser_of(change.step), self._tree.line(change.backward)
        is_sound = can_clear_before(self._tree, change.backward, change.step)
        if optimiser is None or line is None or not is_sound:
            raise RefusedError
        start, _ = self._texts.span(line)
        clear = f"{self._texts.own_text(optimiser)}.zero_grad()"
        return [
            Splice(start, start, f"{clear}{self._texts.newline(start)}{self._texts.margin(start)}")
        ]

    def _clone_argument(self, change: CloneArgument) -> list[Splice]:
        call = change.call
        if not isinstance(call, cst.Call) or len(call.args) != 1 or call.args[0].star:
            raise RefusedError
        name = self._rebindable(call.args[0].value)
        statement = statement_of(self._tree, call)
        if isinstance(statement, cst.Expr):
            raise RefusedError  # the change is all that was wanted
        self._bind(call, name, or_last_use=True)
        return self._replace(Replace(name, (Operand(name), ".clone()")))

    def _clone_operand(self, change: CloneOperand) -> list[Splice]:
        operand = change.operand
        is_expression = isinstance(operand, (cst.Name, cst.Attribute, cst.Subscript))
        if not is_expression or operand is change.use:
            raise RefusedError
        parent = self._tree.parents.get(operand)
        is_function = isinstance(parent, cst.Call) and parent.func is operand
        if is_function or not self._tree.is_within(operand, change.use):
            raise RefusedError
        return self._replace(Replace(operand, (operand, ".clone()")))
