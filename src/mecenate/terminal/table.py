"""A game at the terminal: people and bots around one table, from the setup to the last figure."""

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from rich.console import ConsoleRenderable, RenderableType
from rich.segment import Segment, Segments
from rich.text import Text

from mecenate.bots.levels import AT_ONCE, SECONDS
from mecenate.core.errors import MecenateError
from mecenate.core.match import Match, Move
from mecenate.terminal.aside import aside
from mecenate.terminal.commands import COMMANDS, Leave, save
from mecenate.terminal.keeping import Autosave, Player, labelled, last_unfinished, open_record
from mecenate.terminal.log import replayed
from mecenate.terminal.offers import Offers, refusal
from mecenate.terminal.result import show_result
from mecenate.terminal.screen import PROMPT_LINES, Screen
from mecenate.terminal.setting_up import Wishes, read_players, set_up

LEAST_BOARD, LEAST_LOG = 8, 4  # lines that the board and the log get on a low screen
LOW, LISTED_LOW = 32, 5  # on a screen lower than this, fewer moves have a line of their own
SHOWN_OF_MANY = 12


class Drawn(ConsoleRenderable, Protocol):
    """What a game's `board` gives: a thing that rich can print, and two parts of it.

    Printed with a height, it leaves out what does not fit.
    """

    def of(self, seat: int) -> RenderableType:
        """One seat alone, with everything about it."""
        ...

    def offering(self, moves: Sequence[str]) -> RenderableType | None:
        """A picture of where these moves lead, or of the one move; None where a list says it better."""
        ...


