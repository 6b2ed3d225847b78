import dataclasses
from collections import namedtuple
from dataclasses import dataclass, field
from typing import Any, List, NamedTuple

import torch
import torch.nn as nn
from torch import Tensor

net = nn.Linear(2, 1)
data = [torch.randn(2) for _ in range(4)]


def case_namedtuple_fields():
    Step = namedtuple("Step", ["logp", "reward"])
    steps = [Step(net(x), 1.0) for x in data]
    r = torch.tensor([s.reward for s in steps])
    torch.tensor([s.logp for s in steps]).mean().backward()  # expect: TAP101


def case_namedtuple_zip():
    Step = namedtuple("Step", ["logp", "reward"])
    steps = [Step(net(x), 1.0) for x in data]
    batch = Step(*zip(*steps))
    r = torch.tensor(batch.reward)
    torch.tensor(batch.logp).mean().backward()  # expect: TAP101


def case_namedtuple_kw():
    Step = namedtuple("Step", ["logp", "reward"])
    s = Step(reward=1.0, logp=net(data[0]))
    r = torch.tensor([s.reward])
    torch.tensor([s.logp]).mean().backward()  # expect: TAP101


def case_namedtuple_index():
    Step = namedtuple("Step", ["logp", "reward"])
    steps = [Step(net(x), 1.0) for x in data]
    r = torch.tensor([s[1] for s in steps])
    torch.tensor([s[0] for s in steps]).mean().backward()  # expect: TAP101


def case_namedtuple_make():
    Step = namedtuple("Step", ["logp", "reward"])
    s = Step._make([net(data[0]), 1.0])
    r = torch.tensor([s.reward])
    torch.tensor([s.logp]).mean().backward()  # expect: TAP101


def case_namedtuple_replace():
    Step = namedtuple("Step", ["logp", "reward"])
    s = Step(None, 1.0)
    s = s._replace(logp=net(data[0]))
    r = torch.tensor([s.reward])
    torch.tensor([s.logp]).mean().backward()  # expect: TAP101


def case_namedtuple_asdict():
    Step = namedtuple("Step", ["logp", "reward"])
    s = Step(net(data[0]), 1.0)
    d = s._asdict()
    r = torch.tensor([d["reward"]])
    torch.tensor([d["logp"]]).mean().backward()  # expect: TAP101


def case_namedtuple_iter():
    Step = namedtuple("Step", ["a", "b"])
    s = Step(net(data[0]), net(data[1]))
    torch.tensor(list(s)).mean().backward()  # expect: TAP101


def case_namedtuple_direct():
    Step = namedtuple("Step", ["a", "b"])
    s = Step(net(data[0]), net(data[1]))
    torch.tensor(s).mean().backward()  # expect: TAP101


def case_namedtuple_unpack():
    Step = namedtuple("Step", ["logp", "reward"])
    steps = [Step(net(x), 1.0) for x in data]
    logps = []
    rewards = []
    for logp, reward in steps:
        logps.append(logp)
        rewards.append(reward)
    r = torch.tensor(rewards)
    torch.tensor(logps).mean().backward()  # expect: TAP101


def case_NamedTuple_class():
    class Step(NamedTuple):
        logp: torch.Tensor
        reward: float = 1.0
    steps = [Step(net(x)) for x in data]
    r = torch.tensor([s.reward for s in steps])
    torch.tensor([s.logp for s in steps]).mean().backward()  # expect: TAP101


def case_NamedTuple_method():
    class Step(NamedTuple):
        logp: torch.Tensor
        reward: float = 1.0
        def weighted(self):
            return self.logp * self.reward
    steps = [Step(net(x)) for x in data]
    torch.tensor([s.weighted() for s in steps]).mean().backward()  # expect: TAP101


def case_NamedTuple_functional():
    Step = NamedTuple("Step", [("logp", torch.Tensor), ("reward", float)])
    s = Step(net(data[0]), 1.0)
    r = torch.tensor([s.reward])
    torch.tensor([s.logp]).mean().backward()  # expect: TAP101


def case_dataclass_fields():
    @dataclass
    class Step:
        logp: Tensor
        reward: float
    steps = [Step(net(x), 1.0) for x in data]
    r = torch.tensor([s.reward for s in steps])
    torch.tensor([s.logp for s in steps]).mean().backward()  # expect: TAP101


def case_dataclass_factory():
    @dataclass
    class Rollout:
        logps: list = field(default_factory=list)
        rewards: list = field(default_factory=list)
    r = Rollout()
    for x in data:
        r.logps.append(net(x))
        r.rewards.append(1.0)
    k = torch.tensor(r.rewards)
    torch.tensor(r.logps).mean().backward()  # expect: TAP101


def case_dataclass_method():
    @dataclass
    class Rollout:
        logps: List[Tensor] = field(default_factory=list)
        rewards: List[float] = field(default_factory=list)
        def loss(self):
            return (torch.tensor(self.logps) * torch.tensor(self.rewards)).sum()  # expect: TAP101
    r = Rollout()
    for x in data:
        r.logps.append(net(x))
        r.rewards.append(1.0)
    r.loss().backward()


def case_dataclass_factory_lambda():
    @dataclass
    class Rollout:
        logps: dict = field(default_factory=lambda: {"a": []})
    r = Rollout()
    for x in data:
        r.logps["a"].append(net(x))
    torch.tensor(r.logps["a"]).mean().backward()  # expect: TAP101


def case_dataclass_replace():
    @dataclass
    class Step:
        logp: Any
        reward: float
    s = Step(None, 1.0)
    s = dataclasses.replace(s, logp=net(data[0]))
    r = torch.tensor([s.reward])
    torch.tensor([s.logp]).mean().backward()  # expect: TAP101


def case_dataclass_asdict():
    @dataclass
    class Step:
        logp: Any
        reward: float
    s = Step(net(data[0]), 1.0)
    d = vars(s)
    torch.tensor([d["logp"]]).mean().backward()  # expect: TAP101


def case_dataclass_post_init():
    @dataclass
    class Step:
        x: Tensor
        def __post_init__(self):
            self.value = net(self.x)
    torch.tensor([Step(x).value for x in data]).mean().backward()  # expect: TAP101


def case_dataclass_inherit():
    @dataclass
    class Base:
        logp: Tensor
    @dataclass
    class Step(Base):
        reward: float
    steps = [Step(net(x), 1.0) for x in data]
    r = torch.tensor([s.reward for s in steps])
    torch.tensor([s.logp for s in steps]).mean().backward()  # expect: TAP101


def case_dataclass_kw():
    @dataclass(frozen=True)
    class Step:
        logp: Tensor
        reward: float = 0.0
    steps = [Step(reward=1.0, logp=net(x)) for x in data]
    r = torch.tensor([s.reward for s in steps])
    torch.tensor([s.logp for s in steps]).mean().backward()  # expect: TAP101


def case_simplenamespace():
    from types import SimpleNamespace
    s = SimpleNamespace(logp=net(data[0]), reward=1.0)
    r = torch.tensor([s.reward])
    torch.tensor([s.logp]).mean().backward()  # expect: TAP101
