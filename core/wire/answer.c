/* An answer from its status line to its end: what kind of body it has, its events, and how it went.
 */
#include "wire/answer.h"

#include "net/sse.h"
#include "wire/answer_text.h"
#include "wire/api_error.h"
#include "wire/dialect_row.h"
#include "wire/event.h"

#include <fairy/limits.h>

#include <string.h>

#define ERROR_BYTES (64u << 10) /* of a body that tells of an error; the rest says no more */
#define SLICE_BYTES 64          /* of text, between two looks at what the answer has cost */
#define FEED_BYTES  512         /* of the body, likewise */
#define BEGUN_BYTES 1024        /* of an event that isn't whole yet: from here on it is counted */
#define MOST_PACKED 4           /* times as much as we think no tokenizer has in a token */

typedef enum {
    BODY_UNKNOWN, /* nothing but blanks has come */
    BODY_EVENTS,
    BODY_LINES,
    BODY_WHOLE, /* one JSON value */
    BODY_ERROR, /* of a status that is no success */
    BODY_OTHER, /* a page for people, or worse */
} Body;

struct _FairyAnswer {
    const FairyProfile *profile;
    const FairyDialect *dialect;
    FairyAnswerText *text;
    FairyAnswerFuncs funcs;
    gpointer data;
    int status;
    char **headers;
    Body body;
    FairySse *sse;           /* BODY_EVENTS */
    GString *bytes;          /* of a line, a value, an error: what isn't read yet */
    FairyApiError api_error; /* of what was read; the first counts */
    FairyApiErrorKind stop;
    char *stop_words;
    GString *refusal;
    gboolean parsed;        /* some JSON came */
    gboolean stopped;       /* the model has said why it stopped */
    gboolean finished;      /* the terminator came */
    gboolean over;          /* no more is wanted */
    gboolean spent;         /* because it would cost too much: what comes is only counted */
    gboolean told_more;     /* counts are others than were looked at */
    gsize unweighed;        /* bytes of text that came since then */
    guint64 pieces;         /* of text: a server sends no half of a token */
    gsize begun_bytes;      /* of the event that isn't whole yet */
    FairyAnswerText *begun; /* counts them; NULL = they are few */
    FairyUsage counts, told;
};

FairyAnswer *fairy_answer_new_in(const FairyDialect *dialect, const FairyProfile *profile,
                                 const FairyAnswerFuncs *funcs, gpointer data)
{
    FairyAnswer *answer = g_new0(FairyAnswer, 1);
    answer->profile = profile;
    answer->dialect = dialect;
    answer->funcs = *funcs;
    answer->data = data;
    answer->text = fairy_answer_text_new(
        funcs, data, fairy_dialect_prefills(profile) ? FAIRY_PREFILL : NULL, profile->secrets);
    answer->bytes = g_string_new(NULL);
    answer->refusal = g_string_new(NULL);
    answer->api_error.wait_ms = -1;
    return answer;
}

void fairy_answer_free(FairyAnswer *answer)
{
    if (!answer) {
        return;
    }
    fairy_answer_text_free(answer->text);
    fairy_answer_text_free(answer->begun);
    fairy_sse_free(answer->sse);
    g_strfreev(answer->headers);
    g_string_free(answer->bytes, TRUE);
    g_string_free(answer->refusal, TRUE);
    g_free(answer->stop_words);
    fairy_api_error_clear(&answer->api_error);
    g_free(answer);
}

void fairy_answer_head(FairyAnswer *answer, int status, const char *const *headers)
{
    g_strfreev(answer->headers);
    answer->status = status;
    answer->headers = g_strdupv((char **)headers);
}

/* --- what it costs ---------------------------------------------------------------------------- */

/* Who has said the last of it can't be stopped any more. */
static void weigh(FairyAnswer *answer)
{
    answer->unweighed = 0;
    answer->told_more = FALSE;
    if (answer->funcs.spent && !answer->spent && !answer->finished && !answer->stopped &&
        !answer->funcs.spent(fairy_answer_usage(answer), answer->data)) {
        answer->spent = answer->over = TRUE;
    }
}

