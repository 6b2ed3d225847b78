from train import train

encoder = train(2)
assert encoder.stem[0].weight.grad is None
assert encoder.head.weight.grad is not None
