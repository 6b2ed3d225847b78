"""Networks are arguments of a constructor: kept by one name, asked for parameters by the other."""

# torch: runs
import torch
from torch import nn


class Game:
    def __init__(self, maker, judge):
        self.maker, self.judge = maker, judge
        self.of_maker = torch.optim.Adam(maker.parameters())
        self.of_judge = torch.optim.Adam(judge.parameters())
        self.measure = nn.BCEWithLogitsLoss()

    def step(self, real, noise):
        ones, zeros = torch.ones(len(real), 1), torch.zeros(len(real), 1)
        made = self.maker(noise)
        told = self.measure(self.judge(real), ones) + self.measure(self.judge(made), zeros)
        self.of_judge.zero_grad()
        told.backward()
        self.of_judge.step()
        fooled = self.measure(self.judge(made), ones)
        self.of_maker.zero_grad()
        fooled.backward()  # expect: TAP501 likely
        self.of_maker.step()


if __name__ == "__main__":
    game = Game(nn.Linear(2, 3), nn.Linear(3, 1))
    try:
        vars(Game)["step"](game, torch.ones(4, 3), torch.ones(4, 2))
    except RuntimeError as error:
        assert "second time" in str(error)
    else:
        raise AssertionError("torch has changed")
