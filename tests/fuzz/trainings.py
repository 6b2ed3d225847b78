"""Writes random training programs: networks, optimisers and loops, with the mistakes of learners.

What is right comes first in each choice and most often. Whether a program is a pitfall is not
known here: ``training_truth.py`` asks torch.
"""

from __future__ import annotations

import contextlib
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

Item = TypeVar("Item")

_HEAD = """\
import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(0)
"""
_MANY, _FEW = 26, 4
"""Rounds: so many that what is kept in each of them counts, or as few as show the rest."""


def numbered_training(seed: int, number: int) -> str:
    """One program of an endless series; the same numbers give the same program."""
    write = _Trainings(random.Random(f"training/{seed}/{number}"))
    if write.weighted([(3, True), (2, False)]):
        write.one_network()
    else:
        write.two_networks()
    definitions = "".join(f"\n\n{each}\n" for each in write.definitions)
    gap = "\n\n" if definitions else ""
    return f"{_HEAD}{definitions}{gap}" + "\n".join(write.lines) + "\n"


@dataclass(frozen=True)
class _Network:
    """What a program calls a network, and what its layers are called, where they can be named."""

    name: str
    part: str
    others: str
    """The parameters that it holds without telling, or nothing."""


@dataclass(frozen=True)
class _Plan:
    """What a training loop does, and where.

    Attributes:
        net: The network.
        optimizer: What the optimiser is called.
        made: The statements that make it.
        place: Where they stand: before the loop (once), in it, or in a branch of it.
        scaler: What a scaler is called, or nothing.
        other: What another network is called, or nothing.
        every: In every how many rounds a step is taken.
        cleared: Where the gradients are cleared.
        clipped: How they are clipped.
    """

    net: _Network
    optimizer: str
    made: tuple[str, ...]
    place: str
    scaler: str
    other: str
    every: int
    cleared: str
    clipped: str


_CLEARED = (
    *((8, "top"), (6, "before"), (4, "after")),
    *((1, "never"), (1, "once"), (1, "between"), (1, "each round")),
)
_CLIPPED = (
    *((14, ""), (6, "right"), (1, "read")),
    *((1, "before"), (1, "after"), (1, "iterator"), (1, "loss")),
)


