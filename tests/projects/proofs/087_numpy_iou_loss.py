from detector import BoxRegressor
from solver import Solver
from train import batches

model = BoxRegressor()
Solver(model, lr=0.1).train(batches(3))
assert all(p.grad is None for p in model.parameters())
