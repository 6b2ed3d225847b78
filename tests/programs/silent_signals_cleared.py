"""What a policy's loss leaves in critics is cleared, or it is not known who clears it."""
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Categorical


class Q(nn.Module):
    def __init__(self):
        super().__init__()
        self.out = nn.Linear(4, 2)

    def forward(self, state):
        return self.out(state)


class Wide(Q):
    def forward(self, state):
        return self.out(state) + 1


class Discrete:
    """Two critics, and an expectation: each has its own optimiser, and clears before its backward."""

    def __init__(self):
        self.q1, self.q2, self.actor = Q(), Q(), Q()
        self.optimizer1 = torch.optim.Adam(self.q1.parameters())
        self.optimizer2 = torch.optim.Adam(self.q2.parameters())
        self.actor_optimizer = torch.optim.Adam(self.actor.parameters())

    def update(self, state, action, target):
        loss1 = F.mse_loss(self.q1(state).gather(1, action), target)
        loss2 = F.mse_loss(self.q2(state).gather(1, action), target)
        self.optimizer1.zero_grad()
        loss1.backward()
        self.optimizer1.step()
        self.optimizer2.zero_grad()
        loss2.backward()
        self.optimizer2.step()
        log_prob = F.log_softmax(self.actor(state), dim=1)
        value = torch.min(self.q1(state), self.q2(state))
        policy_loss = (log_prob.exp() * (0.2 * log_prob - value)).sum(1).mean()
        score_loss = (log_prob.gather(1, action) * value.gather(1, action)).mean()
        self.actor_optimizer.zero_grad()
        (policy_loss + score_loss).backward()
        self.actor_optimizer.step()


class OneOfTwo:
    """The critic is of one of two classes, and its optimiser has what either gives."""

    def __init__(self, wide):
        self.actor = Q()
        if wide:
            self.critic = Wide()
        else:
            self.critic = Q()
        self.actor_optimizer = torch.optim.Adam(self.actor.parameters())
        self.critic_optimizer = torch.optim.Adam(self.critic.parameters())

    def update(self, batches):
        for state, action, outcome in batches:
            advantage = outcome - self.critic(state)
            log_prob = Categorical(logits=self.actor(state)).log_prob(action)
            gain = (log_prob * advantage).mean()
            self.critic_optimizer.zero_grad()
            advantage.pow(2).mean().backward(retain_graph=True)
            self.critic_optimizer.step()
            self.actor_optimizer.zero_grad()
            (-gain).backward()
            self.actor_optimizer.step()
