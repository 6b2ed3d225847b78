import torch
import torch.nn.functional as F
class Policy(torch.nn.Module):
    def loss(self, returns, saved):
        state_value_list, policy_losses = [], []
        for log_prob, state_value in saved:
            state_value_list.append(state_value)
            policy_losses.append(-log_prob)
        critic_value_list = [v for _, v in saved]
        value_loss = F.mse_loss(torch.tensor(critic_value_list), torch.tensor(returns))  # expect: TAP101 likely
        return torch.stack(policy_losses).sum() + value_loss