static void weigh_after(FairyAnswer *answer, gsize bytes)
{
    answer->unweighed += bytes;
    if (answer->unweighed >= SLICE_BYTES) {
        weigh(answer);
    }
}

typedef void (*TakeFunc)(FairyAnswerText *text, const char *piece, gsize len);

static gsize slice_of(const char *piece)
{
    gsize n = strnlen(piece, SLICE_BYTES);
    while (((guchar)piece[n] & 0xC0) == 0x80) {
        n++; /* not in the middle of a character */
    }
    return n;
}

/* In slices: what comes in one piece is stopped where it would be in many. */
static void take_piece(FairyAnswer *answer, const char *piece, TakeFunc take)
{
    answer->pieces += *piece != '\0';
    while (*piece) {
        gsize n = slice_of(piece);
        (answer->spent ? fairy_answer_text_count : take)(answer->text, piece, n);
        weigh_after(answer, n);
        piece += n;
    }
}

static void forget_begun(FairyAnswer *answer)
{
    answer->begun_bytes = 0;
    g_clear_pointer(&answer->begun, fairy_answer_text_free);
}

/* An event that never ends is paid for, too. */
static void weigh_begun(FairyAnswer *answer, const char *bytes, gsize len)
{
    gsize begun = answer->sse ? fairy_sse_pending(answer->sse) : answer->bytes->len;
    if (begun < answer->begun_bytes) {
        forget_begun(answer);
    }
    if (begun <= BEGUN_BYTES || answer->body == BODY_ERROR) {
        return;
    }
    static const FairyAnswerFuncs nobody = {0};
    gsize more = MIN(begun - answer->begun_bytes, len);
    answer->begun =
        answer->begun ? answer->begun : fairy_answer_text_new(&nobody, NULL, NULL, NULL);
    answer->begun_bytes = begun;
    fairy_answer_text_count(answer->begun, bytes + len - more, more);
    weigh_after(answer, more);
}

/* --- what the wires tell ---------------------------------------------------------------------- */

void fairy_answer_text(FairyAnswer *answer, const cJSON *text)
{
    const char *piece = cJSON_GetStringValue(text);
    if (piece) {
        take_piece(answer, piece, fairy_answer_text_feed);
    }
}

void fairy_answer_thinking(FairyAnswer *answer, const cJSON *text)
{
    const char *piece = cJSON_GetStringValue(text);
    if (piece && *piece) {
        fairy_answer_text_think(answer->text);
        take_piece(answer, piece, fairy_answer_text_count);
    }
}

static void count_texts(FairyAnswer *answer, const cJSON *value)
{
    const char *piece = cJSON_GetStringValue(value);
    const cJSON *item = NULL;
    if (piece) {
        take_piece(answer, piece, fairy_answer_text_count);
    }
    cJSON_ArrayForEach(item, value)
    {
        count_texts(answer, item);
    }
}

void fairy_answer_other(FairyAnswer *answer, const cJSON *object, const char *const *read)
{
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, object)
    {
        if (item->string && !g_strv_contains(read, item->string)) {
            count_texts(answer, item);
        }
    }
}

void fairy_answer_refuse(FairyAnswer *answer, const cJSON *text)
{
    const char *piece = cJSON_GetStringValue(text);
    take_piece(answer, piece ? piece : "", fairy_answer_text_count);
    if (piece && answer->refusal->len < ERROR_BYTES) {
        g_string_append(answer->refusal, piece);
    }
}

void fairy_answer_stop(FairyAnswer *answer, FairyApiErrorKind kind, const char *words)
{
    answer->stopped = TRUE;
    answer->stop = kind;
    g_free(answer->stop_words);
    answer->stop_words = g_strdup(words);
}

void fairy_answer_stop_reason(FairyAnswer *answer, const FairyStop *table, const char *reason,
                              const char *words)
{
    if (reason) {
        while (table->reason && !g_str_equal(table->reason, reason)) {
            table++;
        }
        fairy_answer_stop(answer, table->kind, words);
    }
}

