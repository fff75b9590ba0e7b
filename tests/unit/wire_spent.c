/* What an answer costs while it comes: servers that write more than they are asked for, in all the
 * ways there are, and servers that tell untrue counts. */
#include "wire/dialect.h"

#include <string.h>

#define LIMIT 5000
#define MOST  (20 * LIMIT) /* pieces; a server that isn't stopped by then isn't stopped */

/* 16 tokens of o200k_base, by npm's gpt-tokenizer 4.0.0, when it stands behind itself. */
#define SENTENCE        "Move the red box to the left of the green one and make it larger. "
#define SENTENCE_TOKENS 16

typedef struct {
    guint64 limit;
    GString *told;   /* the reply, as it was told */
    FairyUsage last; /* that was looked at */
    guint stops;
} Spending;

static void on_text(const char *text, gsize len, gpointer data)
{
    Spending *spending = data;
    g_assert_cmpuint(spending->stops, ==, 0);
    g_string_append_len(spending->told, text, (gssize)len);
}

static gboolean on_spent(const FairyUsage *so_far, gpointer data)
{
    Spending *spending = data;
    spending->last = *so_far;
    spending->stops += so_far->output > spending->limit;
    return so_far->output <= spending->limit;
}

static const FairyAnswerFuncs funcs = {.text = on_text, .spent = on_spent};

typedef struct {
    Spending spending;
    FairyProfile *profile;
    FairyAnswer *answer;
} Stream;

static void open_stream(Stream *stream, const char *model, guint64 limit)
{
    static const char *const headers[] = {NULL};
    stream->spending = (Spending){.limit = limit, .told = g_string_new(NULL)};
    stream->profile = fairy_profile_new(model, NULL, NULL);
    stream->answer = fairy_answer_new(stream->profile, &funcs, &stream->spending);
    fairy_answer_head(stream->answer, 200, headers);
}

/* Its fault, and what it has cost. */
static FairyApiErrorKind close_stream(Stream *stream, FairyUsage *usage)
{
    FairyApiError api_error;
    fairy_answer_end(stream->answer, &api_error);
    *usage = *fairy_answer_usage(stream->answer);
    FairyApiErrorKind kind = api_error.kind;
    fairy_api_error_clear(&api_error);
    fairy_answer_free(stream->answer);
    fairy_profile_free(stream->profile);
    g_string_free(stream->spending.told, TRUE);
    return kind;
}

static gboolean feed(Stream *stream, const char *bytes)
{
    return fairy_answer_feed(stream->answer, bytes, strlen(bytes));
}

/* --- every wire, all that a model writes ------------------------------------------------------ */

typedef struct {
    const char *name, *model;
    const char *before, *after; /* around the text of a piece */
} Way;

#define A_DELTA(kind, member)                                                          \
    "event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0," \
    "\"delta\":{\"type\":\"" kind "\",\"" member "\":\""
#define O_DELTA(members) "data: {\"choices\":[{\"index\":0,\"delta\":{" members "\""
#define G_PART(members)  "data: {\"candidates\":[{\"content\":{\"parts\":[{" members "\""
#define G_END            "}]},\"index\":0}]}\r\n\r\n"
#define L_LINE(member)   "{\"message\":{\"role\":\"assistant\"," member "\""

