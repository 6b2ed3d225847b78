"""Networks and optimisers come as arguments of the training step."""

# torch: raises RuntimeError: has been modified by an inplace operation
import torch
import torch.nn as nn


def train_step(gen, disc, gen_opt, disc_opt, real, noise):
    fake = gen(noise)
    fake_score = disc(fake)
    disc_opt.zero_grad()
    disc_loss = (disc(real) - 1).pow(2).mean() + disc(fake.detach()).pow(2).mean()
    disc_loss.backward()
    disc_opt.step()  # expect: TAP204

    gen_opt.zero_grad()
    gen_loss = (fake_score - 1).pow(2).mean()
    gen_loss.backward()
    gen_opt.step()
    return gen_loss.item(), disc_loss.item()


def main():
    gen = nn.Linear(2, 2)
    disc = nn.Sequential(nn.Linear(2, 2), nn.ReLU(), nn.Linear(2, 1))
    gen_opt = torch.optim.SGD(gen.parameters(), lr=0.1)
    disc_opt = torch.optim.SGD(disc.parameters(), lr=0.1)
    for _ in range(2):
        train_step(gen, disc, gen_opt, disc_opt, torch.ones(2, 2), torch.randn(2, 2))


if __name__ == "__main__":
    main()
