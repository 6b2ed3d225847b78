import torch
net = torch.nn.Linear(2, 1)
class Meter:
    def __init__(self): self.vals = []
    def add(self, v):
        if hasattr(v, "detach"):
            v = v.detach()
        self.vals.append(float(v))
    def mean(self): return torch.tensor(self.vals).mean()
m = Meter(); m.add(net(torch.zeros(2)).mean()); m.add(1.0); print(m.mean())
