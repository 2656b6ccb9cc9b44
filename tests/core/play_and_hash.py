"""Play random games of every setup option and print what they were: `python play_and_hash.py GAME SEATS GAMES`."""

import hashlib
import random
import sys

import mecenate
from mecenate.games import load
from mecenate.lab.soak import variants

game, seats, games = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
for options in variants(load(game), seats):
    for seed in range(games):
        match = mecenate.new(game, seats, seed, options)
        chance = random.Random(seed)
        while not match.over:
            match.play(chance.choice(match.legal_actions()))
        print(options, seed, len(match.moves), match.scores(), hashlib.sha256(match.rows.tobytes()).hexdigest())
