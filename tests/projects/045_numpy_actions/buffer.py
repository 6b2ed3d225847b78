import numpy as np
import torch


class EpisodeBuffer:
    def __init__(self):
        self.states, self.actions, self.rewards = [], [], []

    def store(self, state, action, reward):
        self.states.append(state)
        self.actions.append(action)
        self.rewards.append(reward)

    def get(self, gamma):
        returns, g = np.zeros(len(self.rewards), dtype=np.float32), 0.0
        for t in reversed(range(len(self.rewards))):
            g = self.rewards[t] + gamma * g
            returns[t] = g
        states = torch.tensor(np.array(self.states), dtype=torch.float32)
        actions = np.array(self.actions, dtype=np.float32)
        return states, actions, torch.from_numpy(returns)
