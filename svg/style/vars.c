/* Custom properties: what var(--name, fallback) stands for on an element. */
#include "style/cascade.h"
#include "values/css_limits.h"
#include "values/css_scan.h"

#include <string.h>

typedef struct {
    SvgSheets *sheets;
    guint replaced;
} Resolver;

static gboolean at_var(const char *from, const char *at)
{
    gboolean inside_word = at > from && (g_ascii_isalnum(at[-1]) || strchr("-_", at[-1]));
    return !inside_word && g_ascii_strncasecmp(at, "var(", 4) == 0;
}

gboolean svg_var_is_used(const char *value)
{
    for (const char *at = value; (at = strchr(at, '(')); at++) {
        if (at - value >= 3 && at_var(value, at - 3)) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean is_word(SvgSlice value, const char *word)
{
    return value.len == strlen(word) && g_ascii_strncasecmp(value.at, word, value.len) == 0;
}

/* The nearest declaration that counts, and the element it is on; `at` is NULL when there is none.
 */
static SvgSlice find_custom(Resolver *resolver, const SvgNode **node, SvgSlice name)
{
    for (; *node; *node = (*node)->parent) {
        SvgSlice value = svg_cascade_custom(resolver->sheets, *node, name);
        if (value.at && is_word(value, "initial")) {
            break;
        }
        if (value.at && !is_word(value, "inherit") && !is_word(value, "unset")) {
            return value;
        }
    }
    return (SvgSlice){NULL, 0};
}

static gboolean substitute(Resolver *resolver, const SvgNode *node, SvgSlice value, guint depth,
                           GString *out);

static gboolean substitute_or_undo(Resolver *resolver, const SvgNode *node, SvgSlice value,
                                   guint depth, GString *out)
{
    gsize len = out->len;
    if (substitute(resolver, node, value, depth, out)) {
        return TRUE;
    }
    g_string_truncate(out, len);
    return FALSE;
}

/* `text` is what stands between "var(" and its ")". */
static gboolean replace_var(Resolver *resolver, const SvgNode *node, SvgSlice text, guint depth,
                            GString *out)
{
    const char *end = text.at + text.len;
    const char *from = svg_css_skip_space(text.at, end);
    SvgCssRun run = svg_css_run(from, end, ",");
    SvgSlice name = {from, (gsize)(run.solid - from)};
    if (++resolver->replaced > SVG_VAR_MAX_COUNT || depth > SVG_VAR_MAX_DEPTH) {
        return FALSE;
    }
    const SvgNode *owner = node;
    SvgSlice value = find_custom(resolver, &owner, name);
    if (value.at && substitute_or_undo(resolver, owner, value, depth + 1, out)) {
        return TRUE;
    }
    SvgSlice fallback = {run.stop + 1, (gsize)(end - run.stop - 1)};
    return run.stop < end && substitute_or_undo(resolver, node, fallback, depth + 1, out);
}

static gboolean substitute(Resolver *resolver, const SvgNode *node, SvgSlice value, guint depth,
                           GString *out)
{
    const char *at = value.at, *end = value.at + value.len;
    while (at < end) {
        if (end - at < 4 || !at_var(value.at, at)) {
            g_string_append_c(out, *at++);
            continue;
        }
        SvgCssRun run = svg_css_run(at + 4, end, ")");
        SvgSlice inside = {at + 4, (gsize)(run.stop - at - 4)};
        if (!replace_var(resolver, node, inside, depth, out)) {
            return FALSE;
        }
        at = MIN(run.stop + 1, end);
    }
    return out->len <= SVG_VAR_MAX_BYTES;
}

char *svg_var_resolve(SvgSheets *sheets, const SvgNode *node, const char *value)
{
    Resolver resolver = {sheets, 0};
    g_autoptr(GString) out = g_string_new(NULL);
    if (!substitute(&resolver, node, (SvgSlice){value, strlen(value)}, 0, out)) {
        return NULL;
    }
    return svg_css_clean(out->str, out->len);
}
