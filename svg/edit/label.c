/* The words on a shape. */
#include "edit/build.h"
#include "edit/follow.h"

#include <string.h>

#define MAX_LINES 1000

gboolean svg_check_text(const char *text, GError **error)
{
    gsize len = strlen(text), lines = 1;
    for (const char *at = text; (at = strchr(at, '\n')); at++) {
        lines++;
    }
    if (len <= SVG_MAX_TEXT_BYTES && lines <= MAX_LINES) {
        return TRUE;
    }
    g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                "the text has %" G_GSIZE_FORMAT " bytes in %" G_GSIZE_FORMAT
                " lines; the limits are %u and %u",
                len, lines, SVG_MAX_TEXT_BYTES, MAX_LINES);
    return FALSE;
}

static gboolean is_text(const SvgNode *node)
{
    return svg_node_tag(node) == SVG_TAG_TEXT;
}

/* The text that carries the words: the shape itself, its label, or the only text in a group. */
static SvgNode *find_words(SvgEdit *edit, SvgNode *shape)
{
    if (is_text(shape)) {
        return shape;
    }
    g_autoptr(GPtrArray) labels = svg_node_labels(edit, shape);
    for (guint i = 0; i < labels->len; i++) {
        if (is_text(labels->pdata[i])) {
            return labels->pdata[i];
        }
    }
    SvgNode *only = NULL;
    for (SvgNode *node = shape; node; node = svg_node_walk(shape, node, FALSE)) {
        if (is_text(node) && only) {
            return NULL;
        }
        only = is_text(node) ? node : only;
    }
    return only;
}

static gboolean can_hold_label(SvgEdit *edit, SvgNode *shape)
{
    SvgKind kind = svg_node_kind(edit, shape);
    return svg_kind_flags(kind) & SVG_KIND_CLOSED || kind == SVG_KIND_LINE ||
           kind == SVG_KIND_ARROW || kind == SVG_KIND_IMAGE;
}

static gboolean remove_words(SvgEdit *edit, SvgNode *shape, SvgNode *words, GError **error)
{
    if (!words) {
        return TRUE;
    }
    if (words == shape) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                    "a text can't be empty; delete \"%s\" instead", svg_node_id(edit->doc, shape));
        return FALSE;
    }
    g_autofree char *id = g_strdup(svg_node_id(edit->doc, words));
    svg_edit_changed(edit, shape);
    return svg_edit_delete(edit, id, error);
}

static gboolean replace_words(SvgEdit *edit, SvgNode *shape, SvgNode *words, const char *text,
                              GError **error)
{
    if (!svg_locks_allow_change(edit->doc, words, error)) {
        return FALSE;
    }
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    svg_set_text(edit, words, lines, words != shape);
    svg_edit_changed(edit, shape);
    return TRUE;
}

gboolean svg_edit_label(SvgEdit *edit, const char *id, const char *text, GError **error)
{
    SvgNode *shape = svg_edit_find_free(edit, id, error);
    if (!shape || !svg_check_text(text, error)) {
        return FALSE;
    }
    SvgNode *words = find_words(edit, shape);
    if (!text[strspn(text, " \t\r\n")]) {
        return remove_words(edit, shape, words, error);
    }
    if (words) {
        return replace_words(edit, shape, words, text, error);
    }
    if (!can_hold_label(edit, shape)) {
        g_set_error(
            error, SVG_ERROR, SVG_ERROR_INVALID,
            "\"%s\" is a <%s> and can't carry a label; label one of the shapes in it, or create a text beside it",
            id, shape->name->str);
        return FALSE;
    }
    return svg_add_label(edit, shape, text, error);
}
