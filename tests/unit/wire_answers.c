/* Answers as servers send them: every stream of tests/fixtures/streams, whole and in pieces. */
#include "../fuzz/answer_log.h"
#include "common/random_edits.h"

#define REPLY "{\"actions\":[{\"_type\":\"message\",\"text\":\"Größe \xF0\x9F\xA6\x9A ok\"}]}"
#define FIRST "{\"actions\":["
#define TWO   FIRST "{\"_type\":\"me"

#define EVENTS "text/event-stream; charset=utf-8"
#define LINES  "application/x-ndjson"
#define JSON   "application/json"

/* Tokens as the fixtures have them. */
#define A_USAGE "in 472 read 5000 written 30 out 89 thinking 0"
#define O_USAGE "in 100 read 19 written 0 out 40 thinking 10"
#define G_USAGE "in 500 read 400 written 0 out 330 thinking 120"
#define L_USAGE "in 100 read 0 written 0 out 40 thinking 0"

typedef struct {
    const char *name;  /* the fixture: "WIRE-…" */
    const char *text;  /* that is read of it */
    const char *fault; /* its name */
    const char *words; /* in its message; NULL = any */
    const char *usage; /* the beginning of its line; NULL = any */
    const char *type;  /* of the content; NULL = what is right for the wire */
    const char *model; /* NULL = a usual one of the wire */
} Case;

