"""Training that keeps the best weights and gives them back: how they are taken, where, and named.

Each program defines ``fit(net, optimizer, data, score)``, which leaves the network with the weights
that it had when ``score`` was highest, or means to.
"""

from __future__ import annotations

from collections.abc import Iterator

HEAD = """\
import copy
from collections import OrderedDict

import torch
from torch import nn

"""
STATE = "NET.state_dict()"
TAKES = {
    # what shares memory with the network
    "as it is": STATE,
    "dict": f"dict({STATE})",
    "OrderedDict": f"OrderedDict({STATE})",
    "copy.copy": f"copy.copy({STATE})",
    "its copy": f"{STATE}.copy()",
    "spread": f"{{**{STATE}}}",
    "items": f"{{k: v for k, v in {STATE}.items()}}",
    "detached": f"{{k: v.detach() for k, v in {STATE}.items()}}",
    "data": f"{{k: v.data for k, v in {STATE}.items()}}",
    "pairs": f"dict((k, v) for k, v in {STATE}.items())",
    "ordered pairs": f"OrderedDict([(k, v.detach()) for k, v in {STATE}.items()])",
    # copies
    "deepcopy": f"copy.deepcopy({STATE})",
    "cloned": f"{{k: v.clone() for k, v in {STATE}.items()}}",
    "detached and cloned": f"{{k: v.detach().clone() for k, v in {STATE}.items()}}",
    "cloned and moved": f"{{k: v.cpu().clone() for k, v in {STATE}.items()}}",
    "computed": f"{{k: v + 0 for k, v in {STATE}.items()}}",
    "copied one by one": f"{{k: copy.deepcopy(v) for k, v in {STATE}.items()}}",
    "cloned pairs": f"OrderedDict((k, v.clone()) for k, v in {STATE}.items())",
    "of a copy": "copy.deepcopy(NET).state_dict()",
}
NAMES = ("weights", "best_weights", "kept")
_LOOP = """\
        loss = NET(x).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        now = score(NET)
"""
_TRAIN = "    highest = -1.0\n    for x in data:\n" + _LOOP
_BEST = "        if now > highest:\n            highest = now\n"
PLACES = {
    "in place": (
        "def fit(net, optimizer, data, score):\n"
        f"{_TRAIN}{_BEST}            NAME = TAKE  # here\n    NET.load_state_dict(NAME)\n"
    ),
    "a helper": (
        "def take(net):\n    return TAKE\n\n\ndef fit(net, optimizer, data, score):\n"
        f"{_TRAIN}{_BEST}            NAME = take(net)  # here\n    NET.load_state_dict(NAME)\n"
    ),
    "a closure": (
        "def fit(net, optimizer, data, score):\n    def take():\n        return TAKE\n\n"
        f"{_TRAIN}{_BEST}            NAME = take()  # here\n    NET.load_state_dict(NAME)\n"
    ),
    "a helper with a name": (
        "def take(net):\n    state = TAKE\n    return state\n\n\n"
        "def fit(net, optimizer, data, score):\n"
        f"{_TRAIN}{_BEST}            NAME = take(net)  # here\n    NET.load_state_dict(NAME)\n"
    ),
    "an attribute": (
        "class Trainer:\n    def __init__(self, net):\n        self.net = net\n"
        "        self.NAME = None\n\n    def fit(self, optimizer, data, score):\n"
        "        highest = -1.0\n"
        "        for x in data:\n            loss = self.net(x).pow(2).mean()\n"
        "            optimizer.zero_grad()\n"
        "            loss.backward()\n            optimizer.step()\n"
        "            now = score(self.net)\n            if now > highest:\n"
        "                highest = now\n                self.NAME = TAKE  # here\n"
        "        self.net.load_state_dict(self.NAME)\n\n\n"
        "def fit(net, optimizer, data, score):\n    Trainer(net).fit(optimizer, data, score)\n"
    ),
    "a callback": (
        "class Stopper:\n    def __init__(self, net):\n        self.net = net\n"
        "        self.highest = -1.0\n        self.NAME = None\n\n"
        "    def on_epoch_end(self, now):\n"
        "        if now > self.highest:\n            self.highest = now\n"
        "            self.NAME = TAKE  # here\n\n    def on_train_end(self):\n"
        "        if self.NAME is not None:\n            self.net.load_state_dict(self.NAME)\n\n\n"
        "def fit(net, optimizer, data, score):\n    stopper = Stopper(net)\n    for x in data:\n"
        f"{_LOOP}        stopper.on_epoch_end(now)\n    stopper.on_train_end()\n"
    ),
    "a callback that stops": (
        "class Stopper:\n    def __init__(self, net):\n        self.net = net\n"
        "        self.highest, self.left = -1.0, 2\n        self.NAME = None\n\n"
        "    def step(self, now):\n        if now > self.highest:\n            self.highest = now\n"
        "            self.NAME = TAKE  # here\n        else:\n            self.left -= 1\n"
        "            if self.left == 0:\n                self.net.load_state_dict(self.NAME)\n"
        "        return self.left == 0\n\n\n"
        "def fit(net, optimizer, data, score):\n    stopper = Stopper(net)\n    for x in data:\n"
        f"{_LOOP}        if stopper.step(now):\n            break\n"
    ),
}
_OF_SELF = {"an attribute", "a callback", "a callback that stops"}


