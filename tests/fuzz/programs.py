"""The hypothesis strategy that writes small torch programs as source text.

A program is a function ``program(flag0, flag1, ...)`` or the body of a module whose flags come
from the command line. Each flag decides one branch. Everything goes into a last backward, so that
what was done to the graph before shows.
"""

from __future__ import annotations

import functools
import random
import textwrap
from collections.abc import Callable
from dataclasses import dataclass

from hypothesis import strategies

from . import scenes
from .writer import LONGEST, Choose, Tensor, Writer

IMPORTS = ("import torch", "import torch.nn.functional as F", "from torch import nn")


@strategies.composite
def programs(draw: strategies.DrawFn) -> str:
    """Programs for hypothesis to try and to shrink."""
    return write_program(lambda count: draw(_index_below(count)))


def numbered_program(seed: int, number: int) -> str:
    """One program of an endless series; the same numbers give the same program."""
    return write_program(random.Random(f"{seed}/{number}").randrange)


def write_program(choose: Choose) -> str:
    """The text of the program that the choices lead to."""
    write = Writer(choose)
    is_function = write.chance(2)
    write.depth = 1 if is_function else 0
    _first_leaves(write)
    loss = _rest(write)
    write.line(f"{loss}.backward()")
    return _assembled(write, is_function)


@dataclass(frozen=True)
class Written:
    """The parts of a program that is a function of its first leaves.

    Attributes:
        definitions: The functions and classes that it needs.
        leaves: The statements that make the leaves.
        arguments: What the leaves are called.
        flags: What decides its branches.
        body: The statements of the function, but for its end.
        loss: What it computes.
    """

    definitions: tuple[str, ...]
    leaves: tuple[str, ...]
    arguments: tuple[str, ...]
    flags: tuple[str, ...]
    body: tuple[str, ...]
    loss: str


def written(choose: Choose) -> Written:
    """The parts of the function that the choices lead to."""
    write = Writer(choose)
    write.depth = 1
    _first_leaves(write)
    leaves = write.lines[:]
    arguments = tuple(each.text for each in write.tensors)
    loss = _rest(write)
    return Written(
        tuple(write.definitions),
        tuple(textwrap.dedent("\n".join(leaves)).splitlines()),
        arguments,
        tuple(f"flag{number}" for number in range(write.flags)),
        tuple(write.lines[len(leaves) :]),
        loss,
    )


def _first_leaves(write: Writer) -> None:
    write.leaf()
    for _ in range(write.between(0, 2)):
        write.leaf(requires_grad=not write.chance(2))


def _rest(write: Writer) -> str:
    """Write the statements behind the first leaves; the loss that they come to."""
    write.result()
    for _ in range(write.between(1, 9)):
        if len(write.lines) + len(write.definitions) > LONGEST - 4:
            break
        write.weighted(_STATEMENTS)(write)
    return _last_loss(write)


@functools.cache
def _index_below(count: int) -> strategies.SearchStrategy[int]:
    return strategies.integers(0, count - 1)


def _assembled(write: Writer, is_function: bool) -> str:
    flags = [f"flag{number}" for number in range(write.flags)]
    body = write.lines
    if is_function:
        body = [f"def program({', '.join(flags)}):", *body]
    imports = [*IMPORTS]
    if flags and not is_function:
        imports.insert(0, "import sys\n")
        body = [*(f'{flag} = "--{flag}" in sys.argv' for flag in flags), *body]
    return "\n".join([*imports, "", "", *write.definitions, *body]) + "\n"


def _result(write: Writer) -> None:
    write.result()


def _view(write: Writer) -> None:
    write.view()


def _leaf(write: Writer) -> None:
    write.leaf(requires_grad=not write.chance(3))


