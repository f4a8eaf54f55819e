"""Players made of code. A bot gets a View and an Ask, never a State."""
