"""What is asked for parameters, or switched to training, is a network where it is called, too."""

import torch
import torch.nn.functional as F


def running_mean(model, loader, optimizer):
    model.train()
    running = 0
    for x, y in loader:
        logits, loss = model(x, y)
        running = 0.9 * running + 0.1 * loss
        optimizer.zero_grad()
        running.backward()  # expect: TAP501 likely
        optimizer.step()


def running_mean_detached(model, loader, optimizer):
    model.train()
    running = 0
    for x, y in loader:
        logits, loss = model(x, y)
        running = 0.9 * running + 0.1 * loss.detach()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


class Trainer:
    def __init__(self, model, actor, optimizer):
        self.model = model
        self.actor = actor
        self.optimizer = optimizer
        self.actor_optimizer = torch.optim.Adam(self.actor.parameters())
        self.model.train()
        self.at = 0
        self.loss = 0.0

    def kept_on_the_object(self, loader):
        for x, y in loader:
            logits, loss = self.model(x, y)
            self.loss = loss if self.at == 0 else 0.9 * self.loss + 0.1 * loss
            self.model.zero_grad(set_to_none=True)
            self.loss.backward()  # expect: TAP501 likely
            self.at += 1

    def two_losses(self, loader):
        for x, target, labels in loader:
            h = self.model(x)
            F.cross_entropy(h, target).backward()
            F.mse_loss(h, labels).backward()  # expect: TAP501 likely

    def two_losses_of_two_outputs(self, loader):
        for x, target, labels in loader:
            h, g = self.model(x)
            F.cross_entropy(h, target).backward()
            F.mse_loss(g, labels).backward()

    def two_losses_together(self, loader):
        for x, target, labels in loader:
            h = self.model(x)
            (F.cross_entropy(h, target) + F.mse_loss(h, labels)).backward()

    def anew_for_each(self, loader):
        for x, target, labels in loader:
            F.cross_entropy(self.model(x), target).backward()
            F.mse_loss(self.model(x), labels).backward()

    def temperature(self, obs, critic, log_alpha):
        dist = self.actor(obs)
        action = dist.rsample()
        log_prob = dist.log_prob(action).sum(-1, keepdim=True)
        (log_alpha.exp().detach() * log_prob - critic(obs, action)).mean().backward()
        (log_alpha.exp() * (-log_prob - 1.0)).mean().backward()  # expect: TAP501 likely

    def temperature_detached(self, obs, critic, log_alpha):
        dist = self.actor(obs)
        action = dist.rsample()
        log_prob = dist.log_prob(action).sum(-1, keepdim=True)
        (log_alpha.exp().detach() * log_prob - critic(obs, action)).mean().backward()
        (log_alpha.exp() * (-log_prob - 1.0).detach()).mean().backward()


def evaluated(model, x, target, labels):
    model.eval()
    h = model(x)
    F.cross_entropy(h, target).backward()
    F.mse_loss(h, labels).backward()  # expect: TAP501 likely
