import logging

import torch

log = logging.getLogger(__name__)


class Trainer:
    def __init__(self, model, optimizer, criterion, max_norm=5.0):
        self.model = model
        self.optimizer = optimizer
        self.criterion = criterion
        self.max_norm = max_norm

    def fit(self, corpus, epochs):
        for epoch in range(epochs):
            self.model.train()
            total = 0.0
            for tokens, tags in corpus:
                total += self.train_step(tokens, tags)
            log.info("epoch %d loss %.3f", epoch, total / len(corpus))

    def train_step(self, tokens, tags):
        scores = self.model(tokens)
        loss = self.criterion(scores.transpose(1, 2), tags)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), self.max_norm)
        self.optimizer.step()
        return loss.item()
