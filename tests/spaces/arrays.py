"""Ways to ask for an array of a tensor: how, of what, where, and whether autograd records there.

Torch raises where the tensor requires grad. ``{t}`` is the tensor, ``{n}`` the network.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from textwrap import indent

INDENT = "    "
HEAD = """\
import copy
import numpy as np
import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 2)

    def forward(self, x):
        return torch.relu(self.layer(x))


def as_array(tensor):
    return tensor.cpu().numpy()


def same(tensor):
    return tensor


"""
WAYS = {
    "numpy": "a = {t}.numpy()",
    "cpu": "a = {t}.cpu().numpy()",
    "to": "a = {t}.to('cpu').numpy()",
    "float": "a = {t}.float().numpy()",
    "clone": "a = {t}.clone().numpy()",
    "squeeze": "a = {t}.squeeze().cpu().numpy()",
    "part": "a = {t}[0].numpy()",
    "transposed": "a = {t}.permute(1, 0).numpy()",
    "contiguous": "a = {t}.contiguous().view(-1).numpy()",
    "method of the class": "a = torch.Tensor.numpy({t})",
    "bound": "ask = {t}.numpy\na = ask()",
    "getattr": "a = getattr({t}, 'numpy')()",
    "__array__": "a = {t}.__array__()",
    "np.array": "a = np.array({t})",
    "np.asarray": "a = np.asarray({t})",
    "np.mean": "a = np.mean(np.asarray({t}))",
    "np.sqrt": "a = np.sqrt({t})",
    "np.concatenate": "a = np.concatenate(({t}, {t}))",
    "np.stack": "a = np.stack([{t}, {t}])",
    "list": "ts = [{t}]\na = np.array(ts[0])",
    "appended": "ts = []\nts.append({t}.numpy())",
    "comprehension": "a = [each.numpy() for each in [{t}]]",
    "dict": "a = {{'t': {t}.numpy()}}",
    "map": "a = list(map(as_array, [{t}]))",
    "helper": "a = as_array({t})",
    "given back": "a = same({t}).numpy()",
    "lambda": "ask = lambda tensor: tensor.numpy()\na = ask({t})",
    "argument": "print(np.round({t}.numpy(), 2))",
    "copied": "a = {t}.numpy().copy()",
    "numbers": "a = {t}.argmax(1).numpy()",
    "compared": "a = ({t} > 0).numpy()",
    "detached": "a = {t}.detach().numpy()",
    "data": "a = {t}.data.numpy()",
    "forced": "a = {t}.numpy(force=True)",
    "listed": "a = np.array({t}.tolist())",
    "detached before": "t = {t}.detach()\na = t.numpy()",
    "items": "a = np.array([each.item() for each in {t}[0]])",
}
"""How the array is asked for."""
TENSORS = {
    "output": "t = {n}(x)",
    "loss": "t = F.mse_loss({n}(x), x, reduction='none')",
    "criterion": "t = nn.MSELoss(reduction='none')({n}(x), x)",
    "softmax": "t = torch.softmax({n}(x), dim=1)",
    "sum": "t = {n}(x) + x",
    "changed": "t = torch.zeros(3, 2)\nt += {n}(x)",
    "item": "t = torch.zeros(3, 2)\nt[0] = {n}(x)[0]",
    "weights": "t = next(iter({n}.parameters()))",
    "leaf": "t = torch.ones(2, 2, requires_grad=True)",
    "input": "t = x",
}
"""What it is asked of."""
NETWORKS = {
    "class": "net = Net()",
    "layer": "net = nn.Linear(2, 2)",
    "sequential": "net = nn.Sequential(nn.Linear(2, 2), nn.ReLU())",
    "copy": "net = copy.deepcopy(nn.Linear(2, 2))",
    "evaluated": "net = Net().eval()",
    "frozen": "net = Net().requires_grad_(False)",
}
MODES = {
    "recorded": "{s}",
    "no_grad": "with torch.no_grad():\n{i}",
    "enable_grad": "with torch.no_grad():\n    with torch.enable_grad():\n{ii}",
    "inference": "with torch.inference_mode():\n{i}",
    "switched off": "torch.set_grad_enabled(False)\n{s}\ntorch.set_grad_enabled(True)",
}
PLACES = ("module", "function", "method", "decorated", "closure")


def _placed(made: str, body: str, place: str) -> str:
    start = f"x = torch.ones(3, 2)\n{made}\n"
    if place == "module":
        return f"{start}{body}\n"
    if place == "method":
        body = body.replace("net(", "self.net(").replace("net.", "self.net.")
        return (
            f"class Runner:\n    def __init__(self, net):\n        self.net = net\n\n"
            f"    def run(self, x):\n{indent(body, 2 * INDENT)}\n\n\n{start}Runner(net).run(x)\n"
        )
    if place == "closure":
        inner = f"    def run():\n{indent(body, 2 * INDENT)}\n\n    run()\n"
        return f"def outer(net, x):\n{inner}\n\n{start}outer(net, x)\n"
    decorator = "@torch.no_grad()\n" if place == "decorated" else ""
    return f"{decorator}def run(net, x):\n{indent(body, INDENT)}\n\n\n{start}run(net, x)\n"


def programs() -> Iterator[tuple[str, str]]:
    """Each way on each tensor, and on an output of each network, in each mode and each place."""
    cases = [(way, tensor, "class", "recorded", "module") for way in WAYS for tensor in TENSORS]
    cases += [
        (way, "output", network, "recorded", place)
        for way in ("numpy", "cpu", "np.array", "helper", "detached")
        for network, place in itertools.product(NETWORKS, PLACES)
    ]
    cases += [(way, "output", "class", mode, "function") for way in WAYS for mode in MODES]
    for way, tensor, network, mode, place in cases:
        body = f"{TENSORS[tensor].format(n='net')}\n{WAYS[way].format(t='t')}"
        written = MODES[mode].format(s=body, i=indent(body, INDENT), ii=indent(body, 2 * INDENT))
        text = HEAD + _placed(NETWORKS[network], written, place)
        yield f"{way}, {tensor}, {network}, {mode}, {place}", text
