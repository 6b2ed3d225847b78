"""Symbolic shapes of tensors, and what broadcasting makes of two that do not fit."""
