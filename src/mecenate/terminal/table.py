"""A game at the terminal: people and bots around one table, from the setup to the last figure."""

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from rich.console import ConsoleRenderable, RenderableType
from rich.segment import Segment, Segments
from rich.text import Text

from mecenate.bots.levels import AT_ONCE, SECONDS, SIMPLE
from mecenate.core.entries import SHARED
from mecenate.core.errors import MecenateError
from mecenate.core.match import Match, Move
from mecenate.core.units import COMPILING, want
from mecenate.terminal.aside import aside
from mecenate.terminal.command_words import read_command
from mecenate.terminal.commands import COMMANDS, Leave
from mecenate.terminal.keeping import Player, data_folder, labelled
from mecenate.terminal.kept import Kept, is_kept_unfinished
from mecenate.terminal.leaving import later, settled
from mecenate.terminal.log import replayed
from mecenate.terminal.offers import Offers, refusal
from mecenate.terminal.result import show_result
from mecenate.terminal.resuming import record_to_resume, resumed
from mecenate.terminal.screen import PROMPT_LINES, Screen
from mecenate.terminal.setting_up import Wishes, people_key, set_up

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
        self.kept = Kept(match)
        self.saved: set[Path] = set()  # files that the game was saved to
        self.saved_to: Path | None = None  # the last of them
        self.saved_at: list[Move] | None = None  # the moves when it was saved last
        self.warned = False  # that the game can't be kept
        self.opened_over = match.over
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
        self.kept.write(labelled(self.match, self.players))
        if not self.kept.written and not self.warned:
            self.tell("play.cant_keep", "yellow", path=data_folder())
        self.warned = not self.kept.written

    def back_to(self, moves: int) -> None:
        """The position after so many moves."""
        self.log.back_to(moves)
        self.seen = {viewer: min(seen, len(self.log.entries)) for viewer, seen in self.seen.items()}
        self.keep()

    def run(self) -> None:
        """Play to the end, or until somebody leaves; what is told then stands where the next command is typed."""
        try:
            with self.screen.private(len(self.people) > 1):
                self._play_on()
            self._finish()
        except Leave:
            self._tell_kept()
        except EOFError:
            if not self.screen.seated:
                raise MecenateError(" ".join((self.screen.say("play.input_ended"), self._told_kept()))) from None
            self._tell_kept()
        except KeyboardInterrupt:
            self._tell_kept()
            raise
        finally:
            self.kept.let_go()

    def _play_on(self) -> None:
        while not self.match.over:
            if self.players[self.asked].bot:
                self._play(self._bot_choice())
            elif self.auto and len(self.match.legal_actions()) == 1:
                self._play(self.match.legal()[0], forced=True)
            else:
                self._ask()

    def _bot_choice(self) -> Move:
        """A bot's answer depends on the game and the number of the move alone, so a resumed game goes on in the same way.

        Only a Master who sits with people at a keyboard takes the time that he gets, and may find something else another time.
        """
        from mecenate.bots import make

        match, level = self.match, self.players[self.asked].bot or ""
        offered = match.legal_actions()
        if len(offered) == 1:
            return match.find(offered[0])
        if self._preparing():
            level = SIMPLE
        digest = hashlib.sha256(f"{match.seed} {len(match.moves)}".encode()).digest()
        bot = make(level, match.game, int.from_bytes(digest[:7], "big"))
        if level in AT_ONCE:
            return match.find(int(bot.choose(match)))
        bot.seconds = SECONDS if self.screen.seated else None
        with self.screen.busy("play.thinking", seat=match.names[self.asked]):
            return match.find(int(aside(bot.choose, match)))

    def _preparing(self) -> bool:
        """Whether bots that search are not ready yet: until they are, they play like the simple one."""
        from mecenate.bots import can_search

        thinking = any(player.bot and player.bot not in AT_ONCE for player in self.players)
        return thinking and not can_search(self.match.game)

    def _play(self, move: Move, forced: bool = False) -> None:
        self.log.note(self.match.play(move), forced)

    def _ask(self) -> None:
        """Ask a person until the question is answered."""
        self._hand_over()
        offers = self.offers()
        self._show(offers)
        if self._preparing():
            seconds = COMPILING.outlook().seconds
            self.screen.tell("play.preparing" if seconds else "play.preparing_some", "dim", seconds=round(seconds or 0))
        while not self._answer(offers, self.screen.ask("play.prompt", seat=self.match.names[self.asked])):
            pass

    def _answer(self, offers: Offers, text: str) -> bool:
        """Act on what was typed; whether there is something new to show."""
        tried, self.tried = self.tried, None
        move = offers.exactly(text)
        if move is None:
            command, rest = read_command(text)
            if command:
                return COMMANDS[command](self, rest)
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
        """Ask once more before a move that ends the game, and show where one leads that passes the turn, if it can be drawn."""
        twin = self.match.copy()
        twin.play(move)
        if twin.over or self.match.game.moves.kind(move.action)[0].ends == "game":
            self.screen.print(Text.assemble((move.notation, "bold cyan"), f"  {offers.sentence(move)}"))
            self.screen.tell("play.confirm_over" if twin.over else "play.confirm_leaving", "bold")
            return True
        if not self.screen.live or not offers.many or not twin.revealed:
            return False
        picture = self.drawn().offering([move.notation])
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
            self.screen.clear()
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

    def _told_kept(self) -> str:
        """Where the game lies when somebody has left or it is over, and what can be done with it."""
        say, kept = self.screen.say, self.kept
        if kept.written and kept.path:
            if self.match.over:
                return say("result.kept", path=kept.path, command=later(self, kept.path))
            return say("play.kept", command=later(self, kept.name))
        if self.saved_to and self.saved_at == self.match.moves:
            return say("play.saved", path=self.saved_to, command=later(self, self.saved_to))
        return say("play.not_kept")

    def _tell_kept(self) -> None:
        self.screen.tell_whole(Text(), Text(self._told_kept(), "bold"))

    def _finish(self) -> None:
        """The result, for everybody to see, and what becomes of the record."""
        if len(self.people) != 1:
            self.viewer = None
        screen, match = self.screen, self.match
        first = self.seen[self.viewer] if len(self.people) == 1 else max(self.seen.values())
        screen.clear()
        screen.print(*self.news, *self.lines(first))
        show_result(screen, match)
        if not self.people or self.opened_over:
            return
        self.kept.finish(labelled(match, self.players))  # before the question, which may never be answered
        settled(self, "result.keep")
        self._tell_kept()


