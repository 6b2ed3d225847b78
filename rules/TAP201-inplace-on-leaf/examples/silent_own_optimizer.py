"""An optimizer's step decorated with no_grad."""

# torch: right gradient
import torch


class Descent(torch.optim.Optimizer):
    def __init__(self, params, lr):
        super().__init__(params, {"lr": lr})

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            for p in group["params"]:
                p.add_(p.grad, alpha=-group["lr"])


model = torch.nn.Linear(2, 1)  # parameter
loss = model(torch.ones(2)).pow(2).sum()
loss.backward()
Descent(model.parameters(), lr=0.1).step()
