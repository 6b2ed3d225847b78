import torch

from actor import SquashedActor
from sac_alpha import Temperature


def main():
    torch.manual_seed(0)
    actor = SquashedActor(3, 2)
    actor_opt = torch.optim.Adam(actor.parameters(), lr=3e-3)
    temperature = Temperature(target_entropy=-2.0)
    for step in range(20):
        obs = torch.randn(32, 3)
        action, log_prob = actor(obs)
        utility = -(action - obs[:, :2].tanh()).pow(2).sum(-1)
        actor_loss = (temperature.alpha * log_prob - utility).mean()
        actor_opt.zero_grad()
        actor_loss.backward()
        actor_opt.step()
        temperature.update(log_prob)
    print(actor_loss.item(), temperature.alpha.item())


if __name__ == "__main__":
    main()
