"""Snapshots of matches: what a file holds, and how it is written and read safely."""
