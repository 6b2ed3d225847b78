import torch
from torch import nn


class Learner:
    def __init__(self, model, lr):
        self.model = model
        self.criterion = nn.CrossEntropyLoss(label_smoothing=0.1)
        self.optimizer = torch.optim.Adam(model.parameters(), lr=lr)

    def training_step(self, batch):
        x, y = batch
        outputs = self.model(x)
        loss = self.criterion(outputs, y)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()
