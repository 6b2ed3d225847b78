import torch
td_error = torch.tensor(td_target) - torch.tensor(critic_predicted_values)  # expect: TAP101 likely
