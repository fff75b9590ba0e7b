/* Reads an expression from the left and works it out as it goes: each part is a set of the
 * drawing's shapes.
 *
 *   either = both ("or" both)*          both  = part ("and"? part)*
 *   part   = "not" part | "(" either ")" | condition */
#include "view/expression.h"

#include "view/conditions.h"

#include <fairy/limits.h>

#include <string.h>

#define MAX_DEPTH 32
#define SIGNS     "()=<>!|"

static FairySet read_either(FairyReading *r);

static gboolean accept_and(FairyReading *r)
{
    gboolean read = FALSE;
    while (fairy_cursor_accept(&r->at, "and")) {
        read = TRUE;
    }
    return read;
}

static gboolean accept_or(FairyReading *r)
{
    gboolean read = FALSE;
    while (fairy_reading_accept(r, '|') || fairy_cursor_accept(&r->at, "or")) {
        read = TRUE;
    }
    return read;
}

static gboolean part_ends(const FairyReading *r)
{
    const FairyToken *token = fairy_cursor_peek(&r->at, 0);
    return !token || (token->type == FAIRY_TOKEN_SIGN && strchr(")|", token->text[0])) ||
           g_str_equal(fairy_cursor_word(&r->at, 0), "or");
}

static FairySet read_part(FairyReading *r)
{
    FairySet set = NULL;
    if (++r->depth > MAX_DEPTH) {
        fairy_reading_fail(r, "an expression has at most %d levels", MAX_DEPTH);
    } else if (fairy_reading_accept(r, '!') || fairy_cursor_accept(&r->at, "not")) {
        set = read_part(r);
        fairy_set_invert(r, set);
    } else if (fairy_reading_accept(r, '(')) {
        set = read_either(r);
        if (set && !fairy_reading_accept(r, ')')) {
            g_clear_pointer(&set, g_free);
            fairy_reading_fail(r, "a \")\" is missing");
        }
    } else {
        set = fairy_reading_condition(r);
    }
    r->depth--;
    return set;
}

static FairySet combine(const FairyReading *r, FairySet a, FairySet b, gboolean both)
{
    for (guint i = 0; b && i < r->shapes->len; i++) {
        a[i] = both ? a[i] && b[i] : a[i] || b[i];
    }
    if (!b) {
        g_clear_pointer(&a, g_free);
    }
    g_free(b);
    return a;
}

static FairySet read_both(FairyReading *r)
{
    FairySet set = read_part(r);
    while (set && (accept_and(r) || !part_ends(r))) {
        set = combine(r, set, read_part(r), TRUE);
    }
    return set;
}

static FairySet read_either(FairyReading *r)
{
    FairySet set = read_both(r);
    while (set && accept_or(r)) {
        set = combine(r, set, read_both(r), FALSE);
    }
    return set;
}

/* Line breaks and full stops say nothing here. */
static void drop_stops(GArray *tokens)
{
    guint n = 0;
    for (guint i = 0; i < tokens->len; i++) {
        FairyToken *token = &g_array_index(tokens, FairyToken, i);
        if (token->type == FAIRY_TOKEN_STOP) {
            g_clear_pointer(&token->text, g_free);
        } else {
            FairyToken *place = &g_array_index(tokens, FairyToken, n++);
            if (place != token) {
                *place = *token;
                token->text = NULL;
            }
        }
    }
    g_array_set_size(tokens, n);
}

static GPtrArray *collect(const FairyReading *r, const guint8 *set)
{
    GPtrArray *found = g_ptr_array_new_with_free_func((GDestroyNotify)svg_shape_free);
    for (guint i = 0; i < r->shapes->len; i++) {
        SvgShape *shape = r->shapes->pdata[i];
        gboolean meant = shape->layer                    ? r->layers
                         : shape->kind == SVG_KIND_GROUP ? r->groups
                                                         : TRUE;
        if (set[i] && meant) {
            g_ptr_array_add(found, shape);
            r->shapes->pdata[i] = NULL;
        }
    }
    return found;
}

static GPtrArray *find(FairyReading *r, GArray *tokens)
{
    FairySet set = NULL;
    if (tokens->len == 0) {
        set = fairy_set_new(r);
        fairy_set_invert(r, set);
    } else {
        set = read_either(r);
    }
    if (set && !fairy_cursor_at_end(&r->at)) {
        g_autofree char *got = fairy_reading_shown(r);
        g_clear_pointer(&set, g_free);
        fairy_reading_fail(r, "%s is too much; conditions are joined by and, or", got);
    }
    GPtrArray *found = set ? collect(r, set) : NULL;
    g_free(set);
    return found;
}

GPtrArray *fairy_expression_find(SvgDocument *doc, const FairyCoords *coords, const char *text,
                                 GError **error)
{
    if (strlen(text) > FAIRY_MAX_EXPRESSION_BYTES) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_ACTION, "an expression has at most %d bytes",
                    FAIRY_MAX_EXPRESSION_BYTES);
        return NULL;
    }
    g_autoptr(GArray) tokens = fairy_lex_signs(text, SIGNS);
    drop_stops(tokens);
    FairyReading r = {.coords = coords, .error = error, .shapes = svg_document_shapes(doc)};
    r.at = (FairyCursor){
        .source = text, .tokens = (const FairyToken *)(gpointer)tokens->data, .end = tokens->len};
    GPtrArray *found = find(&r, tokens);
    g_ptr_array_unref(r.shapes);
    return found;
}
