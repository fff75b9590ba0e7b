/* Budgets: what is set aside, what is given back, what is refused and in which words. */
#include <fairy/budget.h>
#include <fairy/limits.h>

#include <string.h>

static const FairyPrice dear = {.known = TRUE, .input = 10, .output = 50, .cache_write = 12.5};
static const FairyPrice unknown = {.input = 15, .output = 75, .cache_write = 18.75};
static const FairyPrice gratis = {.known = TRUE};

static gint64 now; /* µs */

static gint64 test_clock(gpointer data)
{
    (void)data;
    return now;
}

static FairyBudget *budget_new(gint64 requests, gint64 tokens, double usd, gint64 time_ms)
{
    FairyBudgetLimits limits = {
        .requests = requests, .tokens = tokens, .usd = usd, .time_ms = time_ms};
    return fairy_budget_new(&limits, test_clock, NULL);
}

static FairyReservation *reserve(FairyBudget *budget, guint64 input, guint *output,
                                 const FairyPrice *price)
{
    g_autoptr(GError) error = NULL;
    FairyReservation *reservation =
        fairy_budget_reserve(budget, NULL, input, output, price, &error);
    g_assert_no_error(error);
    g_assert_nonnull(reservation);
    return reservation;
}

static void refused(FairyBudget *budget, guint64 input, guint output, const FairyPrice *price,
                    const char *message)
{
    g_autoptr(GError) error = NULL;
    guint before = output, requests = fairy_budget_requests(budget);
    g_assert_null(fairy_budget_reserve(budget, NULL, input, &output, price, &error));
    g_assert_error(error, FAIRY_ERROR, FAIRY_ERROR_BUDGET);
    g_assert_cmpstr(error->message, ==, message);
    g_assert_cmpuint(output, ==, before);
    g_assert_cmpuint(fairy_budget_requests(budget), ==, requests);
}

static void settle(FairyReservation *reservation, guint64 input, guint64 output)
{
    fairy_reservation_settle(reservation, &(FairyUsage){.input = input, .output = output});
}

static void test_none(void)
{
    g_autoptr(FairyBudget) budget = budget_new(-1, -1, -1, -1);
    for (guint i = 0; i < 1000; i++) {
        guint output = 4000000000u;
        FairyReservation *big = reserve(budget, G_MAXUINT32, &output, &dear);
        g_assert_cmpuint(output, ==, 4000000000u);
        settle(big, G_MAXUINT32, output);
    }
    g_assert_cmpuint(fairy_budget_requests(budget), ==, 1000);
    g_assert_cmpint(fairy_budget_time_left(budget), ==, -1);
}

static void test_requests(void)
{
    g_autoptr(FairyBudget) budget = budget_new(2, -1, -1, -1);
    guint output = 100;
    FairyReservation *first = reserve(budget, 10, &output, &unknown);
    FairyReservation *second = reserve(budget, 10, &output, &unknown);
    const char *message = "the budget of 2 requests is used up; --max-requests raises it";
    refused(budget, 10, 100, &unknown, message);
    settle(first, 10, 10);
    refused(budget, 10, 100, &unknown, message);
    /* One that was never sent doesn't count. */
    fairy_reservation_settle(second, NULL);
    g_assert_cmpuint(fairy_budget_requests(budget), ==, 1);
    settle(reserve(budget, 10, &output, &unknown), 0, 0);
    g_autoptr(FairyBudget) nothing = budget_new(0, -1, -1, -1);
    refused(nothing, 10, 100, &unknown,
            "the budget of 0 requests is used up; --max-requests raises it");
}

