"""A parameter of the constructor and the attribute that keeps it are one test."""

import torch


class Agent:
    def __init__(self, policy, tuning=True):
        self.policy = policy
        self.tuning = tuning
        if tuning:
            self.log_alpha = torch.zeros(1, requires_grad=True)
            self.alpha = self.log_alpha.exp()
        else:
            self.alpha = torch.tensor(0.2)

    def learn(self, batch):
        entropy = self.policy(batch).pow(2).mean()
        loss = (self.alpha * entropy).mean()
        loss.backward()
        if self.tuning:
            self.alpha = self.log_alpha.exp()

    def train(self, batches):
        for batch in batches:
            self.learn(batch)
