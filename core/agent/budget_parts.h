/* What is left of a budget, dealt out: who uses up a part takes nothing of the others'. Private to
 * agent/. */
#pragma once

#include <glib.h>

typedef enum { FAIRY_SUM_REQUESTS, FAIRY_SUM_TOKENS, FAIRY_SUM_USD, FAIRY_SUM_COUNT } FairySumKind;

typedef struct {
    double of[FAIRY_SUM_COUNT];
} FairySums;

typedef struct _FairyBudgetParts FairyBudgetParts;

/* Nothing is dealt out yet. Free with fairy_budget_parts_free(). */
FairyBudgetParts *fairy_budget_parts_new(void);
void fairy_budget_parts_free(FairyBudgetParts *parts);
/* Deals `left` anew: one of `n` equal parts for each of `ids` (NULL-terminated), and one for whom
 * none of them is of; the others are kept for who comes later. */
void fairy_budget_parts_deal(FairyBudgetParts *parts, const FairySums *left, const char *const *ids,
                             guint n);
/* Returns how much is kept for all but `id` (NULL = who has none of the ids). */
double fairy_budget_parts_kept(const FairyBudgetParts *parts, const char *id, FairySumKind kind);
/* Returns whether nothing was taken of that part since it was first dealt. */
gboolean fairy_budget_parts_is_whole(const FairyBudgetParts *parts, const char *id);
/* Takes as much of it out of that part as is there, and stores how much in *taken. */
void fairy_budget_parts_take(FairyBudgetParts *parts, const char *id, const FairySums *sums,
                             FairySums *taken);
/* Puts that much back into it, unless it is gone. */
void fairy_budget_parts_put_back(FairyBudgetParts *parts, const char *id, const FairySums *sums);
