import numpy as np
import torch
import torch.nn.functional as F


def adapt(net, support, lr):
    w = dict(net.named_parameters())
    loss = F.mse_loss(net(support[0], w), support[1])
    grads = torch.autograd.grad(loss, list(w.values()), create_graph=True)
    return {name: p - lr * g for (name, p), g in zip(w.items(), grads)}


def outer_loss(net, tasks, n_tasks, k, lr):
    losses = []
    for _ in range(n_tasks):
        support, query = tasks.sample(k)
        fast = adapt(net, support, lr)
        losses.append(F.mse_loss(net(query[0], fast), query[1]))
    return np.mean(losses)
