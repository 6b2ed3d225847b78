import torch
class Agent:
    def __init__(self, tune):
        self.tune = tune
        self.log_alpha = torch.zeros(1, requires_grad=True)
        self.alpha = 0.2
        self.net = torch.nn.Linear(3, 1)
    def update(self, x):
        loss = (self.alpha * self.net(x)).mean()
        loss.backward()
        if self.tune:
            self.alpha = self.log_alpha.exp()
    def train(self, batches):
        for x in batches:
            self.update(x)
