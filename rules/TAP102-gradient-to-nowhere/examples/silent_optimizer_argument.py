"""A leaf given to an optimizer or kept on self is not lost."""

# torch: runs
import torch


class Temperature:
    def __init__(self):
        self.log_alpha = torch.zeros(1, requires_grad=True)
        self.optimizer = torch.optim.Adam([self.log_alpha], lr=0.1)

    def update(self, entropy_gap):
        loss = (self.log_alpha * entropy_gap).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()


temperature = Temperature()
temperature.update(torch.tensor([0.5]))
assert temperature.log_alpha.item() < 0
