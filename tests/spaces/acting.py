"""Policies that act by several numbers, and what their log-probabilities meet.

Torch is asked for the shapes: while a program runs, the log-probabilities of single numbers are
followed as long as they stay apart. Where those of an action of several numbers meet one number for
each sample, and a mean or a regression comes of that, TAP410 must say so.

python -m tests.spaces.acting SEED COUNT
"""

from __future__ import annotations

import random
import re
import sys
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from textwrap import indent
from typing import Any, Final, NamedTuple
from unittest.mock import patch

import torch
from torch import distributions
from torch.overrides import TorchFunctionMode

from tapelint import Settings, lint_source
from tapelint.findings import Confidence

CODE: Final = "TAP410"
HEAD: Final = """\
import torch
import torch.nn.functional as F
from torch import nn
from torch.distributions import (
    Beta, Categorical, Independent, Laplace, MultivariateNormal, Normal, TanhTransform,
    TransformedDistribution,
)


class Diagonal(Normal):
    def log_prob(self, value):
        return super().log_prob(value).sum(-1, keepdim=True)


class Wrapped:
    def __init__(self, inner):
        self.inner = inner

    def sample(self):
        return self.inner.sample()

    def rsample(self):
        return self.inner.rsample()

    def log_prob(self, value):
        return self.inner.log_prob(value)


def whole(t):
    return t.sum(dim=-1, keepdim=True) if t.dim() > 1 else t.sum()


def total(t):
    if len(t.shape) > 1:
        t = t.sum(dim=1)
    return t


"""
SIZES: Final = {"several": 3, "two": 2, "one": 1}
KINDS: Final = {
    "normal": "Normal(actor(x), torch.ones(SIZE))",
    "own deviation": "Normal(actor(x), log_std.exp())",
    "two heads": "Normal(actor(x), head(x).clamp(-2, 2).exp())",
    "softplus": "Normal(loc=actor(x), scale=F.softplus(head(x)) + 1e-3)",
    "number": "Normal(actor(x), 0.5)",
    "expanded": "Normal(torch.tanh(actor(x)), log_std.exp().expand_as(actor(x)))",
    "row": "Normal(actor(x), log_std.exp().unsqueeze(0))",
    "given deviation": "Normal(actor(x), torch.full((SIZE,), 0.3))",
    "wrapped": "Wrapped(Normal(actor(x), log_std.exp()))",
    "squashed": "TransformedDistribution(Normal(actor(x), log_std.exp()), [TanhTransform()])",
    "halves": "Normal(both(x).chunk(2, dim=-1)[0], both(x).chunk(2, dim=-1)[1].exp())",
    "beta": "Beta(F.softplus(actor(x)) + 1, F.softplus(head(x)) + 1)",
    "laplace": "Laplace(actor(x), torch.ones(SIZE))",
    "independent": "Independent(Normal(actor(x), log_std.exp()), 1)",
    "multivariate": "MultivariateNormal(actor(x), torch.eye(SIZE))",
    "triangle": "MultivariateNormal(actor(x), scale_tril=torch.diag_embed(log_std.exp()))",
    "categorical": "Categorical(logits=actor(x))",
    "own class": "Diagonal(actor(x), log_std.exp())",
    "of one left": "Normal(actor(x).squeeze(-1), 0.5)",
}
ACTIONS: Final = {
    "given": "ACTIONS",
    "drawn": "policy.sample()",
    "with gradient": "policy.rsample()",
    "clipped": "policy.sample().clamp(0.01, 0.99)",
}
SUMMED: Final = {
    "not": "policy.log_prob(a)",
    "clamped": "policy.log_prob(a).clamp(-20, 2)",
    "converted": "policy.log_prob(a).double().float()",
    "corrected": "policy.log_prob(a) - torch.log(1 - a.pow(2) + 1e-6)",
    "last": "policy.log_prob(a).sum(-1)",
    "second": "policy.log_prob(a).sum(1)",
    "kept": "policy.log_prob(a).sum(dim=1, keepdim=True)",
    "last kept": "policy.log_prob(a).sum(-1, keepdim=True)",
    "function": "torch.sum(policy.log_prob(a), dim=-1, keepdim=True)",
    "of axis": "policy.log_prob(a).sum(axis=-1).unsqueeze(-1)",
    "mean": "policy.log_prob(a).mean(-1, keepdim=True)",
    "product of all": "policy.log_prob(a).exp().prod(-1, keepdim=True).log()",
    "corrected and summed": "(policy.log_prob(a) - torch.log(1 - a.pow(2))).sum(-1, keepdim=True)",
    "helper": "whole(policy.log_prob(a))",
    "if a matrix": "total(policy.log_prob(a))",
    "einsum": "torch.einsum('...k->...', policy.log_prob(a)).unsqueeze(-1)",
    "matrix": "policy.log_prob(a) @ torch.ones(SIZE, 1)",
    "by hand": "sum(policy.log_prob(a).unbind(-1)).unsqueeze(-1)",
    "mean of numpy": "policy.log_prob(a).mean(axis=1, keepdims=True)",
    "squeezed": "policy.log_prob(a).squeeze(-1)",
    "first": "policy.log_prob(a)[:, 0]",
    "first kept": "policy.log_prob(a)[:, :1]",
    "column": "policy.log_prob(a).view(-1, 1)",
    "all": "policy.log_prob(a).sum()",
}
ADVANTAGES: Final = {
    "column": "returns - critic(x).detach()",
    "column again": "(returns - critic(x)).detach()",
    "normalised": "(returns - returns.mean()) / (returns.std() + 1e-8)",
    "given": "returns",
    "unsqueezed": "returns.squeeze(1).unsqueeze(-1)",
    "by none": "returns[:, 0][:, None]",
    "row": "(returns - critic(x).detach()).squeeze(-1)",
    "row of returns": "returns.flatten()",
    "number": "torch.tensor(0.7)",
    "mean": "returns.mean()",
    "of each part": "torch.ones(6, SIZE) * 0.3",
}
RATIO: Final = "loss = -torch.min(ratio * adv, ratio.clamp(0.8, 1.2) * adv).mean()\n"
LOSSES: Final = {
    "product": "loss = -(l * adv).mean()\n",
    "product named": "weighed = adv * l\nloss = -weighed.mean()\n",
    "function": "loss = torch.mean(-l * adv)\n",
    "method": "loss = l.mul(adv).neg().mean()\n",
    "sum of all": "loss = -(l * adv).sum()\n",
    "summed at the end": "loss = -(l * adv).sum(-1).mean()\n",
    "ratio": f"ratio = (l - old).exp()\n{RATIO}",
    "ratio by function": "ratio = torch.exp(l - old)\nsurr = ratio * adv\n"
    "clipped = torch.clamp(ratio, 0.8, 1.2) * adv\nloss = -torch.minimum(surr, clipped).mean()\n",
    "quotient": f"ratio = l.exp() / old.exp()\n{RATIO}",
    "product of ratios": "ratio = (l - old).exp().prod(-1, keepdim=True)\n"
    "loss = -torch.min(ratio * adv, ratio.clamp(0.8, 1.2) * adv).mean()\n",
    "sum and ratio": "ratio = torch.exp((l - old).sum(-1, keepdim=True))\n"
    "loss = -(ratio * adv).mean()\n",
    "for each sample": "loss = -(l * adv).mean(-1).sum()\n",
    "ratio alone": "ratio = (l - old).exp()\nloss = ((ratio - 1) - (l - old)).mean()\n",
    "value": "loss = (0.2 * l - adv).mean()\n",
    "target": "loss = F.mse_loss(critic(x), (adv - 0.2 * l).detach())\n",
    "likelihood": "loss = -l.mean() + critic(x).pow(2).mean()\n",
    "two terms": "first = -(l * adv).mean()\nloss = first + 0.5 * critic(x).pow(2).mean()\n",
}
OLDS: Final = {
    "own": "l.detach() + 0.1",
    "like": "torch.zeros_like(l)",
    "column": "policy.log_prob(a).reshape(len(l), -1).sum(-1, keepdim=True).detach()",
    "stacked": "torch.stack([each for each in l.detach()])",
    "none": "1.0 * l.data",
}
PLACES: Final = (
    "file", "loop", "function", "lambda", "argument", "method", "policy", "agent", "evaluate",
    "attribute", "buffer", "dict", "rollout", "batches", "time", "steps", "rows", "uncalled",
)  # fmt: skip
_AXES: Final = (SIZES, KINDS, ACTIONS, SUMMED, ADVANTAGES, LOSSES, OLDS, PLACES)
_APT: Final = (
    ("several", "two"), tuple(KINDS)[:13], tuple(ACTIONS), tuple(SUMMED)[:4], tuple(ADVANTAGES)[:6],
    tuple(LOSSES), tuple(OLDS), PLACES,
)  # fmt: skip
"""What is likely to be wrong: every second program is drawn of that."""
_OWN: Final = re.compile(r"\b(actor|head|both|critic|log_std)\b")
_MADE: Final = {
    "actor": "nn.Linear(4, SIZE)",
    "head": "nn.Linear(4, SIZE)",
    "both": "nn.Linear(4, 2 * SIZE)",
    "critic": "nn.Linear(4, 1)",
    "log_std": "nn.Parameter(torch.zeros(SIZE))",
}
_GIVEN: Final = "actor, head, both, critic, log_std, x, returns, actions"
_DATA: Final = "x, returns = torch.randn(6, 4), torch.randn(6, 1)\nactions = ACTS\n"
_ROLLOUT: Final = """\
class Rollout:
    def __init__(self):
        self.states, self.acted, self.told, self.returns = [], [], [], []

    def add(self, state, action, log_prob, value):
        self.states.append(state)
        self.acted.append(action)
        self.told.append(log_prob)
        self.returns.append(value)

    def all(self):
        return zip(self.states, self.acted, self.told, self.returns)


"""


