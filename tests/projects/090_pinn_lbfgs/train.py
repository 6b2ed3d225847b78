import torch

from net import MLP
from pde import boundary, residual


class Solver:
    def __init__(self, n_points=30):
        self.net = MLP()
        self.points = torch.linspace(0, 3, n_points)[:, None]
        self.adam = torch.optim.Adam(self.net.parameters(), lr=1e-2)
        self.lbfgs = torch.optim.LBFGS(self.net.parameters(), max_iter=10, line_search_fn="strong_wolfe")
        self.history = []

    def loss(self):
        return residual(self.net, self.points).pow(2).mean() + boundary(self.net)

    def closure(self):
        self.lbfgs.zero_grad()
        loss = self.loss()
        loss.backward()
        self.history.append(loss.item())
        return loss

    def train(self, adam_steps, lbfgs_steps):
        for _ in range(adam_steps):
            self.adam.zero_grad()
            loss = self.loss()
            loss.backward()
            self.adam.step()
        for _ in range(lbfgs_steps):
            self.lbfgs.step(self.closure)
        return self.history[-1]


if __name__ == "__main__":
    torch.manual_seed(0)
    print(Solver().train(20, 2))
