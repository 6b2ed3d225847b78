import torch
net = torch.nn.Linear(2, 2)
def train(env):
    log_probs, done = [], False
    while not done:
        state, done = env.step()
        log_probs.append(net(state)[0, 1])
    torch.tensor(log_probs).mean().backward()  # expect: TAP101
