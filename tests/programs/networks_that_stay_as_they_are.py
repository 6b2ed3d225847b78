"""Networks that no optimiser has, and that need none, or get one later."""
import torch
from torch import nn
import torch.nn.functional as F


class VGG(nn.Module):
    def __init__(self):
        super().__init__()
        self.f = nn.Sequential(nn.Conv2d(3, 8, 3), nn.ReLU())
    def forward(self, x):
        return self.f(x)

def perceptual(loader):
    net = nn.Conv2d(3, 3, 1)
    vgg = VGG()
    vgg.load_state_dict(torch.load("x"))
    opt = torch.optim.Adam(net.parameters())
    for x, y in loader:
        opt.zero_grad()
        F.mse_loss(vgg(net(x)), vgg(y)).backward()
        opt.step()

def distill(loader):
    student, teacher = nn.Linear(2, 2), nn.Linear(2, 2)
    opt = torch.optim.Adam(student.parameters())
    for x in loader:
        opt.zero_grad()
        F.mse_loss(student(x), teacher(x)).backward()
        opt.step()

def inversion(z0):
    G = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 3))
    z = torch.zeros(2, requires_grad=True)
    opt = torch.optim.Adam([z])
    for i in range(10):
        opt.zero_grad()
        G(z).pow(2).mean().backward()
        opt.step()

def progressive(loader):
    body, head = nn.Linear(2, 2), nn.Linear(2, 2)
    opt = torch.optim.Adam(body.parameters())
    for i, x in enumerate(loader):
        if i == 5:
            opt.add_param_group({"params": head.parameters()})
        opt.zero_grad()
        head(body(x)).mean().backward()
        opt.step()
