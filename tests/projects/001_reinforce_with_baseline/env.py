import numpy as np


class Corridor:
    """Walk right to win. The observation is position and two distractors."""

    def __init__(self, length=8, seed=0):
        self.length = length
        self.rng = np.random.default_rng(seed)

    def reset(self):
        self.pos = 0
        return self._obs()

    def _obs(self):
        return np.array([self.pos / self.length, *self.rng.normal(size=2)], dtype=np.float32)

    def step(self, action):
        self.pos = max(0, self.pos + (1 if action == 1 else -1))
        done = self.pos >= self.length or self.rng.random() < 0.05
        return self._obs(), 1.0 if self.pos >= self.length else -0.01, done
