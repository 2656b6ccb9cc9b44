"""Play random games and print what they were: `python play_and_hash.py GAME SEATS GAMES`."""

import hashlib
import random
import sys

import mecenate

game, seats, games = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
for seed in range(games):
    match = mecenate.new(game, seats, seed)
    chance = random.Random(seed)
    while not match.over:
        match.play(chance.choice(match.legal_actions()))
    print(seed, len(match.moves), match.scores(), hashlib.sha256(match.rows.tobytes()).hexdigest())
