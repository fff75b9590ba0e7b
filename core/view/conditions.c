/* One condition of an expression: where shapes are, what they are called, what is compared. */
#include "view/conditions.h"

#include "base/quote.h"
#include "view/fields.h"

#include <fairy/limits.h>

#include <string.h>

FairySet fairy_reading_fail(FairyReading *r, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *why = g_strdup_vprintf(format, args);
    va_end(args);
    const FairyToken *token = fairy_cursor_peek(&r->at, 0);
    glong at = g_utf8_strlen(r->at.source, token ? (gssize)token->start : -1);
    if (r->error && !*r->error) {
        g_set_error(r->error, FAIRY_ERROR, FAIRY_ERROR_ACTION, "at character %ld: %s", at + 1, why);
    }
    return NULL;
}

FairySet fairy_set_new(const FairyReading *r)
{
    return g_new0(guint8, r->shapes->len + 1);
}

/* `kept` are some of the shapes, in their order. */
static FairySet set_of(const FairyReading *r, const GPtrArray *kept)
{
    FairySet set = fairy_set_new(r);
    for (guint i = 0, k = 0; i < r->shapes->len && k < kept->len; i++) {
        if (r->shapes->pdata[i] == kept->pdata[k]) {
            set[i] = 1;
            k++;
        }
    }
    return set;
}

FairyCursor fairy_cursor_over(const char *text, const GArray *tokens)
{
    return (FairyCursor){.source = text,
                         .tokens = (const FairyToken *)(gconstpointer)tokens->data,
                         .end = tokens->len};
}

gboolean fairy_reading_accept(FairyReading *r, char sign)
{
    const FairyToken *token = fairy_cursor_peek(&r->at, 0);
    gboolean there = token && token->type == FAIRY_TOKEN_SIGN && token->text[0] == sign;
    r->at.pos += there;
    return there;
}

gboolean fairy_reading_accept_comma(FairyReading *r)
{
    const FairyToken *token = fairy_cursor_peek(&r->at, 0);
    gboolean there = token && token->type == FAIRY_TOKEN_COMMA;
    r->at.pos += there;
    return there;
}

char *fairy_reading_shown(const FairyReading *r)
{
    g_autofree char *raw = fairy_cursor_raw(&r->at, MIN(r->at.pos + 1, r->at.end));
    return *raw ? fairy_quote(raw) : g_strdup("the end");
}

gboolean fairy_reading_ends(const FairyReading *r)
{
    static const char *const words[] = {"and", "or", "except", "but", "minus", NULL};
    const FairyToken *token = fairy_cursor_peek(&r->at, 0);
    return !token || token->type == FAIRY_TOKEN_COMMA ||
           (token->type == FAIRY_TOKEN_SIGN && strchr(")|-&", token->text[0])) ||
           g_strv_contains(words, fairy_cursor_word(&r->at, 0));
}

/* --- words, as people use them ---------------------------------------------------------------- */

static const struct {
    const char *word;
    gboolean about_text; /* else about the lock */
    gboolean value;
} flags[] = {
    {"locked", FALSE, TRUE},     {"unlocked", FALSE, FALSE}, {"labelled", TRUE, TRUE},
    {"unlabelled", TRUE, FALSE}, {"labeled", TRUE, TRUE},    {"unlabeled", TRUE, FALSE},
};

static gboolean has_flags(const SvgShape *shape, guint wanted)
{
    for (guint i = 0; i < G_N_ELEMENTS(flags); i++) {
        gboolean have = flags[i].about_text ? shape->text && *shape->text : shape->locked;
        if (wanted >> i & 1 && have != flags[i].value) {
            return FALSE;
        }
    }
    return TRUE;
}

/* "the locked red boxes": each part may be missing. */
typedef struct {
    guint flags; /* bit i: row i */
    char *color;
    const FairyNoun *noun;
} Phrase;

static gboolean accept_flag(FairyReading *r, Phrase *phrase)
{
    for (guint i = 0; i < G_N_ELEMENTS(flags); i++) {
        if (fairy_cursor_accept(&r->at, flags[i].word)) {
            phrase->flags |= 1u << i;
            return TRUE;
        }
    }
    return FALSE;
}

