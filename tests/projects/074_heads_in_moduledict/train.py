import torch

from model import Profile

SPEC = {"segment": (3, "class"), "income": (1, "number")}

torch.manual_seed(0)
model = Profile(6, 20, SPEC)
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
for step in range(15):
    x = torch.randn(48, 6)
    targets = {"segment": x[:, :3].argmax(1), "income": x[:, 3:].sum(1)}
    loss = model.heads.loss(model(x), targets)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
model.eval()
with torch.no_grad():
    shown = model.heads.read(model(torch.randn(2, 6)))
print(loss.item(), {name: value.tolist() for name, value in shown.items()})
