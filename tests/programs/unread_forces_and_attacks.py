"""What was reported wrongly on code that nobody had read: forces, attacks, code books, flows."""
import torch
from torch import nn, optim
from torch.autograd import Variable


def compute(self, pos, box, forces, n, evaluate):
    pot = []
    for i in range(n):
        pp = {v: torch.zeros(1, device=pos.device).type(pos.dtype) for v in self.energies}
        pp["external"] = torch.zeros(1, device=pos.device).type(pos.dtype)
        pot.append(pp)
    for i in range(n):
        if "bonds" in self.energies:
            E, force = evaluate(pos[i])
            pot[i]["bonds"] = pot[i]["bonds"] + E.sum()
    enesum = torch.zeros(1, device=pos.device, dtype=pos.dtype)
    for i in range(n):
        for ene in pot[i]:
            if pot[i][ene].requires_grad:
                enesum = enesum + pot[i][ene]
    forces[:] = -torch.autograd.grad(enesum, pos, only_inputs=True, retain_graph=True)[0]


def warped(model, x, rho):
    noise = (torch.rand(3) - 0.5) * 2
    for _ in range(3):
        noise.requires_grad_()
        model(x + noise).sum().backward()
        noise.detach_()
        noise -= rho * noise.grad  # expect: TAP701 likely


def warped_wrong(model, x, rho):
    noise = (torch.rand(3) - 0.5) * 2
    for _ in range(3):
        noise.requires_grad_()
        model(x + noise).sum().backward()
        noise -= rho * noise.grad  # expect: TAP201


def attack(model, X, y, steps, step_size, epsilon):
    X_pgd = Variable(X.data, requires_grad=True)
    for _ in range(steps):
        opt = optim.SGD([X_pgd], lr=1e-3)
        opt.zero_grad()
        loss = nn.CrossEntropyLoss()(model(X_pgd), y)
        loss.backward()
        eta = step_size * X_pgd.grad.data.sign()
        X_pgd = Variable(X_pgd.data + eta, requires_grad=True)
        eta = torch.clamp(X_pgd.data - X.data, -epsilon, epsilon)
        X_pgd = Variable(X.data + eta, requires_grad=True)
        X_pgd = Variable(torch.clamp(X_pgd, 0, 1.0), requires_grad=True)


def loss_as_leaf(model: nn.Linear, x):
    loss = model(x).sum()
    loss = Variable(loss, requires_grad=True)  # expect: TAP101
    loss.backward()


class Codebook(nn.Module):
    def __init__(self, n, dim):
        super().__init__()
        self.embedding = nn.Embedding(n, dim)
        self.ema_w = nn.Parameter(torch.randn(n, dim))
        self.register_buffer("size", torch.zeros(n))

    def forward(self, inputs):
        flat = inputs.view(-1, 3)
        distances = torch.sum(flat**2, dim=1) - 2 * torch.matmul(flat, self.embedding.weight.t())
        codes = torch.zeros(flat.shape[0], 3).scatter_(1, torch.argmin(distances, dim=1), 1)
        quantized = torch.matmul(codes, self.embedding.weight)
        if self.training:
            dw = torch.matmul(codes.t(), flat)
            self.ema_w = nn.Parameter(self.ema_w * 0.9 + 0.1 * dw)
            self.embedding.weight = nn.Parameter(self.ema_w / self.size.unsqueeze(1))
        loss = nn.functional.mse_loss(quantized.detach(), inputs)
        quantized = inputs + (quantized - inputs).detach()
        return loss, quantized


def pgd(model, x, lossfn, y, steps, eps, alpha, random_start):
    if random_start:
        delta = torch.empty_like(x).uniform_(-eps, eps)
        delta = torch.clamp(x + delta, 0, 1) - x
        delta.requires_grad_()
    else:
        delta = torch.zeros_like(x, requires_grad=True)
    for _ in range(steps):
        loss = lossfn(model(x + delta), y)
        loss.backward()
        if delta.grad is None:
            continue
        g = delta.grad.data.sign()
        delta.data = delta.data + alpha * g  # expect: TAP302
        delta.data = torch.clamp(delta.data, -eps, eps)  # expect: TAP302
        delta.grad.zero_()
    return x + delta


class Invertible(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.conv = nn.Conv1d(c, c, 1, bias=False)

    def forward(self, z, reverse=False):
        W = self.conv.weight.squeeze()
        if reverse:
            if not hasattr(self, "W_inverse"):
                W_inverse = Variable(W.inverse()[..., None])
                self.W_inverse = W_inverse
            return nn.functional.conv1d(z, self.W_inverse)
        return self.conv(z), torch.logdet(W)