class Program(NamedTuple):
    """A program that trains a policy.

    Attributes:
        chosen: How it is made.
        text: It.
        run: What only torch is given: what calls it.
    """

    chosen: tuple[str, ...]
    text: str
    run: str = ""


def program(*chosen: str) -> Program:
    """One program of the space."""
    size, kind, action, summed, advantage, loss, old, place = chosen
    policy = f"policy = {KINDS[kind]}\n"
    act = f"a = {ACTIONS[action].replace('ACTIONS', 'actions')}\n"
    told = f"l = {SUMMED[summed]}\n"
    kept = f"old = {OLDS[old]}\n" if "old" in LOSSES[loss] else ""
    adv = f"adv = {ADVANTAGES[advantage]}\n"
    rest = kept + adv + LOSSES[loss]
    body = policy + act + told + rest + "loss.backward()\n"
    made = "".join(f"{name} = {text}\n" for name, text in _MADE.items())
    acts = {"categorical": "torch.ones(6).long()", "of one left": "torch.rand(6)"}
    data = _DATA.replace("ACTS", acts.get(kind, "torch.rand(6, SIZE)"))
    number = str(SIZES[size])
    run = ""
    if place == "file":
        text = made + data + body
    elif place == "time":
        text = made + data.replace("(6, ", "(5, 6, ") + body
    elif place == "lambda":
        told_ = f"told = lambda x, a: (lambda policy: {SUMMED[summed]})({KINDS[kind]})\n"
        text = f"{made}{data}{told_}{policy}{act}l = told(x, a)\n{rest}loss.backward()\n"
    elif place in ("steps", "rows"):
        state = "state" if place == "steps" else "state.unsqueeze(0)"
        step = re.sub(r"\bx\b", state, policy) + act.replace("actions", "policy.sample()")
        step += f"kept.append({SUMMED[summed]})\n"
        text = f"{made}{data}kept = []\nfor state in x:\n{indent(step, '    ')}"
        text += f"l = torch.{'stack' if place == 'steps' else 'cat'}(kept)\n"
        text += f"a = actions\n{rest}loss.backward()\n"
    elif place == "batches":
        step = "".join(f"{each}_ = {each}[at]\n" for each in ("x", "actions", "returns"))
        step += re.sub(r"\b(x|actions|returns)\b", r"\1_", body)
        text = f"{made}{data}for at in torch.randperm(6).split(3):\n{indent(step, '    ')}"
    elif place == "dict":
        text = f"{made}{data}{policy}{act}batch = {{'x': x, 'a': a, 'returns': returns}}\n"
        later = re.sub(r"\b(x|a|returns)\b", r"batch['\1']", told + rest)
        text += f"{later}loss.backward()\n"
    elif place == "rollout":
        text = f"{_ROLLOUT}{made}{data}rollout = Rollout()\nfor _ in range(2):\n"
        text += indent(f"{policy}{act}l = {SUMMED[summed]}\n", "    ")
        text += "    rollout.add(x, a, l, returns)\n"
        text += "for x, a, l, returns in rollout.all():\n"
        text += indent(f"{policy}{rest}", "    ") + "    loss.backward()\n"
    elif place == "loop":
        text = made + data + f"for epoch in range(2):\n{indent(body, '    ')}"
    elif place == "function":
        text = f"{made}{data}\n\ndef told(x, a):\n    {policy}    return {SUMMED[summed]}\n\n"
        text += f"\n{policy}{act}l = told(x, a)\n{rest}loss.backward()\n"
    elif place in ("argument", "uncalled"):
        text = f"def update({_GIVEN}):\n{indent(body, '    ')}\n\n"
        call = f"{made}{data}update({_GIVEN})\n"
        text, run = (text + call, "") if place == "argument" else (text, call)
    elif place == "buffer":
        text = f"{made}{data}memory = []\nfor _ in range(2):\n"
        text += indent(f"{policy}{act}memory.append((x, a, returns))\n", "    ")
        text += "for x, a, returns in memory:\n" + indent(
            f"{policy}{told}{rest}loss.backward()\n", "    "
        )
    else:
        text, run = _of_class(place, policy, act, told, rest, data), ""
        return Program(chosen, HEAD + text.replace("NUMBER", number), run)
    return Program(chosen, *(each.replace("SIZE", number) for each in (HEAD + text, run)))


