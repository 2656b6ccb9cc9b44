"""The table server: tables for every registered game, and no rule of any of them."""
