"""Everything a person touches: commands, screens, bots, hosts."""
