/* Reads the declarations of style text, and sets one in place without touching the rest. */
#include "style/declarations.h"

#include "style/style.h"
#include "values/css_scan.h"
#include "values/properties.h"

#include <string.h>

static const char *skip_name(const char *at, const char *end)
{
    while (at < end && (g_ascii_isalnum(*at) || *at == '-' || *at == '_' || (guchar)*at >= 0x80)) {
        at++;
    }
    return at;
}

static const char *trim_back(const char *from, const char *to)
{
    while (to > from && svg_css_is_space(to[-1])) {
        to--;
    }
    return to;
}

/* Cuts "!important" off the end of the value. */
static gboolean cut_important(SvgSlice *value)
{
    const char *word = "important";
    gsize len = strlen(word);
    if (value->len <= len || g_ascii_strncasecmp(value->at + value->len - len, word, len) != 0) {
        return FALSE;
    }
    const char *bang = trim_back(value->at, value->at + value->len - len);
    if (bang == value->at || bang[-1] != '!') {
        return FALSE;
    }
    value->len = (gsize)(trim_back(value->at, bang - 1) - value->at);
    return TRUE;
}

/* At a name and a colon; or FALSE with *at behind the ";" that ends what stands there instead. */
static gboolean read_declaration(const char **at, const char *end, SvgDeclaration *out)
{
    const char *name_end = skip_name(*at, end);
    const char *colon = svg_css_skip_space(name_end, end);
    gboolean valid = name_end > *at && colon < end && *colon == ':';
    const char *from = valid ? svg_css_skip_space(colon + 1, end) : *at;
    SvgCssRun run = svg_css_run(from, end, ";");
    if (valid) {
        out->name = (SvgSlice){*at, (gsize)(name_end - *at)};
        /* An empty one stands at the colon: what follows may be a comment that is never closed. */
        out->value = run.solid > from ? (SvgSlice){from, (gsize)(run.solid - from)}
                                      : (SvgSlice){colon + 1, 0};
        out->important = cut_important(&out->value);
        out->end = run.stop;
    }
    *at = run.stop < end ? run.stop + 1 : end;
    return valid;
}

gboolean svg_declaration_next(const char **at, const char *end, SvgDeclaration *out)
{
    while (*at < end) {
        *at = svg_css_skip_space(*at, end);
        if (*at < end && read_declaration(at, end, out)) {
            return TRUE;
        }
    }
    return FALSE;
}

gboolean svg_declaration_is_custom(const SvgDeclaration *declaration)
{
    return declaration->name.len > 2 && memcmp(declaration->name.at, "--", 2) == 0;
}

static gboolean has_capitals(SvgSlice name)
{
    for (gsize i = 0; i < name.len; i++) {
        if (g_ascii_isupper(name.at[i])) {
            return TRUE;
        }
    }
    return FALSE;
}

int svg_declaration_property(const SvgDeclaration *declaration)
{
    SvgSlice name = declaration->name;
    if (!has_capitals(name)) {
        return svg_property_from_name(name.at, name.len);
    }
    g_autofree char *lower = g_ascii_strdown(name.at, (gssize)name.len);
    return svg_property_from_name(lower, name.len);
}

/* --- one property in a text ------------------------------------------------------------------- */

static gboolean has_name(const SvgDeclaration *declaration, const char *name)
{
    gsize len = strlen(name);
    if (declaration->name.len != len) {
        return FALSE;
    }
    return svg_declaration_is_custom(declaration)
               ? memcmp(declaration->name.at, name, len) == 0
               : g_ascii_strncasecmp(declaration->name.at, name, len) == 0;
}

/* An empty value is an invalid declaration, which never wins over one that has a value. */
static gboolean wins(const SvgDeclaration *later, const SvgDeclaration *best)
{
    if (later->important != best->important) {
        return later->important;
    }
    return later->value.len > 0 || best->value.len == 0;
}