static void test_tokens(void)
{
    g_autoptr(FairyBudget) budget = budget_new(-1, 100000, -1, -1);
    guint output = 16000;
    FairyReservation *first = reserve(budget, 30000, &output, &unknown);
    g_assert_cmpuint(output, ==, 16000);
    /* Of the 54,000 left the input takes 45,000: a shorter answer still fits. */
    FairyReservation *second = reserve(budget, 45000, &output, &unknown);
    g_assert_cmpuint(output, ==, 9000);
    refused(budget, 1, 100, &unknown,
            "the budget of 100,000 tokens is too small for another request: 100,000 are used, or "
            "kept for requests under way, and it needs about 101; --max-tokens raises it");
    g_assert_cmpuint(fairy_budget_under_way(budget), ==, 2);
    /* What wasn't needed is there again. */
    settle(first, 30000, 1000);
    output = 20000;
    FairyReservation *third = reserve(budget, 10000, &output, &unknown);
    g_assert_cmpuint(output, ==, 5000);
    settle(second, 45000, 9000);
    settle(third, 10000, 5000);
    refused(budget, 20000, 16000, &unknown,
            "the budget of 100,000 tokens is too small for another request: 100,000 are used, and "
            "it needs about 22,000; --max-tokens raises it");
    g_assert_cmpuint(fairy_usage_tokens(fairy_budget_usage(budget)), ==, 100000);
}

/* An answer of less than FAIRY_MIN_OUTPUT_TOKENS isn't asked for, unless that is all that was
 * wanted. */
static void test_least(void)
{
    g_autoptr(FairyBudget) budget = budget_new(-1, 10000, -1, -1);
    guint output = 16000;
    fairy_reservation_settle(reserve(budget, 10000 - FAIRY_MIN_OUTPUT_TOKENS, &output, &unknown),
                             NULL);
    g_assert_cmpuint(output, ==, FAIRY_MIN_OUTPUT_TOKENS);
    refused(budget, 10001 - FAIRY_MIN_OUTPUT_TOKENS, 16000, &unknown,
            "the budget of 10,000 tokens is too small for another request: 0 are used, and it "
            "needs about 10,001; --max-tokens raises it");
    output = 50;
    fairy_reservation_settle(reserve(budget, 9950, &output, &unknown), NULL);
    g_assert_cmpuint(output, ==, 50);
    output = 0;
    fairy_reservation_settle(reserve(budget, 0, &output, &unknown), NULL);
    g_assert_cmpuint(output, ==, MIN(FAIRY_DEFAULT_OUTPUT_TOKENS, 10000));
    refused(budget, G_MAXUINT64, 1, &unknown,
            "the budget of 10,000 tokens is too small for another request: 0 are used, and it "
            "needs about 9,223,372,036,854,775,808; --max-tokens raises it");
}

static void test_more_than_said(void)
{
    g_autoptr(FairyBudget) budget = budget_new(-1, 10000, -1, -1);
    guint output = 3000;
    /* The estimate was wrong, or the server ignored the limit. */
    settle(reserve(budget, 1000, &output, &unknown), G_MAXUINT64, 5);
    refused(budget, 1, 2000, &unknown,
            "the budget of 10,000 tokens is too small for another request: "
            "18,446,744,073,709,551,615 are used, and it needs about 2,001; --max-tokens raises "
            "it");
}

static void test_usd(void)
{
    g_autoptr(FairyBudget) budget = budget_new(-1, -1, 1, -1);
    guint output = 10000;
    /* Read into the cache at the most: 20,000 × 12.5 + 10,000 × 50 = 0.75 USD. */
    FairyReservation *first = reserve(budget, 20000, &output, &dear);
    g_assert_cmpuint(output, ==, 10000);
    /* 0.25 left; 0.0125 for reading, and the rest buys 4,750 tokens. */
    FairyReservation *second = reserve(budget, 1000, &output, &dear);
    g_assert_cmpuint(output, >=, 4749);
    g_assert_cmpuint(output, <=, 4750);
    refused(budget, 1000, 16000, &dear,
            "the budget of $1.00 is too small for another request: about $1.00 is spent, or kept "
            "for requests under way, and it may cost $0.11; --max-cost raises it");
    settle(first, 20000, 100);
    settle(second, 1000, 100);
    g_assert_cmpfloat_with_epsilon(fairy_budget_cost(budget).usd, 0.22, 1e-9);
    /* What costs nothing fits always. */
    output = 16000;
    settle(reserve(budget, 1000000, &output, &gratis), 1000000, 16000);
    g_assert_cmpuint(output, ==, 16000);
    g_assert_cmpfloat_with_epsilon(fairy_budget_cost(budget).usd, 0.22, 1e-9);
}

