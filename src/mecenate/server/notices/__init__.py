"""Telling a person that it is their turn: by mail, by webhook, by Web Push. All off until switched on."""