static const Case cases[] = {
    {"anthropic-whole", REPLY, "none", NULL, "in 472 read 5000 written 30 out 89 thinking 20\n",
     NULL, NULL},
    {"anthropic-pings", REPLY, "none", NULL, A_USAGE "\n", NULL, NULL},
    {"anthropic-crlf", REPLY, "none", NULL, A_USAGE "\n", NULL, NULL},
    {"anthropic-cr", REPLY, "none", NULL, A_USAGE "\n", NULL, NULL},
    {"anthropic-bom", REPLY, "none", NULL, A_USAGE "\n", NULL, NULL},
    {"anthropic-unnamed-events", REPLY, "none", NULL, A_USAGE "\n", NULL, NULL},
    {"anthropic-two-text-blocks", REPLY, "none", NULL, A_USAGE "\n", NULL, NULL},
    {"anthropic-unknown-events", REPLY, "none", NULL, A_USAGE "\n", NULL, NULL},
    {"anthropic-done-after-stop", REPLY, "none", NULL, A_USAGE "\n", NULL, NULL},
    {"anthropic-no-terminator", REPLY, "cut", "broke off", A_USAGE, NULL, NULL},
    {"anthropic-cut-in-text", TWO "ssage\",\"text\":\"Größe \xF0\x9F\xA6\x9A o", "cut", NULL,
     "in 472 read 5000 written 30 out 30", NULL, NULL}, /* a token for each piece, at least */
    {"anthropic-error-event", TWO, "overloaded", "Overloaded", NULL, NULL, NULL},
    {"anthropic-error-first", "", "server", "Internal server error", NULL, NULL, NULL},
    {"anthropic-max-tokens", TWO "ssage\"", "length", "anthropic.max-output", NULL, NULL, NULL},
    {"anthropic-context-full", TWO "ssage\"", "length", NULL, NULL, NULL, NULL},
    {"anthropic-refusal", "", "refused", "This can't be drawn.", A_USAGE, NULL, NULL},
    {"anthropic-empty", "", "empty", "answered nothing", A_USAGE, NULL, NULL},
    {"anthropic-usage-missing", REPLY, "none", NULL, "in 0 read 0 written 0 out ", NULL, NULL},
    {"anthropic-not-streamed", REPLY, "none", NULL, A_USAGE "\n", JSON, NULL},
    {"anthropic-error-200", "", "overloaded", "Overloaded", NULL, JSON, NULL},
    {"anthropic-prefilled", REPLY, "none", NULL, A_USAGE "\n", NULL,
     "anthropic/claude-sonnet-4-20250514"},

    {"openai-whole", REPLY, "none", NULL, O_USAGE "\n", NULL, NULL},
    {"openai-whole", REPLY, "none", NULL, O_USAGE "\n", "", NULL},
    {"openai-whole", REPLY, "none", NULL, O_USAGE "\n", "application/octet-stream", NULL},
    {"openai-azure", REPLY, "none", NULL, O_USAGE "\n", NULL, NULL},
    {"openai-comments", REPLY, "none", NULL, O_USAGE "\n", NULL, "openrouter/a/b"},
    {"openai-crlf", REPLY, "none", NULL, O_USAGE "\n", NULL, NULL},
    {"openai-no-blank-after-colon", REPLY, "none", NULL, O_USAGE "\n", NULL, NULL},
    {"openai-multi-line-data", REPLY, "none", NULL, O_USAGE "\n", NULL, NULL},
    {"openai-no-done", REPLY, "none", NULL, O_USAGE "\n", NULL, NULL},
    {"openai-done-without-blank-line", REPLY, "none", NULL, O_USAGE "\n", NULL, NULL},
    {"openai-done-quoted", REPLY, "none", NULL, O_USAGE "\n", NULL, NULL},
    {"openai-done-then-more", REPLY, "none", NULL, O_USAGE "\n", NULL, NULL},
    {"openai-no-finish-reason", REPLY, "cut", NULL, "in 0 read 0 written 0 out 1", NULL, NULL},
    {"openai-done-without-finish-reason", REPLY, "cut", NULL, NULL, NULL, NULL},
    {"openai-finish-in-last-chunk", REPLY, "none", NULL, "in 0 read 0 written 0 out 1", NULL, NULL},
    {"openai-empty-finish-reason", REPLY, "none", NULL, O_USAGE "\n", NULL, NULL},
    {"openai-unknown-finish-reason", REPLY, "none", NULL, O_USAGE "\n", NULL, NULL},
    {"openai-usage-in-every-chunk", REPLY, "none", NULL, O_USAGE "\n", NULL, NULL},
    {"openai-usage-only-chunks", REPLY, "none", NULL, O_USAGE "\n", NULL, NULL},
    {"openai-groq-usage", REPLY, "none", NULL, "in 119 read 0 written 0 out 40 thinking 0\n", NULL,
     "groq/x"},
    {"openai-cache-hits", REPLY, "none", NULL, "in 100 read 19 written 0 out 40 thinking 0\n", NULL,
     "deepseek/x"},
    {"openai-reasoning-content", REPLY, "none", NULL, O_USAGE "\n", NULL, "deepseek/x"},
    {"openai-reasoning", REPLY, "none", NULL, O_USAGE "\n", NULL, "openrouter/a/b"},
    {"openai-reasoning-before-role", REPLY, "none", NULL, O_USAGE "\n", NULL, NULL},
    {"openai-think-tags", "\n\n" REPLY, "none", NULL, O_USAGE "\n", NULL, "vllm/x"},
    {"openai-think-tag-alike", "<thinner>" REPLY, "none", NULL, O_USAGE "\n", NULL, "vllm/x"},
    {"openai-think-unfinished", "", "empty", NULL, O_USAGE "\n", NULL, "vllm/x"},
    {"openai-parts", REPLY, "none", NULL, O_USAGE "\n", NULL, "mistral/x"},
    {"openai-null-content-first", REPLY, "none", NULL, O_USAGE "\n", NULL, "llamacpp/x"},
    {"openai-message-instead-of-delta", REPLY, "none", NULL, O_USAGE "\n", NULL, NULL},
    {"openai-length", TWO, "length", "openai.max-output", O_USAGE "\n", NULL, NULL},
    {"openai-model-length", TWO, "length", NULL, O_USAGE "\n", NULL, "mistral/x"},
    {"openai-content-filter", TWO, "filtered", NULL, O_USAGE "\n", NULL, NULL},
    {"openai-refusal", "", "refused", "I can't draw this.", O_USAGE "\n", NULL, NULL},
    {"openai-empty", "", "empty", NULL, O_USAGE "\n", NULL, NULL},
    {"openai-error-1-data", TWO, "overloaded", "The server is overloaded", NULL, NULL, NULL},
    {"openai-error-2-event", TWO, "overloaded", "The server is overloaded", NULL, NULL, "groq/x"},
    {"openai-error-2-event-bare", TWO, "overloaded", "The server is overloaded", NULL, NULL,
     "lmstudio/x"},
    {"openai-error-2-event-words", TWO, "server", "the model crashed", NULL, NULL, "lmstudio/x"},
    {"openai-error-3-object", TWO, "server", "engine is dead", NULL, NULL, "vllm/x"},
    {"openai-error-4-chunk", TWO, "server", "Provider returned error upstream died", NULL, NULL,
     "openrouter/a/b"},
    {"openai-error-5-finish", TWO, "server", NULL, O_USAGE "\n", NULL, "mistral/x"},
    {"openai-error-6-field", TWO, "server", "context shift failed", NULL, NULL, "llamacpp/x"},
    {"openai-error-6-field-at-end", TWO, "server", "context shift failed", NULL, NULL,
     "llamacpp/x"},
    {"openai-error-7-bare", TWO, "overloaded", "The model is overloaded.", NULL, NULL,
     "gemini-openai/x"},
    {"openai-error-string", TWO, "server", "out of memory", NULL, NULL, NULL},
    {"openai-error-rate", "", "rate", "Rate limit reached", NULL, NULL, NULL},
    {"openai-error-null", REPLY, "none", NULL, O_USAGE "\n", NULL, NULL},
    {"openai-not-streamed", REPLY, "none", NULL, O_USAGE "\n", JSON, NULL},
    {"openai-not-streamed", REPLY, "none", NULL, O_USAGE "\n", "", NULL},
    {"openai-not-streamed", REPLY, "none", NULL, O_USAGE "\n", EVENTS, NULL},
    {"openai-not-streamed-pretty", REPLY, "none", NULL, O_USAGE "\n", JSON, NULL},
    {"openai-not-streamed-cut", "", "cut", NULL, NULL, JSON, NULL},
    {"openai-error-200", "", "model", "No endpoints found", NULL, JSON, "openrouter/a/b"},
    {"openai-error-200-in-array", "", "key", "GEMINI_API_KEY", NULL, JSON, "gemini-openai/x"},
    {"openai-another-json", "", "not-api", "openai.base-url", NULL, JSON, NULL},
    {"openai-html", "", "not-api", "https://api.openai.com/v1", NULL, "text/html", NULL},
    {"openai-html", "", "not-api", NULL, NULL, EVENTS, NULL},
    {"openai-words", "", "not-api", NULL, NULL, "text/plain", NULL},
    {"openai-nothing", "", "cut", NULL, NULL, NULL, NULL},
    {"openai-nothing", "", "cut", NULL, NULL, "", NULL},
    {"openai-split-surrogates", REPLY, "none", NULL, O_USAGE "\n", NULL, NULL},
    {"openai-split-surrogates-in-text", REPLY, "none", NULL, O_USAGE "\n", NULL, NULL},
    {"openai-escaped-pairs", REPLY, "none", NULL, O_USAGE "\n", NULL, NULL},
    {"openai-lone-surrogates",
     "{\"actions\":[{\"_type\":\"message\",\"text\":\"a\uFFFD b \uFFFD c \uFFFD\uFFFD d\uFFFD\"}]}",
     "none", NULL, O_USAGE "\n", NULL, NULL},
    {"openai-lone-surrogate-at-end", REPLY " \uFFFD", "none", NULL, O_USAGE "\n", NULL, NULL},
    {"openai-escaped-backslash-u",
     "{\"actions\":[{\"_type\":\"message\",\"text\":\"C:\\\\\\\\ud83e \\\\u0000\"}]}", "none", NULL,
     O_USAGE "\n", NULL, NULL},
    {"openai-nul",
     "{\"actions\":[]} a\uFFFD"
     "b",
     "none", NULL, O_USAGE "\n", NULL, NULL},
    {"openai-bad-utf8", "a\uFFFD\uFFFD b", "none", NULL, O_USAGE "\n", NULL, NULL},
    {"openai-broken-chunk", REPLY, "none", NULL, O_USAGE "\n", NULL, NULL},

    {"gemini-whole", REPLY, "none", NULL, G_USAGE "\n", NULL, NULL},
    {"gemini-lf", REPLY, "none", NULL, G_USAGE "\n", NULL, NULL},
    {"gemini-finish-with-text", REPLY, "none", NULL, G_USAGE "\n", NULL, NULL},
    {"gemini-no-parts", REPLY, "none", NULL, G_USAGE "\n", NULL, NULL},
    {"gemini-cut", REPLY, "cut", NULL, "in 500 read 400 written 0 out 1", NULL, NULL},
    {"gemini-max-tokens", TWO "ssage\",\"text", "length", "gemini.max-output", G_USAGE "\n", NULL,
     NULL},
    {"gemini-continuation", TWO "ssage\",\"text", "length", NULL, G_USAGE "\n", NULL, NULL},
    {"gemini-blocked", "", "filtered", "PROHIBITED_CONTENT", NULL, NULL, NULL},
    {"gemini-safety", TWO, "filtered", "It was found unsafe.", G_USAGE "\n", NULL, NULL},
    {"gemini-malformed", TWO, "server", NULL, G_USAGE "\n", NULL, NULL},
    {"gemini-bare-error", TWO, "overloaded", "The model is overloaded.", NULL, NULL, NULL},
    {"gemini-error-data", TWO, "server", "An internal error has occurred", NULL, NULL, NULL},
    {"gemini-array", REPLY, "none", NULL, G_USAGE "\n", JSON, NULL},
    {"gemini-aimock", REPLY, "none", NULL, "in 0 read 0 written 0 out 2", NULL, NULL},

    {"ollama-whole", REPLY, "none", NULL, L_USAGE "\n", NULL, NULL},
    {"ollama-whole", REPLY, "none", NULL, L_USAGE "\n", JSON, NULL},
    {"ollama-no-last-line-end", REPLY, "none", NULL, L_USAGE "\n", NULL, NULL},
    {"ollama-crlf", REPLY, "none", NULL, L_USAGE "\n", NULL, NULL},
    {"ollama-blank-lines", REPLY, "none", NULL, L_USAGE "\n", NULL, NULL},
    {"ollama-reasoning-content", REPLY, "none", NULL, L_USAGE "\n", NULL, NULL},
    {"ollama-think-tags", REPLY, "none", NULL, L_USAGE "\n", NULL, NULL},
    {"ollama-length", TWO, "length", NULL, L_USAGE "\n", NULL, NULL},
    {"ollama-cut", REPLY, "cut", NULL, NULL, NULL, NULL},
    {"ollama-cut-in-line", REPLY, "cut", NULL, NULL, NULL, NULL},
    {"ollama-error", TWO, "server", "CUDA error", NULL, NULL, NULL},
    {"ollama-empty", "", "empty", NULL, NULL, NULL, NULL},
    {"ollama-not-streamed", REPLY, "none", NULL, L_USAGE "\n", JSON, NULL},
    {"ollama-split-surrogates", REPLY, "none", NULL, L_USAGE "\n", NULL, NULL},
};