static void test_long(void)
{
    FairyPrice price = dear;
    price.above.tokens = 5000;
    price.above.read = 2;
    price.above.write = 1.5;
    g_autoptr(FairyBudget) budget = budget_new(-1, -1, 1, -1);
    guint output = 1000000;
    /* 5,001 × 12.5 × 2 = 0.125025; the rest buys at 75 a million. */
    fairy_reservation_settle(reserve(budget, 5001, &output, &price), NULL);
    g_assert_cmpuint(output, >=, 11665);
    g_assert_cmpuint(output, <=, 11666);
}

static void test_free_only(void)
{
    g_autoptr(FairyBudget) budget = budget_new(-1, -1, 0, -1);
    guint output = 16000;
    settle(reserve(budget, 1000, &output, &gratis), 1000, 16000);
    refused(budget, 1000, 2000, &dear,
            "the budget of $0.00 is too small for another request: about $0.00 is spent, and it "
            "may cost $0.11; --max-cost raises it");
}

/* It is a price like others, the dearest, and what it comes to is marked. */
static void test_unknown_price(void)
{
    g_autoptr(FairyBudget) budget = fairy_budget_new(&fairy_budget_defaults, test_clock, NULL);
    guint output = 16000;
    FairyReservation *first = reserve(budget, 10000, &output, &unknown);
    /* Of the dollar 0.1875 are for reading, and the rest buys 10,833 tokens. */
    g_assert_cmpuint(output, >=, 10832);
    g_assert_cmpuint(output, <=, 10833);
    settle(first, 10000, 2000);
    g_assert_cmpfloat_with_epsilon(fairy_budget_cost(budget).usd, 0.3, 1e-9);
    g_assert_true(fairy_budget_cost(budget).unknown);
}

/* --- while it is answered --------------------------------------------------------------------- */

static gboolean count(FairyReservation *reservation, guint64 input, guint64 output,
                      const char *message)
{
    g_autoptr(GError) error = NULL;
    FairyUsage so_far = {.input = input, .output = output};
    gboolean fits = fairy_reservation_count(reservation, &so_far, &error);
    if (!fits) {
        g_assert_error(error, FAIRY_ERROR, FAIRY_ERROR_BUDGET);
        g_assert_cmpstr(error->message, ==, message);
    }
    return fits;
}

/* What goes beyond that which was set aside takes what is left, and not a token more. */
static void test_running_tokens(void)
{
    static const char *const message = "the budget of 100,000 tokens is used up, and the answer "
                                       "was stopped; --max-tokens raises it";
    g_autoptr(FairyBudget) budget = budget_new(-1, 100000, -1, -1);
    guint output = 16000, other = 20000;
    FairyReservation *one = reserve(budget, 10000, &output, &gratis);
    FairyReservation *two = reserve(budget, 10000, &other, &gratis);
    g_assert_true(count(one, 10000, 0, NULL));
    g_assert_true(count(one, 10000, 16000, NULL));
    g_assert_true(count(one, 10000, 60000, NULL));
    g_assert_false(count(one, 10000, 60001, message));
    /* What others have set aside is theirs. */
    g_assert_true(count(two, 10000, 20000, NULL));
    g_assert_false(count(two, 10000, 20001, message));
    settle(one, 10000, 1000);
    g_assert_true(count(two, 10000, 79000, NULL));
    g_assert_false(count(two, 10000, 79001, message));
    g_assert_false(count(two, 0, G_MAXUINT64, message));
    settle(two, 10000, 79001);
    /* What was settled stays counted, also above the limit. */
    g_assert_cmpuint(fairy_usage_tokens(fairy_budget_usage(budget)), ==, 100001);
}

