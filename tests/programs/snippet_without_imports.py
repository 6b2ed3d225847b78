losses = []
for x in data:
    losses.append(F.mse_loss(net(x), y))
loss = torch.tensor(losses, requires_grad=True).mean()  # expect: TAP101
loss.backward()
