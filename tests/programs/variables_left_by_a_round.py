"""What only a branch of a loop binds: the next round finds it, if its tests may change."""

import random

import torch
import torch.nn.functional as F
from torch import nn

import world


def tests_of_an_imported_module(batches):
    model = nn.Sequential(nn.Linear(3, 3), nn.Tanh())
    for batch in batches:
        if world.name in ["a"]:
            z = model(batch)
        elif world.name in ["b", "c"]:
            z = model(batch + 1)
        loss = z.mean() + 1
        loss.backward()


def many_tests_of_settings(args, steps):
    weights = torch.zeros(3, requires_grad=True)
    for i in range(steps):
        if args.space == "embeddings":
            used = weights * 2
            distances = (weights * weights).sum()
        elif args.space == "tokens":
            if args.method == "soft":
                soft = F.softmax(weights * i, -1)
                used = soft * soft
            elif args.method == "hard":
                soft = F.softmax(weights * 2, -1)
                hard = F.softmax(weights * 1e10, -1)
                used = soft + hard
            elif args.method == "gumbel":
                used = F.gumbel_softmax(weights)
        term = 0.0
        if args.term == "entropy":
            chances = soft
            term = (chances * F.log_softmax(weights, -1)).sum()
        elif args.term == "most":
            chances = soft
            term = chances.max()
        elif args.term == "distances":
            term = distances
        elif args.term == "twice":
            term = 2 * distances
        loss = used.mean() + term
        if args.more:
            loss = loss + 1
        loss.backward()


def by_chance(batches):
    model = nn.Sequential(nn.Linear(3, 3), nn.Tanh())
    z = model(torch.ones(3))
    for batch in batches:
        if random.random() < 0.5:
            z = model(batch)
        loss = z.mean() + 1
        loss.backward()  # expect: TAP501
