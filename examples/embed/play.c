/* A whole game by random answers, and one by the search: `cc play.c -I. -Llinux-x86-64 -lmecenate -o play`, in the folder
   that `python -m mecenate.compiler.embed` has written. `play WEIGHTS` lets the search answer too. */
#define MECENATE_NAMES
#include "mecenate.h"
#include <stdio.h>
#include <stdlib.h>

enum { PLAYERS = 3, SIMULATIONS = 200 };

static uint64_t chance = 7;

/* SplitMix64: a number from 0 to n - 1. */
static uint64_t below(uint64_t n) {
    uint64_t z = chance += 0x9E3779B97F4A7C15;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return ((z ^ (z >> 31)) >> 32) * n >> 32;
}

static int offered(const uint64_t *mask, int move) { return mask[move / 64] >> move % 64 & 1; }

static int random_answer(const stanza_state *game) {
    uint64_t mask[STANZA_MASK];
    uint64_t left = below((uint64_t)stanza_legal(game->bytes, mask));
    int move = 0;
    while (!offered(mask, move) || left-- > 0) move++;
    return move;
}

static void show(const stanza_state *game, const char *how, int move) {
    printf("%4d: seat %d is asked \"%s\", and answers %s %s\n", game->head.ply, game->head.asked,
           stanza_questions[game->head.question], how, stanza_moves[move]);
}

/* One answer by the search, from the weights in a file. */
static void think(stanza_state *game, const char *file) {
    float *weights = malloc(sizeof(float) * STANZA_WEIGHTS);
    void *memory = malloc((size_t)stanza_search_memory(SIMULATIONS));
    double expected[2 * STANZA_SEATS];
    FILE *in = fopen(file, "rb");
    if (!weights || !memory || !in || fread(weights, sizeof(float), STANZA_WEIGHTS, in) != STANZA_WEIGHTS) {
        fprintf(stderr, "%s: no weights\n", file);
        exit(1);
    }
    int move = (int)stanza_search(game->bytes, PLAYERS, SIMULATIONS, 1, weights, memory, expected);
    show(game, "after a search", move);
    for (int seat = 0; seat < PLAYERS; seat++)
        printf("      seat %d: %.0f%% to win, %.1f points\n", seat, 100 * expected[seat], expected[PLAYERS + seat]);
    stanza_step(game->bytes, move);
    fclose(in);
    free(memory);
    free(weights);
}

int main(int count, char **words) {
    stanza_state game;
    int64_t options[STANZA_OPTIONS] = {PLAYERS}, result[2 * STANZA_SEATS];
    options[STANZA_OPTION_VARIANT] = STANZA_VARIANT_EXPERT;
    stanza_start(game.bytes, 2026, options);
    while (game.head.asked >= 0) {
        if (count > 1 && game.head.ply == 20) think(&game, words[1]);
        int move = random_answer(&game);
        if (stanza_why(game.bytes, move) != STANZA_REASON_OFFERED) return 1; /* what is offered is accepted */
        if (game.head.ply % 20 == 0) show(&game, "by chance", move);
        stanza_step(game.bytes, move);
    }
    stanza_result(game.bytes, result);
    for (int seat = 0; seat < PLAYERS; seat++)
        printf("seat %d: %d points, place %d\n", seat, (int)result[seat], (int)result[PLAYERS + seat]);
    return 0;
}