static void test_running_usd(void)
{
    static const char *const message =
        "the budget of $1.00 is used up, and the answer was stopped; --max-cost raises it";
    g_autoptr(FairyBudget) budget = budget_new(-1, -1, 1, -1);
    guint output = 1000;
    /* 10,000 × 12.5 + 1,000 × 50 = 0.175 set aside; read without the cache they cost 0.1. */
    FairyReservation *one = reserve(budget, 10000, &output, &dear);
    g_assert_true(count(one, 10000, 17999, NULL));
    g_assert_false(count(one, 10000, 18001, message));
    FairyPrice price = dear;
    price.above.tokens = 10000;
    price.above.read = 2;
    price.above.write = 1.5;
    g_autoptr(FairyBudget) large = budget_new(-1, -1, 1, -1);
    FairyReservation *two = reserve(large, 10000, &output, &price);
    /* The server has read more than we thought: 0.20002, and 75 a million for writing. */
    g_assert_true(count(two, 10001, 10666, NULL));
    g_assert_false(count(two, 10001, 10667, message));
    settle(one, 10000, 18000);
    settle(two, 10001, 10666);
}

static void test_running_without_limit(void)
{
    g_autoptr(FairyBudget) budget = budget_new(-1, -1, -1, -1);
    guint output = 1000;
    FairyReservation *one = reserve(budget, 1000, &output, &dear);
    g_assert_true(count(one, 1000, 13800000, NULL));
    settle(one, 1000, 13800000);
}

static void test_time(void)
{
    now = 5000000;
    g_autoptr(FairyBudget) budget = budget_new(-1, -1, -1, 2500);
    guint output = 100;
    g_assert_cmpint(fairy_budget_time_left(budget), ==, 2500);
    now += 2499000;
    g_assert_cmpint(fairy_budget_time_left(budget), ==, 1);
    settle(reserve(budget, 1, &output, &unknown), 1, 1);
    now += 1000;
    g_assert_cmpint(fairy_budget_time_left(budget), ==, 0);
    refused(budget, 1, 100, &unknown, "the time allowed (2.5 s) is over; --timeout raises it");
    now += 1000000;
    g_assert_cmpint(fairy_budget_time_left(budget), ==, 0);
}

/* Whatever several fairies do at the same time: who keeps to what was set aside never exceeds the
 * limits together, and what wasn't used can be used. */
static void test_together(void)
{
    static const char *const tasks[] = {"a", "b", "c", NULL, "d"};
    for (guint round = 0; round < 200; round++) {
        g_autoptr(FairyBudget) budget = budget_new(40, 200000, 2, -1);
        FairyReservation *open[6] = {NULL};
        guint64 input[6], sum = 0;
        guint output[6];
        for (guint step = 0; step < 300; step++) {
            guint i = (guint)g_test_rand_int_range(0, G_N_ELEMENTS(open));
            if (open[i]) {
                guint64 written = (guint64)g_test_rand_int_range(0, (gint32)output[i] + 1);
                if (g_test_rand_bit()) {
                    settle(open[i], input[i], written);
                    sum += input[i] + written;
                } else {
                    fairy_reservation_settle(open[i], NULL);
                }
                open[i] = NULL;
                continue;
            }
            input[i] = (guint64)g_test_rand_int_range(0, 20000);
            output[i] = (guint)g_test_rand_int_range(1, 30000);
            guint wanted = output[i];
            if (round % 2 && step % 20 == 0) {
                fairy_budget_deal(budget, tasks + step % 3, 1 + round % 6);
            }
            open[i] = fairy_budget_reserve(budget, tasks[i % G_N_ELEMENTS(tasks)], input[i],
                                           &output[i], &dear, NULL);
            g_assert_cmpuint(output[i], <=, wanted);
            g_assert_cmpuint(output[i], >=, MIN(wanted, FAIRY_MIN_OUTPUT_TOKENS));
        }
        for (guint i = 0; i < G_N_ELEMENTS(open); i++) {
            if (open[i]) {
                settle(open[i], input[i], output[i]);
                sum += input[i] + output[i];
            }
        }
        g_assert_cmpuint(fairy_budget_under_way(budget), ==, 0);
        g_assert_cmpuint(fairy_budget_requests(budget), <=, 40);
        g_assert_cmpuint(fairy_usage_tokens(fairy_budget_usage(budget)), ==, sum);
        g_assert_cmpuint(sum, <=, 200000);
        g_assert_cmpfloat(fairy_budget_cost(budget).usd, <=, 2 + 1e-9);
    }
}

