import math

import torch


class Temperature:
    """Learns the weight of the entropy."""

    def __init__(self, target_entropy, init=0.2, lr=1e-2):
        self.log_alpha = torch.tensor(math.log(init), requires_grad=True)
        self.optimizer = torch.optim.Adam([self.log_alpha], lr=lr)
        self.target_entropy = target_entropy

    @property
    def alpha(self):
        return self.log_alpha.detach().exp()

    def update(self, log_prob):
        loss = -(self.log_alpha * (log_prob.detach() + self.target_entropy)).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()
