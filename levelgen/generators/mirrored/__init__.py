"""Boards that mirror themselves, built by their half."""
