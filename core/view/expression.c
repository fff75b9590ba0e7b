/* Reads an expression from the left and works it out as it goes: each part is a set of the
 * drawing's shapes.
 *
 *   either = both (("or" | "-") both)*  both  = part ("and"? part)*
 *   part   = "not" part | "(" either ")" | condition */
#include "view/conditions.h"

#include <fairy/limits.h>
#include <fairy/select.h>

#include <string.h>

#define MAX_DEPTH 32
#define SIGNS     "()=<>!|&~-"

static FairySet read_either(FairyReading *r);

static gboolean accept_and(FairyReading *r)
{
    gboolean read = FALSE;
    while (fairy_reading_accept(r, '&') || fairy_cursor_accept(&r->at, "and")) {
        read = TRUE;
    }
    return read;
}

static gboolean accept_or(FairyReading *r)
{
    gboolean read = FALSE;
    while (fairy_reading_accept(r, '|') || fairy_cursor_accept(&r->at, "or") ||
           fairy_reading_accept_comma(r)) {
        read = TRUE;
    }
    return read;
}

static gboolean accept_except(FairyReading *r)
{
    static const char *const words[] = {"except for", "except", "but not", "minus", NULL};
    return fairy_reading_accept(r, '-') || fairy_cursor_accept_any(&r->at, words) >= 0;
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

typedef enum { BOTH, EITHER, EXCEPT } Joint;

static FairySet combine(const FairyReading *r, FairySet a, FairySet b, Joint joint)
{
    for (guint i = 0; b && i < r->shapes->len; i++) {
        a[i] = joint == BOTH ? a[i] && b[i] : joint == EITHER ? a[i] || b[i] : a[i] && !b[i];
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
    while (set && (accept_and(r) || !fairy_reading_ends(r))) {
        set = combine(r, set, read_part(r), BOTH);
    }
    return set;
}

static FairySet read_either(FairyReading *r)
{
    FairySet set = read_both(r);
    gboolean except = FALSE;
    while (set && ((except = accept_except(r)) || accept_or(r))) {
        set = combine(r, set, read_both(r), except ? EXCEPT : EITHER);
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
        fairy_reading_fail(r, "%s is too much; conditions are joined by &, | and -", got);
    }
    GPtrArray *found = set ? collect(r, set) : NULL;
    g_free(set);
    return found;
}

gboolean fairy_expression_is(const char *text)
{
    return strpbrk(text, " =<>!|&~(),\"") || g_ascii_strcasecmp(text, "all") == 0 ||
           g_ascii_strcasecmp(text, "these") == 0;
}

GPtrArray *fairy_expression_find(SvgDocument *doc, const FairyCoords *coords,
                                 const char *const *these, const char *text, GError **error)
{
    if (strlen(text) > FAIRY_MAX_EXPRESSION_BYTES) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_ACTION, "an expression has at most %d bytes",
                    FAIRY_MAX_EXPRESSION_BYTES);
        return NULL;
    }
    g_autoptr(GArray) tokens = fairy_lex_signs(text, SIGNS);
    drop_stops(tokens);
    FairyReading r = {
        .coords = coords, .error = error, .shapes = svg_document_shapes(doc), .these = these};
    r.at = (FairyCursor){
        .source = text, .tokens = (const FairyToken *)(gpointer)tokens->data, .end = tokens->len};
    GPtrArray *found = find(&r, tokens);
    g_ptr_array_unref(r.shapes);
    return found;
}
