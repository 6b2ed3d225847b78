from dataclasses import dataclass
import torch
net = torch.nn.Linear(2, 1)
@dataclass
class Base:
    loss: torch.Tensor
@dataclass
class Out(Base):
    n: int
o = Out(net(torch.zeros(2)), 3)
counts = torch.tensor([o.n])
