import torch


def over_all(n):
    values = [torch.zeros(3) for _ in range(n)]
    for each in values:
        each.add_(1.0)
        each.requires_grad_()


def with_numbers(n):
    values = [torch.zeros(3) for _ in range(n)]
    for at, each in enumerate(values):
        each.add_(at)
        each.requires_grad_()


def by_index(n):
    values = [torch.zeros(3) for _ in range(n)]
    for at in range(n):
        values[at].add_(1.0)
        values[at].requires_grad_()


def in_the_same_round(n):
    values = [torch.zeros(3) for _ in range(n)]
    for each in values:
        each.requires_grad_()
        each.add_(1.0)  # expect: TAP201


def one(n):
    value = torch.zeros(3)
    for _ in range(n):
        value.add_(1.0)  # expect: TAP201
        value.requires_grad_()
