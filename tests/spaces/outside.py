"""What a training function is given from outside: mistakes, each with its remedy, in many forms.

A program has two files. ``elsewhere`` makes networks, losses and optimisers, and calls the other
one, which trains with them. Torch runs both; the linter sees the training file alone.

    python -m tests.spaces.outside SEED COUNT
"""

from __future__ import annotations

import random
import sys
import warnings
from collections.abc import Iterator, Mapping
from textwrap import indent
from types import ModuleType
from typing import NamedTuple

import torch

from tapelint import Settings, lint_source

INDENT = "    "
RULES = ("TAP201", "TAP202", "TAP203", "TAP204", "TAP501")
ELSEWHERE = """\
import functools
import torch
from types import SimpleNamespace
from torch import nn


class Net(nn.Module):
    def __init__(self, wide=2):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, wide))
        self.cell = nn.GRUCell(2, 2)

    def forward(self, x, h=None):
        if h is None:
            return self.layers(x)
        h = self.cell(x, h)
        return self.layers(h), h

    encode = forward_features = compute_loss = run = forward


def make_loss():
    return nn.MSELoss()


def make_network(*args):
    return Net()


def make_optimizer(network, *args):
    return torch.optim.SGD(network.parameters(), lr=0.1)


def decorated(*args):
    def around(function):
        @functools.wraps(function)
        def call(*args, **kwargs):
            return function(*args, **kwargs)
        return call
    return around


def registered(cls):
    return cls


def log(*values):
    return [float(each.detach().sum()) for each in values]


class Block(nn.Module):
    def forward(self, x):
        return x * 2


"""
BASE = """\
from typing import Generic, TypeVar

T = TypeVar("T")


class Base(Generic[T]):
    def __init__(self, {names}, data):
        self.data = data
{kept}

"""
DATA = "data = [(torch.ones(3, 2), torch.zeros(3, 2)) for _ in range(3)]\n"


class Mistake(NamedTuple):
    """A mistake in a loop over batches.

    Attributes:
        before: What stands in front of the loop.
        body: What is done with ``x`` and ``y``: ``{n}``, ``{m}`` are networks, ``{o}``, ``{p}``
            their optimisers, ``{l}`` the loss.
        remedy: The body that is right.
        behind: What stands behind the loop.
    """

    before: str
    body: str
    remedy: str
    behind: str = ""


