"""From rules to machine code. It runs in processes of its own: nothing that plays a game imports this, or Numba."""