/* --- running one ------------------------------------------------------------------------------ */

static char *read_stream(const char *name, gsize *len)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *file = g_strconcat(name, ".txt", NULL);
    g_autofree char *path = g_test_build_filename(G_TEST_DIST, "fixtures", "streams", file, NULL);
    char *bytes;
    g_file_get_contents(path, &bytes, len, &error);
    g_assert_no_error(error);
    return bytes;
}

/* How a case is read; `header` and `headers` are where its parts stand. */
static AnswerKind kind_of(const Case *c, char **header, const char *headers[2])
{
    static const struct {
        const char *dialect, *model, *type;
    } usual[] = {
        {"anthropic-", "anthropic/claude-sonnet-5-5", EVENTS},
        {"openai-", "openai/gpt-6-luna", EVENTS},
        {"gemini-", "gemini/gemini-flash-latest", EVENTS},
        {"ollama-", "ollama/qwen3", LINES},
    };
    guint i = 0;
    while (!g_str_has_prefix(c->name, usual[i].dialect)) {
        i++;
    }
    const char *type = c->type ? c->type : usual[i].type;
    *header = *type ? g_strconcat("Content-Type: ", type, NULL) : NULL;
    headers[0] = *header;
    headers[1] = NULL;
    return (AnswerKind){c->model ? c->model : usual[i].model, 200, headers};
}

