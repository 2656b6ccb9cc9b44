/* Plays the jobs of bench/platforms.py in C: a line each, as "game games searches simulations numbers ...", answered by a
   hash. The folder with the weights is an argument. GAMES says which games are there. */
#include "mecenate.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef GAMES
#define GAMES GAME(princes, PRINCES) GAME(carrara, CARRARA) GAME(stanza, STANZA)
#endif

typedef struct {
    const char *key;
    int64_t state, options, mask, seats, weights;
    void (*start)(uint8_t *, uint64_t, const int64_t *);
    int64_t (*legal)(const uint8_t *, uint64_t *);
    void (*step)(uint8_t *, int64_t);
    void (*result)(const uint8_t *, int64_t *);
    int64_t (*rollout)(uint8_t *, uint64_t *, uint64_t *);
    int64_t (*memory)(int64_t);
    int64_t (*search)(const uint8_t *, int64_t, int64_t, uint64_t, const float *, void *, double *);
} Game;

#define GAME(key, KEY)                                                                                                       \
    {#key,      KEY##_STATE, KEY##_OPTIONS, KEY##_MASK,    KEY##_SEATS,   KEY##_WEIGHTS,       key##_start,                   \
     key##_legal, key##_step,  key##_result,  key##_rollout, key##_search_memory, key##_search},
static const Game games[] = {GAMES};

/* FNV-1a over words of 64 bits. */
static uint64_t hash;
static void note(uint64_t word) { hash = (hash ^ word) * 0x100000001B3; }
static void note_all(const void *words, int64_t n) {
    for (int64_t k = 0; k < n; k++) {
        uint64_t word;
        memcpy(&word, (const char *)words + 8 * k, 8);
        note(word);
    }
}

static void play(const Game *game, const int64_t *options, uint64_t count) {
    uint64_t state[256], mask[16], generator = 1;
    int64_t result[10] = {0};
    for (uint64_t seed = 0; seed < count; seed++) {
        game->start((uint8_t *)state, seed, options);
        note((uint64_t)game->rollout((uint8_t *)state, mask, &generator));
        game->result((uint8_t *)state, result);
        note_all(state, game->state / 8);
        note_all(result, 2 * options[0]);
    }
}

/* The n-th answer that is offered. */
static int64_t nth(const uint64_t *mask, int64_t n) {
    for (int64_t move = 0;; move++)
        if (mask[move / 64] >> move % 64 & 1 && n-- == 0) return move;
}

static void search(const Game *game, const int64_t *options, uint64_t count, int64_t simulations, const char *folder) {
    uint64_t state[256], mask[16];
    double expected[10];
    char name[1000];
    float *weights = malloc(sizeof(float) * (size_t)game->weights);
    void *memory = malloc((size_t)game->memory(simulations));
    snprintf(name, sizeof name, "%s/%s.weights", folder, game->key);
    FILE *in = fopen(name, "rb");
    if (!in || !weights || !memory || fread(weights, sizeof(float), (size_t)game->weights, in) != (size_t)game->weights) exit(1);
    fclose(in);
    for (uint64_t seed = 0; seed < count; seed++) {
        game->start((uint8_t *)state, seed, options);
        for (int64_t ply = 0; ply < (int64_t)(9 + 13 * seed); ply++) {
            int64_t offered = game->legal((uint8_t *)state, mask);
            if (!offered) break;
            game->step((uint8_t *)state, nth(mask, (7 * ply + (int64_t)seed) % offered));
        }
        memset(expected, 0, sizeof expected);
        note((uint64_t)game->search((uint8_t *)state, options[0], simulations, seed, weights, memory, expected));
        note_all(expected, 2 * options[0]);
    }
    free(weights);
    free(memory);
}

int main(int count, char **words) {
    char key[20];
    unsigned long long played, searches, simulations;
    while (scanf("%19s %llu %llu %llu", key, &played, &searches, &simulations) == 4) {
        const Game *game = games;
        while (strcmp(game->key, key)) game++;
        int64_t options[16];
        for (int64_t k = 0; k < game->options; k++) {
            int value;
            if (scanf("%d", &value) != 1) return 1;
            options[k] = value;
        }
        hash = 0xCBF29CE484222325;
        play(game, options, played);
        if (searches) search(game, options, searches, (int64_t)simulations, count > 1 ? words[1] : ".");
        printf("%08lx%08lx\n", (unsigned long)(hash >> 32), (unsigned long)(hash & 0xFFFFFFFF));
        fflush(stdout);
    }
    return 0;
}
