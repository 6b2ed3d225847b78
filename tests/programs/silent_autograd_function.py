import torch
net = torch.nn.Linear(2, 1)
class F(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        out = net(x)
        return torch.tensor([out, out])
    @staticmethod
    def backward(ctx, g):
        net.weight.add_(1)
        return g.sum() * torch.ones(2)
F.apply(torch.ones(2, requires_grad=True)).sum().backward()
