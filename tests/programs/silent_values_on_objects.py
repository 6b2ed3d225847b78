
import torch
import torch.nn as nn
from torch.distributions import Normal

net = nn.Linear(2, 1)
data = [torch.randn(2) for _ in range(4)]


def case_attribute_lists_ok():
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
            (-torch.cat(self.saved_log_probs) * r).sum().backward()
            del self.saved_log_probs[:]
            del self.rewards[:]
    agent = Agent()
    for x in data:
        agent.act(x)
    agent.learn()


def case_attribute_memory_tuple_ok():
    class Agent:
        def __init__(self):
            self.net = net
            self.memory = []
        def act(self, x):
            m = Normal(self.net(x), 1.0)
            a = m.sample()
            self.memory.append((m.log_prob(a), 1.0, a.item()))
        def learn(self):
            logps, rewards, actions = zip(*self.memory)
            r = torch.tensor(rewards)
            acts = torch.tensor(actions)
            (-torch.cat(logps) * r * acts).sum().backward()
            self.memory = []
    agent = Agent()
    for x in data:
        agent.act(x)
    agent.learn()


def case_attribute_memory_object_ok():
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
            (torch.cat(self.memory.logps) * r).sum().backward()
    agent = Agent()
    for x in data:
        agent.act(x)
    agent.learn()


def case_property_ok():
    class Agent:
        def __init__(self, x):
            self.x = x
        @property
        def value(self):
            return net(self.x)
        @property
        def size(self):
            return len(self.x)
    agents = [Agent(x) for x in data]
    (torch.cat([a.value for a in agents]) * torch.tensor([a.size for a in agents])).sum().backward()


def case_property_setter_item_ok():
    class Agent:
        def __init__(self):
            self._loss = 0.0
        @property
        def loss(self):
            return self._loss
        @loss.setter
        def loss(self, v):
            self._loss = v.item()
    a = Agent()
    a.loss = net(data[0])
    (net(data[0]) * torch.tensor([a.loss])).backward()


def case_classmethod_factory_ok():
    class A:
        def __init__(self, v):
            self.v = v
        @classmethod
        def of(cls, x):
            return cls(float(x[0]))
    (net(data[0]) * torch.tensor([A.of(x).v for x in data])).sum().backward()


def case_list_subclass_ok():
    class Losses(list):
        def total(self):
            return torch.stack(list(self)).sum()
    l = Losses()
    for x in data:
        l.append(net(x))
    l.total().backward()


def case_getattr_default_ok():
    class A:
        def __init__(self):
            self.k = 2.0
    (net(data[0]) * torch.tensor([getattr(A(), "k", 1.0)])).sum().backward()


def case_two_agents_kept_apart_ok():
    class Buf:
        def __init__(self):
            self.items = []
        def add(self, v):
            self.items.append(v)
    rewards, logps = Buf(), Buf()
    for x in data:
        rewards.add(1.0)
        logps.add(net(x))
    (torch.cat(logps.items) * torch.tensor(rewards.items)).sum().backward()