def main(
    wishes: Wishes, resume: Path | None, language: str, last: bool = False, plain: bool = False, auto: bool = True
) -> None:
    """Play: a new game as wished, or one that was kept or saved."""
    screen = Screen(language, plain=plain)
    try:
        table = _sit_down(screen, wishes, resume, last, auto)
    except EOFError:
        if not screen.seated:
            raise MecenateError(screen.say("setup.input_ended")) from None
        screen.print("")
        screen.tell("setup.left")
        return
    table.run()


def _sit_down(screen: Screen, wishes: Wishes, resume: Path | None, last: bool, auto: bool) -> Table:
    """A table at which all is ready, and what its people are told first."""
    path = record_to_resume(resume, last)
    match, players = resumed(path, wishes) if path else set_up(screen, wishes)
    if any(player.bot for player in players):
        for unit in (match.game.key, SHARED):
            want(unit, True, soon=True)
    table = Table(screen, match, players, auto)
    if path and is_kept_unfinished(path):
        table.kept.go_on(path)
    title = match.game.called.message(screen.language)
    table.tell("play.start", "bold", title=title, players=", ".join(player.told(screen.language) for player in players))
    if len(table.people) > 1:
        table.tell(people_key(screen), count=len(table.people))
    if match.moves:
        table.seen = dict.fromkeys(table.seen, max(0, len(table.log.entries) - LEAST_LOG))
        table.tell("play.resumed", "dim", count=len(match.moves))
    table.tell("play.help", "dim")
    return table
