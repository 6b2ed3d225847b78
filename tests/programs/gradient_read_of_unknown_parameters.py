import torch
def train(model, x, lr):
    for i in range(3):
        loss = model(x).sum()
        loss.backward()
        for p in model.parameters():
            p -= lr * p.grad  # expect: TAP201
def train2(model, x, lr):
    loss = model(x).sum()
    loss.backward()
    with torch.no_grad():
        for p in model.parameters():
            p -= lr * p.grad
            p.grad.zero_()