/* --- in parts --------------------------------------------------------------------------------- */

static FairyReservation *reserve_for(FairyBudget *budget, const char *task, guint64 input,
                                     guint *output, GError **error)
{
    return fairy_budget_reserve(budget, task, input, output, &gratis, error);
}

static void refused_for(FairyBudget *budget, const char *task, guint64 input, const char *message)
{
    g_autoptr(GError) error = NULL;
    guint output = 16000;
    g_assert_null(reserve_for(budget, task, input, &output, &error));
    g_assert_error(error, FAIRY_ERROR, FAIRY_ERROR_BUDGET);
    g_assert_cmpstr(error->message, ==, message);
}

static void spend(FairyBudget *budget, const char *task, guint64 input, guint64 output)
{
    g_autoptr(GError) error = NULL;
    guint most = (guint)MAX(output, 1);
    FairyReservation *reservation = reserve_for(budget, task, input, &most, &error);
    g_assert_no_error(error);
    settle(reservation, input, output);
}

static const char *const two_tasks[] = {"a", "b", NULL};

/* One that uses up its part takes nothing of the other's, nor of who leads. */
static void test_parts(void)
{
    g_autoptr(FairyBudget) budget = budget_new(-1, 90000, -1, -1);
    fairy_budget_deal(budget, two_tasks, 3);
    guint output = 50000;
    FairyReservation *first = reserve_for(budget, "a", 10000, &output, NULL);
    g_assert_cmpuint(output, ==, 20000);
    g_assert_true(count(first, 10000, 20000, NULL));
    g_assert_false(count(first, 10000, 20001,
                         "the part of the budget of 90,000 tokens that this task has is used up, "
                         "and the answer was stopped; --max-tokens raises it"));
    settle(first, 10000, 12000);
    refused_for(budget, "a", 10000,
                "the budget of 90,000 tokens is too small for another request: 82,000 are used, or "
                "kept for other tasks and requests under way, and it needs about 12,000; "
                "--max-tokens raises it");
    /* What it gave back is still its own. */
    spend(budget, "a", 5000, 3000);
    spend(budget, "b", 20000, 10000);
    spend(budget, NULL, 20000, 10000);
    /* A task that has ended leaves what it had to the others. */
    g_autoptr(FairyBudget) other = budget_new(-1, 90000, -1, -1);
    fairy_budget_deal(other, two_tasks, 3);
    spend(other, "a", 1000, 1000);
    fairy_budget_deal(other, (const char *const[]){"b", NULL}, 2);
    spend(other, "b", 30000, 14000);
    spend(other, NULL, 30000, 14000);
}

/* Requests are whole; what can't be dealt is for who comes first. */
static void test_parts_of_requests(void)
{
    g_autoptr(FairyBudget) budget = budget_new(7, -1, -1, -1);
    fairy_budget_deal(budget, two_tasks, 3);
    for (guint i = 0; i < 3; i++) {
        spend(budget, "a", 1, 1);
    }
    refused_for(budget, "a", 1,
                "the part of the budget of 7 requests that this task has is used up; "
                "--max-requests raises it");
    spend(budget, "b", 1, 1);
    spend(budget, "b", 1, 1);
    spend(budget, NULL, 1, 1);
    spend(budget, NULL, 1, 1);
    refused_for(budget, NULL, 1, "the budget of 7 requests is used up; --max-requests raises it");
}

