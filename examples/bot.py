"""A bot that plays any game, with nothing but the standard library: python bot.py http://127.0.0.1:8000 TOKEN

It waits for its turns, looks at what is offered and takes one by chance. Write a better `choose` and you have a better bot.
Make the token with `mecenate admin token NAME` or in the browser (Settings, Programs), and sit down at a table as yourself.
"""

import json
import random
import sys
from urllib.error import HTTPError
from urllib.request import Request, urlopen


def choose(situation: dict) -> str:
    return random.choice(situation["offers"])["notation"]


def main(server: str, token: str) -> None:
    def ask(path: str, body: dict | None = None):
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        return urlopen(Request(server + path, json.dumps(body).encode() if body else None, headers), timeout=60)

    for line in ask("/api/stream"):
        event = json.loads(line)
        if event["type"] == "finished":
            print(event["table"], "is over:", *(event["scores"] or ["closed"]), flush=True)
        if event["type"] != "turn":
            continue
        table = f"/api/tables/{event['table']}"
        situation = json.load(ask(f"{table}/situation?seat={event['seat']}"))
        if not situation["offers"]:
            continue  # somebody took a move back, or the game is paused
        move = {"seat": event["seat"], "move": choose(situation), "after": situation["position"], "seen": situation["seq"]}
        try:
            print(event["table"], move["move"], json.load(ask(f"{table}/move", move))["status"], flush=True)
        except HTTPError as error:
            print(event["table"], json.load(error)["message"], file=sys.stderr)


if __name__ == "__main__":
    main(*sys.argv[1:3])
