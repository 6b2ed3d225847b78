import torch

from policy import GaussianActor

ROUNDS, BATCH = 10, 64


def reward(obs, actions):
    return -(actions - obs[:, :2]).abs().sum(-1)


def main():
    torch.manual_seed(0)
    actor = GaussianActor(4, 2)
    optimizer = torch.optim.Adam(actor.parameters(), lr=3e-3)
    for i in range(ROUNDS):
        obs = torch.randn(BATCH, 4)
        dist = actor(obs)
        actions = dist.sample()
        rewards = reward(obs, actions)
        loss = -(dist.log_prob(actions) * (rewards - rewards.mean())).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(i, rewards.mean().item())


if __name__ == "__main__":
    main()
