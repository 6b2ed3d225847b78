import torch
from agent import Agent

torch.manual_seed(0)
agent = Agent(3, 3)
for _ in range(32):
    agent.buffer.push(torch.randn(3), 0, 1.0, torch.randn(3), False)
states, actions, rewards, next_states, dones = batch = agent.buffer.sample(32)
agent.buffer.sample = lambda n: batch
with torch.no_grad():
    target = rewards + 0.95 * agent.q_net(next_states).max(1)[0]
values = agent.q_net(states).gather(1, actions).squeeze(1)
(values - target).pow(2).mean().backward()
wanted = agent.q_net.fc2.weight.grad.clone()
agent.learn(32)
assert not torch.allclose(agent.q_net.fc2.weight.grad, wanted)
