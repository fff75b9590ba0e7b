/* Rules, in the order in which they are asked: the first that holds tells. */
#include "pace.h"

#include <string.h>

void pace_answer_clear(PaceAnswer *answer)
{
    g_clear_pointer(&answer->why, g_free);
}

/* How long until `ms` after `then` have passed; 0 = they have. */
static guint left(const PaceFacts *facts, gint64 then, guint ms)
{
    gint64 end = then + (gint64)ms * 1000;
    return then == 0 || end <= facts->now ? 0 : (guint)((end - facts->now) / 1000 + 1);
}

static guint is_busy(const PaceFacts *facts)
{
    return facts->busy ? PACE_LOOK_MS : 0;
}

static guint is_other(const PaceFacts *facts)
{
    return facts->other ? PACE_LOOK_MS : 0;
}

static guint is_button(const PaceFacts *facts)
{
    return facts->button_down ? PACE_LOOK_MS : 0;
}

static guint is_input(const PaceFacts *facts)
{
    return left(facts, facts->last_input, PACE_INPUT_MS);
}

static guint is_touched(const PaceFacts *facts)
{
    return left(facts, facts->last_touched, PACE_TOUCHED_MS);
}

static guint is_text(const PaceFacts *facts)
{
    return strcmp(facts->tool, "Text") == 0 ? PACE_LOOK_MS : 0;
}

static guint is_redo(const PaceFacts *facts)
{
    return facts->redo ? PACE_LOOK_MS : 0;
}

static guint is_slow(const PaceFacts *facts)
{
    return !facts->ended && facts->last_push_ms > PACE_SLOW_MS ? PACE_LOOK_MS : 0;
}

static guint is_rest(const PaceFacts *facts)
{
    return left(facts, facts->last_push, facts->last_push_ms * PACE_REST);
}

static const struct {
    guint (*holds)(const PaceFacts *facts); /* for how long, in ms; 0 = it doesn't */
    gboolean always; /* also when the person wants it now: what they have in hand would be lost */
    const char *why; /* NULL = it is a moment, and not told; "%s" = the document's name */
} rules[] = {
    {is_busy, TRUE, "Inkscape is busy"},
    {is_other, TRUE, "another document is in front: waiting for %s"},
    {is_button, TRUE, "you hold a button of the mouse"},
    {is_input, TRUE, NULL},
    {is_touched, FALSE, "you have selected what would change"},
    {is_text, FALSE, "the text tool is in use, and you may be typing"},
    {is_redo, FALSE, "you have just undone something, and it couldn't be redone afterwards"},
    {is_slow, FALSE, "it takes long to show, and is shown at the end"},
    {is_rest, FALSE, NULL},
};

PaceAnswer pace_decide(const PaceFacts *facts)
{
    for (guint i = 0; i < G_N_ELEMENTS(rules); i++) {
        guint ms = rules[i].always || !facts->said ? rules[i].holds(facts) : 0;
        if (ms == 0) {
            continue;
        }
        if (rules[i].why == NULL) {
            return (PaceAnswer){PACE_WAIT, NULL, ms};
        }
        g_auto(GStrv) parts = g_strsplit(rules[i].why, "%s", 2);
        char *why = g_strjoinv(facts->name != NULL ? facts->name : "the drawing", parts);
        return (PaceAnswer){PACE_HOLD, why, MIN(ms, (guint)PACE_LOOK_MS)};
    }
    return (PaceAnswer){PACE_PUSH, NULL, 0};
}
