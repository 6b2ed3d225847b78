"""The site: its pages are gathered, built by the generator, and their links followed."""