static const Way ways[] = {
    {"anthropic/text", "anthropic/claude-sonnet-5-5", A_DELTA("text_delta", "text"), "\"}}\n\n"},
    {"anthropic/thinking", "anthropic/claude-sonnet-5-5", A_DELTA("thinking_delta", "thinking"),
     "\"}}\n\n"},
    {"anthropic/call", "anthropic/claude-sonnet-5-5", A_DELTA("input_json_delta", "partial_json"),
     "\"}}\n\n"},
    {"anthropic/unknown", "anthropic/claude-sonnet-5-5", A_DELTA("new_delta", "news"), "\"}}\n\n"},
    {"openai/text", "openai/gpt-6-luna", O_DELTA("\"content\":"), "\"}}],\"usage\":null}\n\n"},
    {"openai/reasoning", "openrouter/a/b", O_DELTA("\"reasoning\":"), "\"}}]}\n\n"},
    {"openai/reasoning_content", "deepseek/x", O_DELTA("\"reasoning_content\":"), "\"}}]}\n\n"},
    {"openai/refusal", "openai/x", O_DELTA("\"refusal\":"), "\"}}]}\n\n"},
    {"openai/call", "llamacpp/x",
     O_DELTA("\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":"), "\"}}]}}]}\n\n"},
    {"openai/second", "openai/x",
     "data: {\"choices\":[{\"index\":0,\"delta\":{}},{\"index\":1,\"delta\":{\"content\":\"",
     "\"}}]}\n\n"},
    {"openai/parts", "mistral/x",
     O_DELTA("\"content\":[{\"type\":\"thinking\",\"thinking\":[{\"type\":\"text\",\"text\":"),
     "\"}]}]}}]}\n\n"},
    {"gemini/text", "gemini/gemini-3.8-flash", G_PART("\"text\":"), "\"" G_END},
    {"gemini/thought", "gemini/gemini-3.8-flash", G_PART("\"thought\":true,\"text\":"), "\"" G_END},
    {"gemini/call", "gemini/gemini-3.8-flash",
     G_PART("\"functionCall\":{\"name\":\"act\",\"args\":{\"a\":"), "\"}}" G_END},
    {"gemini/second", "gemini/gemini-3.8-flash",
     "data: {\"candidates\":[{},{\"content\":{\"parts\":[{\"text\":\"", "\"" G_END},
    {"ollama/text", "ollama/qwen3", L_LINE("\"content\":"), "\"},\"done\":false}\n"},
    {"ollama/thinking", "ollama/qwen3", L_LINE("\"thinking\":"), "\"},\"done\":false}\n"},
    {"ollama/call", "ollama/qwen3",
     L_LINE("\"tool_calls\":[{\"function\":{\"name\":\"act\",\"arguments\":{\"a\":"),
     "\"}}}]},\"done\":false}\n"},
};

/* How many pieces were taken until no more was wanted. */
static guint run_away(Stream *stream, const Way *way, const char *text)
{
    g_autofree char *piece = g_strconcat(way->before, text, way->after, NULL);
    guint n = 1;
    while (feed(stream, piece) && n < MOST) {
        n++;
    }
    g_assert_cmpuint(n, <, MOST);
    return n;
}

static void assert_near(guint64 tokens, guint64 limit, double off)
{
    g_assert_cmpfloat((double)tokens, <=, (1 + off) * (double)limit);
    g_assert_cmpfloat((double)tokens, >=, (1 - off) * (double)limit);
}

/* Within 2 % of the limit by our count, and near it by that of another tokenizer. */
static void test_runaway(gconstpointer data)
{
    const Way *way = data;
    Stream stream;
    FairyUsage usage;
    open_stream(&stream, way->model, LIMIT);
    guint n = run_away(&stream, way, SENTENCE);
    g_assert_cmpuint(stream.spending.stops, ==, 1);
    close_stream(&stream, &usage);
    g_assert_true(usage.estimated);
    assert_near(usage.output, LIMIT, 0.02);
    assert_near((guint64)n * SENTENCE_TOKENS, LIMIT, 0.06);
}

static const Way *way_of(const char *name)
{
    for (guint i = 0; i < G_N_ELEMENTS(ways); i++) {
        if (g_str_equal(ways[i].name, name)) {
            return &ways[i];
        }
    }
    g_assert_not_reached();
}

/* What nobody reads isn't free: signs, blanks that never end, a character at a time. */
static void test_texts(void)
{
    static const char *const texts[] = {
        " ", "\\n", "\\n ", "x", "\\\"", "\xf0\x9f\xa6\x99", "\\u00e9", "aaaaaaaa", "0123456789"};
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
        for (guint wide = 1; wide <= 8; wide *= 8) {
            Stream stream;
            FairyUsage usage;
            g_autoptr(GString) text = g_string_new(NULL);
            for (guint k = 0; k < wide; k++) {
                g_string_append(text, texts[i]);
            }
            g_test_message("%s, %u times in a piece", texts[i], wide);
            open_stream(&stream, "openai/gpt-6-luna", LIMIT);
            run_away(&stream, way_of("openai/text"), text->str);
            close_stream(&stream, &usage);
            assert_near(usage.output, LIMIT, 0.02);
        }
    }
}