class _Trainings:
    """The text so far."""

    def __init__(self, chance: random.Random) -> None:
        self.definitions: list[str] = []
        self.lines: list[str] = []
        self._chance = chance
        self._depth = 0
        self._classes = 0
        self._freezes_by_loop = False
        self._rounds = self.weighted([(3, _FEW), (2, _MANY)])
        self._batch_form = self.one_of(("tensor", "list", "loader"))

    # Choices and text

    def one_of(self, items: Sequence[Item]) -> Item:
        """One of the items, each as likely as the other."""
        return self._chance.choice(items)

    def weighted(self, items: Sequence[tuple[int, Item]]) -> Item:
        """One of the items, by their weights."""
        return self._chance.choices([each for _, each in items], [it for it, _ in items])[0]

    def line(self, *texts: str) -> None:
        """Write statements; one of several lines brings its own indentation."""
        for text in texts:
            for each in text.splitlines():
                self.lines.append("    " * self._depth + each)

    @contextlib.contextmanager
    def block(self, header: str) -> Iterator[None]:
        """Write an indented block."""
        self.line(header)
        self._depth += 1
        yield
        self._depth -= 1

    # One network

    def one_network(self) -> None:
        """A network with one loss: all mistakes but that of two losses."""
        form = self.one_of(("module", "module", "function", "class"))
        in_class = form == "class"
        if in_class:
            self.line("class Trainer:")
            self._depth = 1
            self.line("def __init__(self):")
            self._depth = 2
        net = self._network("self.net" if in_class else "net", 1)
        optimizer = "self.optimizer" if in_class else "optimizer"
        other = ""
        if self.weighted([(4, False), (1, True)]):
            other = "self.teacher" if in_class else "teacher"
            self.line(f"{other} = nn.Linear(4, 1)")
        self._freeze(net, other)
        made = self._optimiser(optimizer, net, other)
        place = self.weighted([(10, "once"), (1, "epoch"), (1, "round"), (1, "branch")])
        if place == "once":
            self.line(*made)
        scaler = ("self.scaler" if in_class else "scaler") if self.one_of((0, 0, 0, 1)) else ""
        if scaler:
            off = self.weighted([(6, ""), (1, ", enabled=False")])
            self.line(f'{scaler} = torch.amp.GradScaler("cpu", init_scale=64.0{off})')
        if in_class:
            self.line("")
            self._depth = 1
            self.line("def train(self, batches):")
            self._depth = 2
        elif form == "function":
            given = ["net", "optimizer", *([other] if other else []), *([scaler] if scaler else [])]
            given = [each for each in given if each != "optimizer" or place == "once"]
            body, self.lines, self._depth = self.lines, [], 1
            self.line(f"def train({', '.join(given)}, batches):")
            self.lines[0] = self.lines[0].strip()
        every, cleared = self.weighted([(5, 1), (1, 2)]), self.weighted(_CLEARED)
        clipped = self.weighted(_CLIPPED)
        if cleared == "once" and place != "once":
            cleared = "never"
        self._training(
            _Plan(net, optimizer, tuple(made), place, scaler, other, every, cleared, clipped)
        )
        if in_class:
            self.definitions.append("\n".join(self.lines))
            self._depth, self.lines = 0, []
            self.line(*self._batches("batches"), "trainer = Trainer()", "trainer.train(batches)")
        elif form == "function":
            self.definitions.append("\n".join(self.lines))
            self._depth, self.lines = 0, body
            self.line(*self._batches("batches"), f"train({', '.join(given)}, batches)")
        self.definitions.sort(key=lambda each: each.startswith(("def train", "class Trainer")))

    def _batches(self, name: str) -> list[str]:
        numbers = f"torch.randn({self._rounds}, 8, 4)"
        if self._batch_form == "loader":
            pairs = f"TensorDataset({numbers}.flatten(0, 1))"
            return [f"{name} = DataLoader({pairs}, batch_size=8)"]
        if self._batch_form == "list":
            return [f"{name} = [torch.randn(8, 4) for _ in range({self._rounds})]"]
        return [f"{name} = {numbers}"]

    def _training(self, plan: _Plan) -> None:
        """The loop, with all that stands around it and in it."""
        if not self._depth:
            self.line(*self._batches("batches"))
        clear = self._clearing(plan)
        keep = self._keeping() if self._rounds == _MANY else ("", "", "")
        if plan.cleared == "once":
            self.line(clear)
        if plan.clipped == "iterator":
            self.line(f"parameters = {plan.net.name}.parameters()")
        epochs = plan.place == "epoch" or self.one_of((0, 0, 0, 1))
        if keep[0] and not (epochs and self.one_of((0, 1))):
            self.line(keep[0])
            keep = ("", *keep[1:])
        index = "i, x" if plan.every > 1 or plan.place == "branch" else "x"
        before = self._depth
        if epochs:
            self.line("for epoch in range(2):")
            self._depth += 1
            if plan.place == "epoch":
                self.line(*plan.made)
            if keep[0]:
                self.line(keep[0])
        with self.block(self._loop(index)):
            if plan.place == "round":
                self.line(*plan.made)
            if plan.place == "branch":
                with self.block("if i == 0:"):
                    self.line(*plan.made)
            self._round(plan, clear, keep[1])
        self._depth = before
        if keep[2]:
            self.line(keep[2])
        if self.one_of((0, 0, 1)):
            self._evaluation(plan.net.name)

    def _loop(self, index: str) -> str:
        row = "(x,)" if self._batch_form == "loader" else "x"
        over = "enumerate(batches)" if index.startswith("i") else "batches"
        return f"for {index.replace('x', row)} in {over}:"

    def _round(self, plan: _Plan, clear: str, keep: str) -> None:
        """What one round does."""
        net, scaler = plan.net.name, plan.scaler
        if (plan.cleared == "top" and plan.every == 1) or plan.cleared == "each round":
            self.line(clear)
        if plan.other and self.one_of((0, 0, 1)):
            with self.block("with torch.no_grad():"):
                self.line(f"y = {plan.other}(x)")
        else:
            self.line("y = x.sum(1, keepdim=True)")
        form = self.one_of(("F.mse_loss({}(x), y)", "({}(x) - y).pow(2).mean()"))
        self.line(f"loss = {form.format(net)}")
        losses = ["loss"]
        if self.one_of((0, 0, 0, 0, 1)):
            losses.append("second")
            self.line(f"second = {net}(x).abs().mean()")
        if plan.cleared == "before" and plan.every == 1:
            self.line(clear)
        clip = self._clip_of(plan)
        if plan.clipped == "before":
            self.line(clip)
        for each in losses:
            self.line(f"{scaler}.scale({each}).backward()" if scaler else f"{each}.backward()")
        self.line(keep)
        if plan.every == 1:
            self._step(plan, clear, clip)
            return
        with self.block(f"if (i + 1) % {plan.every} == 0:"):
            self._step(plan, clear, clip)

    def _step(self, plan: _Plan, clear: str, clip: str) -> None:
        """What is done with the gradients once they are there."""
        scaler, optimizer = plan.scaler, plan.optimizer
        unscaled = self.weighted([(4, "before"), (1, "late"), (1, "never")])
        unscale = f"{scaler}.unscale_({optimizer})" if scaler and plan.clipped else ""
        if plan.cleared == "between":
            self.line(clear)
        if unscaled == "before":
            self.line(unscale)
        if plan.clipped in ("right", "iterator", "loss"):
            self.line(clip)
        if plan.clipped == "read":
            self.line(f"norm = {clip}", "print(norm.item())")
        if unscaled == "late":
            self.line(unscale)
        if scaler:
            self.line(f"{scaler}.step({optimizer})", f"{scaler}.update()")
        else:
            self.line(f"{optimizer}.step()")
        if plan.clipped == "after":
            self.line(clip)
        if plan.cleared == "after" or (plan.every > 1 and plan.cleared in ("top", "before")):
            self.line(clear)

    def _clearing(self, plan: _Plan) -> str:
        by_optimizer = f"{plan.optimizer}.zero_grad()"
        # The network would clear what it tells alone. And known limit: of an assignment to
        # `.grad` between backward and step nobody says that it throws the gradient away.
        if plan.net.others or plan.cleared == "between":
            return by_optimizer
        return self.weighted(
            [
                (8, by_optimizer),
                (2, f"{plan.net.name}.zero_grad()"),
                (1, f"{plan.optimizer}.zero_grad(set_to_none=False)"),
                (1, f"for p in {plan.net.name}.parameters():\n    p.grad = None"),
            ]
        )

    def _clip_of(self, plan: _Plan) -> str:
        iterator = "parameters" if plan.clipped == "iterator" else ""
        is_of_loss, is_read = plan.clipped == "loss", plan.clipped == "read"
        return self._clip(plan.net.name, iterator, of_loss=is_of_loss, read=is_read)

    def _clip(
        self, net: str, iterator: str = "", *, of_loss: bool = False, read: bool = False
    ) -> str:
        given = iterator or ("loss" if of_loss else f"{net}.parameters()")
        if not iterator and not of_loss:
            given = self.one_of((given, given, f"list({given})"))
        # Of nothing, `clip_grad_value_` raises; and it gives no norm.
        if not iterator and not of_loss and not read and self.one_of((0, 0, 1)):
            return f"nn.utils.clip_grad_value_({given}, 1e-6)"
        name = self.one_of(("nn.utils.clip_grad_norm_", "torch.nn.utils.clip_grad_norm_"))
        return f"{name}({given}, {self.one_of(('1e-5', 'max_norm=1e-5'))})"

    def _keeping(self) -> tuple[str, str, str]:
        """How losses are kept: before the loop, in it, and what becomes of them."""
        value = self.weighted(
            [(2, "loss"), (1, "loss * 2"), (4, "loss.item()"), (2, "loss.detach()"), (1, "")]
        )
        if not value:
            return "", "", ""
        form = self.one_of(("sum", "list", "long"))
        if form == "list":
            return "losses = []", f"losses.append({value})", "print(len(losses))"
        add = "total += {}" if form == "sum" else "total = total + {}"
        shown = self.one_of(("print(float(total))", "print(total)", "average = total / 10"))
        return self.one_of(("total = 0.0", "total = torch.zeros(())")), add.format(value), shown

    def _evaluation(self, net: str) -> None:
        """A loop without a backward, which should not record."""
        form = self.weighted([(3, "no_grad"), (1, "inference_mode"), (2, "")])
        if not self._depth and self.one_of((0, 1)):
            self.line(f"{net}.eval()")
        self.line("errors, outputs = 0.0, []")
        depth = self._depth
        if form:
            self.line(f"with torch.{form}():")
            self._depth += 1
        few = self._rounds == _FEW
        with self.block(
            f"for _ in range({_FEW}):" if few else f"for x in torch.randn({_MANY}, 8, 4):"
        ):
            self.line(*(["x = torch.randn(8, 4)"] if few else []), f"output = {net}(x)")
            ending = self.weighted([(2, ""), (1, ".item()"), (1, ".detach()")])
            self.line(
                self.one_of(
                    (
                        f"errors += output.pow(2).mean(){ending}",
                        f"errors = errors + output.abs().sum(){ending}",
                        f"outputs.append((output * 2){ending.replace('.item()', '.detach()')})",
                    )
                )
            )
        self._depth = depth
        self.line("print(float(errors), len(outputs))")

    # Networks, and what is frozen of them

    def _network(self, name: str, size: int) -> _Network:
        kind = self.weighted([(1, "linear"), (3, "sequential"), (5, "class")])
        if kind == "linear":
            self.line(f"{name} = nn.Linear(4, {size})")
            return _Network(name, name, "")
        if kind == "sequential":
            self.line(f"{name} = nn.Sequential(nn.Linear(4, 5), nn.Tanh(), nn.Linear(5, {size}))")
            return _Network(name, f"{name}[0]", "")
        self._classes += 1
        made = f"Net{self._classes}"
        others = self._class(made)
        self.line(f"{name} = {made}({size})")
        return _Network(name, f"{name}.first", others.replace("self", name))

    def _class(self, name: str) -> str:
        """Write a module with layers in a container; what is left out of its parameters."""
        lines, others = self.weighted([(3, _RIGHT_HOLDERS), (2, _WRONG_HOLDERS)])[
            kind := self.one_of(("layers", "named", "scales"))
        ](self)
        run = {
            "layers": "for layer in self.layers:\n    h = torch.tanh(layer(h))",
            "named": 'h = self.layers["a"](h) + self.layers["b"](h)',
            "scales": "for scale in self.layers:\n    h = h * scale",
        }[kind]
        frozen = self.weighted([(12, ""), (1, "self.first.requires_grad = False"),
                                (1, "self.first.requires_grad_(False)")])  # fmt: skip
        body = ["super().__init__()", "self.first = nn.Linear(4, 5)", *lines]
        body += ["self.last = nn.Linear(5, size)", *([frozen] if frozen else [])]
        init = "\n".join(f"        {line}" for each in body for line in each.splitlines())
        forward = "\n".join(f"        {line}" for line in run.splitlines())
        self.definitions.append(
            f"class {name}(nn.Module):\n    def __init__(self, size):\n{init}\n\n"
            f"    def forward(self, x):\n        h = torch.tanh(self.first(x))\n{forward}\n"
            "        return self.last(h)"
        )
        return others

    def _freeze(self, net: _Network, other: str) -> None:
        """Freeze a part of the network, or seem to."""
        part = self.one_of((net.part, net.part, other or net.part))
        form = self.weighted(
            [
                (16, ""),
                (2, "{}.requires_grad_(False)"),
                (2, "for p in {}.parameters():\n    p.requires_grad = False"),
                (1, "{}.weight.requires_grad = False"),
                (1, "{}.requires_grad = False"),
                (1, "{}.weight.require_grad = False"),
                (1, "for p in {}.parameters():\n    p.requires_grads = False"),
                (1, "for p in {}.parameters():\n    p.requires_grad_ = False"),
                (1, "{}.bias.data.requires_grad = False"),
                (1, "{}.requires_grad_(False)\n{}.requires_grad = False"),
            ]
        )
        if form and not (part == net.name and "weight" not in form):
            self.line(form.replace("{}", part))
            self._freezes_by_loop = form.startswith("for")

    def _optimiser(self, name: str, net: _Network, other: str) -> list[str]:
        kind = self.weighted(
            [(3, "SGD({}, lr=0.01)"), (2, "SGD({}, lr=0.01, momentum=0.9)"),
             (3, "Adam({}, lr=0.01)"), (1, "AdamW({})")]
        )  # fmt: skip
        given = f"{net.name}.parameters()"
        form = self.weighted([(16, "all"), (2, "list"), (1, "some"), (1, "used up"), (1, "filter")])
        before: list[str] = []
        if other and self.one_of((0, 0, 0, 1)):
            given = f"{other}.parameters()"
        elif net.others and self.one_of((0, 0, 0, 1)):
            given = f"[*{given}, {net.others}]"
        elif form == "list":
            given = f"list({given})"
        elif form == "some" and not self._freezes_by_loop:  # known limit: it may train still
            given = f"{net.part}.parameters()"
        elif form == "filter":
            given = f"[p for p in {given} if p.requires_grad]"
        elif form == "used up":
            uses = ("sum(p.numel() for p in weights)", "len(list(weights))")
            before = [f"weights = {given}", f"print({self.one_of(uses)})"]
            given = self.one_of(("weights", "weights", given))
        return [*before, f"{name} = torch.optim.{kind.format(given)}"]

    # Two networks

    def two_networks(self) -> None:
        """Two networks, two losses, and steps and clearings in some order."""
        maker, judge = self.one_of((("generator", "discriminator"), ("actor", "critic")))
        makes, judges = self.one_of(
            (
                ("{}_optimizer", "{}_optimizer"),
                ("optimizer_{}", "optimizer_{}"),
                ("opt_{}", "opt_{}"),
            )
        )
        makes, judges = makes.format(maker), judges.format(judge)
        if maker == "generator" and self.one_of((0, 1)):
            makes, judges = self.one_of((("optimizer_g", "optimizer_d"), ("g_opt", "d_opt")))
        self._rounds = _FEW
        for name, optimizer, sizes in ((maker, makes, "4, 2"), (judge, judges, "2, 1")):
            self.line(
                self.one_of(
                    (
                        f"{name} = nn.Linear({sizes})",
                        f"{name} = nn.Sequential(nn.Linear({sizes}), nn.Tanh())",
                    )
                )
            )
            kind = self.one_of(("SGD({}, lr=0.01)", "Adam({}, lr=0.01)"))
            self.line(f"{optimizer} = torch.optim.{kind.format(f'{name}.parameters()')}")
        cut = self.weighted([(3, "detach"), (1, "no_grad"), (2, "")])
        freezes = self.one_of((0, 0, 0, 1))
        clears = {makes: self._place_of_clearing(), judges: self._place_of_clearing()}
        clips = self.one_of((0, 0, 0, 1))
        helper = self.one_of((0, 0, 1)) and not freezes
        for name, optimizer in ((maker, makes), (judge, judges)) if helper else ():
            self.definitions.append(
                f"def update_{name}({optimizer}, loss):\n"
                f"    loss.backward()\n    {optimizer}.step()"
            )
        first = self._update_of_judge(maker, judge, cut)
        second = [f"loss = (1 - {judge}({maker}(x))).pow(2).mean()"]
        if freezes:
            first.insert(0, f"{judge}.requires_grad_(True)")
            second.insert(0, f"{judge}.requires_grad_(False)")
        first += self._update(judges, judge, clears[judges], clips, helper)
        second += self._update(makes, maker, clears[makes], clips, helper)
        parts = [first, second] if self.weighted([(3, True), (1, False)]) else [second, first]
        if self.weighted([(5, False), (1, True)]):
            parts[0] = ["for _ in range(2):", *(f"    {each}" for each in parts[0])]
        with self.block(f"for x in torch.randn({self._rounds}, 8, 4):"):
            self.line(*[f"{each}.zero_grad()" for each in clears if clears[each] == "top"])
            for part in parts:
                self.line(*part)
            self.line(*[f"{each}.zero_grad()" for each in clears if clears[each] == "end"])

    def _place_of_clearing(self) -> str:
        return self.weighted([(5, "before"), (2, "after"), (2, "top"), (1, "end"), (1, "never")])

    def _update_of_judge(self, maker: str, judge: str, cut: str) -> list[str]:
        real = self.one_of(("", f"{judge}(torch.randn(8, 2)).pow(2).mean() + "))
        if cut == "no_grad":
            made = ["with torch.no_grad():", f"    made = {maker}(x)"]
        else:
            made = [f"made = {maker}(x)"]
        ending = ".detach()" if cut == "detach" else ""
        return [*made, f"loss = {real}{judge}(made{ending}).mean()"]

    def _update(
        self, optimizer: str, net: str, cleared: str, clips: bool, helper: bool
    ) -> list[str]:
        clear = f"{optimizer}.zero_grad()"
        clip = [self._clip(net)] if clips and not helper else []
        run = [f"update_{net}({optimizer}, loss)"] if helper else ["loss.backward()", *clip,
                                                            f"{optimizer}.step()"]  # fmt: skip
        return [
            *([clear] if cleared == "before" else []),
            *run,
            *([clear] if cleared == "after" else []),
        ]


