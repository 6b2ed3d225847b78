import torch


class Memory:
    def __init__(self):
        self.clear()

    def clear(self):
        self.log_probs, self.values, self.rewards, self.masks = [], [], [], []

    def add(self, log_prob, value, reward, done):
        self.log_probs.append(log_prob)
        self.values.append(value)
        self.rewards.append(reward)
        self.masks.append(0.0 if done else 1.0)

    def returns(self, last_value, gamma):
        R, out = last_value, []
        for r, m in zip(reversed(self.rewards), reversed(self.masks)):
            R = r + gamma * R * m
            out.append(R)
        return torch.tensor(out[::-1], dtype=torch.float32)
