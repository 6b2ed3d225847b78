import torch


class Agent:
    def __init__(self):
        self.temperature = None

    def step(self, loss):
        loss.backward()


class Soft(Agent):
    def update(self, score, n):
        for _ in range(n):
            with torch.no_grad():
                target = score + 1.0
            self.step((self.temperature * (score - 2.0).detach()).mean())
        return target


def later(score):
    weight = None
    weight = weight or torch.ones(3, requires_grad=True)
    (weight * score.detach()).sum().backward()
