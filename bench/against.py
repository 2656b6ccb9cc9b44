"""How fast this checkout is beside another one, in one run: `python bench/against.py OTHER [--games ...] [--rounds 5]`.

The two take turns, a round of `mecenate bench` each, because a machine differs from minute to minute. What is told is the
median of the ratios of all rounds, with the least and the most. OTHER is the folder of another checkout, such as one that
`git worktree add` made. Both run on this Python, so both need what is installed here.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parents[1]
VARIANTS = {
    "princes": ((), ("characters=true",), ("cooperation=true",), ("characters=true", "cooperation=true")),
    "carrara": ((), ("version=advanced",)),
    "stanza": ((), ("variant=expert",)),
}


def measured(checkout: Path, game: str, options: tuple[str, ...], seconds: float) -> dict[str, float]:
    """One round of the bench in a checkout: what it did a second, by what it was."""
    command = [sys.executable, "-m", "mecenate.cli", "bench", game, "--seconds", str(seconds), "--json"]
    command += [word for option in options for word in ("--option", option)]
    environment = {**os.environ, "PYTHONPATH": str(checkout / "src")}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{checkout}: {done.stderr.strip()}")
    (found,) = json.loads(done.stdout)["games"]
    rates = {f"random play, {one['seats']} seats": one["decisions_per_second"] for one in found["seats"]}
    search = found["search"]
    rates["rollouts"] = search["rollouts_per_second"]
    rates["simulations"] = search["simulations_per_second"]
    rates["simulations ahead"] = search["simulations_per_second_played_on"]
    return rates


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("other", type=Path)
    parser.add_argument("--games", default=",".join(VARIANTS))
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.5, help="for each figure of a round")
    told = parser.parse_args()
    for game in told.games.split(","):
        for options in VARIANTS[game]:
            rounds = [
                (measured(told.other, game, options, told.seconds), measured(HERE, game, options, told.seconds))
                for _ in range(told.rounds)
            ]
            for what in rounds[0][1]:
                ratios = [mine[what] / theirs[what] for theirs, mine in rounds]
                middle, rate = statistics.median(ratios), statistics.median(mine[what] for _, mine in rounds)
                print(
                    f"{game} {' '.join(options):32} {what:22} {rate:12,.0f} a second, "
                    f"{middle:.2f} times as fast [{min(ratios):.2f}-{max(ratios):.2f}]",
                    flush=True,
                )


if __name__ == "__main__":
    main()
