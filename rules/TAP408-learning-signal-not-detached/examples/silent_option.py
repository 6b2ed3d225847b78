"""An option decides whether the advantage keeps its history: both are meant."""

# torch: runs
import argparse

import torch
from torch import nn
from torch.distributions import Categorical

parser = argparse.ArgumentParser()
parser.add_argument("--through-critic", action="store_true")

actor, critic = nn.Linear(4, 2), nn.Linear(4, 1)
optimizer = torch.optim.Adam([*actor.parameters(), *critic.parameters()])


def update(states, returns, args):
    values = critic(states).squeeze(-1)
    advantages = returns - values
    if args.through_critic:
        pass
    else:
        advantages = advantages.detach()
    chosen = Categorical(logits=actor(states))
    log_probs = chosen.log_prob(chosen.sample())
    loss = -(log_probs * advantages).mean() + (returns - values).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


for options in ([], ["--through-critic"]):
    update(torch.randn(3, 4), torch.randn(3), parser.parse_args(options))