void fairy_answer_finish(FairyAnswer *answer)
{
    answer->finished = answer->over = TRUE;
}

void fairy_answer_fail(FairyAnswer *answer, const cJSON *error)
{
    if (!answer->over) {
        fairy_api_error_of_error(&answer->api_error, answer->profile,
                                 (const char *const *)answer->headers, error);
    }
    answer->over = TRUE;
}

FairyUsage *fairy_answer_counts(FairyAnswer *answer)
{
    answer->told_more = TRUE;
    return &answer->counts;
}

gboolean fairy_count(guint64 *count, const cJSON *object, const char *name)
{
    const cJSON *number = fairy_item(object, name);
    gboolean usable =
        cJSON_IsNumber(number) && number->valuedouble >= 0 && number->valuedouble <= G_MAXINT;
    *count = usable ? MAX(*count, (guint64)number->valuedouble) : *count;
    return usable;
}

/* --- events ----------------------------------------------------------------------------------- */

/* The error of an event, in any of the forms there are: {"error":…} beside whatever else, an object
 * that says it is one, an event of that name, or one that says something in words. */
static const cJSON *error_of(const char *type, const cJSON *event)
{
    const cJSON *error = fairy_item(event, "error");
    const char *object = fairy_item_text(event, "object"), *kind = fairy_item_text(event, "type");
    if (cJSON_IsObject(error) || fairy_item_text(event, "error")) {
        return error;
    }
    gboolean is_error = g_str_equal(type, "error") || g_strcmp0(object, "error") == 0 ||
                        g_strcmp0(kind, "error") == 0 || fairy_item_text(event, "message") ||
                        fairy_item_text(event, "detail");
    return is_error ? event : NULL;
}

/* A value is an event, or a list of them. */
static void take_value(FairyAnswer *answer, const char *type, const cJSON *value)
{
    const cJSON *event = NULL;
    if (cJSON_IsArray(value)) {
        cJSON_ArrayForEach(event, value)
        {
            if (!answer->over && cJSON_IsObject(event)) {
                take_value(answer, type, event);
            }
        }
        return;
    }
    const cJSON *error = error_of(type, value);
    if (error) {
        fairy_answer_fail(answer, error);
        return;
    }
    answer->dialect->read(answer, value);
    if (answer->told_more) {
        weigh(answer);
    }
}

/* "[DONE]", as it is written here and there. */
static gboolean is_done(const char *data, gsize len)
{
    g_autofree char *text = len < 32 ? g_strndup(data, len) : g_strdup("");
    g_strstrip(text);
    return g_str_equal(text, "[DONE]") || g_str_equal(text, "\"[DONE]\"");
}

static void take_data(FairyAnswer *answer, const char *type, const char *data, gsize len)
{
    forget_begun(answer);
    if (is_done(data, len)) {
        answer->over = TRUE;
        return;
    }
    cJSON *value = fairy_event_parse(data, len);
    answer->parsed = answer->parsed || value;
    if (!value && g_str_equal(type, "error")) {
        value = cJSON_CreateString(data);
    }
    if (value) {
        take_value(answer, type, value);
        cJSON_Delete(value);
    } else {
        take_piece(answer, data, fairy_answer_text_count);
    }
}

static void on_event(const char *type, const char *data, gsize len, gpointer user_data)
{
    FairyAnswer *answer = user_data;
    if (!answer->over) {
        take_data(answer, type, data, len);
    }
}

/* --- bodies ----------------------------------------------------------------------------------- */

static gboolean is_type(const FairyAnswer *answer, const char *type)
{
    const char *value = fairy_header((const char *const *)answer->headers, "content-type");
    return value && g_ascii_strncasecmp(value, type, strlen(type)) == 0;
}

/* What is told of the body isn't always so: its first byte counts, but where it could be both. */
static Body body_of(const FairyAnswer *answer, char first)
{
    if (answer->status < 200 || answer->status > 299) {
        return BODY_ERROR;
    }
    if (first == '<') {
        return BODY_OTHER;
    }
    if (is_type(answer, "text/event-stream") || (first != '{' && first != '[')) {
        return BODY_EVENTS;
    }
    return answer->dialect->lines && first == '{' ? BODY_LINES : BODY_WHOLE;
}

