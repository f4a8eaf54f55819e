"""Load and attacks on a real host with real connections on loopback, as commands: see `python -m tests.load.ssh`."""
