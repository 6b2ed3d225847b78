import dataclasses
from collections import namedtuple
from dataclasses import dataclass, field
from typing import Any, List, NamedTuple

import torch
import torch.nn as nn
from torch import Tensor

net = nn.Linear(2, 1)
data = [torch.randn(2) for _ in range(4)]


def case_namedtuple_fields_ok():
    Step = namedtuple("Step", "logp reward")
    steps = [Step(net(x), 1.0) for x in data]
    r = torch.tensor([s.reward for s in steps])
    (torch.cat([s.logp for s in steps]) * r).mean().backward()


def case_namedtuple_make_ok():
    Step = namedtuple("Step", ["logp", "reward"])
    s = Step._make([net(data[0]), 1.0])
    (s.logp * torch.tensor([s.reward])).sum().backward()


def case_namedtuple_replace_ok():
    Step = namedtuple("Step", ["logp", "value"])
    s = Step(net(data[0]), net(data[1]))
    t = s._replace(value=s.value.item())
    (s.logp * torch.tensor([t.value])).sum().backward()


def case_namedtuple_defaults():
    Step = namedtuple("Step", ["logp", "reward"], defaults=[1.0])
    s = Step(net(data[0]))
    (s.logp * torch.tensor([s.reward])).sum().backward()


def case_NamedTuple_class_ok():
    class Step(NamedTuple):
        logp: torch.Tensor
        reward: float = 1.0
        @property
        def weighted(self):
            return self.logp * self.reward
    steps = [Step(net(x)) for x in data]
    r = torch.tensor([s.reward for s in steps])
    sum(s.weighted for s in steps).backward()


def case_dataclass_factory_ok():
    @dataclass
    class Rollout:
        logps: List[Tensor] = field(default_factory=list)
        rewards: List[float] = field(default_factory=list)
        def loss(self):
            return (torch.cat(self.logps) * torch.tensor(self.rewards)).sum()
    r = Rollout()
    for x in data:
        r.logps.append(net(x))
        r.rewards.append(1.0)
    r.loss().backward()


def case_dataclass_replace_ok():
    @dataclass
    class Step:
        logp: Any
        value: Any
    s = Step(net(data[0]), net(data[1]))
    t = dataclasses.replace(s, value=s.value.item())
    (s.logp * torch.tensor([t.value])).sum().backward()


def case_dataclass_astuple_ok():
    @dataclass
    class Step:
        logp: Any
        reward: float
    s = Step(1.0, 2.0)
    (net(data[0]) * torch.tensor(dataclasses.astuple(s))).sum().backward()


def case_dataclass_post_init_ok():
    @dataclass
    class Step:
        x: Tensor
        value: float = field(init=False)
        def __post_init__(self):
            self.value = net(self.x).item()
    k = torch.tensor([Step(x).value for x in data])
    (net(data[0]) * k).sum().backward()


def case_attrs_like():
    import attr
    @attr.s(auto_attribs=True)
    class Step:
        logp: Tensor
        reward: float
    steps = [Step(net(x), 1.0) for x in data]
    r = torch.tensor([s.reward for s in steps])
    (torch.cat([s.logp for s in steps]) * r).sum().backward()
