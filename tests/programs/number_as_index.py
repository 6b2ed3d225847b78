import torch
w = torch.randn(5, 3, requires_grad=True)
number = torch.tensor(0)
first = w[number].sum() + w[:, number].sum()
number += 1
first.backward()
pointer = torch.zeros(1, dtype=torch.long)
second = w[pointer].sum()
pointer += 1  # expect: TAP202
second.backward()
