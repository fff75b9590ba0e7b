/* Finds secrets in a stream, whoever wrote them how.
 *
 * A stream is read as several *texts*: all its bytes, and the strings of each member that brings a
 * text in pieces. Each text is read in several *ways*: as it stands, and with escapes undone. In
 * each of them every *form* of a secret is looked for (Knuth, Morris, Pratt), so the time is
 * linear, and what is held back is never more than what may be the beginning of one. */
#include "wire/secrets.h"

#include <fairy/limits.h>
#include <fairy/settings.h>

#include <string.h>

/* --- forms ------------------------------------------------------------------------------------ */

typedef struct {
    char *text; /* in small letters */
    guint len;
    guint *back; /* how much is still matched when one byte more than [i] isn't */
} Form;

struct _FairySecrets {
    GArray *forms;
    guint longest;
    gboolean begins[G_MAXUINT8 + 1]; /* some form begins so */
};

static void clear_form(gpointer data)
{
    Form *form = data;
    fairy_wipe(form->text);
    g_free(form->back);
}

FairySecrets *fairy_secrets_new(void)
{
    FairySecrets *secrets = g_new0(FairySecrets, 1);
    secrets->forms = g_array_new(FALSE, FALSE, sizeof(Form));
    g_array_set_clear_func(secrets->forms, clear_form);
    return secrets;
}

void fairy_secrets_free(FairySecrets *secrets)
{
    if (secrets) {
        g_array_unref(secrets->forms);
        g_free(secrets);
    }
}

/* How much of the form is matched when `c` comes behind `matched` bytes of it. */
static guint step(const Form *form, guint matched, char c)
{
    while (matched > 0 && form->text[matched] != c) {
        matched = form->back[matched - 1];
    }
    return matched + (form->text[matched] == c);
}

static const Form *form_at(const FairySecrets *secrets, guint index)
{
    return &g_array_index(secrets->forms, Form, index);
}