def _of_class(place: str, policy: str, act: str, told: str, rest: str, data: str) -> str:
    """The same with a class that knows of how many numbers an action is."""
    policy, inner = (_OWN.sub(r"self.\1", each) for each in (policy, rest))
    outer = _OWN.sub(r"agent.\1", rest)
    made = "".join(f"self.{name} = {text}\n" for name, text in _MADE.items())
    init = f"def __init__(self, actions):\n    super().__init__()\n{indent(made, '    ')}"
    init = init.replace("4, SIZE", "4, actions").replace("SIZE", "actions")
    if place == "policy":
        methods = f"def forward(self, x):\n    {policy}    return policy\n"
        used = f"policy = agent(x)\n{act}{told}{outer}"
    elif place == "method":
        methods = f"def told(self, x, a):\n    {policy}    {told}    return l, policy\n"
        methods += f"\ndef act(self, x):\n    {policy}    {act}    return a\n"
        methods = methods.replace("actions\n", "torch.rand(6, self.actor.out_features)\n")
        used = f"a = agent.act(x)\nl, policy = agent.told(x, a)\n{outer}"
    elif place == "evaluate":
        methods = f"def evaluate(self, x, a):\n    {policy}"
        methods += f"    return {told.strip()[4:]}, self.critic(x), policy\n"
        methods += f"\ndef act(self, x):\n    {policy}    {act}    return a\n"
        methods = methods.replace("actions\n", "torch.rand(6, self.actor.out_features)\n")
        outer = outer.replace("agent.critic(x)", "values")
        used = f"a = agent.act(x)\nl, values, policy = agent.evaluate(x, a)\n{outer}"
    elif place == "attribute":
        methods = f"def look(self, x):\n    self.{policy}\n"
        methods += f"def told(self, a):\n    policy = self.policy\n    {told}    return l\n"
        used = f"agent.look(x)\npolicy = agent.policy\n{act}l = agent.told(a)\n{outer}"
    else:
        inner = f"{policy}{act}{told}{inner}loss.backward()\n"
        methods = f"def update(self, x, returns, actions):\n{indent(inner, '    ')}"
        used = "agent.update(x, returns, actions)\n"
    used = used.replace("SIZE", "NUMBER") + ("" if place == "agent" else "loss.backward()\n")
    body = indent(f"{init}\n{methods}", "    ").replace("SIZE", "self.actor.out_features")
    head = f"class Agent(nn.Module):\n{body}\n\nagent = Agent(NUMBER)\n"
    return head + data.replace("SIZE", "NUMBER") + used


