"""Playing together over sockets: a host with tables, and what joins it."""
