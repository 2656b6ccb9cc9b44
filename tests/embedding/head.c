#define MECENATE_NAMES
#include "mecenate.h"
#include <stddef.h>
#include <stdio.h>

#define PLACE(field) printf("%s %d\n", #field, (int)offsetof(mecenate_head, field))

int main(void) {
    PLACE(rng), PLACE(asked), PLACE(question), PLACE(ply), PLACE(revealed), PLACE(happened), PLACE(events);
    printf("event %d\n", (int)sizeof(mecenate_event));
    printf("%d %d %s\n", STANZA_QUESTION_MOVE, STANZA_MOVE_PASS, stanza_moves[STANZA_MOVE_PASS]);
    printf("%d %d\n", PRINCES_OPTION_MONEY, PRINCES_MONEY_OPEN);
    (void)princes_questions, (void)princes_reasons, (void)princes_events, (void)princes_moves;
    (void)carrara_questions, (void)carrara_reasons, (void)carrara_events, (void)carrara_moves;
    (void)stanza_questions, (void)stanza_reasons, (void)stanza_events;
    return 0;
}
