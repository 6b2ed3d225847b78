import torch
td_error = torch.nn.functional.mse_loss(torch.tensor(critic_predicted_values), td_targets)  # expect: TAP101 likely