/* The one that counts. A shorthand behind it overrides it, so then none does. */
static gboolean find_winner(const char *style, const char *name, SvgDeclaration *best)
{
    const char *at = style, *end = style + strlen(style);
    int property = svg_property_from_name(name, strlen(name));
    gboolean found = FALSE;
    SvgDeclaration next;
    while (svg_declaration_next(&at, end, &next)) {
        if (has_name(&next, name)) {
            if (!found || wins(&next, best)) {
                *best = next;
            }
            found = TRUE;
        } else if (found && property >= 0 &&
                   svg_property_shorthand(property) == svg_declaration_property(&next) &&
                   svg_property_shorthand(property) >= 0 && wins(&next, best)) {
            found = FALSE;
        }
    }
    return found;
}

char *svg_declarations_get(const char *style, const char *property)
{
    SvgDeclaration found;
    if (!style || !find_winner(style, property, &found) || found.value.len == 0) {
        return NULL;
    }
    return svg_css_clean(found.value.at, found.value.len);
}

/* The declaration stays important if it was. */
static char *replace(const char *style, const SvgDeclaration *old, const char *value)
{
    SvgSlice given = {value, strlen(value)};
    gboolean both = old->important && cut_important(&given);
    GString *out = g_string_new_len(style, old->value.at - style);
    /* "fill:!important" has no room of its own for the value. */
    g_string_append(out, value);
    g_string_append(out, both ? svg_css_run(old->value.at, old->end, ";").solid
                              : old->value.at + old->value.len);
    return g_string_free(out, FALSE);
}

/* "a:b;c:d" or "a: b; c: d", as the text has it already. */
typedef struct {
    const char *after_colon, *between;
    const char *solid; /* behind the last byte that counts */
    gboolean ended;    /* it is a ";" */
    gboolean open;
} Manner;

static Manner manner_of(const char *style)
{
    Manner manner = {"", "", style, TRUE, FALSE};
    const char *at = style, *end = style + strlen(style);
    while (at < end) {
        SvgCssRun run = svg_css_run(at, end, ";");
        const char *colon = memchr(at, ':', (gsize)(run.solid - at));
        gboolean ended = run.stop < end;
        manner.open = run.open;
        if (colon) {
            manner.after_colon = colon + 1 < end && colon[1] == ' ' ? " " : "";
        }
        if (ended && run.stop + 1 < end && run.stop[1] == ' ') {
            manner.between = " ";
        }
        if (ended || run.solid > at) {
            manner.solid = ended ? run.stop + 1 : run.solid;
            manner.ended = ended;
        }
        at = ended ? run.stop + 1 : end;
    }
    return manner;
}

static char *append(const char *style, const char *name, const char *value)
{
    Manner manner = manner_of(style);
    g_autofree char *added = g_strconcat(name, ":", manner.after_colon, value, NULL);
    if (manner.open) {
        /* What is never closed would swallow anything behind it. */
        return g_strconcat(added, ";", manner.between, style, NULL);
    }
    GString *out = g_string_new_len(style, manner.solid - style);
    g_string_append(out, manner.ended ? "" : ";");
    g_string_append(out, manner.solid);
    if (out->len > 0 && !svg_css_is_space(out->str[out->len - 1])) {
        g_string_append(out, manner.between);
    }
    g_string_append(out, added);
    return g_string_free(out, FALSE);
}

/* A declaration goes with its ";" and the white space on the side where it isn't needed. */
static char *without(const char *style, const char *name)
{
    const char *at = style, *end = style + strlen(style), *kept = style;
    GString *out = g_string_new(NULL);
    SvgDeclaration next;
    while (svg_declaration_next(&at, end, &next)) {
        if (!has_name(&next, name)) {
            continue;
        }
        g_string_append_len(out, kept, next.name.at - kept);
        kept = next.end < end ? next.end + 1 : end;
        while (kept < end && svg_css_is_space(*kept)) {
            kept++;
        }
        if (kept == end) {
            while (out->len > 0 && svg_css_is_space(out->str[out->len - 1])) {
                g_string_truncate(out, out->len - 1);
            }
        }
    }
    g_string_append(out, kept);
    return g_string_free(out, FALSE);
}

char *svg_declarations_set(const char *style, const char *property, const char *value)
{
    SvgDeclaration found;
    style = style ? style : "";
    if (!value) {
        return without(style, property);
    }
    return find_winner(style, property, &found) ? replace(style, &found, value)
                                                : append(style, property, value);
}
