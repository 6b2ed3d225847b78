from model import Regressor

model = Regressor([6, 32, 32])
assert [name for name, _ in model.named_parameters()] == ["head.weight", "head.bias"]
assert sum(p.numel() for layer in model.layers for p in layer.parameters()) > 0
