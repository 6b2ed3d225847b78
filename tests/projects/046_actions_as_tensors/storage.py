import numpy as np
import torch


class Rollout:
    keys = ("obs", "act", "logp", "rew")

    def __init__(self, capacity, obs_dim, act_dim):
        self.data = {
            "obs": np.zeros((capacity, obs_dim), np.float32),
            "act": np.zeros((capacity, act_dim), np.float32),
            "logp": np.zeros(capacity, np.float32),
            "rew": np.zeros(capacity, np.float32),
        }
        self.ptr = 0

    def push(self, **entry):
        for key, value in entry.items():
            self.data[key][self.ptr] = value
        self.ptr += 1

    def tensors(self):
        out = {key: torch.as_tensor(value[: self.ptr]) for key, value in self.data.items()}
        self.ptr = 0
        return out
