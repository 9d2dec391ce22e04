"""Drawings of nonograms: PNG, SVG, printable HTML and PDF."""
