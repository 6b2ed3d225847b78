import torch
class F(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.out = x.exp()
        return ctx.out
    @staticmethod
    def backward(ctx, g):
        return g * ctx.out
