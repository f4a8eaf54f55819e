"""Matches at rest: `envelope` (what a save holds), `store` (files), `autosave` (each decision), `migrate`."""
