"""The client's words: catalogues by language, and sentences made of the rules' keys and values."""
