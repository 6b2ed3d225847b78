import torch

from policy import GaussianPolicy
from rollout import rollout


def update(policy, optimizer, batch, clip=0.2, epochs=3, mb=16):
    adv = (batch["adv"] - batch["adv"].mean()) / (batch["adv"].std() + 1e-8)
    for _ in range(epochs):
        for idx in torch.randperm(len(adv)).split(mb):
            logp, entropy, value = policy.evaluate(batch["obs"][idx], batch["act"][idx])
            ratio = (logp - batch["logp"][idx]).exp()
            surr = torch.min(ratio * adv[idx], ratio.clamp(1 - clip, 1 + clip) * adv[idx])
            v_loss = (value - batch["ret"][idx]).pow(2).mean()
            loss = -surr.mean() + 0.5 * v_loss - 0.01 * entropy.mean()
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(policy.parameters(), 0.5)
            optimizer.step()


if __name__ == "__main__":
    torch.manual_seed(0)
    policy = GaussianPolicy(3, 2)
    opt = torch.optim.Adam(policy.parameters(), lr=3e-3)
    for i in range(3):
        batch = rollout(policy, 48)
        update(policy, opt, batch)
        print(i, batch["ret"].mean().item())
