import torch

from memory import MemoryCell
from online import OnlineLearner
from stream import sensor_stream


def main():
    torch.manual_seed(0)
    cell = MemoryCell(3, 12)
    learner = OnlineLearner(cell, torch.optim.Adam(cell.parameters(), lr=1e-3), batch=8)
    errors = [learner.observe(x, level) for x, level in sensor_stream(30, 8, 3)]
    print(sum(errors) / len(errors))


if __name__ == "__main__":
    main()
