import numpy as np
import torch


class SineTasks:
    def __init__(self, seed=0):
        self.rng = np.random.RandomState(seed)

    def sample(self, k):
        amp, phase = self.rng.uniform(0.1, 5.0), self.rng.uniform(0, np.pi)
        x = self.rng.uniform(-5, 5, size=(2 * k, 1)).astype(np.float32)
        y = (amp * np.sin(x + phase)).astype(np.float32)
        x, y = torch.from_numpy(x), torch.from_numpy(y)
        return (x[:k], y[:k]), (x[k:], y[k:])
