"""Tests of roles, and what measures how often names keep their promise."""
