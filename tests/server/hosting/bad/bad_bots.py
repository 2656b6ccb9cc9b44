"""Bots that fail, each in its own way. Processes import this file by its name."""

import os
import time


class Bad:
    def __init__(self, name):
        self.name = name
        self.seconds = 0.0

    def choose(self, match):
        if self.name == "crash":
            os._exit(3)
        if self.name == "hang":
            time.sleep(60)
        if self.name == "raise":
            raise KeyError("the seventh card is the poet")
        if self.name == "nonsense":
            return "open jester"
        if self.name == "illegal":
            return 10**6
        if self.name == "slow":
            time.sleep(self.seconds)
        return match.legal_actions()[0]


def make(name, game, seed):
    return Bad(name)


def always_crash(name, game, seed):
    return Bad("crash")


def always_hang(name, game, seed):
    return Bad("hang")


def always_slow(name, game, seed):
    return Bad("slow")