/* --- in whatever pieces ----------------------------------------------------------------------- */

/* The same is told, and the same was spent, however the bytes come, and however many sentences are
 * in an event. */
static void test_pieces(void)
{
    g_autoptr(GString) all = g_string_new(NULL);
    const Way *way = way_of("openai/text");
    for (guint i = 0; i < 200; i++) {
        g_string_append_printf(all, "%s%s%s", way->before, SENTENCE, way->after);
    }
    static const gsize sizes[] = {1, 7, 100, 4096, 1 << 20};
    g_autofree char *first = NULL;
    for (guint i = 0; i < G_N_ELEMENTS(sizes); i++) {
        Stream stream;
        FairyUsage usage;
        open_stream(&stream, "openai/gpt-6-luna", 1000);
        gsize at = 0;
        while (at < all->len &&
               fairy_answer_feed(stream.answer, all->str + at, MIN(sizes[i], all->len - at))) {
            at += sizes[i];
        }
        g_assert_cmpuint(at, <, all->len);
        g_autofree char *told = g_strdup(stream.spending.told->str);
        first = first ? first : g_strdup(told);
        g_assert_cmpstr(told, ==, first);
        close_stream(&stream, &usage);
        assert_near(usage.output, 1000, 0.02);
    }
}

/* One event with everything: told up to the limit, and counted to its end, as it was written. */
static void test_in_one_event(void)
{
    const Way *way = way_of("anthropic/text");
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0; i < 1000; i++) {
        g_string_append(text, SENTENCE);
    }
    g_autofree char *event = g_strconcat(way->before, text->str, way->after, NULL);
    Stream stream;
    FairyUsage usage;
    open_stream(&stream, way->model, 1000 * SENTENCE_TOKENS + 500);
    g_assert_true(feed(&stream, event)); /* it fits */
    g_assert_cmpuint(stream.spending.told->len, ==, text->len);
    close_stream(&stream, &usage);
    assert_near(usage.output, 1000 * SENTENCE_TOKENS, 0.02);
    /* Smaller than what is counted before it is whole. */
    open_stream(&stream, way->model, 200);
    g_autofree char *small = g_strconcat(way->before, SENTENCE, SENTENCE, SENTENCE, SENTENCE,
                                         SENTENCE, SENTENCE, SENTENCE, SENTENCE, SENTENCE, SENTENCE,
                                         SENTENCE, SENTENCE, SENTENCE, way->after, NULL);
    g_assert_false(feed(&stream, small));
    assert_near(stream.spending.told->len, 200 * strlen(SENTENCE) / SENTENCE_TOKENS, 0.1);
    close_stream(&stream, &usage);
    assert_near(usage.output, 13 * SENTENCE_TOKENS, 0.05);
}

typedef struct {
    const char *model, *start;
} Endless;

