"""What users write and get: tilesets, presets, requests, levels, manifests."""
