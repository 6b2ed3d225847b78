import torch
class O(torch.optim.Optimizer):
    def step(self):
        for group in self.param_groups:
            for p in group['params']:
                p.data.add_(p.grad, alpha=-1)  # expect: TAP302
                p.data -= 0.1  # expect: TAP302
                p.data = p.data * 2  # expect: TAP302
                p.data = p.data.half()
