"""One text to lint: decoding, positions, suppression comments."""
