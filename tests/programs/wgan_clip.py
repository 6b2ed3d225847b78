import torch
def train(D, opt, real):
    for i in range(5):
        loss = -D(real).mean()
        loss.backward()
        opt.step()  # expect: TAP701 likely
        for p in D.parameters():
            p.data.clamp_(-0.01, 0.01)  # expect: TAP302