static void too_large(FairyAnswer *answer)
{
    fairy_api_error_set(&answer->api_error, answer->profile, FAIRY_API_ERROR_LARGE, NULL);
    answer->over = TRUE;
}

static void feed_events(FairyAnswer *answer, const char *bytes, gsize len)
{
    if (!answer->sse) {
        answer->sse = fairy_sse_new(on_event, answer);
    }
    if (!fairy_sse_feed(answer->sse, bytes, len, NULL) && !answer->over) {
        too_large(answer);
    }
}

static void take_line(FairyAnswer *answer)
{
    if (answer->bytes->len && !answer->over) {
        take_data(answer, "message", answer->bytes->str, answer->bytes->len);
    }
    g_string_truncate(answer->bytes, 0);
}

static void feed_whole(FairyAnswer *answer, const char *bytes, gsize len)
{
    if (len > FAIRY_MAX_EVENT_BYTES - answer->bytes->len) {
        too_large(answer);
    } else {
        g_string_append_len(answer->bytes, bytes, (gssize)len);
    }
}

static void feed_lines(FairyAnswer *answer, const char *bytes, gsize len)
{
    while (len > 0 && !answer->over) {
        const char *end = memchr(bytes, '\n', len);
        gsize n = end ? (gsize)(end - bytes) : len;
        feed_whole(answer, bytes, n);
        if (end) {
            take_line(answer);
            n++;
        }
        bytes += n;
        len -= n;
    }
}

static void feed_error(FairyAnswer *answer, const char *bytes, gsize len)
{
    gsize room = ERROR_BYTES - answer->bytes->len;
    g_string_append_len(answer->bytes, bytes, (gssize)MIN(len, room));
    answer->over = len >= room;
}

/* How many bytes at the beginning say nothing: blanks, and byte order marks. `*unsure`: what
 * follows may be a part of such a mark. */
static gsize skip_nothing(const char *bytes, gsize len, gboolean *unsure)
{
    static const char bom[] = "\xEF\xBB\xBF";
    gsize i = 0, n = 1;
    while (n > 0) {
        i += strspn(bytes + i, " \t\r\n");
        n = MIN(len - i, strlen(bom));
        n = strncmp(bytes + i, bom, n) == 0 ? n : 0;
        *unsure = n > 0 && n < strlen(bom);
        i += *unsure ? 0 : n;
        n = *unsure ? 0 : n;
    }
    return i;
}

/* The bytes held are fed again once it is known what they are of. */
static void feed_unknown(FairyAnswer *answer, const char *bytes, gsize len)
{
    gboolean unsure;
    g_string_append_len(answer->bytes, bytes, (gssize)len);
    g_string_erase(answer->bytes, 0,
                   (gssize)skip_nothing(answer->bytes->str, answer->bytes->len, &unsure));
    if (answer->bytes->len && !unsure) {
        GString *all = answer->bytes;
        answer->bytes = g_string_new(NULL);
        answer->body = body_of(answer, all->str[0]);
        fairy_answer_feed(answer, all->str, all->len);
        g_string_free(all, TRUE);
    }
}

gboolean fairy_answer_feed(FairyAnswer *answer, const char *bytes, gsize len)
{
    static void (*const feeds[])(FairyAnswer * answer, const char *bytes, gsize len) = {
        [BODY_UNKNOWN] = feed_unknown, [BODY_EVENTS] = feed_events, [BODY_LINES] = feed_lines,
        [BODY_WHOLE] = feed_whole,     [BODY_ERROR] = feed_error,   [BODY_OTHER] = NULL,
    };
    while (len > 0 && !answer->over && feeds[answer->body]) {
        gsize n = MIN(len, FEED_BYTES);
        feeds[answer->body](answer, bytes, n);
        weigh_begun(answer, bytes, n);
        bytes += n;
        len -= n;
    }
    return !answer->over && answer->body != BODY_OTHER;
}