/* What a noun means, groups and layers only when it says so. */
static void take_noun(FairyReading *r, Phrase *phrase, const FairyNoun *noun)
{
    gboolean layers = (noun->flags & FAIRY_NOUN_LAYER) != 0;
    r->layers = r->layers || layers;
    r->groups = r->groups || (!layers && noun->kinds == FAIRY_KIND_BIT(SVG_KIND_GROUP));
    phrase->noun = noun;
}

static void accept_noun(FairyReading *r, Phrase *phrase)
{
    const FairyNoun *noun = fairy_noun_find(fairy_cursor_word(&r->at, 0), NULL);
    if (noun) {
        take_noun(r, phrase, noun);
        r->at.pos++;
    }
    if (noun && fairy_noun_find(fairy_cursor_word(&r->at, 0), NULL)) {
        r->at.pos++; /* "text boxes": the first says what they are */
    }
}

static gboolean read_phrase(FairyReading *r, Phrase *phrase)
{
    static const char *const fillers[] = {"all", "the", "every", "any", "of", "a", "an", NULL};
    guint start;
    fairy_cursor_skip(&r->at, fillers);
    start = r->at.pos;
    while (accept_flag(r, phrase) ||
           (!phrase->color && (phrase->color = fairy_words_color(&r->at)))) {
    }
    accept_noun(r, phrase);
    return r->at.pos > start;
}

static FairySet find_phrase(FairyReading *r, const Phrase *phrase)
{
    g_autoptr(GPtrArray) kept = g_ptr_array_copy(r->shapes, NULL, NULL);
    g_ptr_array_set_free_func(kept, NULL);
    if (phrase->noun) {
        kept = fairy_shapes_keep_noun(g_steal_pointer(&kept), phrase->noun);
    }
    if (phrase->color) {
        kept = fairy_shapes_keep_color(g_steal_pointer(&kept), phrase->color);
    }
    FairySet set = set_of(r, kept);
    for (guint i = 0; i < r->shapes->len; i++) {
        set[i] = set[i] && has_flags(r->shapes->pdata[i], phrase->flags);
    }
    return set;
}

/* An id by itself, in quotes or not, means its shape, also where the word means something else:
 * "box", but not "box" in "red box". */
static const SvgShape *accept_id(FairyReading *r)
{
    guint pos = r->at.pos;
    const SvgShape *shape = fairy_reading_shape(r);
    if (shape && !fairy_reading_ends(r)) {
        r->at.pos = pos;
    }
    return r->at.pos > pos ? shape : NULL;
}

static FairySet find_words(FairyReading *r)
{
    Phrase phrase = {0};
    guint pos = r->at.pos;
    FairySet set = read_phrase(r, &phrase) ? find_phrase(r, &phrase) : NULL;
    g_free(phrase.color);
    if (set) {
        return set;
    }
    if (r->at.pos > pos) { /* "all", "every" */
        return fairy_find_all(r);
    }
    g_autofree char *got = fairy_reading_shown(r);
    return fairy_reading_fail(
        r,
        "can't read %s; write conditions like kind = arrow, color = red, text ~ \"db\", w > 100, "
        "in 0,0,200,100, in ID, touches(ID) or all, with &, |, !, - and ( ) between them",
        got);
}

/* --- field, sign, value ----------------------------------------------------------------------- */

