/* The rules of asking again: reference/model-apis.md 5.6. */
#include "agent/retry.h"

#include <fairy/limits.h>

#include <math.h>

#define MOST_MS 16000 /* of one wait */

static gint64 wait_for(const FairyRetry *retry, const FairyFault *fault, double random)
{
    if (fault->wait_ms >= 0) {
        return (gint64)((double)fault->wait_ms * (1 + random / 10));
    }
    double most = MIN(MOST_MS, retry->first_ms * pow(2, retry->failures));
    return (gint64)(most * (0.5 + random / 2));
}

/* An answer that was too long can only be gone on with; an empty one may be better next time. */
static gboolean is_worth_it(const FairyFault *fault, guint n_actions)
{
    return fault->kind == FAIRY_FAULT_LENGTH  ? n_actions > 0
           : fault->kind == FAIRY_FAULT_EMPTY ? TRUE
                                              : fairy_fault_may_pass(fault);
}

FairyNext fairy_retry_next(FairyRetry *retry, const FairyFault *fault, guint n_actions,
                           double random, gint64 *wait_ms)
{
    *wait_ms = 0;
    retry->failures = n_actions > 0 ? 0 : retry->failures;
    if (!is_worth_it(fault, n_actions) || retry->failures >= retry->most) {
        return FAIRY_NEXT_STOP;
    }
    if (fault->kind != FAIRY_FAULT_LENGTH) {
        *wait_ms = wait_for(retry, fault, random);
    }
    if (retry->waited_ms + *wait_ms > FAIRY_MAX_RETRY_WAIT_MS) {
        return FAIRY_NEXT_STOP;
    }
    retry->failures++;
    retry->waited_ms += *wait_ms;
    return n_actions > 0 ? FAIRY_NEXT_CONTINUE : FAIRY_NEXT_AGAIN;
}