_STEP = "{o}.zero_grad()\nloss.backward()\n{o}.step()\n"
MISTAKES: Mapping[str, Mistake] = {
    "carried": Mistake(
        "hidden = torch.zeros(3, 2)\n",
        "output, hidden = {n}(x, hidden)\nloss = {l}(output, y)\n" + _STEP,
        "output, hidden = {n}(x, hidden.detach())\nloss = {l}(output, y)\n" + _STEP,
    ),
    "parts": Mistake(
        "",
        "output = {n}(x)\nloss = {l}(output, y)\nother = (output * output).mean()\n"
        "{o}.zero_grad()\nloss.backward()\nother.backward()\n{o}.step()\n",
        "output = {n}(x)\nloss = {l}(output, y)\nother = (output * output).mean()\n"
        "{o}.zero_grad()\n(loss + other).backward()\n{o}.step()\n",
    ),
    "stepped": Mistake(
        "",
        "output = {n}(x)\nfirst = {l}(output, y)\nsecond = {l}(output, y * 2)\n"
        "{o}.zero_grad()\nfirst.backward(retain_graph=True)\n{o}.step()\n"
        "{o}.zero_grad()\nsecond.backward()\n{o}.step()\n",
        "output = {n}(x)\nfirst = {l}(output, y)\n"
        "{o}.zero_grad()\nfirst.backward(retain_graph=True)\n{o}.step()\n"
        "second = {l}({n}(x), y * 2)\n{o}.zero_grad()\nsecond.backward()\n{o}.step()\n",
    ),
    "changed": Mistake(
        "",
        "output = {n}(x).exp()\noutput += 1\nloss = {l}(output, y)\n" + _STEP,
        "output = {n}(x).exp()\noutput = output + 1\nloss = {l}(output, y)\n" + _STEP,
    ),
    "clamped": Mistake(
        "",
        "output = {n}(x).sigmoid()\nloss = {l}(output, y)\noutput.clamp_(-1, 1)\n" + _STEP,
        "output = {n}(x).sigmoid()\nloss = {l}(output, y)\noutput.detach().clone().clamp_(-1, 1)\n"
        + _STEP,
    ),
    "summed": Mistake(
        "total = 0\n",
        "total = total + {l}({n}(x), y)\n{o}.zero_grad()\ntotal.backward()\n{o}.step()\n",
        "loss = {l}({n}(x), y)\ntotal = total + loss.item()\n" + _STEP,
    ),
    "remembered": Mistake(
        "memory = []\n",
        "output = {n}(x)\nmemory.append(output)\nloss = {l}(torch.stack(memory).mean(0), y)\n"
        + _STEP,
        "output = {n}(x)\nloss = {l}(torch.stack([*memory, output]).mean(0), y)\n"
        "memory.append(output.detach())\n" + _STEP,
    ),
    "both": Mistake(
        "",
        "middle = {n}(x)\noutput = {m}(middle)\nfirst = {l}(output, y)\nsecond = -output.mean()\n"
        "{p}.zero_grad()\nfirst.backward(retain_graph=True)\n{p}.step()\n"
        "{o}.zero_grad()\nsecond.backward()\n{o}.step()\n",
        "middle = {n}(x)\nfirst = {l}({m}(middle.detach()), y)\n"
        "{p}.zero_grad()\nfirst.backward()\n{p}.step()\n"
        "second = -{m}(middle).mean()\n{o}.zero_grad()\nsecond.backward()\n{o}.step()\n",
    ),
    "fixed": Mistake(
        "first, _ = data[0]\nprior = {n}(first)\n",
        "loss = {l}({n}(x), prior)\n" + _STEP,
        "loss = {l}({n}(x), prior.detach())\n" + _STEP,
    ),
}
"""Carried and remembered states, losses in parts, steps between, changes of what is saved."""
NAMES = (
    ("model", "critic_model", "optimizer", "critic_optimizer", "criterion"),
    ("net", "net_d", "optim", "optim_d", "loss_fn"),
    ("generator", "discriminator", "g_opt", "d_opt", "loss_func"),
    ("policy", "value", "policy_optimizer", "value_optimizer", "objective"),
    ("actor", "critic", "actor_optim", "critic_optim", "mse"),
    ("student", "teacher", "student_opt", "teacher_opt", "distance"),
    ("unet", "backbone", "opt_u", "opt_b", "compute_loss"),
    ("agent", "judge", "agent_optimizer", "judge_optimizer", "bce"),
    ("f", "g", "opt_f", "opt_g", "cost"),
)
"""Two networks, their optimisers, and a loss."""
METHODS = ("", "", "", ".forward", ".encode", ".forward_features", ".__call__")
SOURCES = (
    "argument", "annotated", "attribute", "base", "subscripted base", "imported", "list", "dict",
    "builder", "alias", "config",
)  # fmt: skip
BETWEEN = (
    "nothing", "caller", "caller in a class", "main", "decorator", "class decorator", "layer",
    "log", "scaler-like call", "unknown block", "weight_norm", "called twice", "try", "if",
)  # fmt: skip