/* --- the end ---------------------------------------------------------------------------------- */

/* Some servers say only here that they are done, or what went wrong. */
static void end_events(FairyAnswer *answer)
{
    const char *rest = answer->over ? NULL : fairy_sse_rest(answer->sse);
    if (rest) {
        take_data(answer, "message", rest, strlen(rest));
    }
}

static void end_body(FairyAnswer *answer)
{
    if (answer->body == BODY_EVENTS) {
        end_events(answer);
    } else if (answer->body == BODY_LINES || answer->body == BODY_WHOLE) {
        take_line(answer);
    }
    fairy_answer_text_end(answer->text);
}

/* What isn't an answer in any way, as against one that isn't whole. */
static gboolean is_foreign(const FairyAnswer *answer)
{
    switch (answer->body) {
    case BODY_OTHER:
        return TRUE;
    case BODY_EVENTS:
        return !answer->parsed && !is_type(answer, "text/event-stream");
    case BODY_WHOLE:
        return answer->parsed && !fairy_answer_text_any(answer->text);
    default:
        return FALSE;
    }
}

static FairyApiErrorKind outcome(const FairyAnswer *answer)
{
    gboolean whole = answer->finished || (answer->stopped && answer->dialect->stop_ends);
    if (answer->refusal->len) {
        return FAIRY_API_ERROR_REFUSED;
    }
    if (answer->stopped && answer->stop != FAIRY_API_ERROR_NONE) {
        return answer->stop;
    }
    if (!whole) {
        return is_foreign(answer) ? FAIRY_API_ERROR_NOT_API : FAIRY_API_ERROR_TRUNCATED;
    }
    return fairy_answer_text_any(answer->text) ? FAIRY_API_ERROR_NONE : FAIRY_API_ERROR_EMPTY;
}

void fairy_answer_end(FairyAnswer *answer, FairyApiError *api_error)
{
    const char *const *headers = (const char *const *)answer->headers;
    end_body(answer);
    answer->over = TRUE;
    *api_error = (FairyApiError){.wait_ms = -1};
    if (answer->api_error.kind != FAIRY_API_ERROR_NONE) {
        *api_error = answer->api_error;
        answer->api_error = (FairyApiError){.wait_ms = -1};
    } else if (answer->status && (answer->status < 200 || answer->status > 299)) {
        fairy_api_error_parse(api_error, answer->profile, answer->status, headers,
                              answer->bytes->str, answer->bytes->len);
    } else {
        const char *words = answer->refusal->len ? answer->refusal->str : answer->stop_words;
        fairy_api_error_set(api_error, answer->profile, outcome(answer), words);
    }
}

void fairy_answer_end_seen(FairyAnswer *answer, const FairyApiError *seen, FairyApiError *api_error)
{
    fairy_answer_end(answer, api_error);
    if (seen->kind != FAIRY_API_ERROR_NONE && (api_error->kind == FAIRY_API_ERROR_TRUNCATED ||
                                               api_error->kind == FAIRY_API_ERROR_EMPTY)) {
        fairy_api_error_clear(api_error);
        *api_error = *seen;
        api_error->message = g_strdup(seen->message);
    }
}

/* What the provider didn't count, or not to the end, is estimated. */
const FairyUsage *fairy_answer_usage(FairyAnswer *answer)
{
    guint64 tokens = fairy_answer_text_tokens(answer->text), told = answer->counts.output;
    gboolean ended = answer->finished || answer->stopped;
    gboolean counted = ended && told > 0 && told >= tokens / MOST_PACKED;
    guint64 begun = answer->begun ? fairy_answer_text_tokens(answer->begun) : 0;
    guint64 seen = MAX(tokens, answer->pieces) + begun;
    answer->told = answer->counts;
    if (!counted && seen > told) {
        answer->told.output = seen;
        answer->told.estimated = TRUE;
    }
    if (answer->told.output && answer->told.input + answer->told.cache_read == 0) {
        answer->told.estimated = TRUE;
    }
    return &answer->told;
}
