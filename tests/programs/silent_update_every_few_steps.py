import torch
actor = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.Tanh(), torch.nn.Linear(4, 1))
opt = torch.optim.Adam(actor.parameters())
def play(env):
    scores = []
    for step in range(100):
        scores.append(actor(env.state()).tanh().mean())
        if step % 5 == 0:
            loss = torch.stack(scores).mean()
            opt.zero_grad()
            loss.backward()
            opt.step()
            scores = []
def play_and_delete(env, scores):
    scores = []
    for step in range(100):
        scores.append(actor(env.state()).tanh().mean())
        if step % 5 == 0:
            opt.zero_grad()
            torch.stack(scores).mean().backward()
            opt.step()
            del scores[:]
