/* When a request is made again, and when not. */
#include "agent/retry.h"

#include <fairy/limits.h>

#include <string.h>

typedef struct {
    const char *name;
    FairyApiErrorKind kind;
    int status;
    gint64 said_ms; /* what the server said to wait; -1 = nothing */
    guint n_actions;
    FairyNext next;
    gint64 least_ms, most_ms;
} Row;

static const FairyRetry usual = {.most = FAIRY_MAX_RETRIES, .first_ms = FAIRY_FIRST_RETRY_MS};

static const Row rows[] = {
    {"cut-before-an-action", FAIRY_API_ERROR_TRUNCATED, 200, -1, 0, FAIRY_NEXT_AGAIN, 250, 500},
    {"cut-after-actions", FAIRY_API_ERROR_TRUNCATED, 200, -1, 3, FAIRY_NEXT_CONTINUE, 250, 500},
    {"stalled", FAIRY_API_ERROR_STALLED, 200, -1, 0, FAIRY_NEXT_AGAIN, 250, 500},
    {"overloaded", FAIRY_API_ERROR_OVERLOADED, 529, -1, 0, FAIRY_NEXT_AGAIN, 250, 500},
    {"server", FAIRY_API_ERROR_SERVER, 500, -1, 0, FAIRY_NEXT_AGAIN, 250, 500},
    {"unreached", FAIRY_API_ERROR_UNREACHABLE, 0, -1, 0, FAIRY_NEXT_AGAIN, 250, 500},
    {"rate-says-when", FAIRY_API_ERROR_RATE_LIMIT, 429, 2000, 0, FAIRY_NEXT_AGAIN, 2000, 2200},
    {"rate-says-now", FAIRY_API_ERROR_RATE_LIMIT, 429, 0, 0, FAIRY_NEXT_AGAIN, 0, 0},
    {"rate-says-tomorrow", FAIRY_API_ERROR_RATE_LIMIT, 429, 86400000, 0, FAIRY_NEXT_STOP, 0, 0},
    {"too-long-after-actions", FAIRY_API_ERROR_LENGTH, 200, -1, 5, FAIRY_NEXT_CONTINUE, 0, 0},
    {"too-long-before-an-action", FAIRY_API_ERROR_LENGTH, 200, -1, 0, FAIRY_NEXT_STOP, 0, 0},
    {"empty", FAIRY_API_ERROR_EMPTY, 200, -1, 0, FAIRY_NEXT_AGAIN, 250, 500},
    {"wrong-key", FAIRY_API_ERROR_KEY, 401, -1, 0, FAIRY_NEXT_STOP, 0, 0},
    {"denied", FAIRY_API_ERROR_DENIED, 403, -1, 0, FAIRY_NEXT_STOP, 0, 0},
    {"no-such-model", FAIRY_API_ERROR_MODEL, 404, -1, 0, FAIRY_NEXT_STOP, 0, 0},
    {"no-credit", FAIRY_API_ERROR_QUOTA, 429, -1, 0, FAIRY_NEXT_STOP, 0, 0},
    {"wrong-request", FAIRY_API_ERROR_REQUEST, 400, -1, 0, FAIRY_NEXT_STOP, 0, 0},
    {"too-large", FAIRY_API_ERROR_TOO_LARGE, 413, -1, 0, FAIRY_NEXT_STOP, 0, 0},
    {"untrusted", FAIRY_API_ERROR_UNTRUSTED, 0, -1, 0, FAIRY_NEXT_STOP, 0, 0},
    {"refused", FAIRY_API_ERROR_REFUSED, 200, -1, 0, FAIRY_NEXT_STOP, 0, 0},
    {"filtered-after-actions", FAIRY_API_ERROR_FILTERED, 200, -1, 2, FAIRY_NEXT_STOP, 0, 0},
};

static void test_row(gconstpointer data)
{
    const Row *row = data;
    for (double random = 0; random <= 1; random += 0.25) {
        FairyRetry retry = usual;
        FairyApiError api_error = {
            .kind = row->kind, .status = row->status, .wait_ms = row->said_ms};
        gint64 wait_ms = -1;
        g_assert_cmpint(fairy_retry_next(&retry, &api_error, row->n_actions, random, &wait_ms), ==,
                        row->next);
        if (row->next != FAIRY_NEXT_STOP) {
            g_assert_cmpint(wait_ms, >=, row->least_ms);
            g_assert_cmpint(wait_ms, <=, row->most_ms);
        }
    }
}

/* B30: a fault that stays ends the run, after a few tries that get further apart. */
static void test_b30_error_loop(void)
{
    FairyRetry retry = usual;
    FairyApiError api_error = {.kind = FAIRY_API_ERROR_SERVER, .status = 500, .wait_ms = -1};
    gint64 wait_ms = 0, last_ms = 0;
    guint tries = 0;
    while (fairy_retry_next(&retry, &api_error, 0, 0.5, &wait_ms) != FAIRY_NEXT_STOP) {
        g_assert_cmpint(wait_ms, >, last_ms);
        last_ms = wait_ms;
        g_assert_cmpuint(++tries, <=, FAIRY_MAX_RETRIES);
    }
    g_assert_cmpuint(tries, ==, FAIRY_MAX_RETRIES);
}

/* Getting further is no failure; but waiting has an end, however often it helps. */
static void test_progress(void)
{
    FairyRetry retry = usual;
    FairyApiError api_error = {.kind = FAIRY_API_ERROR_TRUNCATED, .wait_ms = -1};
    gint64 wait_ms = 0;
    guint tries = 0;
    while (fairy_retry_next(&retry, &api_error, 1, 1, &wait_ms) == FAIRY_NEXT_CONTINUE) {
        g_assert_cmpint(wait_ms, <=, 500);
        tries++;
    }
    g_assert_cmpuint(tries, >, FAIRY_MAX_RETRIES);
    g_assert_cmpint(retry.waited_ms, <=, FAIRY_MAX_RETRY_WAIT_MS);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *path = g_strconcat("/retry/", rows[i].name, NULL);
        g_test_add_data_func(path, &rows[i], test_row);
    }
    g_test_add_func("/retry/B30-error-loop", test_b30_error_loop);
    g_test_add_func("/retry/progress", test_progress);
    return g_test_run();
}