def _change(write: Writer) -> None:
    """An in-place change: of results mostly, of plain tensors, of leaves where it is allowed."""
    kinds = [(5, write.results()), (4, write.plain())]
    kinds += [(1, write.leaves())] if write.records else [(6, write.leaves())]
    kinds = [(weight, found) for weight, found in kinds if found]
    if kinds:
        tensors = write.weighted(kinds)
        write.change(write.one_of(tensors[::-1]))


def _change_of_fresh_result(write: Writer) -> None:
    """A result is changed before anything else uses it: harmless, unless its own op saved it."""
    write.change(write.result())


def _reassignment(write: Writer) -> None:
    """A name is bound to another value; views and containers keep the old one."""
    target = write.one_of(write.tensors[::-1])
    if target.is_leaf or not target.text.isidentifier():
        return
    text, has_history = write.expression(target.shape)
    write.line(f"{target.text} = {text}")
    target.has_history = has_history and write.records


def _alias(write: Writer) -> None:
    source = write.one_of(write.tensors[::-1])
    name = write.name("alias")
    write.line(f"{name} = {source.text}")
    write.keep(Tensor(name, source.shape, source.has_history, source.is_leaf))


def _detached(write: Writer) -> None:
    """A detached alias or copy, changed in place sometimes."""
    source = write.one_of(write.tensors[::-1])
    name = write.name("cut")
    write.line(f"{name} = {source.text}.detach(){write.one_of(('', '.clone()'))}")
    tensor = write.keep(Tensor(name, source.shape))
    if write.chance(2):
        write.change(tensor)
    elif write.chance(5):
        write.line(f"{name}.requires_grad_()")
        tensor.has_history = tensor.is_leaf = True


def _through_data(write: Writer) -> None:
    """``.data`` read, bound to a name, or written."""
    source = write.one_of(write.tensors[::-1])
    form = write.one_of(("write", "alias", "assign", "read", "clone"))
    if form == "write":
        write.change(source, through=".data")
    elif form == "assign":
        # A conversion of the tensor itself is another matter: there no_grad would be no remedy.
        others = [each for each in write.tensors if each is not source]
        given = [each.text for each in others if each.shape == source.shape]
        value = f"{write.one_of(given)}.detach() * 0.9" if given else "torch.ones(3)"
        write.line(f"{source.text}.data = {value}")
    else:
        name = write.name("raw")
        write.line(f"{name} = {source.text}.data{'.clone()' if form == 'clone' else ''}")
        tensor = Tensor(name, source.shape)
        if form != "read":
            write.change(tensor)
        elif write.chance(2):
            write.keep(tensor)


def _without_grad(write: Writer) -> None:
    context = write.one_of(("torch.no_grad()", "torch.no_grad()", "torch.set_grad_enabled(False)"))
    with write.block(f"with {context}:", records=False):
        for _ in range(write.between(1, 2)):
            write.weighted([(2, _change), (2, _result), (1, _view)])(write)
        if write.chance(6):
            with write.block("with torch.enable_grad():", records=True):
                write.weighted([(2, _result), (1, _change)])(write)


def _under_inference(write: Writer) -> None:
    """Under ``inference_mode``: what is made there stays there."""
    outside = [*write.tensors]
    with write.block("with torch.inference_mode():", records=False):
        write.weighted([(1, _result), (1, _change)])(write)
    write.tensors = [each for each in outside if each in write.tensors]


def _mode_called(write: Writer) -> None:
    """``set_grad_enabled`` as a call, switched back a little later."""
    write.line("torch.set_grad_enabled(False)")
    write.records = False
    for _ in range(write.between(1, 2)):
        write.weighted([(1, _change), (1, _result)])(write)
    write.line("torch.set_grad_enabled(True)")
    write.records = True


def _branch(write: Writer) -> None:
    if write.flags == 3:
        return
    inner = [(3, _change), (2, _result), (2, _reassignment), (1, _detached), (1, _through_data)]
    with write.branch(f"if {write.flag()}:"):
        for _ in range(write.between(1, 2)):
            write.weighted(inner)(write)
    if write.chance(3):
        with write.branch("else:"):
            write.weighted(inner)(write)


