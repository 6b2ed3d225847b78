"""What an environment gives are arrays, unless a wrapper says otherwise."""

import gymnasium as gym
import torch
from gymnasium.wrappers.numpy_to_torch import NumpyToTorch
from torch.distributions import Distribution, Normal

policy = Normal(torch.zeros(2), torch.ones(2))
env = gym.wrappers.ClipAction(gym.make("Pendulum-v1"))
action = env.action_space.sample()
policy.log_prob(action)  # expect: TAP401 likely
observation, reward, terminated, truncated, info = env.step(action)
policy.log_prob(observation[0])  # expect: TAP401 likely
policy.log_prob(torch.as_tensor(action))

wrapped = NumpyToTorch(gym.make("Pendulum-v1"))
policy.log_prob(wrapped.action_space.sample())


def run(env: gym.Env, other, distribution: Distribution):
    policy.log_prob(env.action_space.sample())  # expect: TAP401 likely
    policy.log_prob(other.action_space.sample())
    policy.log_prob(other.step(0)[0])
    distribution.log_prob(env.action_space.sample())
