"""What is known of a project before anything of it is executed."""