Holder = tuple[list[str], str]
_PARTS = {
    "layers": "nn.Linear(5, 5) for _ in range(2)",
    "scales": "nn.Parameter(torch.ones(5)) for _ in range(2)",
}
_NAMED = '{"a": nn.Linear(5, 5), "b": nn.Linear(5, 5)}'
_WRITTEN = "nn.Linear(5, 5), nn.Linear(5, 5)"


def _right_layers(write: _Trainings) -> Holder:
    parts = _PARTS["layers"]
    forms = (
        [f"self.layers = nn.ModuleList([{parts}])"],
        [f"self.layers = nn.ModuleList({parts})"],
        [f"layers = [{parts}]", "self.layers = nn.Sequential(*layers)"],
        [f"self.layers = [{parts}]", "self.body = nn.Sequential(*self.layers)"],
        [f"self.layers = [{_WRITTEN}]", "self.layers = nn.ModuleList(self.layers)"],
        [f"self.layers = [{parts}]",
         "for i, layer in enumerate(self.layers):\n    self.add_module(str(i), layer)"],
        ["self.layers = nn.ModuleList()",
         "for _ in range(2):\n    self.layers.append(nn.Linear(5, 5))"],
        ["self.layers = [nn.Tanh(), nn.ReLU()]"],
        [f"self.layers = [{parts}]", "for layer in self.layers:\n    layer.requires_grad_(False)"],
        ["self.a, self.b = nn.Linear(5, 5), nn.Linear(5, 5)", "self.layers = [self.a, self.b]"],
    )  # fmt: skip
    return write.one_of(forms), ""


