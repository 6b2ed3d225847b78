"""A comprehension that picks one field of stored tuples drops the history as well."""

# torch: no gradient
import torch

policy = torch.nn.Linear(2, 2)  # parameter
memory = []
for state, reward in (([1.0, 2.0], 0.5), ([0.0, -1.0], 2.0)):
    log_probs = torch.log_softmax(policy(torch.tensor(state)), dim=-1)
    memory.append((log_probs[0], reward))
rewards = torch.tensor([item[1] for item in memory])
loss = -(torch.tensor([item[0] for item in memory]) * rewards).sum()  # expect: TAP101
