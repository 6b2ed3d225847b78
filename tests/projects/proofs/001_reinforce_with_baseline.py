from train import main

net = main(5)
assert net.body[0].weight.grad is not None
assert net.v.weight.grad is None
assert net.v.bias.grad is None