/* Parts that are too small for one request: who comes first has one, and no second. */
static void test_small_parts(void)
{
    g_autoptr(FairyBudget) budget = budget_new(-1, 30000, -1, -1);
    fairy_budget_deal(budget, two_tasks, 3);
    guint output = 16000;
    FairyReservation *first = reserve_for(budget, "a", 12000, &output, NULL);
    g_assert_nonnull(first);
    g_assert_cmpuint(output, ==, FAIRY_MIN_OUTPUT_TOKENS);
    settle(first, 12000, 2000);
    fairy_budget_deal(budget, two_tasks, 3);
    g_autoptr(GError) error = NULL;
    g_assert_null(reserve_for(budget, "a", 12000, &output, &error));
    spend(budget, "b", 12000, 2000);
}

static void on_released(gpointer data)
{
    (*(guint *)data)++;
}

/* It waits as long as another run may still give something back. */
static void test_waiting(void)
{
    g_autoptr(FairyBudget) budget = budget_new(-1, 10000, -1, -1);
    guint n = 0, other = 0, output = 5000;
    fairy_budget_begin_run(budget);
    g_assert_false(fairy_budget_await(budget, on_released, &n));
    fairy_budget_begin_run(budget);
    FairyReservation *first = reserve(budget, 5000, &output, &gratis);
    g_assert_true(fairy_budget_await(budget, on_released, &n));
    g_assert_false(fairy_budget_await(budget, on_released, &other));
    settle(first, 1000, 1000);
    g_assert_cmpuint(n, ==, 1);
    g_assert_true(fairy_budget_await(budget, on_released, &n));
    fairy_budget_end_run(budget);
    g_assert_cmpuint(n, ==, 2);
    g_assert_false(fairy_budget_await(budget, on_released, &n));
    fairy_budget_begin_run(budget);
    g_assert_true(fairy_budget_await(budget, on_released, &n));
    fairy_budget_forget(budget, &n);
    fairy_budget_deal(budget, NULL, 1);
    g_assert_cmpuint(n, ==, 2);
}

/* --- estimates -------------------------------------------------------------------------------- */

static guint64 picture(int width, int height, const FairyCapabilities *capabilities)
{
    FairyContentPart piece = {.width = width, .height = height};
    gpointer pieces[] = {&piece}, messages[1];
    GPtrArray list = {pieces, 1}, none = {NULL, 0}, all = {messages, 1};
    FairyMessage message = {FAIRY_ROLE_USER, &list};
    messages[0] = &message;
    return fairy_prompt_tokens(&(FairyPrompt){&none, &all, NULL}, capabilities);
}

/* The examples of the vendor's own page. */
static void test_pictures(void)
{
    FairyCapabilities standard = {.images = TRUE, .image_edge = 1568, .image_tokens = 1568};
    FairyCapabilities high = {.images = TRUE, .image_edge = 2576, .image_tokens = 4784};
    g_assert_cmpuint(picture(1000, 1000, &standard), ==, 1296);
    g_assert_cmpuint(picture(1000, 1000, &high), ==, 1296);
    g_assert_cmpuint(picture(1920, 1080, &high), ==, 2691);
    g_assert_cmpuint(picture(3840, 2160, &high), ==, 4784);
    /* What the server makes smaller still, by at most a row or column of patches. */
    g_assert_cmpuint(picture(1920, 1080, &standard), >=, 1560);
    g_assert_cmpuint(picture(1920, 1080, &standard), <=, 1568);
    g_assert_cmpuint(picture(1000, 1000, &(FairyCapabilities){0}), ==, 0);
}

