import torch


class OfflineTrainer:
    def __init__(self, actor, critic, lr=1e-3):
        self.actor, self.critic = actor, critic
        self.actor_optimizer = torch.optim.Adam(actor.parameters(), lr=lr)
        self.critic_optimizer = torch.optim.Adam(critic.parameters(), lr=lr)

    def run(self, batches):
        for obs, act, ret in batches:
            critic_loss = (self.critic(obs, act) - ret).pow(2).mean()
            critic_loss.backward()
            self.critic_optimizer.step()
            self.critic_optimizer.zero_grad()

            actor_loss = -self.critic(obs, self.actor(obs)).mean()
            actor_loss.backward()
            self.actor_optimizer.step()
            self.actor_optimizer.zero_grad()
        return critic_loss.item(), actor_loss.item()