/* An event, a line, a value that never ends is stopped before it is whole. */
static void test_endless_event(void)
{
    static const Endless cases[] = {
        {"openai/gpt-6-luna", "data: {\"choices\":[{\"delta\":{\"content\":\""},
        {"anthropic/claude-sonnet-5-5", "data: {\"type\":\"message_delta\",\"x\":\""},
        {"gemini/gemini-3.8-flash", "[{\"candidates\":[{\"content\":{\"parts\":[{\"text\":\""},
        {"openai/gpt-6-luna", "{\"choices\":[{\"message\":{\"content\":\""},
        {"ollama/qwen3", "{\"message\":{\"content\":\""},
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        Stream stream;
        FairyUsage usage;
        guint n = 0;
        g_test_message("%s %s", cases[i].model, cases[i].start);
        open_stream(&stream, cases[i].model, 50000);
        g_assert_true(feed(&stream, cases[i].start));
        while (feed(&stream, SENTENCE) && n < MOST) {
            n++;
        }
        g_assert_cmpuint(stream.spending.stops, ==, 1);
        close_stream(&stream, &usage);
        assert_near(usage.output, 50000, 0.02);
        assert_near((guint64)n * SENTENCE_TOKENS, 50000, 0.06);
    }
}

/* Data that is no JSON was written, too. */
static void test_unread(void)
{
    static const Way way = {NULL, "openai/gpt-6-luna",
                            "data: {\"choices\":[{\"delta\":{\"content\":\"",
                            "\"}}],\"usage\":{\"completion_tokens\":NaN}}\n\n"};
    Stream stream;
    FairyUsage usage;
    open_stream(&stream, way.model, LIMIT);
    run_away(&stream, &way, SENTENCE);
    g_assert_cmpuint(stream.spending.told->len, ==, 0);
    close_stream(&stream, &usage);
    assert_near(usage.output, LIMIT, 0.02);
}

