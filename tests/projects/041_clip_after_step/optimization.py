import torch


class ClippedOptimizer:
    """An optimiser, its schedule and the clipping of gradients in one object."""

    def __init__(self, params, lr, warmup, max_norm):
        self.params = list(params)
        self.max_norm = max_norm
        self.inner = torch.optim.Adam(self.params, lr=lr)
        self.schedule = torch.optim.lr_scheduler.LambdaLR(
            self.inner, lambda step: min(1.0, (step + 1) / warmup)
        )

    def minimize(self, loss):
        self.inner.zero_grad()
        loss.backward()
        self.inner.step()
        torch.nn.utils.clip_grad_norm_(self.params, self.max_norm)
        self.schedule.step()