def _wrong_layers(write: _Trainings) -> Holder:
    parts = _PARTS["layers"]
    forms = (
        [f"self.layers = [{parts}]"],
        [f"self.layers = [{_WRITTEN}]"],
        [f"self.layers = ({_WRITTEN})"],
        ["self.layers = []", "for _ in range(2):\n    self.layers.append(nn.Linear(5, 5))"],
        [f"layers = [{parts}]", "self.layers = layers"],
        ["self.layers = [nn.Sequential(nn.Linear(5, 5), nn.Tanh()), nn.Linear(5, 5)]"],
    )
    others = "*[p for layer in self.layers for p in layer.parameters()]"
    return write.one_of(forms), others


def _right_named(write: _Trainings) -> Holder:
    forms = (
        [f"self.layers = nn.ModuleDict({_NAMED})"],
        ["self.layers = nn.ModuleDict()",
         'for key in ("a", "b"):\n    self.layers[key] = nn.Linear(5, 5)'],
        ["self.a, self.b = nn.Linear(5, 5), nn.Linear(5, 5)",
         'self.layers = {"a": self.a, "b": self.b}'],
        ['self.layers = {"a": nn.Tanh(), "b": nn.Sigmoid()}'],
    )  # fmt: skip
    return write.one_of(forms), ""


