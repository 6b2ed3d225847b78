import torch


def predict(model, *inputs):
    model.eval()
    with torch.no_grad():
        out = model(*inputs)
    return out.squeeze(-1)