_APART: Final = {
    "mul", "rmul", "add", "radd", "sub", "rsub", "div", "truediv", "rtruediv", "neg", "exp",
    "clamp", "min", "minimum", "detach", "pow", "get", "double", "float", "log", "stack", "cat",
}  # fmt: skip
"""Operations number by number, of those that are drawn."""


class _Watched(TorchFunctionMode):
    """Follows log-probabilities of single numbers, until a mean is taken."""

    def __init__(self) -> None:
        super().__init__()
        self.apart = dict[int, torch.Tensor]()
        self.met = dict[int, torch.Tensor]()
        self.is_wrong = False
        self.rank = 2

    def told(self, own: Any, value: torch.Tensor, log_prob: Any) -> torch.Tensor:
        """What a distribution of single numbers tells."""
        with torch._C.DisableTorchFunctionSubclass():
            result: torch.Tensor = log_prob(own, value)
        if result.dim() >= self.rank and result.shape[-1] > 1:
            self.apart[id(result)] = result
        return result

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        result = func(*args, **(kwargs or {}))
        several = [*args, *args[0]] if args and isinstance(args[0], (tuple, list)) else args
        given = [each for each in several if isinstance(each, torch.Tensor)]
        own = [each for each in given if id(each) in self.apart]
        met = [each for each in given if id(each) in self.met]
        name = getattr(func, "__name__", "").strip("_")
        is_mean = name == "mean" and len(args) == 1 and not kwargs
        if met and (is_mean or name == "mse_loss"):
            self.is_wrong = True
        is_apart = isinstance(result, torch.Tensor) and name in _APART
        if own and is_apart and result.shape[-1:] == own[0].shape[-1:]:
            self.apart[id(result)] = result
            of_samples = (each for each in given if id(each) not in self.apart)
            if met or any(each.dim() > 1 and each.shape[-1] == 1 for each in of_samples):
                self.met[id(result)] = result
        return result


