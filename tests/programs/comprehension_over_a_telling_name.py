import torch
class A:
    def finish(self, returns):
        loss = torch.tensor([-lp * r for lp, r in zip(self.saved_log_probs, returns)]).sum()  # expect: TAP101 likely
        loss.requires_grad = True
        loss.backward()