/* Signs of life cost nothing. */
static void test_alive(void)
{
    static const char *const signs[][2] = {
        {"openrouter/a/b", ": OPENROUTER PROCESSING\n\n"},
        {"anthropic/x", "event: ping\ndata: {\"type\":\"ping\"}\n\n"},
        {"openai/x", "data: {\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\","
                     "\"content\":\"\"}}],\"usage\":null}\n\n"},
        {"gemini/x", "data: {\"candidates\":[{\"content\":{\"role\":\"model\"}}]}\n\n"},
        {"ollama/x", "{\"message\":{\"role\":\"assistant\",\"content\":\"\"},\"done\":false}\n"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(signs); i++) {
        Stream stream;
        FairyUsage usage;
        open_stream(&stream, signs[i][0], 10);
        for (guint n = 0; n < 2000; n++) {
            g_assert_true(feed(&stream, signs[i][1]));
        }
        close_stream(&stream, &usage);
        g_assert_cmpuint(usage.output, ==, 0);
    }
}

/* --- what servers tell ------------------------------------------------------------------------ */

#define USAGE(members)                                                             \
    "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"" SENTENCE "\"}}]," \
    "\"usage\":{" members "}}\n\n"

/* While it comes, a count that is too small, or none, changes nothing. */
static void test_told_too_little(void)
{
    static const char *const events[] = {
        USAGE("\"completion_tokens\":0"),     USAGE("\"completion_tokens\":1"),
        USAGE("\"completion_tokens\":-7"),    USAGE("\"completion_tokens\":1e300"),
        USAGE("\"completion_tokens\":1e999"), USAGE("\"completion_tokens\":\"many\""),
        USAGE("\"completion_tokens\":null"),  USAGE("\"prompt_tokens\":10"),
        USAGE("\"completion_tokens\":[1e6]"),
    };
    for (guint i = 0; i < G_N_ELEMENTS(events); i++) {
        Stream stream;
        FairyUsage usage;
        guint n = 0;
        g_test_message("%s", events[i]);
        open_stream(&stream, "openai/gpt-6-luna", LIMIT);
        while (feed(&stream, events[i]) && n < MOST) {
            n++;
        }
        close_stream(&stream, &usage);
        assert_near(usage.output, LIMIT, 0.02);
    }
}

/* A count that is more than what was seen is what is paid, at once: there was thinking. */
static void test_told_more(void)
{
    Stream stream;
    FairyUsage usage;
    open_stream(&stream, "openai/gpt-6-luna", LIMIT);
    g_assert_true(feed(&stream, USAGE("\"completion_tokens\":4999")));
    /* One that shrinks doesn't. */
    g_assert_true(feed(&stream, USAGE("\"completion_tokens\":3")));
    g_assert_cmpuint(fairy_answer_usage(stream.answer)->output, ==, 4999);
    g_assert_false(feed(&stream, USAGE("\"completion_tokens\":5001")));
    close_stream(&stream, &usage);
    g_assert_cmpuint(usage.output, ==, 5001);
    open_stream(&stream, "gemini/gemini-3.8-flash", LIMIT);
    g_assert_true(feed(&stream, "data: {\"candidates\":[],\"usageMetadata\":{\"promptTokenCount\":"
                                "900,\"thoughtsTokenCount\":3000}}\n\n"));
    g_assert_false(feed(&stream, "data: {\"candidates\":[],\"usageMetadata\":{\"promptTokenCount\":"
                                 "900,\"candidatesTokenCount\":2001,\"thoughtsTokenCount\":3000}}"
                                 "\n\n"));
    close_stream(&stream, &usage);
    g_assert_cmpuint(usage.output, ==, 5001);
    g_assert_cmpuint(usage.input, ==, 900);
    g_assert_false(usage.estimated);
}

#define END(count)                                                                           \
    "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}],\"usage\":{" \
    "\"prompt_tokens\":100,\"completion_tokens\":" count "}}\n\ndata: [DONE]\n\n"

static void ended(const char *end, guint64 output, gboolean estimated)
{
    const Way *way = way_of("openai/text");
    g_autofree char *piece = g_strconcat(way->before, SENTENCE, way->after, NULL);
    Stream stream;
    FairyUsage usage;
    open_stream(&stream, way->model, LIMIT);
    for (guint i = 0; i < 100; i++) {
        g_assert_true(feed(&stream, piece));
    }
    feed(&stream, end);
    g_assert_cmpint(close_stream(&stream, &usage), ==, FAIRY_API_ERROR_NONE);
    if (output) {
        g_assert_cmpuint(usage.output, ==, output);
    } else {
        assert_near(usage.output, 100 * SENTENCE_TOKENS, 0.06);
    }
    g_assert_cmpint(usage.estimated, ==, estimated);
}

/* At the end what the provider says is what it cost, if that can be. */
static void test_told_at_the_end(void)
{
    ended(END("1601"), 1601, FALSE);
    ended(END("1200"), 1200, FALSE);
    ended(END("500"), 500, FALSE);
    ended(END("4000"), 4000, FALSE);
    /* A whole answer isn't stopped by what it has cost. */
    ended(END("9000"), 9000, FALSE);
    /* Nobody writes that in so few tokens. */
    ended(END("1"), 0, TRUE);
    ended(END("0"), 0, TRUE);
    ended(END("100"), 0, TRUE);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    for (guint i = 0; i < G_N_ELEMENTS(ways); i++) {
        g_autofree char *path = g_strconcat("/wire/spent/runaway/", ways[i].name, NULL);
        g_test_add_data_func(path, &ways[i], test_runaway);
    }
    g_test_add_func("/wire/spent/texts", test_texts);
    g_test_add_func("/wire/spent/pieces", test_pieces);
    g_test_add_func("/wire/spent/in-one-event", test_in_one_event);
    g_test_add_func("/wire/spent/endless-event", test_endless_event);
    g_test_add_func("/wire/spent/unread", test_unread);
    g_test_add_func("/wire/spent/alive", test_alive);
    g_test_add_func("/wire/spent/told-too-little", test_told_too_little);
    g_test_add_func("/wire/spent/told-more", test_told_more);
    g_test_add_func("/wire/spent/told-at-the-end", test_told_at_the_end);
    return g_test_run();
}
