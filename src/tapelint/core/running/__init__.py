"""What drives the core: files are run, entry by entry, with the imports of a project."""