static gboolean accept_sign_word(FairyReading *r, FairySign *sign)
{
    static const char *const phrases[] = {
        [FAIRY_IS] = "is",
        [FAIRY_IS_NOT] = "is not",
        [FAIRY_BELOW] = "below",
        [FAIRY_AT_MOST] = "at most",
        [FAIRY_ABOVE] = "above",
        [FAIRY_AT_LEAST] = "at least",
        [FAIRY_CONTAINS] = "contains",
        [FAIRY_STARTS] = "starts with",
        [FAIRY_ENDS] = "ends with",
    };
    for (guint i = G_N_ELEMENTS(phrases); i-- > 0;) { /* "is not" before "is" */
        if (fairy_cursor_accept(&r->at, phrases[i])) {
            *sign = (FairySign)i;
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean accept_comparison(FairyReading *r, FairySign *sign)
{
    static const struct {
        const char *text;
        FairySign sign;
    } signs[] = {
        {"!=", FAIRY_IS_NOT},   {"<>", FAIRY_IS_NOT}, {"<=", FAIRY_AT_MOST},
        {">=", FAIRY_AT_LEAST}, {"==", FAIRY_IS},     {"=", FAIRY_IS},
        {"<", FAIRY_BELOW},     {">", FAIRY_ABOVE},   {"~", FAIRY_CONTAINS},
    };
    for (guint i = 0; i < G_N_ELEMENTS(signs); i++) {
        guint pos = r->at.pos;
        if (fairy_reading_accept(r, signs[i].text[0]) &&
            (!signs[i].text[1] || fairy_reading_accept(r, signs[i].text[1]))) {
            *sign = signs[i].sign;
            return TRUE;
        }
        r->at.pos = pos;
    }
    return accept_sign_word(r, sign);
}

/* A quoted text, an id, or words up to the next mark; the caller's. NULL with an error. */
static char *read_text(FairyReading *r)
{
    guint end = r->at.pos;
    const FairyToken *token = fairy_cursor_peek(&r->at, 0);
    if (token && (token->type == FAIRY_TOKEN_NAME || token->type == FAIRY_TOKEN_ID)) {
        r->at.pos++;
        return g_strdup(token->text);
    }
    for (FairyCursor c = r->at; !fairy_cursor_at_end(&c); c.pos++) {
        const char *word = fairy_cursor_word(&c, 0);
        FairyTokenType type = c.tokens[c.pos].type;
        gboolean part = (type == FAIRY_TOKEN_WORD || type == FAIRY_TOKEN_NUMBER) &&
                        !g_str_equal(word, "and") && !g_str_equal(word, "or");
        if (!part) {
            break;
        }
        end = c.pos + 1;
    }
    if (end == r->at.pos) {
        g_autofree char *got = fairy_reading_shown(r);
        return (char *)fairy_reading_fail(r, "a text was expected, got %s; put it into quotes",
                                          got);
    }
    char *text = fairy_cursor_raw(&r->at, end);
    r->at.pos = end;
    return text;
}

/* Exactly that kind; of words that are no kind's name, what people mean by them. */
static FairySet find_kind(FairyReading *r)
{
    const FairyToken *token = fairy_cursor_peek(&r->at, 0);
    gboolean quoted = token && token->type == FAIRY_TOKEN_NAME;
    g_autofree char *word =
        quoted ? fairy_fold(token->text, -1) : g_strdup(fairy_cursor_word(&r->at, 0));
    SvgKind kind = svg_kind_from_name(word);
    const FairyNoun *noun = fairy_noun_find(word, NULL);
    if (kind == SVG_KIND_COUNT && !noun) {
        g_autofree char *got = fairy_reading_shown(r);
        return fairy_reading_fail(r, "%s is no type of shape; see the list for \"type\" of create",
                                  got);
    }
    r->at.pos++;
    if (kind == SVG_KIND_COUNT) {
        Phrase phrase = {0};
        take_noun(r, &phrase, noun);
        return find_phrase(r, &phrase);
    }
    r->groups = r->groups || kind == SVG_KIND_GROUP;
    FairySet set = fairy_set_new(r);
    for (guint i = 0; i < r->shapes->len; i++) {
        const SvgShape *shape = r->shapes->pdata[i];
        set[i] = shape->kind == kind && !shape->layer;
    }
    return set;
}

void fairy_set_invert(const FairyReading *r, FairySet set)
{
    for (guint i = 0; set && i < r->shapes->len; i++) {
        set[i] = !set[i];
    }
}

static char *color_at(FairyCursor *at)
{
    return fairy_cursor_accept(at, "none") ? g_strdup("none") : fairy_words_color(at);
}

/* With or without quotes; the caller's. NULL with an error. */
static char *read_color(FairyReading *r)
{
    g_autofree char *got = fairy_reading_shown(r), *color = NULL;
    const FairyToken *token = fairy_cursor_peek(&r->at, 0);
    if (token && token->type == FAIRY_TOKEN_NAME) {
        g_autoptr(GArray) tokens = fairy_lex(token->text);
        FairyCursor inner = fairy_cursor_over(token->text, tokens);
        color = color_at(&inner);
        if (!fairy_cursor_at_end(&inner)) {
            g_clear_pointer(&color, g_free);
        }
        r->at.pos++;
    } else {
        color = color_at(&r->at);
    }
    return color ? g_steal_pointer(&color)
                 : (char *)fairy_reading_fail(
                       r, "%s is no colour; write a name like light-blue, or #rrggbb", got);
}

static gboolean read_value(FairyReading *r, FairyCondition *condition, char **owned)
{
    FairyAskType type = condition->ask->type;
    if (type == FAIRY_ASK_NUMBER && !fairy_cursor_number(&r->at, &condition->number)) {
        g_autofree char *got = fairy_reading_shown(r);
        fairy_reading_fail(r, "\"%s\" is compared with a number, got %s", condition->ask->name,
                           got);
        return FALSE;
    }
    if (type == FAIRY_ASK_TEXT) {
        g_autofree char *text = read_text(r);
        *owned = text ? fairy_fold(text, -1) : NULL;
    } else if (type != FAIRY_ASK_NUMBER) {
        *owned = read_color(r);
    }
    condition->text = *owned;
    return type == FAIRY_ASK_NUMBER || *owned;
}

static FairySet find_condition(FairyReading *r, const FairyAsk *ask, FairySign sign)
{
    if (!fairy_ask_takes(ask, sign)) {
        return fairy_reading_fail(
            r, "\"%s\" can't be compared that way; %s", ask->name,
            ask->type == FAIRY_ASK_TEXT
                ? "a text is compared with =, !=, ~ (contains), starts with, ends with"
                : "it is compared with = and !=, and numbers with <, <=, >, >= as well");
    }
    if (ask->type == FAIRY_ASK_KIND) {
        FairySet set = find_kind(r);
        if (sign == FAIRY_IS_NOT) {
            fairy_set_invert(r, set);
        }
        return set;
    }
    FairyCondition condition = {.ask = ask, .sign = sign};
    g_autofree char *owned = NULL;
    if (!read_value(r, &condition, &owned)) {
        return NULL;
    }
    r->groups = r->groups || ask->groups;
    r->layers = r->layers || ask->groups;
    FairySet set = fairy_set_new(r);
    for (guint i = 0; i < r->shapes->len; i++) {
        set[i] = (guint8)fairy_condition_holds(&condition, r->shapes->pdata[i], r->coords);
    }
    return set;
}

FairySet fairy_reading_condition(FairyReading *r)
{
    static const char *const inside[] = {"in", "inside", "within", NULL};
    if (++r->n_conditions > FAIRY_MAX_CONDITIONS) {
        return fairy_reading_fail(r, "an expression has at most %d conditions",
                                  FAIRY_MAX_CONDITIONS);
    }
    FairySign sign;
    guint pos = r->at.pos;
    const FairyAsk *ask = fairy_ask_find(fairy_cursor_word(&r->at, 0));
    r->at.pos++;
    if (ask && accept_comparison(r, &sign)) {
        return find_condition(r, ask, sign);
    }
    r->at.pos = pos;
    const SvgShape *shape = accept_id(r);
    if (shape) {
        return fairy_find_one(r, shape);
    }
    const FairyToken *token = fairy_cursor_peek(&r->at, 0);
    if (token && token->type == FAIRY_TOKEN_NAME) {
        return find_condition(r, fairy_ask_find("text"), FAIRY_CONTAINS);
    }
    if (fairy_cursor_accept_any(&r->at, inside) >= 0) {
        return fairy_find_in(r, TRUE);
    }
    if (fairy_cursor_accept(&r->at, "touches")) {
        return fairy_find_touching(r);
    }
    if (fairy_cursor_accept(&r->at, "these") || fairy_cursor_accept(&r->at, "selected")) {
        return fairy_find_these(r);
    }
    return fairy_cursor_accept(&r->at, "touching") ? fairy_find_in(r, FALSE) : find_words(r);
}
