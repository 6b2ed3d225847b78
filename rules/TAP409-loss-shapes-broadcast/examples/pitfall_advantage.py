"""Returns minus a column of values: the advantage of each step meets all log-probabilities."""

# torch: runs
import torch
import torch.nn.functional as F
from torch import nn


class ActorCritic(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 16)
        self.policy, self.value = nn.Linear(16, 2), nn.Linear(16, 1)

    def forward(self, x):
        h = torch.relu(self.body(x))
        return self.policy(h), self.value(h)


def train(net, optimizer, batches):
    for states, actions, returns in batches:
        logits, value = net(states)
        value_loss = F.mse_loss(value.squeeze(-1), returns)
        log_probs = F.log_softmax(logits, dim=1)
        advantage = returns - value.detach()  # expect: TAP409 certain
        chosen = advantage * log_probs[range(len(actions)), actions]
        optimizer.zero_grad()
        (value_loss - chosen.mean()).backward()
        optimizer.step()


def main(batches):
    net = ActorCritic()
    train(net, torch.optim.Adam(net.parameters()), batches)


main([(torch.randn(8, 4), torch.randint(0, 2, (8,)), torch.randn(8))])
