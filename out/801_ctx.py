import torch
class F(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.x = x
        return x.exp()
    @staticmethod
    def backward(ctx, g):
        return g * ctx.x.exp()