def _wrong_named(write: _Trainings) -> Holder:
    forms = (
        [f"self.layers = {_NAMED}"],
        ["self.layers = dict(a=nn.Linear(5, 5), b=nn.Linear(5, 5))"],
        ["self.layers = {}", 'for key in ("a", "b"):\n    self.layers[key] = nn.Linear(5, 5)'],
        ['self.layers = {key: nn.Linear(5, 5) for key in ("a", "b")}'],
    )
    others = "*[p for layer in self.layers.values() for p in layer.parameters()]"
    return write.one_of(forms), others


def _right_scales(write: _Trainings) -> Holder:
    parts = _PARTS["scales"]
    forms = (
        [f"self.layers = nn.ParameterList([{parts}])"],
        [f"self.layers = [{parts}]", "self.held = nn.ParameterList(self.layers)"],
        ["self.a = nn.Parameter(torch.ones(5))", "self.layers = [self.a, torch.ones(5)]"],
        ["self.layers = [torch.ones(5), torch.ones(5)]"],
    )
    return write.one_of(forms), ""


def _wrong_scales(write: _Trainings) -> Holder:
    forms = (
        [f"self.layers = [{_PARTS['scales']}]"],
        ["self.layers = [nn.Parameter(torch.ones(5)), nn.Parameter(torch.rand(5))]"],
        ["self.layers = [nn.Parameter(torch.ones(5)), torch.ones(5)]"],
    )
    return write.one_of(forms), "*[p for p in self.layers if p.requires_grad]"


_RIGHT_HOLDERS = {"layers": _right_layers, "named": _right_named, "scales": _right_scales}
_WRONG_HOLDERS = {"layers": _wrong_layers, "named": _wrong_named, "scales": _wrong_scales}
