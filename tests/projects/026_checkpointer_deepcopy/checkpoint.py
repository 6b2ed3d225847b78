import copy
import io

import torch


class BestKeeper:
    def __init__(self, mode="max"):
        self.sign = 1 if mode == "max" else -1
        self.best_score = -float("inf")
        self.best_weights = None
        self.buffer = io.BytesIO()

    def __call__(self, score, model):
        if self.sign * score > self.best_score:
            self.best_score = self.sign * score
            self.best_weights = copy.deepcopy(model.state_dict())
            self.buffer = io.BytesIO()
            torch.save(model.state_dict(), self.buffer)

    def load_best(self, model):
        model.load_state_dict(self.best_weights)
        self.buffer.seek(0)
        saved = torch.load(self.buffer, weights_only=True)
        assert all(torch.equal(saved[k], v) for k, v in self.best_weights.items())
