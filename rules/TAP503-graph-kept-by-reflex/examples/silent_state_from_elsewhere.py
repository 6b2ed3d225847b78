"""A call that is not seen gives back a state that the next one goes on with, and its graph."""

# torch: runs
import torch
from torch import nn

cell = nn.RNNCell(4, 8)


def rollout(inputs, state):
    states = []
    for each in inputs:
        state = cell(each, state)
        states.append(state)
    return states, state


def update(states):
    loss = (torch.cat([each for each in states], dim=0).clone() * 0.5).pow(2).mean()
    loss.backward(retain_graph=True)


def learn(run, state):
    for inputs in torch.randn(3, 2, 6, 4):
        states, state = run(inputs, state)
        update(states)


learn(globals()["rollout"], torch.zeros(6, 8))
