import torch
net = torch.nn.Sequential(torch.nn.Linear(2, 2), torch.nn.Linear(2, 1))
for p in net.parameters():
    p.requires_grad = False
net[0].weight.mul_(2)
class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.enc = torch.nn.Linear(2, 2)
        for p in self.enc.parameters():
            p.requires_grad_(False)
        self.enc.weight.mul_(2)
        self.freeze(self.enc)
    def freeze(self, m):
        for p in m.parameters(): p.requires_grad = False
    def forward(self, x):
        self.enc.bias.add_(1)
        return torch.tensor([self.enc(x).mean()])
print(M()(torch.zeros(2)))