class Program(NamedTuple):
    """A program of two files.

    Attributes:
        name: What it is.
        text: The file that trains.
        driver: What makes things and calls it; ``train`` is the module of ``text``.
        is_mistake: Whether it holds the mistake, and not its remedy.
    """

    name: str
    text: str
    driver: str
    is_mistake: bool

    @property
    def whole(self) -> str:
        """Both as one file, in which everything is in sight."""
        lines = [
            line for line in self.text.splitlines() if not line.startswith("from elsewhere import")
        ]
        driver = self.driver.replace("train.", "")
        imports = [line for line in lines if "from setup" in line]
        if imports:  # what it trains with is made before
            made, _, called = driver.strip().rpartition("\n")
            lines, driver = [made, *(each for each in lines if each not in imports)], called
        return "\n".join([self.elsewhere, *lines, driver])

    @property
    def elsewhere(self) -> str:
        """The other file."""
        made = [line.partition(" = ")[0] for line in self.driver.splitlines() if "make_" in line]
        kept = "".join(f"        self.{name} = {name}\n" for name in made)
        return ELSEWHERE + BASE.format(names=", ".join(made), kept=kept)


def program(
    kind: str, names: tuple[str, ...], method: str, source: str, between: str, *, is_mistake: bool
) -> Program:
    """One program of the space."""
    mistake = MISTAKES[kind]
    net, other, optimizer, second, loss = names
    used = dict(zip("nmopl", names, strict=True))
    body = mistake.body if is_mistake else mistake.remedy
    two = "{m}" in body
    is_class = source in {"attribute", "base", "subscripted base"} or between in {
        "caller in a class", "class decorator",
    }  # fmt: skip
    given = [net, *([other] if two else []), optimizer, *([second] if two else []), loss]
    made = {net: "make_network()", other: "make_network()", loss: "make_loss()"}
    made |= {optimizer: f"make_optimizer({net})", second: f"make_optimizer({other})"}
    owner = "self." if source in {"attribute", "base", "subscripted base"} else ""
    head, prelude, parameters, arguments = "import torch\nfrom torch import nn\n", "", given, given
    if owner:
        used = {key: f"self.{name}" for key, name in used.items()}
    elif source == "imported":
        head += f"from setup import {', '.join(given)}\n"
        parameters = arguments = []
    elif source in {"list", "dict"}:
        networks = {net: "nets[0]", other: "nets[1]"}
        if source == "dict":
            networks = {each: f"nets[{each!r}]" for each in networks}
        used |= {"n": networks[net], "m": networks[other]}
        rest = [each for each in given if each not in networks]
        parameters = ["nets", *rest]
        several = [each for each in given if each in networks]
        held = ", ".join(each if source == "list" else f"{each!r}: {each}" for each in several)
        arguments = [f"[{held}]" if source == "list" else f"{{{held}}}", *rest]
    elif source == "builder":
        head += "from elsewhere import make_network, make_optimizer, make_loss\n"
        prelude = "".join(f"{each} = {made[each]}\n" for each in given)
        parameters = arguments = []
    elif source == "alias":
        prelude = f"{net}_ = {net}\n"
        used |= {"n": f"{net}_"}
    elif source == "config":
        used |= {"n": f"args.{net}"}
        parameters = ["args", *(each for each in given if each != net)]
        arguments = [f"SimpleNamespace({net}={net})", *(each for each in given if each != net)]
    notes = dict.fromkeys(parameters, "")
    if source == "annotated":
        notes |= {net: ": nn.Module", other: ": nn.Module", loss: ": nn.Module"}
        notes |= {optimizer: ": torch.optim.Optimizer", second: ": torch.optim.Optimizer"}
    used = {key: f"{name}{method if key in 'nm' else ''}" for key, name in used.items()}
    body, before = body.format(**used), mistake.before.format(**used)
    before, body, head, extra = _between(between, before, body, head)
    data = "self.data" if source in {"base", "subscripted base"} else "data"
    loop = f"{prelude}{before}for x, y in data:\n{indent(body, INDENT)}"
    if data != "data":
        loop = f"data = self.data\n{loop}"
    return _placed(
        f"{kind}, {net}{method}, {source}, {between}",
        head + extra, loop, parameters, arguments, notes, given, made,
        source, between, is_class=is_class, is_mistake=is_mistake,
    )  # fmt: skip


