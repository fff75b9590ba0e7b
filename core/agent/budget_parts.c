/* What is left of a budget, in parts. */
#include "agent/budget_parts.h"

#include <math.h>

#define NOBODYS "" /* what belongs to no id */

typedef struct {
    FairySums left;
    gboolean begun;
} Part;

struct _FairyBudgetParts {
    GHashTable *all;  /* char * → Part * */
    FairySums spared; /* for who comes later */
};

FairyBudgetParts *fairy_budget_parts_new(void)
{
    FairyBudgetParts *parts = g_new0(FairyBudgetParts, 1);
    parts->all = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    return parts;
}

void fairy_budget_parts_free(FairyBudgetParts *parts)
{
    g_hash_table_unref(parts->all);
    g_free(parts);
}

static Part *find(const FairyBudgetParts *parts, const char *id)
{
    return g_hash_table_lookup(parts->all, id ? id : NOBODYS);
}

/* Who has begun stays so: else each new deal would give it the first request once more. */
static void add_part(GHashTable *all, const FairyBudgetParts *parts, const char *id,
                     const FairySums *each)
{
    const Part *before = find(parts, id);
    Part *part = g_new(Part, 1);
    *part = (Part){.left = *each, .begun = id && before && before->begun};
    g_hash_table_insert(all, g_strdup(id ? id : NOBODYS), part);
}

void fairy_budget_parts_deal(FairyBudgetParts *parts, const FairySums *left, const char *const *ids,
                             guint n)
{
    GHashTable *all = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    FairySums each;
    for (guint kind = 0; kind < FAIRY_SUM_COUNT; kind++) {
        double equal = MAX(left->of[kind], 0) / n;
        each.of[kind] = kind == FAIRY_SUM_USD ? equal : floor(equal);
    }
    add_part(all, parts, NULL, &each);
    for (const char *const *id = ids; id && *id; id++) {
        add_part(all, parts, *id, &each);
    }
    guint rest = n - MIN(n, g_hash_table_size(all));
    for (guint kind = 0; kind < FAIRY_SUM_COUNT; kind++) {
        parts->spared.of[kind] = rest * each.of[kind];
    }
    g_hash_table_unref(parts->all);
    parts->all = all;
}

double fairy_budget_parts_kept(const FairyBudgetParts *parts, const char *id, FairySumKind kind)
{
    const Part *own = find(parts, id), *part;
    double kept = parts->spared.of[kind];
    GHashTableIter iter;
    g_hash_table_iter_init(&iter, parts->all);
    while (g_hash_table_iter_next(&iter, NULL, (gpointer *)&part)) {
        kept += part == own ? 0 : part->left.of[kind];
    }
    return kept;
}

gboolean fairy_budget_parts_is_whole(const FairyBudgetParts *parts, const char *id)
{
    const Part *part = find(parts, id);
    return part && !part->begun;
}

void fairy_budget_parts_take(FairyBudgetParts *parts, const char *id, const FairySums *sums,
                             FairySums *taken)
{
    Part *part = find(parts, id);
    *taken = (FairySums){0};
    for (guint kind = 0; part && kind < FAIRY_SUM_COUNT; kind++) {
        taken->of[kind] = MIN(part->left.of[kind], sums->of[kind]);
        part->left.of[kind] -= taken->of[kind];
        part->begun = TRUE;
    }
}

void fairy_budget_parts_put_back(FairyBudgetParts *parts, const char *id, const FairySums *sums)
{
    Part *part = find(parts, id);
    for (guint kind = 0; part && kind < FAIRY_SUM_COUNT; kind++) {
        part->left.of[kind] += sums->of[kind];
    }
}
