"""What is declared of training frameworks, held against the frameworks themselves."""