def _between(between: str, before: str, body: str, head: str) -> tuple[str, str, str, str]:
    """Something that does not change what torch does."""
    extra = ""
    if between == "log":
        head += "from elsewhere import log\n"
        body += "log(x)\n"
    elif between == "scaler-like call":
        head += "from elsewhere import log\n"
        body = "log(x, y)\n" + body
    elif between == "layer":
        before = "scale = nn.Linear(2, 2)\n" + before
        body = "x = scale(x).detach()\n" + body
    elif between == "unknown block":
        head += "from elsewhere import Block\n"
        before = "block = Block()\n" + before
        body = "x = block(x)\n" + body
    elif between == "weight_norm":
        before = "scale = nn.utils.weight_norm(nn.Linear(2, 2))\n" + before
        body = "x = scale(x).detach()\n" + body
    elif between == "try":
        body = f"try:\n{indent(body, INDENT)}except KeyError:\n    continue\n"
    elif between == "if":
        body = f"if x is not None:\n{indent(body, INDENT)}"
    return before, body, head, extra


def _placed(
    name: str, head: str, loop: str, parameters: list[str], arguments: list[str],
    notes: Mapping[str, str], given: list[str], made: Mapping[str, str],
    source: str, between: str, *, is_class: bool, is_mistake: bool,
) -> Program:  # fmt: skip
    """The loop in a function or a class, and what calls it."""
    lines = [DATA.strip(), *(f"{each} = {made[each]}" for each in given)]
    listed = ", ".join(f"{each}{notes.get(each, '')}" for each in parameters)
    decorators = ""
    if between == "decorator":
        head += "from elsewhere import decorated\n"
        decorators = "@decorated('run')\n"
    if not is_class:
        signature = f"def fit(data{', ' if listed else ''}{listed}):\n"
        text = f"{head}\n\n{decorators}{signature}{indent(loop, INDENT)}"
        call = f"fit({', '.join(['data', *arguments])})"
        if between == "caller":
            inner = ", ".join(["data", *parameters])
            text += f"\n\ndef main({inner}, epochs):\n"
            text += f"    for _ in range(epochs):\n        fit({inner})\n"
            call = f"main({', '.join(['data', *arguments])}, epochs=2)"
        elif between == "called twice":
            inner = ", ".join(["data", *parameters])
            text += f"\n\ndef run({inner}, verbose=False):\n    if verbose:\n        print(data)\n"
            text += f"    fit({inner})\n    fit({inner})\n"
            call = f"run({', '.join(['data', *arguments])})"
        elif between == "main" and source not in {"builder", "imported"}:
            head_of_main = "".join(f"    {each} = {made[each]}\n" for each in given)
            text = text.replace(
                "from torch import nn\n",
                "from torch import nn\nfrom types import SimpleNamespace\n"
                "from elsewhere import make_network, make_optimizer, make_loss\n",
            )
            text += f"\n\ndef main(data):\n{head_of_main}    {call}\n"
            call = "main(data)"
        lines.append(f"train.{call}")
        return Program(name, text, "\n".join(lines) + "\n", is_mistake)
    base, init, call = "", "", ""
    if source in {"base", "subscripted base"}:
        head += "from elsewhere import Base\n"
        base = "(Base)" if source == "base" else "(Base[int])"
        call, method = f"Trainer({', '.join(given)}, data=data)", "def fit(self):\n"
    elif source == "attribute":
        kept = "".join(f"self.{each} = {each}\n" for each in given)
        init = f"def __init__(self, {', '.join(given)}):\n{indent(kept, INDENT)}\n"
        call, method = f"Trainer({', '.join(given)})", "def fit(self, data):\n"
    else:
        separator = ", " if listed else ""
        method = f"def fit(self, data{separator}{listed}):\n"
        call = "Trainer()"
    if between == "class decorator":
        head += "from elsewhere import registered\n"
    inner = indent(f"{init}{decorators}{method}{indent(loop, INDENT)}", INDENT)
    mark = "@registered\n" if between == "class decorator" else ""
    text = f"{head}\n\n{mark}class Trainer{base}:\n{inner}"
    passed = ""
    if source == "attribute":
        passed = "data"
    elif source not in {"base", "subscripted base"}:
        passed = ", ".join(["data", *arguments])
    target, extra = f"fit({passed})", ""
    if between == "caller in a class":
        asked = ["data"] if source == "attribute" else []
        if source not in {"attribute", "base", "subscripted base"}:
            asked = ["data", *parameters]
        joined = ", ".join(asked)
        text += (
            f"\n    def run(self{', ' if joined else ''}{joined}):\n        self.fit({joined})\n"
        )
        target = f"run({passed})"
    lines.append(f"trainer = train.{call}{extra}\ntrainer.{target}")
    return Program(name, text, "\n".join(lines) + "\n", is_mistake)