class Table:
    """One game being played. People see what they may know, and only while the keyboard is theirs."""

    def __init__(self, screen: Screen, match: Match, players: Sequence[Player], auto: bool = True):
        self.screen = screen
        self.players = list(players)
        self.people = [seat for seat, player in enumerate(players) if not player.bot]
        self.viewer = self.people[0] if len(self.people) == 1 else None  # whose screen it is
        self.auto = auto
        self.match, self.log = replayed(match, self.people)
        self.seen: dict[int | None, int] = dict.fromkeys((*self.people, None), 0)  # entries of the log that each has read
        self.saved: set[Path] = set()
        self.autosave = Autosave(match, wanted=screen.live)
        self.last_asked: tuple[int | None, str] | None = None
        self.tried: Move | None = None  # a move that waits for Enter
        self.news: list[Text] = []  # to be told with the next question

    @property
    def asked(self) -> int:
        seat = self.match.seat
        return -1 if seat is None else seat

    def offers(self) -> Offers:
        return Offers(self.match, self.screen.language)

    def drawn(self) -> Drawn:
        """The board as the person at the keyboard may see it."""
        return self.match.game.board(self.match.view(self.viewer), self.match.names, self.screen.language)

    def lines(self, first: int) -> list[str]:
        return self.log.lines(self.viewer, first, self.screen.language, self.screen.say("play.only_answer"))

    def tell(self, key: str, style: str = "", **values: object) -> None:
        """Something to say with the next question, which may clear the screen before."""
        self.news.append(Text(self.screen.say(key, **values), style))

    def keep(self) -> None:
        self.autosave.write(labelled(self.match, self.players))

    def run(self) -> None:
        """Play to the end, or until somebody leaves."""
        try:
            while not self.match.over:
                if self.players[self.asked].bot:
                    self._play(self._bot_choice())
                elif self.auto and len(self.match.legal_actions()) == 1:
                    self._play(self.match.legal()[0], forced=True)
                else:
                    self._ask()
            self._finish()
        except Leave:
            return
        except EOFError:
            if not self.screen.live:
                raise MecenateError(self.screen.say("play.input_ended")) from None
            self._tell_kept()
        except KeyboardInterrupt:
            self._tell_kept()
            raise

    def _bot_choice(self) -> Move:
        """A bot's answer depends on the game and the number of the move alone, so a resumed game goes on in the same way.

        Only a Master who sits with people at a keyboard takes the time that he gets, and may find something else another time.
        """
        from mecenate.bots import make

        match, level = self.match, self.players[self.asked].bot or ""
        offered = match.legal_actions()
        if len(offered) == 1:
            return match.find(offered[0])
        digest = hashlib.sha256(f"{match.seed} {len(match.moves)}".encode()).digest()
        bot = make(level, match.game, int.from_bytes(digest[:7], "big"))
        if level in AT_ONCE:
            return match.find(int(bot.choose(match)))
        bot.seconds = SECONDS if self.screen.watched else None
        with self.screen.busy("play.thinking", seat=match.names[self.asked]):
            return match.find(int(aside(bot.choose, match)))

    def _play(self, move: Move, forced: bool = False) -> None:
        self.log.note(self.match.play(move), forced)

    def _ask(self) -> None:
        """Ask a person until the question is answered."""
        self._hand_over()
        offers = self.offers()
        self._show(offers)
        while not self._answer(offers, self.screen.ask("play.prompt", seat=self.match.names[self.asked])):
            pass

    def _answer(self, offers: Offers, text: str) -> bool:
        """Act on what was typed; whether there is something new to show."""
        tried, self.tried = self.tried, None
        move = offers.exactly(text)
        if move is None:
            word, _, rest = text.partition(" ")
            if command := COMMANDS.get(word.lower()):
                return command(self, rest.strip())
            found = [tried] if tried and not text else offers.find(text)
            if len(found) > 1:
                picture = self.drawn().offering([m.notation for m in found])
                self.screen.print(*([picture] if picture else []))
                self.screen.tell("play.ambiguous", "yellow", moves=", ".join(m.notation for m in found[:SHOWN_OF_MANY]))
                return False
            if not text and not found:
                self.screen.tell("play.hint", "yellow")
                return self.screen.live  # after a long answer to a command, Enter brings the board back
            if not found:
                self.screen.print(Text(refusal(self.screen, self.match, offers, text), "yellow"))
                return False
            move = found[0]
        if move != tried and self._wants_a_look(offers, move):
            self.tried = move
            return False
        self._play(move)
        self.keep()
        return True

    def _wants_a_look(self, offers: Offers, move: Move) -> bool:
        """Show where a move leads before it is made, if it can be drawn but not be taken back."""
        if not self.screen.live or not offers.many:
            return False
        twin = self.match.copy()
        twin.play(move)
        picture = self.drawn().offering([move.notation]) if twin.revealed else None
        if picture is None:
            return False
        self.screen.print(picture)
        self.screen.tell("play.confirm", "bold")
        return True

    def _hand_over(self) -> None:
        """With several people at one keyboard nobody sees the cards of another."""
        if self.viewer != self.asked:
            self.screen.forget()
            self.screen.ask("play.hand_over", seat=self.match.names[self.asked])
            self.screen.forget()
            self.viewer = self.asked

    def _show(self, offers: Offers) -> None:
        """What happened, the board, the question and what can be answered, cut to the height of the screen."""
        screen, match = self.screen, self.match
        lines = [*(Text(line, "dim") for line in self.lines(self.seen[self.viewer])), *self.news]
        self.news, self.seen[self.viewer] = [], len(self.log.entries)
        board = self.drawn()
        picture = board.offering([move.notation for move in offers.moves])
        question = Text(match.ask(screen.language), "bold")
        below: list[RenderableType] = [Text(f"\n{match.names[self.asked]}: ").append(question)]
        low = screen.height is not None and screen.height < LOW
        if picture is None or not (offers.many or (low and len(offers.moves) > LISTED_LOW)):
            below.append(offers.show(LISTED_LOW) if low else offers.show())
        else:
            below.append(Text(screen.say("play.many", count=len(offers.moves), example=offers.moves[0].notation), "dim"))
        if screen.live:
            self._show_fitting(lines, board if picture is None else picture, below)
        else:
            # Output that is not looked at but read repeats the board only where something else is asked.
            repeated = self.last_asked == (self.viewer, match.question) and picture is None
            screen.print(*lines, *([] if repeated else [board if picture is None else picture]), *below)
        self.last_asked = (self.viewer, match.question)

    def _show_fitting(self, told: list[Text], board: RenderableType, below: list[RenderableType]) -> None:
        screen = self.screen
        room = (screen.height or 0) - PROMPT_LINES - sum(screen.lines(thing) for thing in below)
        height = max(LEAST_BOARD, room - min(len(told), LEAST_LOG))
        drawn = list(screen.console.render(board, screen.console.options.update(height=height)))
        room -= sum(1 for _ in Segment.split_lines(drawn))
        while len(told) > 2 and sum(map(screen.lines, told)) > max(LEAST_LOG, room):
            told = [Text("…", "dim"), *told[2:]]
        screen.clear()
        screen.print(*told, Segments(drawn), *below)

    def _tell_kept(self) -> None:
        self.screen.print("")
        self.screen.tell("play.kept" if self.autosave.written else "play.not_kept", "bold", path=self.autosave.path)

    def _finish(self) -> None:
        """The result, for everybody to see."""
        if len(self.people) != 1:
            self.viewer = None
        screen, match = self.screen, self.match
        first = self.seen[self.viewer] if len(self.people) == 1 else max(self.seen.values())
        screen.clear()
        screen.print(*self.news, *self.lines(first))
        show_result(screen, match)
        self.autosave.remove()
        if self.people:
            try:
                answer = screen.ask("result.save")
            except EOFError:
                return
            if answer and answer.lower() not in screen.say("save.no").split():
                save(self, "" if answer.lower() in screen.say("save.yes").split() else answer)


def main(
    wishes: Wishes, resume: Path | None, language: str, last: bool = False, plain: bool = False, auto: bool = True
) -> None:
    """Play: a new game as wished, or one that was stored."""
    from mecenate.terminal.warmup import compile_games

    screen = Screen(language, plain=plain)
    path = last_unfinished() if last else resume
    try:
        match, players = _stored(path, wishes) if path else set_up(screen, wishes)
    except EOFError:
        raise MecenateError(screen.say("play.input_ended")) from None
    if any(player.bot for player in players):  # so that none of them stops the game for it
        compile_games([match.game], complete=True)
    table = Table(screen, match, players, auto)
    table.autosave.written = path == table.autosave.path
    table.tell("play.start", "bold", title=match.game.title, players=", ".join(player.told(language) for player in players))
    if match.moves:
        table.seen = dict.fromkeys(table.seen, max(0, len(table.log.entries) - LEAST_LOG))
        table.tell("play.resumed", "dim", count=len(match.moves))
    table.tell("play.help", "dim")
    table.run()


def _stored(path: Path, wishes: Wishes) -> tuple[Match, list[Player]]:
    """A stored game, with the players that it names or with others."""
    match, players = open_record(path)
    if wishes.names:
        players = read_players(wishes.names)
        if len(players) != match.seats:
            raise MecenateError(f"{len(players)} names for {match.seats} seats.")
        match.names = tuple(player.name for player in players)
    return match, players
