"""Steps by hand that torch takes: under `no_grad`, of a result, or where a caller may say so."""

# torch: runs
import torch


def train(weight, inputs, targets):
    for _ in range(10):
        loss = (inputs @ weight - targets).pow(2).mean()
        loss.backward()
        with torch.no_grad():
            weight -= 0.1 * weight.grad
            weight.grad.zero_()


def explain(body, head, inputs):
    hidden = body(inputs)
    hidden.retain_grad()
    head(hidden).sum().backward()
    hidden -= 0.1 * hidden.grad
    return hidden


def step(weights, rate):
    for weight in weights:
        weight -= rate * weight.grad


if __name__ == "__main__":
    one = torch.ones(2, requires_grad=True)
    vars()["train"](one, torch.ones(4, 2), torch.ones(4))
    vars()["explain"](torch.nn.Linear(2, 2), torch.nn.Linear(2, 1), torch.ones(3, 2))
    one.sum().backward()
    with torch.no_grad():
        vars()["step"]([one], 0.1)
