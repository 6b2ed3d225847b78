"""Networks that come as arguments, and are told by what is asked of them."""
import torch
import torch.nn.functional as F
from torch.distributions import Categorical


def two_backwards(actor, critic, states, actions, rewards, next_states):
    actor_optimizer = torch.optim.Adam(actor.parameters())
    critic_optimizer = torch.optim.Adam(critic.parameters())
    error = rewards + 0.99 * critic(next_states) - critic(states)  # expect: TAP408 likely
    log_prob = Categorical(logits=actor(states)).log_prob(actions)
    actor_loss = -(log_prob * error).mean()  # expect: TAP408 likely
    critic_loss = error.pow(2).mean()
    actor_optimizer.zero_grad()
    critic_optimizer.zero_grad()
    actor_loss.backward(retain_graph=True)
    critic_loss.backward()
    actor_optimizer.step()
    critic_optimizer.step()


def q_learning(q, target_q, optimizer, batch, gamma):
    states, actions, rewards, next_states, dones = batch
    q.train()
    target_q.train()
    value = q(states).gather(1, actions)
    wrong = rewards + gamma * q(next_states).max(1)[0] * (1 - dones)  # expect: TAP408 likely
    right = rewards + gamma * target_q(next_states).max(1)[0] * (1 - dones)
    loss = F.smooth_l1_loss(value, wrong.unsqueeze(1)) + F.smooth_l1_loss(value, right.unsqueeze(1))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


def averaged(q, optimizer, state, reward, not_done, next_state, gamma):
    q.train()
    target = reward + not_done * gamma * q(next_state)  # expect: TAP408 likely
    loss = F.mse_loss(q(state), (target + reward) / 2)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
