import torch


class Objective:
    """A weighted sum of terms that remembers what each of them was."""

    def __init__(self, **weights):
        self.weights = weights
        self.last = {}

    def __call__(self, **terms):
        total = torch.zeros(())
        for name, value in terms.items():
            total = total + self.weights.get(name, 1.0) * value
            self.last[name] = value.item()
        self.last["total"] = total.item()
        return total


class Meter:
    def __init__(self):
        self.sums, self.n = {}, 0

    def add(self, values):
        self.n += 1
        for k, v in values.items():
            self.sums[k] = self.sums.get(k, 0.0) + v

    def __str__(self):
        return " ".join(f"{k}={v / self.n:.4f}" for k, v in self.sums.items())
