import torch

from gpt import GPT

torch.manual_seed(0)
data = torch.arange(200) % 7
model = GPT(7)
optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3)
for step in range(8):
    starts = torch.randint(0, len(data) - 13, (8,))
    x = torch.stack([data[i : i + 12] for i in starts])
    y = torch.stack([data[i + 1 : i + 13] for i in starts])
    _, loss = model(x, y)
    optimizer.zero_grad(set_to_none=True)
    loss.backward()
    optimizer.step()
model.eval()
print(loss.item(), model.generate(torch.zeros(1, 1, dtype=torch.long), 10).tolist())
