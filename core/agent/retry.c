/* The rules of asking again: reference/model-apis.md 5.6. */
#include "agent/retry.h"

#include <fairy/limits.h>

#include <math.h>

#define MOST_MS 16000 /* of one wait */

static gint64 wait_for(const FairyRetry *retry, const FairyApiError *api_error, double random)
{
    if (api_error->wait_ms >= 0) {
        return (gint64)((double)api_error->wait_ms * (1 + random / 10));
    }
    double most = MIN(MOST_MS, retry->first_ms * pow(2, retry->failures));
    return (gint64)(most * (0.5 + random / 2));
}

/* An answer that was too long can only be gone on with; an empty one may be better next time. */
static gboolean is_worth_it(const FairyApiError *api_error, guint n_actions)
{
    return api_error->kind == FAIRY_API_ERROR_LENGTH  ? n_actions > 0
           : api_error->kind == FAIRY_API_ERROR_EMPTY ? TRUE
                                                      : fairy_api_error_may_pass(api_error);
}

FairyNext fairy_retry_next(FairyRetry *retry, const FairyApiError *api_error, guint n_actions,
                           double random, gint64 *wait_ms)
{
    *wait_ms = 0;
    retry->failures = n_actions > 0 ? 0 : retry->failures;
    if (!is_worth_it(api_error, n_actions) || retry->failures >= retry->most) {
        return FAIRY_NEXT_STOP;
    }
    if (api_error->kind != FAIRY_API_ERROR_LENGTH) {
        *wait_ms = wait_for(retry, api_error, random);
    }
    if (retry->waited_ms + *wait_ms > FAIRY_MAX_RETRY_WAIT_MS) {
        return FAIRY_NEXT_STOP;
    }
    retry->failures++;
    retry->waited_ms += *wait_ms;
    return n_actions > 0 ? FAIRY_NEXT_CONTINUE : FAIRY_NEXT_AGAIN;
}
