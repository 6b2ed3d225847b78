"""The machine that an execution runs on: its state, its frames, its budgets, its events."""
