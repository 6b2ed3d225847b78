import torch

from agent import Agent


def main():
    torch.manual_seed(0)
    agent = Agent(3, 3)
    state = torch.randn(3)
    for t in range(120):
        action = agent.act(state, eps=0.2)
        next_state, reward = torch.randn(3), float(state.argmax().item() == action)
        agent.buffer.push(state, action, reward, next_state, t % 20 == 19)
        state = next_state
        if len(agent.buffer) >= 32:
            loss = agent.learn(32)
    print(loss)


if __name__ == "__main__":
    main()
