"""Which round it is decides what it does: counters, known and unknown bounds, the last round."""

import torch

w = torch.ones(3, requires_grad=True)
z = w.exp()
for i in range(3):
    if i < 2:
        z.sum().backward(retain_graph=True)
    else:
        z.sum().backward()

y = w.exp()
for i in range(3):
    if i >= 2:
        y.sum().backward()
    else:
        y.sum().backward(retain_graph=True)


def unknown(n):
    y = w.exp()
    for i in range(n):
        if i < n - 1:
            y.sum().backward(retain_graph=True)
        else:
            y.sum().backward()


def unknown_bool(n):
    y = w.exp()
    for i in range(n):
        last = i == n - 1
        y.sum().backward(retain_graph=not last)

def enum(batches):
    y = w.exp()
    for i, x in enumerate(batches):
        if i == 0:
            y.sum().backward(retain_graph=True)

def enum_first(batches):
    y = None
    for i, x in enumerate(batches):
        if i == 0:
            y = w.exp()
        y.sum().backward()  # expect: TAP501


def step_while():
    step = 0
    y = w.exp()
    while step < 3:
        if step < 2:
            y.sum().backward(retain_graph=True)
        else:
            y.sum().backward()
        step += 1

def step_while_wrong():
    step = 0
    y = w.exp()
    while step < 3:
        y.sum().backward()  # expect: TAP501
        step += 1

def step_while_once():
    step = 0
    y = w.exp()
    while step < 1:
        y.sum().backward()
        step += 1

def once():
    y = w.exp()
    for i in range(1):
        y.sum().backward()

def even(n):
    y = w.exp()
    for i in range(n):
        if i % 2 == 0:
            y = w.exp()
            y.sum().backward(retain_graph=True)
        else:
            y.sum().backward()

def even2(n):
    for i in range(n):
        if i % 2 == 0:
            y = w.exp()
            y.sum().backward(retain_graph=True)
        if i % 2:
            y.sum().backward()
