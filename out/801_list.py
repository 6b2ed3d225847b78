import torch
class F(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, w):
        ctx.saved = [x, w]
        return x * w
    @staticmethod
    def backward(ctx, g):
        x, w = ctx.saved
        return g * w, g * x
