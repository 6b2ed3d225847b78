"""``autograd.grad`` goes back to what it is asked for, and frees nothing behind that."""

import torch
import torch.nn.functional as F


class Inner:
    def __init__(self):
        self.start = {
            "weight": torch.randn(3, 2, requires_grad=True),
            "bias": torch.zeros(3, requires_grad=True),
        }

    def scaled(self, by, parameters):
        for key in by.keys():
            if "weight" in key:
                parameters[key] = parameters[key] * (1.0 + by[key])
            else:
                parameters[key] = parameters[key] + by[key]
        return parameters

    def adapt(self, x, y, by, trains):
        parameters = {key: torch.clone(value) for key, value in self.start.items()}
        parameters = self.scaled(by, parameters)
        for _ in range(3):
            found = F.linear(x, parameters["weight"], parameters["bias"])
            loss = F.mse_loss(found, y)
            gradients = torch.autograd.grad(loss, parameters.values(), create_graph=False)
            for (key, value), gradient in zip(parameters.items(), gradients):
                parameters[key] = value - 0.1 * gradient
        return parameters


by = {"weight": torch.ones(3, 2), "bias": torch.ones(3)}
Inner().adapt(torch.randn(4, 2), torch.randn(4, 3), by, False)