def meets_samples(of: Program) -> bool | None:
    """Whether parts meet one number a sample in a program; ``None`` where torch refuses it."""
    torch.manual_seed(0)
    watched = _Watched()
    watched.rank = 1 if of.chosen[-1] == "steps" else 2
    names: dict[str, Any] = {"__name__": "program"}
    try:
        with warnings.catch_warnings(), ExitStack() as stack, watched:
            warnings.simplefilter("ignore")
            for each in (distributions.Normal, distributions.Beta, distributions.Laplace):
                original = each.log_prob

                def log_prob(own: Any, value: Any, original: Any = original) -> Any:
                    return watched.told(own, value, original)

                stack.enter_context(patch.object(each, "log_prob", log_prob))
            exec(compile(of.text + of.run, "<program>", "exec"), names)
    except (RuntimeError, IndexError, TypeError, ValueError, NotImplementedError):
        return None
    return watched.is_wrong


def tells_number(of: Program) -> bool:
    """Whether a program tells of how many numbers an action is."""
    return of.chosen[-1] != "uncalled" or "SIZE" in KINDS[of.chosen[1]]


def drawn(seed: int, count: int) -> Iterator[tuple[Program, bool]]:
    """Some programs, each once, with what torch says."""
    dice, seen = random.Random(seed), set[tuple[str, ...]]()
    while len(seen) < count:
        chosen = tuple(dice.choice(list(axis)) for axis in dice.choice((_AXES, _APT)))
        if chosen in seen:
            continue
        made = program(*chosen)
        told = meets_samples(made)
        if told is not None:
            seen.add(chosen)
            yield made, told


def measured(programs: Iterable[tuple[Program, bool]]) -> tuple[Counter[str], str]:
    """How many are found and missed, and what is false; with the texts of the last two."""
    counts, told = Counter[str](), list[str]()
    settings = Settings(select=(CODE,), min_confidence=Confidence.LIKELY)
    for made, is_wrong in programs:
        found = lint_source(made.text, path="program.py", settings=settings)
        sure = any(each.confidence is Confidence.CERTAIN for each in found)
        word = "found" if found and is_wrong else "missed" if is_wrong else ""
        if word == "missed" and not tells_number(made):
            word = ""
        if found and not is_wrong:
            word = "false certain" if sure else "false likely"
        counts[word or "silent"] += 1
        if word not in ("", "found"):
            told.append(f"# {word}: {made.chosen}\n{made.text[len(HEAD) :]}")
    return counts, "\n".join(told)


def main(seed: str = "1", count: str = "200") -> None:
    """Print what is found, missed and false."""
    counts, told = measured(drawn(int(seed), int(count)))
    print(told)
    print(dict(counts))


if __name__ == "__main__":
    main(*sys.argv[1:])
