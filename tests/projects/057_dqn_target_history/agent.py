import random

import torch
import torch.nn.functional as F

from dqn import DQN
from replay import ReplayBuffer


class Agent:
    def __init__(self, n_obs, n_actions, gamma=0.95, lr=1e-3):
        self.q_net = DQN(n_obs, n_actions)
        self.optimizer = torch.optim.Adam(self.q_net.parameters(), lr=lr)
        self.buffer = ReplayBuffer(500)
        self.gamma, self.n_actions = gamma, n_actions

    def act(self, state, eps):
        if random.random() < eps:
            return random.randrange(self.n_actions)
        with torch.no_grad():
            return self.q_net(state).argmax().item()

    def learn(self, batch_size):
        states, actions, rewards, next_states, dones = self.buffer.sample(batch_size)
        q_values = self.q_net(states).gather(1, actions).squeeze(1)
        next_q = self.q_net(next_states).max(1)[0]
        target = rewards + self.gamma * next_q * (1 - dones)
        loss = F.mse_loss(q_values, target)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()
