"""Screens for players with nothing installed: a fork server, and an SSH front end before it.

Three kinds of process, so that nobody disturbs anybody: the front end speaks SSH and holds every terminal;
the fork server has imported the client once; each login is a child of it, and ends with its connection.
"""
