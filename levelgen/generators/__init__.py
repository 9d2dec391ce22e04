"""The interchangeable generators: one request type in, one level type out."""
