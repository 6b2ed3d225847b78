
import torch
import torch.nn as nn

net = nn.Linear(2, 1)
data = [torch.randn(2) for _ in range(4)]


def case_inherit_method():
    class Base:
        def score(self, x):
            return net(x)
    class Child(Base):
        pass
    torch.tensor([Child().score(x) for x in data]).sum().backward()  # expect: TAP101


def case_inherit_super():
    class Base:
        def __init__(self):
            self.losses = []
    class Child(Base):
        def __init__(self):
            super().__init__()
            self.n = 0
        def add(self, x):
            self.losses.append(net(x))
        def total(self):
            return torch.tensor(self.losses).sum()  # expect: TAP101
    c = Child()
    for x in data:
        c.add(x)
    c.total().backward()


def case_inherit_super_method():
    class Base:
        def score(self, x):
            return net(x)
    class Child(Base):
        def score(self, x):
            return super().score(x) * 2
    torch.tensor([Child().score(x) for x in data]).sum().backward()  # expect: TAP101


def case_inherit_base_init_direct():
    class Base:
        def __init__(self):
            self.losses = []
    class Child(Base):
        def __init__(self):
            Base.__init__(self)
        def add(self, x):
            self.losses.append(net(x))
        def total(self):
            return torch.tensor(self.losses).sum()  # expect: TAP101
    c = Child()
    for x in data:
        c.add(x)
    c.total().backward()


def case_inherit_template_abstract():
    class Base:
        def score(self, x):
            raise NotImplementedError
        def total(self):
            return torch.tensor([self.score(x) for x in data]).sum()  # expect: TAP101
    class Child(Base):
        def score(self, x):
            return net(x)
    Child().total().backward()


def case_inherit_override_other_tensor():
    class Base:
        def weights(self):
            return torch.ones(4)
        def loss(self):
            return torch.tensor([w for w in self.weights()]).sum()
    class Child(Base):
        def weights(self):
            return net(torch.stack(data)).squeeze()
        def train(self):
            torch.tensor([w for w in self.weights()]).sum().backward()  # expect: TAP101
    Child().train()


def case_mixin():
    class ScoreMixin:
        def total(self):
            return torch.tensor(self.losses).sum()  # expect: TAP101
    class Agent(ScoreMixin):
        def __init__(self):
            self.losses = [net(x) for x in data]
    Agent().total().backward()


def case_mixin_second_base():
    class A:
        def __init__(self):
            self.losses = []
    class B:
        def total(self):
            return torch.tensor(self.losses).sum()  # expect: TAP101
    class C(A, B):
        def add(self, x):
            self.losses.append(net(x))
    c = C()
    for x in data:
        c.add(x)
    c.total().backward()


def case_mro_diamond():
    class A:
        def score(self, x):
            return 1.0
    class B(A):
        pass
    class C(A):
        def score(self, x):
            return net(x)
    class D(B, C):
        pass
    torch.tensor([D().score(x) for x in data]).sum().backward()  # expect: TAP101