static void assert_read(const Case *c, const char *log)
{
    g_autofree char *start = g_strdup_printf("%s\n%s status 0 ", c->text, c->fault);
    if (!g_str_has_prefix(log, start)) {
        g_error("%s was read as\n%s\ninstead of\n%s", c->name, log, start);
    }
    const char *rest = log + strlen(c->text) + 1;
    if (c->words && !strstr(rest, c->words)) {
        g_error("%s says\n%s\nwithout\n%s", c->name, rest, c->words);
    }
    if (c->usage && !g_str_has_prefix(strchr(rest, '\n') + 1, c->usage)) {
        g_error("%s counts\n%s\ninstead of\n%s", c->name, strchr(rest, '\n') + 1, c->usage);
    }
}

static void test_case(gconstpointer data)
{
    const Case *c = data;
    g_autofree char *header = NULL;
    const char *headers[2];
    AnswerKind kind = kind_of(c, &header, headers);
    gsize len;
    g_autofree char *bytes = read_stream(c->name, &len);
    g_autofree char *whole = answer_log(&kind, bytes, len, len + 1, 0);
    assert_read(c, whole);
    for (guint i = 1; i < 60; i++) {
        /* each byte alone; pieces of 2 and 3; 1 to 3; then at random */
        g_autofree char *pieces = i <= 3 ? answer_log(&kind, bytes, len, i, 0)
                                         : answer_log(&kind, bytes, len, i < 12 ? 3 : 40 * i, i);
        g_assert_cmpstr(pieces, ==, whole);
    }
}

