import torch

from model import TimeSeriesTransformer

cfg = dict(dim=8, heads=2, depth=2, checkpointing=True, lr=1e-3)
torch.manual_seed(0)
model = TimeSeriesTransformer(cfg).train()
optimizer = torch.optim.Adam(model.parameters(), lr=cfg["lr"])
for step in range(5):
    x = torch.randn(8, 6, cfg["dim"])
    loss = (model(x) - x[:, -1].mean(-1, keepdim=True)).abs().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(step, loss.item())
assert model.stack.blocks[0].mlp[0].weight.grad is not None
