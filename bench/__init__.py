"""The server under load and under fire: `python -m bench.load`, `python -m bench.kill`."""
