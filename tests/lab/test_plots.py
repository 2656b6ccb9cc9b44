"""Pictures: nothing is cut off, everything is named, and what is asked about stands alone."""

import re
from copy import deepcopy
from dataclasses import replace

import pytest

from mecenate.games import load
from mecenate.insight.analysis import Decision
from mecenate.lab import games, plots, sheets
from mecenate.lab.arena import arena, lineups_of
from mecenate.lab.intervals import Estimate
from mecenate.lab.plots import plot_analysis, plot_arena
from mecenate.lab.sheets import plot_winning
from mecenate.lab.winning import find_out

pytest.importorskip("matplotlib")
PRINCES = load("princes")


@pytest.fixture(scope="module")
def found():
    with games.threads(2) as pool:
        return find_out(PRINCES, ["greedy", "greedy", "random"], 80, pool, seed=3)


@pytest.fixture
def drawn(monkeypatch):
    """The figures that were drawn, with their axes where they will be in the file."""
    figures, save = [], plots.save

    def keep(pyplot, figure, path):
        figures.append(figure)
        save(pyplot, figure, path)

    monkeypatch.setattr(sheets, "save", keep)
    monkeypatch.setattr(plots, "save", keep)
    return figures


def axes_of(figure):
    """All axes of a figure that are seen."""
    inside = [axis for part in figure.subfigs for axis in axes_of(part)]
    return [axis for axis in (inside or figure.axes) if axis.get_visible()]


def texts(path):
    return re.findall(r"<text[^>]*>([^<]*)</text>", path.read_text())


def test_no_interval_is_cut_off(found, drawn, tmp_path):
    """Whatever the axes are shared with, each interval ends within its plot."""
    found, unsure = deepcopy(found), Estimate(0.9, 0.4, 0.999)
    for row in (*found.end[:1], found.opening[0]):
        steps = row.levels if hasattr(row, "levels") else row.options
        steps[0] = replace(steps[0], win_share=unsure)
    plot_winning(found, tmp_path / "sheet.svg")
    ends = 0
    for axis in axes_of(drawn[0]):
        (left, right), (low, high) = axis.get_xlim(), axis.get_ylim()
        for lines in axis.containers:
            for segment in lines[2][0].get_segments():
                assert all(left <= x <= right and low <= y <= high for x, y in segment), (axis.get_title(), segment)
                ends += 1
    assert ends > 100


def test_labels_and_titles_are_whole_words_in_the_file(found, tmp_path):
    path = tmp_path / "sheet.svg"
    plot_winning(found, path)
    written = texts(path)
    assert any("The Princes of Florence, 3 seats, 80 games, seed 3" in line for line in written)
    assert any("edition=pro-ludo, money=hidden" in line for line in written)
    assert not any("…" in line for line in written)
    together = " ".join(written)
    for one in found.holdings:
        assert all(option.label in together for option in one.options), one.label


def test_what_is_asked_about_stands_alone_and_large(found, drawn, tmp_path):
    plot_winning(found, tmp_path / "sheet.svg")
    plot_winning(found, tmp_path / "alone.svg", ["jesters", "seat"])
    sheet, alone = drawn
    assert [axis.get_title() for axis in axes_of(alone)] == [
        "At the end: points with one more, others equal",
        "Jesters",
        "Seat in turn order: games won, %",
    ]
    size = {figure: axes_of(figure)[1].get_position().width * figure.get_size_inches()[0] for figure in drawn}
    assert size[alone] > 3 * size[sheet] / 2
    assert "Builders" not in " ".join(texts(tmp_path / "alone.svg"))


def test_nothing_to_tell_is_a_picture_too(found, tmp_path):
    plot_winning(replace(found, opening=[]), tmp_path / "bot.png", ["bot"])
    assert (tmp_path / "bot.png").stat().st_size


def test_a_ladder_stands_in_the_order_of_its_budgets(drawn, tmp_path):
    names = ["search:2", "search:16", "search:4"]
    with games.threads(2) as pool:
        ladder = arena(PRINCES, lineups_of(names, 2), 2, pool, seed=2)
        others = arena(PRINCES, [["greedy", "search:2", "random"]], 3, pool, seed=2)
    for one in (ladder, others):
        plot_arena(one, tmp_path / "arena.svg")
    ordered = [[tick.get_text() for tick in figure.axes[0].get_yticklabels()] for figure in drawn]
    assert ordered[0] == ["search:2", "search:4", "search:16"]
    assert ordered[1] == [row.bot for row in others.standings[::-1]]


def test_the_arena_says_what_its_bars_are_and_what_was_played(tmp_path):
    with games.threads(2) as pool:
        found = arena(PRINCES, [["greedy", "random"]], 4, pool, seed=5, options={"characters": True})
    plot_arena(found, tmp_path / "arena.svg")
    written = " ".join(texts(tmp_path / "arena.svg"))
    for words in ("The Princes of Florence, 2 seats, 4 games, seed 5", "characters=true", "95%", "two standard deviations"):
        assert words in written


def test_an_analysis_explains_its_circles_beside_the_lines(drawn, tmp_path):
    def decisions(cost):
        return [Decision(k, k % 2, [0.6, 0.4], [30.0, 28.0], 1, 2, 0.4, 0.5, cost) for k in range(4)]

    path, labels = tmp_path / "a.svg", ["move", "chance", "score", "the dearest moves"]
    plot_analysis("A game\nlooked through", ["Anna", "Bruno"], decisions(0.1), None, 4, labels, path)
    (figure,) = drawn
    (legend,) = figure.legends
    assert [text.get_text() for text in legend.get_texts()] == ["Anna", "Bruno", "the dearest moves"]
    assert legend.get_window_extent().y1 <= min(axis.get_tightbbox().y0 for axis in figure.axes)
    plot_analysis("A game", ["Anna", "Bruno"], decisions(0.0), None, 4, labels, path)
    assert "the dearest moves" not in texts(path)
