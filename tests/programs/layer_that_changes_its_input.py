import torch
class Block(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(3, 3)
    def forward(self, x):
        out = self.layer(x)
        x[1:] = 2.0  # expect: TAP201
        return out
leaf = torch.ones(3, requires_grad=True)
Block()(leaf).sum().backward()
