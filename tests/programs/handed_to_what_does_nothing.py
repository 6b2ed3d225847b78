import torch


class Plain:
    def prepare(self, values):
        """There is nothing to prepare."""

    def watch(self, values):
        raise NotImplementedError

    def solve(self, v):
        return v


class Base:
    def keep(self, values):
        pass

    def run(self):
        weight = torch.tensor([1.0, 2.0], requires_grad=True)
        values = torch.tensor([weight[0] * 2, weight[1]])  # expect: TAP101 likely
        self.keep(values)


def test_plain():
    solver = Plain()
    start = torch.tensor([1.0, 2.0], requires_grad=True)

    def residual(x):
        return torch.tensor([x[0] * x[1], x[0] - 1.0])

    solver.prepare(residual(start))
    assert solver.solve(start) is start


def watched():
    solver = Plain()
    start = torch.tensor([1.0, 2.0], requires_grad=True)
    solver.watch(torch.tensor([start[0] * 2, start[1]]))  # expect: TAP101 likely


def trained():
    solver = Plain()
    start = torch.tensor([1.0, 2.0], requires_grad=True)
    values = torch.tensor([start[0] * 2, start[1]], requires_grad=True)  # expect: TAP101
    solver.prepare(values)
    values.sum().backward()
