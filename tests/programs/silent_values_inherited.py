
import torch
import torch.nn as nn

net = nn.Linear(2, 1)
data = [torch.randn(2) for _ in range(4)]


def case_inherit_override_item_ok():
    class Base:
        def score(self, x):
            return net(x)
    class Child(Base):
        def score(self, x):
            return super().score(x).item()
    k = torch.tensor([Child().score(x) for x in data])
    (net(data[0]) * k).sum().backward()


def case_inherit_template_override_ok():
    class Base:
        def score(self, x):
            return net(x)
        def total(self):
            return torch.tensor([self.score(x) for x in data]).sum()
    class Child(Base):
        def score(self, x):
            return x[0].item()
    (net(data[0]) * Child().total()).backward()


def case_inherit_template_abstract_ok():
    class Base:
        def score(self, x):
            raise NotImplementedError
        def weight(self, x):
            raise NotImplementedError
        def total(self):
            k = torch.tensor([self.weight(x) for x in data])
            return (torch.cat([self.score(x) for x in data]) * k).sum()
    class Child(Base):
        def score(self, x):
            return net(x)
        def weight(self, x):
            return 2.0
    Child().total().backward()


def case_inherit_override_hook_ok():
    class Base:
        def make(self):
            return torch.zeros(2)
        def fit(self):
            h = self.make()
            loss = h.sum()
            loss.backward()
    class Child(Base):
        def make(self):
            return net(data[0])
    Child().fit()


def case_inherit_override_hook_no_base_default_ok():
    class Base:
        def transform(self, y):
            return y.detach()
        def fit(self):
            self.transform(net(data[0])).sum().backward()
    class Child(Base):
        def transform(self, y):
            return y * 2
    Child().fit()


def case_mixin_ok():
    class ScoreMixin:
        def total(self):
            return torch.stack(self.losses).sum()
    class Agent(ScoreMixin):
        def __init__(self):
            self.losses = [net(x) for x in data]
    Agent().total().backward()


def case_mro_diamond_ok():
    class A:
        def score(self, x):
            return net(x)
    class B(A):
        pass
    class C(A):
        def score(self, x):
            return 1.0
    class D(B, C):
        pass
    (net(data[0]) * torch.tensor([D().score(x) for x in data])).sum().backward()
