import torch
from torch import nn


class IrisNet(nn.Module):
    def __init__(self, features, classes):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(features, 16), nn.ReLU(), nn.Linear(16, classes))
        self.softmax = nn.Softmax(dim=-1)

    def forward(self, x):
        logits = self.body(x)
        if self.training:
            return logits
        return self.softmax(logits)

    @torch.inference_mode()
    def predict(self, x):
        was = self.training
        self.eval()
        probs = self(x)
        self.train(was)
        return probs.max(dim=-1)