def drawn(seed: int, count: int) -> Iterator[tuple[Program, Program]]:
    """Programs, each with its remedy."""
    source = random.Random(seed)
    kinds = list(MISTAKES)
    for at in range(count):
        kind = kinds[at % len(kinds)]
        names, method = source.choice(NAMES), source.choice(METHODS)
        given, between = source.choice(SOURCES), source.choice(BETWEEN)
        made = [
            program(kind, names, method, given, between, is_mistake=each) for each in (True, False)
        ]
        yield made[0], made[1]


def raises(each: Program) -> bool:
    """Whether torch raises over a program."""
    modules = {name: ModuleType(name) for name in ("elsewhere", "train", "setup")}
    before = {name: sys.modules.get(name) for name in modules}
    sys.modules.update(modules)
    torch.manual_seed(0)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            exec(each.elsewhere, vars(modules["elsewhere"]))
            vars(modules["setup"]).update(vars(modules["elsewhere"]))
            made, _, called = each.driver.rpartition(
                "trainer = " if "trainer = " in each.driver else "train."
            )
            exec("import torch\n" + made, vars(modules["setup"]))
            exec(compile(each.text, each.name, "exec"), vars(modules["train"]))
            vars(modules["setup"])["train"] = modules["train"]
            call = "trainer = " + called if "trainer = " in each.driver else "train." + called
            exec(call, vars(modules["setup"]))
    except RuntimeError as error:
        if "backward" in str(error) or "in-place" in str(error) or "inplace" in str(error):
            return True
        raise
    finally:
        for name, module in before.items():
            if module is None:
                del sys.modules[name]
            else:
                sys.modules[name] = module
    return False


def found(text: str) -> list[tuple[str, int, str]]:
    """What the core's rules say of a file that stands alone."""
    settings = Settings(select=RULES, min_confidence="possible")
    return [
        (each.code, each.line, each.confidence)
        for each in lint_source(text, path="train.py", settings=settings)
    ]


def likely(text: str) -> list[tuple[str, int, str]]:
    """The same without what is only possible."""
    return [each for each in found(text) if each[2] != "possible"]


def main(seed: int, count: int) -> None:
    """Print the share of what is found, and what is missed or wrong."""
    raising = known = seen = 0
    for mistake, remedy in drawn(seed, count):
        if raises(mistake):
            raising += 1
            in_sight = bool(likely(mistake.whole))
            known += in_sight
            is_found = bool(likely(mistake.text))
            seen += is_found and in_sight
            if in_sight and not is_found:
                print("missed", mistake.name)
            if not in_sight:
                print("missed in one file", mistake.name, "(found alone)" * is_found)
        else:
            print("does not raise", mistake.name)
        if raises(remedy):
            print("remedy raises", remedy.name)
        elif wrong := likely(remedy.text):
            print("wrong", remedy.name, wrong)
    print(f"{seen} of {known} that are found in one file; {raising} raise")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