static void test_texts(void)
{
    FairyContentPart rules = {.text = (char *)"Align the boxes on one line."};
    FairyContentPart words = {.text = (char *)"Left edges, please."};
    gpointer system[] = {&rules}, said[] = {&words}, messages[1];
    GPtrArray first = {system, 1}, second = {said, 1}, all = {messages, 1};
    FairyMessage message = {FAIRY_ROLE_USER, &second};
    messages[0] = &message;
    FairyPrompt prompt = {&first, &all, NULL};
    FairyCapabilities capabilities = {0};
    guint64 plain = fairy_prompt_tokens(&prompt, &capabilities);
    g_assert_cmpuint(plain, >=, 10);
    g_assert_cmpuint(plain, <=, 14);
    prompt.actions = fairy_actions_offered();
    guint64 full = fairy_prompt_tokens(&prompt, &capabilities);
    g_assert_cmpuint(full, >, plain + 1000);
    g_test_message("the schema of all actions: %" G_GUINT64_FORMAT " tokens", full - plain);
}

/* Two that spend of one purse: what one has set aside the other doesn't get, until it is settled.
 */
static void test_purse(void)
{
    g_autoptr(FairyPurse) purse = fairy_purse_new(1);
    g_autoptr(FairyBudget) one = budget_new(-1, -1, -1, -1), other = budget_new(-1, -1, -1, -1);
    fairy_budget_set_purse(one, purse);
    fairy_budget_set_purse(other, purse);
    guint output = 17000; /* $0.85, and $0.10 to read */
    FairyReservation *first = reserve(one, 8000, &output, &dear);
    refused(other, 8000, 10000, &dear,
            "the budget of $1.00 for all drawings is used up, or kept for requests under way; "
            "--max-cost raises it");
    g_assert_true(fairy_budget_is_short_of_purse(other));
    g_assert_false(fairy_budget_is_short_of_purse(one));
    settle(first, 8000, 1000);
    g_assert_cmpfloat_with_epsilon(fairy_purse_spent(purse), 0.13, 1e-9);
    /* As much of an answer as there is money for. */
    output = 40000;
    FairyReservation *second = reserve(other, 8000, &output, &dear);
    g_assert_cmpuint(output, >=, 15399);
    g_assert_cmpuint(output, <=, 15400);
    g_autoptr(GError) error = NULL;
    g_assert_true(fairy_reservation_count(second, &(FairyUsage){.output = 15000}, &error));
    g_assert_false(fairy_reservation_count(second, &(FairyUsage){.output = 18000}, &error));
    g_assert_error(error, FAIRY_ERROR, FAIRY_ERROR_BUDGET);
    settle(second, 8000, 18000);
    /* What costs nothing is never refused, and what wasn't sent costs nothing. */
    settle(reserve(one, 8000, &output, &gratis), 8000, 10);
    refused(one, 8000, 10, &dear,
            "the budget of $1.00 for all drawings is used up, or kept for requests under way; "
            "--max-cost raises it");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/budget/none", test_none);
    g_test_add_func("/budget/requests", test_requests);
    g_test_add_func("/budget/tokens", test_tokens);
    g_test_add_func("/budget/least", test_least);
    g_test_add_func("/budget/more-than-said", test_more_than_said);
    g_test_add_func("/budget/usd", test_usd);
    g_test_add_func("/budget/long", test_long);
    g_test_add_func("/budget/free-only", test_free_only);
    g_test_add_func("/budget/unknown-price", test_unknown_price);
    g_test_add_func("/budget/running-tokens", test_running_tokens);
    g_test_add_func("/budget/running-usd", test_running_usd);
    g_test_add_func("/budget/running-without-limit", test_running_without_limit);
    g_test_add_func("/budget/time", test_time);
    g_test_add_func("/budget/together", test_together);
    g_test_add_func("/budget/parts", test_parts);
    g_test_add_func("/budget/parts-of-requests", test_parts_of_requests);
    g_test_add_func("/budget/small-parts", test_small_parts);
    g_test_add_func("/budget/purse", test_purse);
    g_test_add_func("/budget/waiting", test_waiting);
    g_test_add_func("/budget/pictures", test_pictures);
    g_test_add_func("/budget/texts", test_texts);
    return g_test_run();
}
