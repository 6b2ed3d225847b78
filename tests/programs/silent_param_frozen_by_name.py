import torch
class M(torch.nn.Module):
    def __init__(self, learn=False):
        super().__init__()
        self.tau = torch.nn.Parameter(torch.ones(1), requires_grad=learn)
        self.mean = torch.nn.Parameter(torch.ones(1))
        self.mean.requires_grad = False
        self.m2 = torch.nn.Parameter(torch.ones(1))
        if not learn:
            self.m2.requires_grad_(False)
    def forward(self, x):
        if not self.training:
            return x
        self.tau.mul_(2)
        self.mean.mul_(2)
        self.m2.mul_(2)
        return x
