/* Gates by the digest of their name: until when each is closed, how fast those go who waited, and
 * what the rate allows. */
#include "net/limiter_priv.h"

#include <fairy/limits.h>

#define MINUTE_US       (60.0 * G_USEC_PER_SEC)
#define MOST_STEP_US    G_USEC_PER_SEC /* after which the next goes, whatever is heard */
#define LEAST_STEP_US   20000
#define NO_STEP_US      1000  /* so short a step isn't worth waiting */
#define LATE_US         10000 /* a loop that is so late doesn't lower the rate */
#define FIRST_REPEAT_MS 250   /* at least, where a wait as it was told was too short */
#define MOST_REPEATS    7     /* doublings of that */
#define NEW_PART        0.125 /* of an answer's length in the usual one */

/* --- the limiter ------------------------------------------------------------------------------ */

static void gate_free(gpointer data)
{
    FairyGate *gate = data;
    g_free(gate->id);
    g_free(gate);
}

FairyLimiter *fairy_limiter_new(FairyClockFunc clock, gpointer clock_data)
{
    FairyLimiter *limiter = g_new0(FairyLimiter, 1);
    g_atomic_ref_count_init(&limiter->refs);
    g_mutex_init(&limiter->lock);
    limiter->clock = clock ? clock : fairy_clock_monotonic;
    limiter->clock_data = clock_data;
    limiter->by_id = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, gate_free);
    limiter->contexts = g_ptr_array_new();
    limiter->output = FAIRY_USUAL_OUTPUT_TOKENS;
    return limiter;
}

FairyLimiter *fairy_limiter_ref(FairyLimiter *limiter)
{
    g_atomic_ref_count_inc(&limiter->refs);
    return limiter;
}

void fairy_limiter_unref(FairyLimiter *limiter)
{
    if (limiter && g_atomic_ref_count_dec(&limiter->refs)) {
        g_hash_table_unref(limiter->by_id);
        g_ptr_array_unref(limiter->contexts);
        g_mutex_clear(&limiter->lock);
        g_free(limiter);
    }
}

void fairy_limiter_set_rate(FairyLimiter *limiter, guint requests, guint tokens)
{
    limiter->requests = requests;
    limiter->tokens = tokens;
}

gint64 fairy_limiter_now(const FairyLimiter *limiter)
{
    return limiter->clock(limiter->clock_data);
}

void fairy_limiter_wake(FairyLimiter *limiter)
{
    for (guint i = 0; i < limiter->contexts->len; i++) {
        g_main_context_wakeup(limiter->contexts->pdata[i]);
    }
}

static gboolean is_needless(gpointer id, gpointer data, gpointer now)
{
    (void)id;
    const FairyGate *gate = data;
    return gate->n_tickets == 0 && fairy_gate_due(gate) <= *(gint64 *)now;
}

FairyGate *fairy_limiter_gate(FairyLimiter *limiter, const char *name, gint64 now)
{
    g_autofree char *id = g_compute_checksum_for_string(G_CHECKSUM_SHA256, name, -1);
    g_hash_table_foreach_remove(limiter->by_id, is_needless, &now);
    FairyGate *gate = g_hash_table_lookup(limiter->by_id, id);
    if (!gate) {
        gate = g_new0(FairyGate, 1);
        gate->limiter = limiter;
        gate->id = g_steal_pointer(&id);
        gate->until = gate->closed = gate->reopened = G_MININT64;
        gate->next_request = gate->next_tokens = G_MININT64;
        g_hash_table_insert(limiter->by_id, gate->id, gate);
    }
    return gate;
}

/* --- the rate --------------------------------------------------------------------------------- */

static void charge(gint64 *next, double part, gint64 now)
{
    *next = MAX(*next, now - LATE_US) + (gint64)(part * MINUTE_US);
}

static void charge_tokens(FairyGate *gate, double tokens, gint64 now)
{
    if (gate->limiter->tokens) {
        charge(&gate->next_tokens, tokens / gate->limiter->tokens, now);
    }
}

static void give_back(FairyGate *gate, const FairyPassage *passage, double tokens)
{
    if (gate->limiter->tokens && passage->charged) {
        gate->next_tokens -= (gint64)(tokens / gate->limiter->tokens * MINUTE_US);
    }
}

void fairy_gate_settle(FairyGate *gate, FairyPassage *passage, guint64 tokens)
{
    FairyLimiter *limiter = gate->limiter;
    if (tokens == 0 || passage->charged == 0) {
        return;
    }
    double more = (double)tokens - (double)passage->tokens;
    limiter->output += NEW_PART * (MAX(more, 0) - limiter->output);
    give_back(gate, passage, (double)passage->charged - (double)tokens);
    passage->charged = 0;
}

/* --- gates ------------------------------------------------------------------------------------ */

gint64 fairy_gate_due(const FairyGate *gate)
{
    gint64 heard = gate->first ? gate->since + gate->pause : G_MININT64;
    return MAX(MAX(gate->until, heard), MAX(gate->next_request, gate->next_tokens));
}

/* Behind a wait they start slowly: by the pause it would be known that one is refused again, and
 * each pause is half the one before. */
void fairy_gate_let_go(FairyGate *gate, FairyPassage *passage, gint64 now)
{
    FairyLimiter *limiter = gate->limiter;
    passage->went = now;
    passage->doubted = 0;
    passage->charged = passage->tokens + (guint64)limiter->output;
    gate->reopened = gate->reopened <= gate->closed ? now : gate->reopened;
    gate->first = gate->step ? passage : NULL;
    gate->since = now;
    gate->pause = gate->step;
    gate->step = gate->step / 2 >= NO_STEP_US ? gate->step / 2 : 0;
    if (limiter->requests) {
        charge(&gate->next_request, 1.0 / limiter->requests, now);
    }
    charge_tokens(gate, (double)passage->charged, now);
}

void fairy_gate_doubt(FairyGate *gate, FairyPassage *passage, gint64 now)
{
    gate->first = passage;
    gate->since = passage->doubted = now;
    gate->pause = MOST_STEP_US;
}

/* What was told once, and wasn't enough, is told again: µs. */
static gint64 least_wait(const FairyGate *gate)
{
    guint n = MIN(gate->n_repeats, MOST_REPEATS);
    return n ? ((gint64)FIRST_REPEAT_MS << (n - 1)) * 1000 : 0;
}

void fairy_gate_close(FairyGate *gate, FairyPassage *passage, gint64 ms, gint64 now)
{
    gint64 from = passage->doubted ? passage->doubted : now;
    gboolean again = gate->closed != G_MININT64 && passage->went > gate->closed;
    gate->n_repeats += again;
    gint64 wait = MAX((gint64)((double)ms * 1000 * (1 + g_random_double() / 10)), least_wait(gate));
    gint64 step = MAX(2 * (from - passage->went), LEAST_STEP_US)
                  << MIN(gate->n_repeats, MOST_REPEATS);
    gate->step = MIN(step, MOST_STEP_US);
    gate->until = MAX(gate->until, from + wait);
    gate->closed = now;
    gate->first = gate->first == passage ? NULL : gate->first;
    give_back(gate, passage, (double)passage->charged);
    passage->charged = 0;
}

/* Who went when a wait was over, and is served, shows that it was long enough. */
void fairy_gate_pass(FairyGate *gate, const FairyPassage *passage)
{
    if (passage->went >= gate->reopened && gate->closed != G_MININT64) {
        gate->n_repeats = 0;
    }
    gate->first = gate->first == passage ? NULL : gate->first;
}