def _loop(write: Writer) -> None:
    with write.block(f"for _ in range({write.between(2, 3)}):"):
        for _ in range(write.between(1, 2)):
            write.weighted([(2, _reassignment), (2, _result), (2, _change)])(write)


def _early_backward(write: Writer) -> None:
    """A backward that is not the last one; what it has used up is mostly not used again."""
    found = write.results()
    if not found:
        return
    chosen = write.one_of(found[::-1])
    needed = [each for each in write.must_use if each is not chosen]
    loss = write.total([chosen, *needed])
    retain = write.weighted([(3, ""), (2, "retain_graph=True")])
    form = write.weighted([(4, "({}).backward({})"), (1, "torch.autograd.backward({}, {})")])
    if chosen.shape == "scalar" and not needed and chosen.text.isidentifier():
        form = form.replace("({})", "{}", 1)
    elif needed or chosen.shape == "scalar":
        write.line(f"loss = {loss}")
        loss = "loss"
    write.line(form.format(loss, retain).replace(", )", ")").replace("(loss).", "loss."))
    write.must_use.clear()
    if not retain and not write.chance(4):
        write.forget_results()


def _backward_of_cut_value(write: Writer) -> None:
    """A backward on something whose history was cut."""
    found = [each for each in write.results() if each.shape == "scalar"]
    loss = found[-1] if found else write.result("scalar")
    name = write.name("loss")
    form = write.one_of(("detach", "item", "no_grad", "data", "clone", "branch"))
    if form == "no_grad":
        with write.block("with torch.no_grad():", records=False):
            text, _ = write.expression("scalar")
            write.line(f"{name} = {text}")
    elif form == "item":
        write.line(f"{name} = torch.tensor({loss.text}.item())")
    elif form == "branch" and write.flags < 3:
        write.line(f"{name} = {loss.text} * 2.0")
        with write.branch(f"if {write.flag()}:"):
            write.line(f"{name} = {name}.detach()")
    else:
        ways = {"detach": ".detach() * 2.0", "data": ".data", "clone": ".detach().clone()"}
        write.line(f"{name} = {loss.text}{ways.get(form, '.detach()')}")
    write.line(f"{name}.backward()")
    if form == "branch":
        write.forget_results()


def _last_loss(write: Writer) -> str:
    """Whatever must be used and some of the rest, added up."""
    chosen = [*write.must_use]
    rest = [each for each in write.results() if each not in chosen]
    for _ in range(write.between(1, 3)):
        if rest:
            chosen.append(rest.pop(-1 - min(write.between(0, 2), len(rest) - 1)))
    if not chosen:
        leaf = write.leaf("vector")
        return f"({leaf.text} * {leaf.text}).sum()"
    name = write.name("loss")
    write.line(f"{name} = {write.total(chosen)}")
    return name


_STATEMENTS: list[tuple[int, Callable[[Writer], None]]] = [
    (30, _result),
    (8, _view),
    (4, _leaf),
    (7, _change),
    (5, _change_of_fresh_result),
    (5, _reassignment),
    (3, _alias),
    (4, _detached),
    (9, _through_data),
    (4, _without_grad),
    (1, _under_inference),
    (1, _mode_called),
    (4, _branch),
    (4, _loop),
    (3, _early_backward),
    (3, _backward_of_cut_value),
    (5, scenes.helper_function),
    (3, scenes.object_with_state),
    (4, scenes.own_module),
    (7, scenes.embedding),
    (6, scenes.two_networks),
    (3, scenes.training_loop),
    (3, scenes.step_of_leaves),
    (3, scenes.recurrence),
    (3, scenes.carried_state),
    (3, scenes.containers),
    (3, scenes.second_backward),
    (2, scenes.gradients_of_gradients),
    (3, scenes.step_by_hand),
]
