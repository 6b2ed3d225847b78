import torch
class Meter:
    def __init__(self):
        self.total = 0.0
    def update(self, v):
        self.total += v.item() if torch.is_tensor(v) else v
    def value(self):
        return torch.tensor([self.total])
net = torch.nn.Linear(2, 1)
m = Meter(); m.update(net(torch.zeros(2))); m.update(2.0)
print(m.value())
