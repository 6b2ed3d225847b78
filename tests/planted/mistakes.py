"""The mistakes that can be planted into any training function that shows where.

Each reads one function and yields every place where it could be planted. It asks for what makes it
a mistake there, by what torch says: a second backward needs a backward. It asks nothing that makes
it easy to find.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from .histories import has_history, is_one_tensor, layers_of, may_be_frozen

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Place:
    """A mistake at one place of a function."""

    rule: str
    mistake: str
    """Its name, for the table."""
    plant: tuple[tuple[Any, ...], ...]
    """Kinds of planting, as a case holds them."""
    expect: tuple[int | str, ...]
    """Where a report counts, as a case holds it."""


class Reading:
    """What the mistakes ask of one function."""

    def __init__(self, function: Function, module: ast.Module, owner: ast.ClassDef | None) -> None:
        """Read a function.

        Args:
            function: The function.
            module: The file.
            owner: The class whose method it is.
        """
        self.function = function
        self.module = module
        self.owner = owner
        self.nodes = list(_own_nodes(function))
        self.blocks = [
            block
            for node in (function, *self.nodes)
            for block in (getattr(node, "body", None), getattr(node, "orelse", None))
            if isinstance(block, list) and block and isinstance(block[0], ast.stmt)
        ]
        self.names = {
            alias.asname or alias.name
            for node in ast.walk(module)
            if isinstance(node, ast.Import | ast.ImportFrom)
            for alias in node.names
        }

    @property
    def is_forward(self) -> bool:
        """Whether it is the ``forward`` of a module."""
        return self.owner is not None and self.function.name == "forward"

    def calls(self, name: str) -> Iterator[ast.Call]:
        """Calls of a method or function of this name."""
        for node in self.nodes:
            if isinstance(node, ast.Call) and own_name(node.func) == name:
                yield node

    def alone(self, name: str) -> Iterator[tuple[list[ast.stmt], int, ast.Call]]:
        """Statements that are nothing but a call of a method: block, index and call."""
        for block in self.blocks:
            for index, each in enumerate(block):
                call = each.value if isinstance(each, ast.Expr) else None
                if (
                    isinstance(call, ast.Call)
                    and isinstance(call.func, ast.Attribute)
                    and call.func.attr == name
                ):
                    yield block, index, call

    def backwards(self) -> list[tuple[list[ast.stmt], int, ast.Call]]:
        """Backwards of a loss that has a name, without arguments."""
        return [
            each
            for each in self.alone("backward")
            if not each[2].args and not each[2].keywords and dotted(receiver(each[2]))
        ]

    def assignments(self) -> Iterator[ast.Assign]:
        """Statements that assign one name or attribute on a line that is theirs alone."""
        for node in self.nodes:
            if isinstance(node, ast.Assign) and len(node.targets) == 1 and dotted(node.targets[0]):
                yield node


def second_backward(reading: Reading) -> Iterator[Place]:
    """The loss goes backward twice; the first time has freed its graph."""
    for _, _, call in reading.backwards():
        loss = dotted(receiver(call))
        plant = ("insert", "behind", call.lineno, f"{loss}.backward()")
        yield Place("TAP501", "a second backward", (plant,), ("+0",))


def detached_loss(reading: Reading) -> Iterator[Place]:
    """The loss is detached, or made a number or a new tensor, before its backward."""
    for _, _, call in reading.backwards():
        loss = dotted(receiver(call))
        for content in (f"{loss} = {loss}.detach()", f"{loss} = {loss}.data"):
            plant = ("insert", "before", call.lineno, content)
            yield Place("TAP104", "a detached loss", (plant,), ("+0", call.lineno))
        if "torch" in reading.names:
            content = f"{loss} = torch.tensor({loss}.item(), requires_grad=True)"
            plant = ("insert", "before", call.lineno, content)
            yield Place("TAP103", "a loss made anew", (plant,), ("+0", call.lineno))
            content = f"{loss} = torch.tensor([{loss}], requires_grad=True)"
            plant = ("insert", "before", call.lineno, content)
            yield Place("TAP101/TAP103", "a tensor of the loss", (plant,), ("+0", call.lineno))


def step_before_backward(reading: Reading) -> Iterator[Place]:
    """The step comes before the backward whose gradients it needs.

    It raises where it changes what the backward needs. Where the gradients were just cleared it
    changes nothing, and the next clearing throws the gradients away.
    """
    for block, index, call in reading.backwards():
        after = _method_alone(block, index + 1)
        if after is not None and after.func.attr == "step" and not after.args:
            plant = ("move", after.lineno, "before", call.lineno)
            yield Place("TAP204/TAP701", "a step too early", (plant,), (call.lineno, after.lineno))


def cleared_before_step(reading: Reading) -> Iterator[Place]:
    """The gradients are cleared between the backward and the step."""
    cleared = {dotted(receiver(call)) for _, _, call in reading.alone("zero_grad")}
    for block, index, call in reading.alone("step"):
        owner = dotted(receiver(call))
        before = _method_alone(block, index - 1) if index else None
        if owner and owner in cleared and before is not None and before.func.attr == "backward":
            plant = ("insert", "before", call.lineno, f"{owner}.zero_grad()")
            yield Place("TAP701", "cleared before the step", (plant,), ("+0", call.lineno))


def nothing_cleared(reading: Reading) -> Iterator[Place]:
    """Nothing clears the gradients of a loop."""
    everywhere = [node for node in ast.walk(reading.module) if _is_call(node, "zero_grad")]
    for _, _, clear in reading.alone("zero_grad"):
        owner = dotted(receiver(clear))
        for loop in reading.nodes:
            if not isinstance(loop, ast.For | ast.While) or len(everywhere) > 1 or not owner:
                continue
            within = set(ast.walk(loop))
            steps = [call for call in reading.calls("step") if call in within]
            steps = [call for call in steps if dotted(receiver(call)) == owner]
            if clear in within and steps and any(_is_call(each, "backward") for each in within):
                lines = tuple(call.lineno for call in steps)
                yield Place("TAP701", "nothing cleared", (("delete", clear.lineno),), lines)
                break


def graph_kept(reading: Reading) -> Iterator[Place]:
    """A running sum keeps the graph of each round."""
    losses = {dotted(receiver(call)) for _, _, call in reading.backwards()}
    for node in reading.nodes:
        if not isinstance(node, ast.AugAssign) or not isinstance(node.op, ast.Add):
            continue
        if _is_call(node.value, "item") and dotted(receiver(node.value)) in losses:
            plant = ("drop-call", node.lineno, "item")
            yield Place("TAP502", "a sum of losses", (plant,), (node.lineno,))


def array_of_loss(reading: Reading) -> Iterator[Place]:
    """An array of a loss that requires grad."""
    losses = {dotted(receiver(call)) for _, _, call in reading.backwards()}
    for call in reading.calls("item"):
        if isinstance(call.func, ast.Attribute) and dotted(receiver(call)) in losses:
            plant = ("rename", call.lineno, "item", "numpy")
            yield Place("TAP105", "an array of the loss", (plant,), (call.lineno,))


def added_up_in_tensor(reading: Reading) -> Iterator[Place]:
    """The terms of a loss go into a new tensor."""
    losses = {dotted(receiver(call)) for _, _, call in reading.backwards()}
    for node in reading.assignments():
        sides = node.value
        if (
            dotted(node.targets[0]) in losses
            and isinstance(sides, ast.BinOp)
            and isinstance(sides.op, ast.Add)
            and isinstance(sides.left, ast.Name)
            and isinstance(sides.right, ast.Name)
            and "torch" in reading.names
        ):
            content = f"torch.tensor([{sides.left.id}, {sides.right.id}]).sum()"
            plant = ("replace-value", node.lineno, content)
            yield Place("TAP101", "a tensor of the terms", (plant,), (node.lineno,))


def never_recorded(reading: Reading) -> Iterator[Place]:
    """A function that trains does not record: its decorator is that of the evaluation."""
    backwards = reading.backwards()
    computed = {dotted(node.targets[0]) for node in reading.assignments()}
    lines = [call.lineno for _, _, call in backwards if dotted(receiver(call)) in computed]
    switches = [*reading.calls("enable_grad"), *reading.calls("set_grad_enabled")]
    if lines and len(lines) == len(backwards) and "torch" in reading.names and not switches:
        if not reading.function.decorator_list:
            plant = ("insert", "before", reading.function.lineno, "@torch.no_grad()")
            yield Place("TAP104", "a backward under no_grad", (plant,), tuple(lines))


def probabilities_as_logits(reading: Reading) -> Iterator[Place]:
    """Probabilities are given to a loss that takes logits."""
    made = {
        dotted(node.targets[0])
        for node in ast.walk(reading.module)
        if isinstance(node, ast.Assign) and _is_call(node.value, "CrossEntropyLoss")
    } - {""}
    for call in (node for node in reading.nodes if isinstance(node, ast.Call)):
        name = dotted(call.func)
        if len(call.args) < 2 or isinstance(call.args[0], ast.Starred):
            continue
        if name in made or name in {"F.cross_entropy", "nn.functional.cross_entropy"}:
            plant = ("wrap", call.func.end_lineno, name.split(".")[-1], 0, "({}).softmax(dim=1)")
            yield Place("TAP407", "probabilities as logits", (plant,), (call.lineno,))
        if name.endswith("binary_cross_entropy_with_logits"):
            plant = ("wrap", call.func.end_lineno, name.split(".")[-1], 0, "({}).sigmoid()")
            yield Place("TAP407", "probabilities as logits", (plant,), (call.lineno,))


def plain_list(reading: Reading) -> Iterator[Place]:
    """Layers stand in a list that no module knows, and are meant to be trained."""
    if any(_FROZEN in ast.unparse(node) for node in reading.function.body):
        return
    for node in reading.assignments():
        name = dotted(node.targets[0])
        if _is_call(node.value, "ModuleList") and len(node.value.args) == 1 and name[:5] == "self.":
            plant = ("unwrap", node.value.func.end_lineno, "ModuleList")
            used = [
                each.lineno
                for each in ast.walk(reading.module)
                if isinstance(each, ast.Attribute) and dotted(each) == name
            ]
            yield Place("TAP601", "a plain list", (plant,), (node.lineno, *sorted(set(used))))


_FROZEN = "requires_grad"
_SAVES_ITS_RESULT = ("sigmoid", "tanh", "softmax", "exp", "relu")


def inplace_on_saved(reading: Reading) -> Iterator[Place]:
    """The result of an operation that has saved it is changed in place."""
    if not reading.is_forward or reading.owner is None:
        return
    layers = layers_of(reading.owner)
    for node in reading.assignments():
        value = node.value
        if not isinstance(value, ast.Call) or not isinstance(value.func, ast.Attribute):
            continue
        whose = dotted(value.func.value)
        if whose in {"torch", "F"} and value.func.attr in _SAVES_ITS_RESULT and len(value.args) > 0:
            if not has_history(value.args[0], reading.function, layers):
                continue
            name = dotted(node.targets[0])
            last = node.end_lineno if node.lineno == node.end_lineno else None
            if last is not None and name.isidentifier():
                plant = ("insert", "behind", node.lineno, f"{name} *= 0.5")
                yield Place("TAP202", "a saved tensor changed", (plant,), ("+0",))


def changed_through_data(reading: Reading) -> Iterator[Place]:
    """A tensor of the graph is changed through ``.data``."""
    if not reading.is_forward or reading.owner is None:
        return
    layers = layers_of(reading.owner)
    for node in reading.assignments():
        name = dotted(node.targets[0])
        layer = dotted(node.value.func) if isinstance(node.value, ast.Call) else ""
        if not name.isidentifier() or layer.removeprefix("self.") not in layers:
            continue
        if layer.startswith("self.") and is_one_tensor(name, reading.function):
            plant = ("insert", "behind", node.lineno, f"{name}.data.mul_(0.5)")
            yield Place("TAP301/TAP302", "a change through data", (plant,), ("+0",))


def leaf_clipped(reading: Reading) -> Iterator[Place]:
    """The weights are clipped in place behind the step, while autograd records."""
    networks = {
        dotted(receiver(call))
        for node in ast.walk(reading.module)
        if isinstance(node, ast.Call) and own_name(node.func) in _OPTIMISERS
        for call in node.args[:1]
        if _is_call(call, "parameters")
    } - {""}
    known = {dotted(each) for each in reading.nodes if isinstance(each, ast.Name | ast.Attribute)}
    for _, _, call in reading.alone("step"):
        for network in sorted(networks & known):
            if may_be_frozen(network, reading.module):
                continue
            content = f"for p in {network}.parameters(): p.clamp_(-0.01, 0.01)"
            plant = ("insert", "behind", call.lineno, content)
            yield Place("TAP201", "weights clipped", (plant,), ("+0",))


_OPTIMISERS = {"Adam", "AdamW", "SGD", "RMSprop", "Adagrad", "RAdam"}


def frozen_by_name(reading: Reading) -> Iterator[Place]:
    """A flag of the module is set, where that of each parameter is meant."""
    for node in reading.nodes:
        if isinstance(node, ast.For) and _is_call(node.iter, "parameters") and len(node.body) == 1:
            (only,) = node.body
            if isinstance(only, ast.Assign) and isinstance(only.targets[0], ast.Attribute):
                value = only.value
                is_false = isinstance(value, ast.Constant) and value.value is False
                if only.targets[0].attr == "requires_grad" and is_false:
                    plant = ("freeze-module", node.lineno)
                    yield Place("TAP603", "a module's flag", (plant,), (node.lineno,))


def clipped_too_early(reading: Reading) -> Iterator[Place]:
    """The gradients are clipped before the backward that fills them."""
    cleared = list(reading.alone("zero_grad"))
    for block, index, call in (
        *reading.alone("clip_grad_norm_"),
        *reading.alone("clip_grad_value_"),
    ):
        before = _method_alone(block, index - 1) if index else None
        if cleared and before is not None and before.func.attr == "backward":
            plant = ("move", block[index].lineno, "before", before.lineno)
            yield Place("TAP702", "clipped too early", (plant,), (call.lineno,))


_MAKES_ANEW = (
    *("clamp", "unsqueeze", "view", "permute", "masked_fill", "expand", "float", "long"),
    *("sigmoid", "tanh", "relu", "softmax", "detach", "contiguous"),
)


def result_forgotten(reading: Reading) -> Iterator[Place]:
    """The result of an operation that changes nothing is not assigned."""
    for node in reading.assignments():
        call = node.value
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
            continue
        name, whose = dotted(node.targets[0]), call.func.value
        given = dotted(whose)
        if given in {"torch", "F"} and call.args:
            given = dotted(call.args[0])
        if call.func.attr in _MAKES_ANEW and given == name and "torch" in reading.names:
            yield Place(
                "TAP107", "a forgotten result", (("unassign", node.lineno),), (node.lineno,)
            )


def target_recorded(reading: Reading) -> Iterator[Place]:
    """A bootstrapped target keeps its history, and trains the critic by itself.

    Of another network's history no optimiser of the loss knows anything: nothing is trained by it.
    """
    made_by = _networks_of_names(reading)
    for node in reading.nodes:
        if not isinstance(node, ast.With) or len(node.items) != 1:
            continue
        if not _is_call(node.items[0].context_expr, "no_grad"):
            continue
        made = {
            dotted(each.targets[0])
            for each in ast.walk(node)
            if isinstance(each, ast.Assign) and len(each.targets) == 1
        }
        called = _networks_in(node)
        for call in reading.calls("mse_loss"):
            if call in set(ast.walk(node)) or len(call.args) != 2:
                continue
            trained = _networks_in(call.args[0]) | made_by.get(dotted(call.args[0]), set())
            if dotted(call.args[1]) in made - {""} and trained & called:
                lines = tuple(
                    each.lineno for each in ast.walk(node) if isinstance(each, ast.Assign)
                )
                plant = ("unblock", node.lineno)
                yield Place("TAP408", "a target with history", (plant,), (call.lineno, *lines))


def _networks_of_names(reading: Reading) -> dict[str, set[str]]:
    """For each variable, what is called to compute it."""
    found: dict[str, set[str]] = {}
    for node in reading.nodes:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                for each in target.elts if isinstance(target, ast.Tuple) else (target,):
                    found.setdefault(dotted(each), set()).update(_networks_in(node.value))
    return found


def _networks_in(root: ast.AST) -> set[str]:
    """What is called in an expression, and the objects whose methods are; less `self` and torch."""
    called = {dotted(node.func) for node in ast.walk(root) if isinstance(node, ast.Call)}
    return (called | {each.rpartition(".")[0] for each in called}) - {"", "self", "torch", "F"}


def array_in_log_prob(reading: Reading) -> Iterator[Place]:
    """A numpy array goes to ``log_prob``."""
    for call in reading.calls("log_prob"):
        if isinstance(call.func, ast.Attribute) and len(call.args) == 1:
            around = "({}).detach().cpu().numpy()"
            plant = ("wrap", call.func.end_lineno, "log_prob", 0, around)
            yield Place("TAP401", "an array in log_prob", (plant,), (call.lineno,))


def sample_without_gradient(reading: Reading) -> Iterator[Place]:
    """``sample`` stands where the gradient goes through ``rsample``."""
    if any(word in reading.function.name.lower() for word in _SHOWS):
        return
    if any(map(_is_switch, reading.function.decorator_list)):
        return
    switched_off = {
        each
        for node in reading.nodes
        if isinstance(node, ast.With) and any(_is_switch(one.context_expr) for one in node.items)
        for each in ast.walk(node)
    }
    backwards = tuple(call.lineno for _, _, call in reading.backwards())
    for call in reading.calls("rsample"):
        if call in switched_off or not isinstance(call.func, ast.Attribute):
            continue
        if not _is_constant(reading, call.func.value):
            plant = ("rename", call.func.end_lineno, "rsample", "sample")
            rules = "TAP405/TAP104" if backwards else "TAP405"  # of nothing else it raises
            yield Place(rules, "sample for rsample", (plant,), (call.lineno, *backwards))


def _is_switch(node: ast.expr) -> bool:
    """Whether a context or a decorator switches recording off."""
    return own_name(node.func if isinstance(node, ast.Call) else node) in _SWITCHES


_SWITCHES = frozenset({"no_grad", "inference_mode"})


_SHOWS = ("predict", "test", "eval", "valid", "generate", "reconstruct", "infer", "show", "plot")
"""What the names of functions say that use a network, and train none."""
_CONSTANTS = frozenset({"zeros", "ones", "full", "zeros_like", "ones_like", "eye"})


def _is_constant(reading: Reading, distribution: ast.expr) -> bool:
    """Whether all parameters of a distribution are constants: no gradient goes there."""
    for node in reading.assignments():
        if dotted(node.targets[0]) == dotted(distribution) != "":
            distribution = node.value
    given = [
        *getattr(distribution, "args", ()),
        *(each.value for each in getattr(distribution, "keywords", ())),
    ]
    return bool(given) and all(
        isinstance(each, ast.Constant)
        or (isinstance(each, ast.Call) and own_name(each.func) in _CONSTANTS)
        for each in given
    )


def layer_in_forward(reading: Reading) -> Iterator[Place]:
    """A layer is made where it is called."""
    if not reading.is_forward or reading.owner is None:
        return
    layers = {
        dotted(node.targets[0]): node
        for node in ast.walk(reading.owner)
        if isinstance(node, ast.Assign) and len(node.targets) == 1
        if isinstance(node.value, ast.Call) and own_name(node.value.func) in {"Linear", "Conv2d"}
    }
    for call in (node for node in reading.nodes if isinstance(node, ast.Call)):
        made = layers.get(dotted(call.func))
        if made is None or made.lineno != made.end_lineno:
            continue
        assert isinstance(made.value, ast.Call)
        values = (*made.value.args, *(each.value for each in made.value.keywords))
        if all(isinstance(each, ast.Constant) for each in values):
            plant = ("inline", call.func.end_lineno, own_name(call.func), made.lineno)
            yield Place("TAP602", "a layer made in forward", (plant,), (call.lineno,))


def weights_shared(reading: Reading) -> Iterator[Place]:
    """The best weights are kept without a copy."""
    for node in reading.assignments():
        value = node.value
        if _is_call(value, "deepcopy") and len(value.args) == 1:
            if _is_call(value.args[0], "state_dict"):
                plant = ("unwrap", value.func.end_lineno, "deepcopy")
                yield Place("TAP605", "weights without a copy", (plant,), (node.lineno,))


def kept_by_reflex(reading: Reading) -> Iterator[Place]:
    """The only backward of a file keeps a graph that nothing needs."""
    all_of_them = [node for node in ast.walk(reading.module) if _is_call(node, "backward")]
    for _, _, call in reading.backwards():
        if len(all_of_them) == 1:
            content = f"{dotted(receiver(call))}.backward(retain_graph=True)"
            plant = ("replace", call.lineno, content)
            yield Place("TAP503", "a graph kept by reflex", (plant,), (call.lineno,))


MISTAKES: tuple[Callable[[Reading], Iterator[Place]], ...] = (
    second_backward,
    detached_loss,
    step_before_backward,
    cleared_before_step,
    nothing_cleared,
    graph_kept,
    array_of_loss,
    added_up_in_tensor,
    never_recorded,
    probabilities_as_logits,
    plain_list,
    inplace_on_saved,
    changed_through_data,
    leaf_clipped,
    frozen_by_name,
    clipped_too_early,
    result_forgotten,
    target_recorded,
    array_in_log_prob,
    sample_without_gradient,
    layer_in_forward,
    weights_shared,
    kept_by_reflex,
)
"""Every mistake; a test plants each one."""


def own_name(node: ast.expr) -> str:
    """The last name of an expression: ``F.relu`` is ``relu``."""
    if isinstance(node, ast.Name):
        return node.id
    return node.attr if isinstance(node, ast.Attribute) else ""


def dotted(node: ast.expr) -> str:
    """An expression of nothing but names, as it is written; else nothing."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        owner = dotted(node.value)
        return f"{owner}.{node.attr}" if owner else ""
    return ""


def receiver(call: ast.expr) -> ast.expr:
    """What a method is called of; the call itself if it is no method's."""
    is_method = isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute)
    return call.func.value if is_method else call


def _is_call(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Call) and own_name(node.func) == name


def _method_alone(block: list[ast.stmt], index: int) -> Any:
    """The call of a method that is a statement of its own, if that stands there."""
    each = block[index] if 0 <= index < len(block) else None
    call = each.value if isinstance(each, ast.Expr) else None
    is_method = isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute)
    return call if is_method else None


def _own_nodes(function: Function) -> Iterator[ast.AST]:
    """The nodes of a function's body, without those of functions and classes inside it."""
    waiting: list[ast.AST] = list(reversed(function.body))
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            waiting.extend(reversed(list(ast.iter_child_nodes(node))))
