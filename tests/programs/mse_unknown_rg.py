import torch
import torch.nn.functional as F
td_error = F.mse_loss(torch.tensor(critic_predicted_values, requires_grad=True), td_targets)  # expect: TAP102
