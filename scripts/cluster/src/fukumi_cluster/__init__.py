"""Runs of fukumi on many machines: parts of a run as Ray tasks, their results in files, joined by `fukumi merge`."""
