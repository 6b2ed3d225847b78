import torch
td_error = [target - prediction for target, prediction in zip(td_targets, critic_predicted_values)]
loss = torch.stack(td_error).mean()
loss.backward()
