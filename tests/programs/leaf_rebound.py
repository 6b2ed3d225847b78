import torch
def train(decoder, opt, generate):
    log_probs, rewards = generate(decoder)
    losses = [-lp * r for lp, r in zip(log_probs, rewards)]
    losses = torch.tensor(losses, requires_grad=True)  # expect: TAP101 likely
    losses = torch.sum(losses)
    losses.backward(); opt.step()
