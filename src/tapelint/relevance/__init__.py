"""What of a file can matter to a rule at all, decided without libcst and without execution."""
