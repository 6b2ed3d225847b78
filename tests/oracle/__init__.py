"""The oracle: what real torch does decides whether a report is right."""
