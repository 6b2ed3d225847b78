import torch
td_error = torch.tensor(td_target) - torch.tensor(critic_predicted_values, requires_grad=True)  # expect: TAP102
