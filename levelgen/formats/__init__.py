"""Readers and writers, one module per format; schema objects in and out."""
