"""What the core knows at one line: a state of the abstract execution, as text and as a picture."""