/* In two pieces, cut everywhere. */
static void test_cuts(void)
{
    static const char *const names[] = {"anthropic-crlf", "openai-split-surrogates",
                                        "gemini-bare-error", "ollama-think-tags"};
    for (guint n = 0; n < G_N_ELEMENTS(names); n++) {
        Case c = {.name = names[n]};
        g_autofree char *header = NULL;
        const char *headers[2];
        AnswerKind kind = kind_of(&c, &header, headers);
        gsize len;
        g_autofree char *bytes = read_stream(c.name, &len);
        g_autofree char *whole = answer_log(&kind, bytes, len, len + 1, 0);
        for (gsize cut = 1; cut < len; cut++) {
            g_autofree char *two = answer_log(&kind, bytes, len, cut, 0);
            g_assert_cmpstr(two, ==, whole);
        }
    }
}

/* --- what can't be whole ---------------------------------------------------------------------- */

/* However early it ends, what was read is a beginning of the reply, and nobody calls it whole. */
static void test_every_beginning(void)
{
    static const char *const names[] = {"anthropic-whole", "openai-whole", "gemini-whole",
                                        "ollama-whole"};
    for (guint n = 0; n < G_N_ELEMENTS(names); n++) {
        Case c = {.name = names[n]};
        g_autofree char *header = NULL;
        const char *headers[2];
        AnswerKind kind = kind_of(&c, &header, headers);
        gsize len;
        g_autofree char *bytes = read_stream(c.name, &len);
        guint whole = 0;
        for (gsize cut = 0; cut < len; cut++) {
            g_autofree char *log = answer_log(&kind, bytes, cut, len, 0);
            char *fault = strrchr(log, '\n'); /* the last of three lines */
            for (guint i = 0; i < 2; i++) {
                *fault = '\0';
                fault = strrchr(log, '\n');
            }
            *fault++ = '\0';
            g_assert_true(g_str_has_prefix(REPLY, log));
            gboolean is_whole = g_str_has_prefix(fault, "none ");
            g_assert_true(is_whole || g_str_has_prefix(fault, "cut "));
            g_assert_true(!is_whole || g_str_equal(log, REPLY));
            whole += is_whole;
        }
        g_test_message("%s: %u of %zu beginnings are whole", names[n], whole, len);
    }
}

/* --- anything --------------------------------------------------------------------------------- */

