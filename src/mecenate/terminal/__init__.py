"""The table for people who like text, and what the other commands print."""
