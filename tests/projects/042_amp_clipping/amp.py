import torch


class AmpStepper:
    def __init__(self, optimizer, max_norm, enabled):
        self.optimizer = optimizer
        self.max_norm = max_norm
        self.scaler = torch.amp.GradScaler("cpu", enabled=enabled)

    def __call__(self, loss, parameters):
        self.optimizer.zero_grad(set_to_none=True)
        self.scaler.scale(loss).backward()
        self.scaler.unscale_(self.optimizer)
        norm = torch.nn.utils.clip_grad_norm_(parameters, self.max_norm)
        self.scaler.step(self.optimizer)
        self.scaler.update()
        return norm.item()


def grad_norm(parameters):
    return torch.nn.utils.clip_grad_norm_(parameters, float("inf")).item()