static gboolean is_known(const FairySecrets *secrets, const char *text)
{
    for (guint i = 0; i < secrets->forms->len; i++) {
        if (g_str_equal(form_at(secrets, i)->text, text)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Takes `text`. */
static void add_form(FairySecrets *secrets, char *text)
{
    guint len = (guint)strlen(text);
    for (guint i = 0; i < len; i++) {
        text[i] = g_ascii_tolower(text[i]);
    }
    if (is_known(secrets, text)) {
        fairy_wipe(text);
        return;
    }
    Form form = {text, len, g_new0(guint, len)};
    for (guint i = 1; i < len; i++) {
        form.back[i] = step(&form, form.back[i - 1], text[i]);
    }
    secrets->begins[(guchar)*text] = TRUE;
    secrets->longest = MAX(secrets->longest, len);
    g_array_append_val(secrets->forms, form);
}

static char *hex_of(const char *secret)
{
    GString *hex = g_string_new(NULL);
    for (const char *c = secret; *c; c++) {
        g_string_append_printf(hex, "%02x", (guchar)*c);
    }
    return g_string_free(hex, FALSE);
}

/* Those signs that the secret alone decides, with `before` bytes of something else before it. */
static char *base64_of(const char *secret, gsize before)
{
    gsize len = before + strlen(secret);
    char *all = g_strdup_printf("%*s%s", (int)before, "", secret);
    char *base64 = g_base64_encode((const guchar *)all, len);
    gsize first = (before * 8 + 5) / 6, last = len * 8 / 6;
    char *text = g_strndup(base64 + first, last - first);
    fairy_wipe(base64);
    fairy_wipe(all);
    return text;
}

static char *for_urls(const char *base64)
{
    char *text = g_strdelimit(g_strdup(base64), "+", '-');
    return g_strdelimit(text, "/", '_');
}

void fairy_secrets_add(FairySecrets *secrets, const char *secret)
{
    if (strlen(secret) < FAIRY_MIN_SECRET_BYTES) {
        return;
    }
    add_form(secrets, g_strdup(secret));
    add_form(secrets, hex_of(secret));
    for (gsize before = 0; before < 3; before++) {
        char *base64 = base64_of(secret, before);
        add_form(secrets, for_urls(base64));
        add_form(secrets, base64);
    }
}

/* --- escapes ---------------------------------------------------------------------------------- */

/* Bytes of a text by their numbers in it, from 0. */
typedef struct {
    gsize start, end;
} Span;

typedef struct {
    gboolean open; /* a backslash has come */
    guint digits;  /* that are still to come */
    guint code;
    gsize start; /* of the escape */
} Escape;

/* What is escaped, from the outside in: a sign that begins an escape for each time. */
static const char *const ways[] = {"", "\\", "\\\\", "\\\\%"};

enum { MOST_ESCAPES = 3 };

static void open_escape(Escape *escape, char lead, gsize start)
{
    *escape = (Escape){.open = lead == '\\', .digits = lead == '%' ? 2 : 0, .start = start};
}

static gboolean is_open(const Escape *escape)
{
    return escape->open || escape->digits > 0;
}

/* Makes *c and *span the character that an escape stands for. FALSE when it isn't whole. */
static gboolean undo(Escape *escape, char lead, char *c, Span *span)
{
    if (escape->digits > 0 && g_ascii_isxdigit(*c)) {
        escape->code = escape->code * 16 + (guint)g_ascii_xdigit_value(*c);
        span->start = escape->start;
        *c = (char)(escape->code <= G_MAXINT8 ? escape->code : ' ');
        return --escape->digits == 0;
    }
    escape->digits = 0;
    if (escape->open) {
        escape->open = FALSE;
        span->start = escape->start;
        escape->digits = *c == 'u' ? 4 : 0;
        *c = (char)(strchr("nrtbf", *c) ? ' ' : *c);
        return escape->digits == 0;
    }
    if (*c == lead) {
        open_escape(escape, lead, span->start);
        return FALSE;
    }
    return TRUE;
}

/* --- texts ------------------------------------------------------------------------------------ */

/* A text read in one way. */
typedef struct {
    Escape escapes[MOST_ESCAPES];
    Span *signs;    /* the last of them, in a ring */
    gsize n;        /* signs that came */
    guint *matched; /* of each form */
    gboolean any;   /* any of them */
} Reading;

typedef struct {
    Reading readings[G_N_ELEMENTS(ways)];
    gsize n; /* bytes that came */
    /* gsize, of those from `first` on: where in the stream they stand; NULL: as they are numbered
     */
    GArray *places;
    gsize first;
} Text;

enum { NAME_BYTES = 32 };

struct _FairyRedactor {
    const FairySecrets *secrets;
    guint n_forms, longest;
    GString *held;
    gsize at;    /* where in the stream `held` begins */
    Text *texts; /* the whole stream, then one for each of `pieces` */
    guint n_texts;
    const char *const *pieces;

    /* The JSON in the stream. */
    gboolean in_string, escaped;
    gboolean ended;        /* a string has, just now */
    gboolean due;          /* it was a name, and its value comes now */
    char name[NAME_BYTES]; /* the beginning of the last string that was none of a text */
    gsize name_len;        /* the whole of it */
    Text *text;            /* that the string is of; NULL = none */
};

static void text_init(Text *text, const FairyRedactor *redactor)
{
    for (guint i = 0; i < G_N_ELEMENTS(ways); i++) {
        text->readings[i].signs = g_new(Span, redactor->longest);
        text->readings[i].matched = g_new0(guint, redactor->n_forms);
    }
}

static void text_clear(Text *text)
{
    for (guint i = 0; i < G_N_ELEMENTS(ways); i++) {
        g_free(text->readings[i].signs);
        g_free(text->readings[i].matched);
    }
    g_clear_pointer(&text->places, g_array_unref);
}

static gsize place_of(const Text *text, gsize number)
{
    return text->places ? g_array_index(text->places, gsize, number - text->first) : number;
}

/* The last `len` signs of it are a secret. */
static void cover(FairyRedactor *redactor, const Text *text, const Reading *reading, guint len)
{
    for (gsize i = reading->n - len; i < reading->n; i++) {
        const Span *sign = &reading->signs[i % redactor->longest];
        for (gsize k = MAX(sign->start, text->first); k < sign->end; k++) {
            redactor->held->str[place_of(text, k) - redactor->at] = '*';
        }
    }
}

static void take_sign(FairyRedactor *redactor, const Text *text, Reading *reading, char c,
                      Span span)
{
    c = g_ascii_tolower(c);
    if (!g_ascii_isgraph(c) || !(reading->any || redactor->secrets->begins[(guchar)c])) {
        return;
    }
    reading->signs[reading->n++ % redactor->longest] = span;
    reading->any = FALSE;
    for (guint i = 0; i < redactor->n_forms; i++) {
        const Form *form = form_at(redactor->secrets, i);
        guint *matched = &reading->matched[i];
        *matched = step(form, *matched, c);
        if (*matched == form->len) {
            cover(redactor, text, reading, form->len);
            *matched = form->back[form->len - 1];
        }
        reading->any = reading->any || *matched > 0;
    }
}

static void take_byte(FairyRedactor *redactor, Text *text, char byte, gsize place)
{
    gsize number = text->n++;
    if (text->places) {
        g_array_append_val(text->places, place);
    }
    for (guint i = 0; i < G_N_ELEMENTS(ways); i++) {
        Reading *reading = &text->readings[i];
        Span span = {number, number + 1};
        const char *lead = ways[i];
        char c = byte;
        while (*lead && undo(&reading->escapes[lead - ways[i]], *lead, &c, &span)) {
            lead++;
        }
        if (!*lead) {
            take_sign(redactor, text, reading, c, span);
        }
    }
}

/* --- strings ---------------------------------------------------------------------------------- */

static Text *text_named(const FairyRedactor *redactor)
{
    for (guint i = 0; redactor->pieces && redactor->pieces[i]; i++) {
        const char *name = redactor->pieces[i];
        if (strlen(name) == redactor->name_len && redactor->name_len <= NAME_BYTES &&
            memcmp(name, redactor->name, redactor->name_len) == 0) {
            return &redactor->texts[i + 1];
        }
    }
    return NULL;
}

static void take_in_string(FairyRedactor *redactor, char c, gsize place)
{
    if (c == '"' && !redactor->escaped) {
        redactor->in_string = FALSE;
        redactor->ended = TRUE;
        return;
    }
    redactor->escaped = c == '\\' && !redactor->escaped;
    if (redactor->text) {
        take_byte(redactor, redactor->text, c, place);
    } else if (redactor->name_len++ < NAME_BYTES) {
        redactor->name[redactor->name_len - 1] = c;
    }
}

/* A line ends every string, as there is none in JSON: so what isn't JSON can't lead us astray. */
static void take_json(FairyRedactor *redactor, char c, gsize place)
{
    if (c == '\n' || c == '\r') {
        redactor->in_string = FALSE;
    } else if (redactor->in_string) {
        take_in_string(redactor, c, place);
    } else if (c == '"') {
        redactor->text = redactor->due ? text_named(redactor) : NULL;
        redactor->in_string = TRUE;
        redactor->escaped = redactor->ended = redactor->due = FALSE;
        redactor->name_len = 0;
    } else if (c != ' ' && c != '\t') {
        redactor->due = redactor->ended && c == ':';
        redactor->ended = FALSE;
    }
}

/* --- what is sure ----------------------------------------------------------------------------- */

/* Few signs aren't held for long: they begin any word, and what would end it may never come. Of a
 * secret that does come, so slowly, the rest is covered. */
#define FEW_SIGNS  4
#define LONG_BYTES 4096

/* Whether `signs` signs of something, from this byte of the text on, are held. */
static gboolean is_held(const FairyRedactor *redactor, const Text *text, gsize number, guint signs)
{
    gsize end = redactor->at + redactor->held->len;
    return number < text->n && (signs >= FEW_SIGNS || end - place_of(text, number) <= LONG_BYTES);
}

static void hold(const FairyRedactor *redactor, const Text *text, gsize number, guint signs,
                 gsize *first)
{
    number = MAX(number, text->first);
    if (number < *first && is_held(redactor, text, number, signs)) {
        *first = number;
    }
}

/* The number of the first byte of a text that is still to be judged. */
static gsize unsure_in(const FairyRedactor *redactor, const Text *text)
{
    gsize first = text->n;
    for (guint i = 0; i < G_N_ELEMENTS(ways); i++) {
        const Reading *reading = &text->readings[i];
        for (guint k = 0; k < MOST_ESCAPES; k++) {
            if (is_open(&reading->escapes[k])) {
                hold(redactor, text, reading->escapes[k].start, 0, &first);
            }
        }
        for (guint k = 0; k < redactor->n_forms && reading->any; k++) {
            guint matched = reading->matched[k];
            if (matched > 0) {
                gsize sign = (reading->n - matched) % redactor->longest;
                hold(redactor, text, reading->signs[sign].start, matched, &first);
            }
        }
    }
    return first;
}

/* Where that stands. What is before it is forgotten. */
static gsize settle(const FairyRedactor *redactor, Text *text)
{
    gsize unsure = unsure_in(redactor, text);
    if (text->places) {
        g_array_remove_range(text->places, 0, (guint)(unsure - text->first));
    }
    text->first = unsure;
    return unsure < text->n ? place_of(text, unsure) : G_MAXSIZE;
}

static void pass(FairyRedactor *redactor, gsize len, GString *out)
{
    g_string_append_len(out, redactor->held->str, (gssize)len);
    g_string_erase(redactor->held, 0, (gssize)len);
    redactor->at += len;
}

/* --- the stream ------------------------------------------------------------------------------- */

FairyRedactor *fairy_redactor_new(const FairySecrets *secrets, const char *const *pieces)
{
    FairyRedactor *redactor = g_new0(FairyRedactor, 1);
    redactor->held = g_string_new(NULL);
    if (!secrets || secrets->forms->len == 0) {
        return redactor;
    }
    redactor->secrets = secrets;
    redactor->n_forms = secrets->forms->len;
    redactor->longest = secrets->longest;
    redactor->pieces = pieces;
    redactor->n_texts = 1 + (pieces ? g_strv_length((char **)pieces) : 0);
    redactor->texts = g_new0(Text, redactor->n_texts);
    for (guint i = 0; i < redactor->n_texts; i++) {
        text_init(&redactor->texts[i], redactor);
        redactor->texts[i].places = i > 0 ? g_array_new(FALSE, FALSE, sizeof(gsize)) : NULL;
    }
    return redactor;
}

void fairy_redactor_free(FairyRedactor *redactor)
{
    if (redactor) {
        for (guint i = 0; i < redactor->n_texts; i++) {
            text_clear(&redactor->texts[i]);
        }
        g_free(redactor->texts);
        g_string_free(redactor->held, TRUE);
        g_free(redactor);
    }
}

void fairy_redactor_feed(FairyRedactor *redactor, const char *bytes, gsize len, GString *out)
{
    gsize place = redactor->at + redactor->held->len, end = place + len;
    g_string_append_len(redactor->held, bytes, (gssize)len);
    for (gsize i = 0; i < len && redactor->n_texts; i++) {
        take_byte(redactor, &redactor->texts[0], bytes[i], place + i);
        if (redactor->pieces) {
            take_json(redactor, bytes[i], place + i);
        }
    }
    for (guint i = 0; i < redactor->n_texts; i++) {
        end = MIN(end, settle(redactor, &redactor->texts[i]));
    }
    pass(redactor, end - redactor->at, out);
}

void fairy_redactor_end(FairyRedactor *redactor, GString *out)
{
    pass(redactor, redactor->held->len, out);
}

void fairy_secrets_cover(const FairySecrets *secrets, char *text, gsize len)
{
    GString *out = g_string_sized_new(len);
    FairyRedactor *redactor = fairy_redactor_new(secrets, NULL);
    fairy_redactor_feed(redactor, text, len, out);
    fairy_redactor_end(redactor, out);
    memcpy(text, out->str, len);
    fairy_redactor_free(redactor);
    g_string_free(out, TRUE);
}
