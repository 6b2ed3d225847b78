"""A training file of 2,000 lines, as people write them: networks, losses, loops, evaluation."""

from __future__ import annotations

import itertools
import re

LINES = 2000
TYPED_LINE = "learning_rate = 0.0001"
"""The line at whose end someone types; it stands in the middle."""

_NAME = re.compile(r"(?<=\w)@")
_HEAD = '''\
"""Train and compare several models."""

import argparse
import logging

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Categorical, Normal
from torch.utils.data import DataLoader, Dataset

log = logging.getLogger(__name__)

'''
_PARTS = (
    '''
class Rows@(Dataset):
    """Rows of a table with their labels."""

    def __init__(self, rows, labels, augment=False):
        self.rows = np.asarray(rows, dtype=np.float32)
        self.labels = np.asarray(labels)
        self.augment = augment

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, index):
        row = torch.from_numpy(self.rows[index])
        if self.augment:
            row = row + 0.01 * torch.randn_like(row)
        return row, int(self.labels[index])
''',
    '''
class Block@(nn.Module):
    """Two layers and a shortcut."""

    def __init__(self, width, dropout=0.1):
        super().__init__()
        self.first = nn.Linear(width, 4 * width)
        self.second = nn.Linear(4 * width, width)
        self.norm = nn.LayerNorm(width)
        self.dropout = nn.Dropout(dropout)
        self.scale = nn.Parameter(torch.ones(width))

    def reset_parameters(self):
        with torch.no_grad():
            self.scale.fill_(1.0)
            nn.init.xavier_uniform_(self.first.weight)

    def forward(self, x):
        hidden = F.gelu(self.first(self.norm(x)))
        hidden = self.dropout(self.second(hidden))
        return x + self.scale * hidden


class Classifier@(nn.Module):
    """Blocks between two layers."""

    def __init__(self, inputs, width, classes, depth=4):
        super().__init__()
        self.stem = nn.Linear(inputs, width)
        self.blocks = nn.ModuleList([Block@(width) for _ in range(depth)])
        self.head = nn.Linear(width, classes)

    def forward(self, x):
        x = torch.relu(self.stem(x))
        for block in self.blocks:
            x = block(x)
        return self.head(x)
''',
    '''
def train_epoch_@(model, loader, optimizer, clip=1.0, device="cpu"):
    """One pass over the data."""
    model.train()
    total, seen = 0.0, 0
    for rows, labels in loader:
        rows, labels = rows.to(device), labels.to(device)
        optimizer.zero_grad()
        logits = model(rows)
        loss = F.cross_entropy(logits, labels, label_smoothing=0.1)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), clip)
        optimizer.step()
        total += loss.item() * len(rows)
        seen += len(rows)
    return total / max(seen, 1)


@torch.no_grad()
def evaluate_@(model, loader, device="cpu"):
    """The share of rows with the right label."""
    model.eval()
    right, seen = 0, 0
    for rows, labels in loader:
        guesses = model(rows.to(device)).argmax(dim=1).cpu()
        right += (guesses == labels).sum().item()
        seen += len(labels)
    return right / max(seen, 1)
''',
    '''
class Policy@(nn.Module):
    """An actor with a critic."""

    def __init__(self, states, actions):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(states, 64), nn.Tanh(), nn.Linear(64, 64), nn.Tanh())
        self.mean = nn.Linear(64, actions)
        self.log_std = nn.Parameter(torch.zeros(actions))
        self.value = nn.Linear(64, 1)

    def forward(self, states):
        hidden = self.body(states)
        return Normal(self.mean(hidden), self.log_std.exp()), self.value(hidden).squeeze(-1)


def returns_@(rewards, gamma=0.99):
    """Discounted sums, from the last reward to the first."""
    found, total = [], 0.0
    for reward in reversed(rewards):
        total = reward + gamma * total
        found.insert(0, total)
    return torch.tensor(found)


def update_policy_@(policy, optimizer, states, actions, old_log_probs, returns, epsilon=0.2):
    """One clipped step of the policy and of its critic."""
    normal, values = policy(states)
    log_probs = normal.log_prob(actions).sum(-1)
    advantages = (returns - values).detach()
    advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
    ratio = (log_probs - old_log_probs).exp()
    clipped = ratio.clamp(1 - epsilon, 1 + epsilon)
    policy_loss = -torch.min(ratio * advantages, clipped * advantages).mean()
    value_loss = F.mse_loss(values, returns)
    loss = policy_loss + 0.5 * value_loss - 0.01 * normal.entropy().sum(-1).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return policy_loss.item(), value_loss.item()
''',
    '''
class Autoencoder@(nn.Module):
    """A variational autoencoder."""

    def __init__(self, inputs, latent):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(inputs, 128), nn.ReLU(), nn.Linear(128, 2 * latent))
        self.decoder = nn.Sequential(nn.Linear(latent, 128), nn.ReLU(), nn.Linear(128, inputs))

    def forward(self, x):
        mean, log_var = self.encoder(x).chunk(2, dim=-1)
        std = torch.exp(0.5 * log_var)
        code = mean + std * torch.randn_like(std)
        return self.decoder(code), mean, log_var


def elbo_@(model, x, beta=1.0):
    """The bound and its parts."""
    decoded, mean, log_var = model(x)
    distance = F.mse_loss(decoded, x, reduction="sum")
    divergence = -0.5 * torch.sum(1 + log_var - mean.pow(2) - log_var.exp())
    return distance + beta * divergence, distance.item(), divergence.item()
''',
    '''
def train_adversaries_@(generator, discriminator, loader, latent, epochs=1):
    """A generator and a discriminator, in turn."""
    of_generator = torch.optim.Adam(generator.parameters(), lr=2e-4, betas=(0.5, 0.999))
    of_discriminator = torch.optim.Adam(discriminator.parameters(), lr=2e-4, betas=(0.5, 0.999))
    losses = []
    for epoch in range(epochs):
        for real, _ in loader:
            noise = torch.randn(len(real), latent)
            fake = generator(noise)
            of_discriminator.zero_grad()
            on_real = F.softplus(-discriminator(real)).mean()
            on_fake = F.softplus(discriminator(fake.detach())).mean()
            (on_real + on_fake).backward()
            of_discriminator.step()
            of_generator.zero_grad()
            loss = F.softplus(-discriminator(fake)).mean()
            loss.backward()
            of_generator.step()
            losses.append(loss.item())
        log.info("epoch %d: %.4f", epoch, sum(losses) / len(losses))
    return losses


def sample_actions_@(logits, greedy=False):
    """Actions and their log-probabilities."""
    categorical = Categorical(logits=logits)
    actions = logits.argmax(-1) if greedy else categorical.sample()
    return actions, categorical.log_prob(actions)


@torch.no_grad()
def average_weights_@(model, averaged, decay=0.999):
    """Move the averaged weights towards those of the model."""
    for parameter, kept in zip(model.parameters(), averaged.parameters()):
        kept.mul_(decay).add_(parameter, alpha=1 - decay)
''',
)
_TAIL = """

def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=10)
    options = parser.parse_args()
    rows, labels = np.random.randn(512, 16), np.random.randint(0, 4, 512)
    loader = DataLoader(Rows1(rows, labels), batch_size=32, shuffle=True)
    model = Classifier1(16, 64, 4)
    optimizer = torch.optim.AdamW(model.parameters(), lr=learning_rate)
    for epoch in range(options.epochs):
        loss = train_epoch_1(model, loader, optimizer)
        log.info("%d: %.4f %.3f", epoch, loss, evaluate_1(model, loader))


if __name__ == "__main__":
    main()
"""


def training_file(lines: int = LINES) -> str:
    """The file: its parts in turn, each time with names of their own, until it is long enough."""
    text, tail = _HEAD, _TAIL.count("\n")
    is_typed_in = False
    for at in itertools.count():
        number, part = divmod(at, len(_PARTS))
        more = "\n" + _NAME.sub(str(number + 1), _PARTS[part])
        if text.count("\n") + more.count("\n") + tail > lines:
            break
        text += more
        if not is_typed_in and text.count("\n") > lines // 2:
            text += f"\n\n{TYPED_LINE}\n"
            is_typed_in = True
    missing = lines - text.count("\n") - tail
    text += "".join(f"# {number}\n" for number in range(missing))
    return text + _TAIL