static void mutate(GRand *rand, GString *bytes)
{
    static const char *const bits[] = {"\n\n",    "\r",    "data:",  "{",     "}",    "\"", "\\",
                                       "\\ud83e", "error", "[DONE]", "null,", "\xFF", "[",  ":"};
    for (gint n = g_rand_int_range(rand, 1, 6); n > 0 && bytes->len > 0; n--) {
        gsize at = (gsize)g_rand_int_range(rand, 0, (gint32)bytes->len);
        switch (g_rand_int_range(rand, 0, 4)) {
        case 0:
            bytes->str[at] = (char)g_rand_int_range(rand, 0, 256);
            break;
        case 1:
            g_string_erase(bytes, (gssize)at,
                           g_rand_int_range(rand, 0, (gint32)(MIN(bytes->len - at, 200)) + 1));
            break;
        case 2:
            g_string_insert(bytes, (gssize)at, bits[g_rand_int_range(rand, 0, G_N_ELEMENTS(bits))]);
            break;
        default:
            g_string_truncate(bytes, at);
        }
    }
}

/* Nothing crashes, text is always valid, and pieces make no difference. */
static void test_mutations(void)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(test_seed());
    for (guint i = 0; i < test_setting("TEST_MUTATIONS", 4000); i++) {
        const Case *c = &cases[g_rand_int_range(rand, 0, G_N_ELEMENTS(cases))];
        g_autofree char *header = NULL;
        const char *headers[2];
        AnswerKind kind = kind_of(c, &header, headers);
        gsize len;
        g_autofree char *bytes = read_stream(c->name, &len);
        GString *odd = g_string_new_len(bytes, (gssize)len);
        mutate(rand, odd);
        g_autofree char *whole = answer_log(&kind, odd->str, odd->len, odd->len + 1, 0);
        g_autofree char *pieces = answer_log(&kind, odd->str, odd->len, 9, i + 1);
        g_assert_cmpstr(pieces, ==, whole);
        g_string_free(odd, TRUE);
    }
}

/* --- limits ----------------------------------------------------------------------------------- */

static void assert_large(const char *model, const char *type, const char *start)
{
    const char *const headers[] = {type, NULL};
    AnswerKind kind = {model, 200, headers};
    g_autofree char *rest = g_strnfill((16u << 20) + 100, 'x');
    g_autofree char *bytes = g_strconcat(start, rest, NULL);
    gsize len = strlen(bytes);
    g_autofree char *log = answer_log(&kind, bytes, len, 1 << 16, 0);
    g_assert_true(g_str_has_prefix(log, "\nlarge "));
}

static void test_too_large(void)
{
    assert_large("openai/x", "content-type: text/event-stream", "data: ");
    assert_large("openai/x", "content-type: application/json", "{\"a\":\"");
    assert_large("ollama/x", "content-type: application/x-ndjson", "{\"a\":\"");
}

/* A server that keeps a connection alive with blanks has all the time. */
static void test_blanks(void)
{
    static const char *const headers[] = {"content-type: application/json", NULL};
    AnswerKind kind = {"openai/x", 200, headers};
    gsize len;
    g_autofree char *answer = read_stream("openai-not-streamed", &len);
    g_autofree char *blanks = g_strnfill(32u << 20, '\n');
    g_autofree char *bytes = g_strconcat(blanks, "\xEF\xBB\xBF ", answer, NULL);
    g_autofree char *log = answer_log(&kind, bytes, strlen(bytes), 7, 0);
    g_assert_true(g_str_has_prefix(log, REPLY "\nnone "));
}

static void add_cases(void)
{
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        const Case *c = &cases[i];
        g_autofree char *path =
            g_strdup_printf("/wire/answers/%s%s%s", c->name, c->type ? " as " : "",
                            !c->type   ? ""
                            : *c->type ? c->type
                                       : "nothing");
        g_test_add_data_func(path, c, test_case);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    add_cases();
    g_test_add_func("/wire/answers/cuts", test_cuts);
    g_test_add_func("/wire/answers/every-beginning", test_every_beginning);
    g_test_add_func("/wire/answers/mutations", test_mutations);
    g_test_add_func("/wire/answers/too-large", test_too_large);
    g_test_add_func("/wire/answers/blanks", test_blanks);
    return g_test_run();
}