def programs(way: str) -> Iterator[tuple[str, str, int]]:
    """This way to take weights, in each place under each name; and the line that keeps them."""
    for place, frame in PLACES.items():
        for name in NAMES:
            net = "self.net" if place in _OF_SELF else "net"
            text = HEAD + "\n" + frame.replace("TAKE", TAKES[way]).replace("NAME", name)
            before, _, after = text.partition("# here")
            take = before.rpartition("\n")[2].replace("NET", net)
            text = before.rpartition("\n")[0] + "\n" + take + "# here" + after
            yield f"{way}, {place}, {name}", text.replace("NET", "net"), before.count("\n") + 1


_KEEPER = """\
class Keeper:
    def __init__(self, net, other, path):
        self.net, self.other, self.path = net, other, path
        self.kept = None

    def {begin}(self):
        {keep}

    def on_train_end(self):
        {end}
"""
_KEEP = "self.kept = self.net.state_dict()"
_BACK = "self.net.load_state_dict(self.kept)"
MEANT = {
    "another network gets them": (_KEEP, "self.other.load_state_dict(self.kept)"),
    "a new network gets them": (_KEEP, f"self.net = self.net.__class__()\n        {_BACK}"),
    "they are saved": (f"{_KEEP}\n        torch.save(self.kept, self.path)", "self.kept = None"),
    "they are handed out": (_KEEP, f"{_BACK}\n        return self.kept"),
    "they are changed": (f"{_KEEP}\n        self.kept['bias'] = self.kept['bias'] + 1", _BACK),
    "they come from a file": (
        "torch.save(self.net.state_dict(), self.path)",
        f"self.kept = torch.load(self.path)\n        {_BACK}",
    ),
    "they are copied": ("self.kept = copy.deepcopy(self.net.state_dict())", _BACK),
}
"""Objects that keep weights, of which nobody can tell that they lose them."""


def meant() -> Iterator[tuple[str, str]]:
    """Each of these objects, which nobody makes."""
    for name, (keep, end) in MEANT.items():
        yield name, HEAD + "\n" + _KEEPER.format(begin="on_epoch_end", keep=keep, end=end)
    # Who changes weights for another reason than training may replace them: `weight.data = ...`.
    text = _KEEPER.format(begin="attribute", keep=_KEEP, end=_BACK)
    yield "for an attribution", HEAD + "\n" + text


def alone() -> tuple[str, int]:
    """The object that does lose them, which nobody makes; and the line that keeps them."""
    text = HEAD + "\n" + _KEEPER.format(begin="on_epoch_end", keep=_KEEP, end=_BACK)
    return text, text[: text.index(_KEEP)].count("\n") + 1
