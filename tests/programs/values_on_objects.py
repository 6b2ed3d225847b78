import functools

import numpy as np
import torch
import torch.nn as nn
from torch.distributions import Normal

net = nn.Linear(2, 1)
data = [torch.randn(2) for _ in range(4)]


def case_attribute_lists():
    class Agent:
        def __init__(self):
            self.net = net
            self.saved_log_probs = []
            self.rewards = []
        def act(self, x):
            m = Normal(self.net(x), 1.0)
            a = m.sample()
            self.saved_log_probs.append(m.log_prob(a))
            self.rewards.append(1.0)
            return a
        def learn(self):
            r = torch.tensor(self.rewards)
            logp = torch.tensor(self.saved_log_probs)  # expect: TAP101
            (-logp * r).sum().backward()
    agent = Agent()
    for x in data:
        agent.act(x)
    agent.learn()


def case_attribute_memory_tuple():
    class Agent:
        def __init__(self):
            self.net = net
            self.memory = []
        def act(self, x):
            m = Normal(self.net(x), 1.0)
            a = m.sample()
            self.memory.append((m.log_prob(a), 1.0))
        def learn(self):
            logps, rewards = zip(*self.memory)
            r = torch.tensor(rewards)
            logp = torch.tensor(logps)  # expect: TAP101
            (-logp * r).sum().backward()
            self.memory = []
    agent = Agent()
    for x in data:
        agent.act(x)
    agent.learn()


def case_attribute_memory_dict():
    class Agent:
        def __init__(self):
            self.memory = {"logp": [], "rew": []}
        def act(self, x):
            self.memory["logp"].append(net(x))
            self.memory["rew"].append(1.0)
        def learn(self):
            r = torch.tensor(self.memory["rew"])
            (torch.tensor(self.memory["logp"]) * r).sum().backward()  # expect: TAP101
    agent = Agent()
    for x in data:
        agent.act(x)
    agent.learn()


def case_attribute_memory_reset_in_method():
    class Agent:
        def __init__(self):
            self.reset()
        def reset(self):
            self.logps = []
        def act(self, x):
            self.logps.append(net(x))
        def learn(self):
            torch.tensor(self.logps).sum().backward()  # expect: TAP101
            self.reset()
    agent = Agent()
    for x in data:
        agent.act(x)
    agent.learn()


def case_attribute_memory_object():
    class Memory:
        def __init__(self):
            self.logps = []
            self.rewards = []
        def push(self, logp, reward):
            self.logps.append(logp)
            self.rewards.append(reward)
    class Agent:
        def __init__(self):
            self.memory = Memory()
        def act(self, x):
            self.memory.push(net(x), 1.0)
        def learn(self):
            r = torch.tensor(self.memory.rewards)
            (torch.tensor(self.memory.logps) * r).sum().backward()  # expect: TAP101
    agent = Agent()
    for x in data:
        agent.act(x)
    agent.learn()


def case_attribute_numpy():
    class Agent:
        def __init__(self):
            self.values = np.zeros(4)
        def act(self, i, x):
            self.values[i] = net(x)
        def learn(self):
            torch.tensor(self.values).sum().backward()  # expect: TAP101
    agent = Agent()
    for i, x in enumerate(data):
        agent.act(i, x)
    agent.learn()


def case_attribute_property():
    class Agent:
        def __init__(self):
            self.losses = [net(x) for x in data]
        @property
        def total(self):
            return torch.tensor(self.losses).sum()  # expect: TAP101
    Agent().total.backward()


def case_property_value():
    class Agent:
        def __init__(self, x):
            self.x = x
        @property
        def value(self):
            return net(self.x)
    torch.tensor([Agent(x).value for x in data]).sum().backward()  # expect: TAP101


def case_property_setter():
    class Agent:
        def __init__(self):
            self._loss = None
        @property
        def loss(self):
            return self._loss
        @loss.setter
        def loss(self, v):
            self._loss = v
    a = Agent()
    a.loss = net(data[0])
    torch.tensor([a.loss]).backward()  # expect: TAP101


def case_cached_property():
    class Agent:
        def __init__(self, x):
            self.x = x
        @functools.cached_property
        def value(self):
            return net(self.x)
    torch.tensor([Agent(x).value for x in data]).sum().backward()  # expect: TAP101


def case_staticmethod():
    class A:
        @staticmethod
        def score(x):
            return net(x)
    torch.tensor([A.score(x) for x in data]).sum().backward()  # expect: TAP101


def case_classmethod():
    class A:
        @classmethod
        def score(cls, x):
            return net(x)
    torch.tensor([A.score(x) for x in data]).sum().backward()  # expect: TAP101


def case_classmethod_factory():
    class A:
        def __init__(self, v):
            self.v = v
        @classmethod
        def of(cls, x):
            return cls(net(x))
    torch.tensor([A.of(x).v for x in data]).sum().backward()  # expect: TAP101


def case_class_attribute_list():
    class A:
        losses = []
        def add(self, x):
            self.losses.append(net(x))
    a = A()
    for x in data:
        a.add(x)
    torch.tensor(A.losses).sum().backward()  # expect: TAP101


def case_dunder_call():
    class Loss:
        def __call__(self, x):
            return net(x)
    crit = Loss()
    torch.tensor([crit(x) for x in data]).sum().backward()  # expect: TAP101


def case_dunder_getitem():
    class Store:
        def __init__(self):
            self.items = [net(x) for x in data]
        def __getitem__(self, i):
            return self.items[i]
        def __len__(self):
            return len(self.items)
    s = Store()
    torch.tensor([s[i] for i in range(len(s))]).sum().backward()  # expect: TAP101


def case_dunder_iter():
    class Store:
        def __init__(self):
            self.items = [net(x) for x in data]
        def __iter__(self):
            return iter(self.items)
    torch.tensor([v for v in Store()]).sum().backward()  # expect: TAP101


def case_dunder_iter_gen():
    class Store:
        def __iter__(self):
            for x in data:
                yield net(x), 1.0
    rows = list(Store())
    r = torch.tensor([b for a, b in rows])
    torch.tensor([a for a, b in rows]).sum().backward()  # expect: TAP101


def case_dunder_add():
    class Total:
        def __init__(self, v):
            self.v = v
        def __add__(self, other):
            return Total(self.v + other.v)
    t = Total(net(data[0])) + Total(net(data[1]))
    torch.tensor([t.v]).sum().backward()  # expect: TAP101


def case_getattr():
    class A:
        def __init__(self):
            self.loss = net(data[0])
    torch.tensor([getattr(A(), "loss")]).sum().backward()  # expect: TAP101


def case_setattr():
    class A:
        pass
    a = A()
    setattr(a, "loss", net(data[0]))
    torch.tensor([a.loss]).sum().backward()  # expect: TAP101


def case_list_of_agents():
    class Agent:
        def __init__(self):
            self.losses = []
        def add(self, x):
            self.losses.append(net(x))
    agents = [Agent() for _ in range(3)]
    for a in agents:
        for x in data:
            a.add(x)
    torch.tensor([l for a in agents for l in a.losses]).sum().backward()  # expect: TAP101
