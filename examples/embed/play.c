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

static int random_answer(const uint8_t *state) {
    uint64_t mask[STANZA_MASK];
    uint64_t left = below((uint64_t)stanza_legal(state, mask));
    int move = 0;
    while (!offered(mask, move) || left-- > 0) move++;
    return move;
}

static void show(const uint8_t *state, const char *how, int move) {
    const mecenate_head *head = (const mecenate_head *)state;
    printf("%4d: seat %d is asked \"%s\", and answers %s %s\n", head->ply, head->asked, stanza_questions[head->question], how,
           stanza_moves[move]);
}

/* One answer by the search, from the weights in a file. */
static void think(uint8_t *state, const char *file) {
    float *weights = malloc(sizeof(float) * STANZA_WEIGHTS);
    void *memory = malloc((size_t)stanza_search_memory(SIMULATIONS));
    double expected[2 * STANZA_SEATS];
    FILE *in = fopen(file, "rb");
    if (!weights || !memory || !in || fread(weights, sizeof(float), STANZA_WEIGHTS, in) != STANZA_WEIGHTS) {
        fprintf(stderr, "%s: no weights\n", file);
        exit(1);
    }
    int move = (int)stanza_search(state, PLAYERS, SIMULATIONS, 1, weights, memory, expected);
    show(state, "after a search", move);
    for (int seat = 0; seat < PLAYERS; seat++)
        printf("      seat %d: %.0f%% to win, %.1f points\n", seat, 100 * expected[seat], expected[PLAYERS + seat]);
    stanza_step(state, move);
    fclose(in);
    free(memory);
    free(weights);
}

int main(int count, char **words) {
    static uint64_t place[STANZA_STATE / 8]; /* at an address that 8 divides */
    uint8_t *state = (uint8_t *)place;
    const mecenate_head *head = (const mecenate_head *)state;
    int64_t options[STANZA_OPTIONS] = {PLAYERS}, result[2 * STANZA_SEATS];
    options[STANZA_OPTION_VARIANT] = STANZA_VARIANT_EXPERT;
    stanza_start(state, 2026, options);
    while (head->asked >= 0) {
        if (count > 1 && head->ply == 20) think(state, words[1]);
        int move = random_answer(state);
        if (stanza_why(state, move) != STANZA_REASON_OFFERED) return 1; /* what is offered is accepted */
        if (head->ply % 20 == 0) show(state, "by chance", move);
        stanza_step(state, move);
    }
    stanza_result(state, result);
    for (int seat = 0; seat < PLAYERS; seat++)
        printf("seat %d: %d points, place %d\n", seat, (int)result[seat], (int)result[PLAYERS + seat]);
    return 0;
}
