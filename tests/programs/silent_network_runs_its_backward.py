"""A network of another library runs the backward itself: what it leaves is there to be clipped."""

import torch
from replaying import ReplayingTransformer


class Trainer:
    def __init__(self):
        self.network = ReplayingTransformer(tokens=5, depth=1)
        self.optimizer = torch.optim.Adam(self.network.parameters())

    def train(self, batches):
        self.network.train()
        for batch in batches:
            loss = self.network(batch, replay=True)
            torch.nn.utils.clip_grad_norm_(self.network.parameters(), 0.5)
            self.optimizer.step()
            self.optimizer.zero_grad()
            print(loss.item())
