/* Heads and words in another colour. */
#include "edit/line_paint.h"

#include "edit/build.h"
#include "edit/defs.h"
#include "edit/paint.h"
#include "edit/property.h"
#include "shape/scene.h"
#include "shape/unit.h"

#define MOST_COPIED 64 /* elements of a marker */

/* --- heads ------------------------------------------------------------------------------------ */

void svg_head_repaint(SvgEdit *edit, SvgNode *head, const char *css)
{
    SvgStyle style;
    svg_style_of(edit->doc, head, &style);
    gboolean stroked = style.stroke.kind == SVG_PAINT_COLOR;
    gboolean filled = style.fill.kind == SVG_PAINT_COLOR &&
                      (!stroked || svg_paint_is_same(&style.fill, &style.stroke));
    if (filled) {
        svg_force_property(edit->doc, head, SVG_PROPERTY_FILL, css);
    }
    if (stroked) {
        svg_force_property(edit->doc, head, SVG_PROPERTY_STROKE, css);
    }
}

static gboolean is_behind_words(SvgEdit *edit, SvgNode *part, const GPtrArray *parts)
{
    SvgBox box = svg_node_box(edit->doc, part);
    for (guint i = 0; i < parts->len; i++) {
        if (svg_node_is_words(parts->pdata[i]) &&
            svg_box_holds(box, svg_box_center(svg_node_box(edit->doc, parts->pdata[i])))) {
            return TRUE;
        }
    }
    return FALSE;
}

void svg_recolor_heads(SvgEdit *edit, SvgNode *line, const char *css)
{
    g_autoptr(GPtrArray) parts = svg_node_labels(edit, line);
    if (!parts->len || !svg_node_is_open(edit, line)) {
        return;
    }
    for (guint i = 0; i < parts->len; i++) {
        SvgNode *part = parts->pdata[i];
        if (!svg_node_is_words(part) && svg_locks_allow_change(edit->doc, part, NULL) &&
            !is_behind_words(edit, part, parts)) {
            svg_head_repaint(edit, part, css);
            svg_edit_changed(edit, part);
        }
    }
}

/* --- markers ---------------------------------------------------------------------------------- */

static gboolean has_own_color(SvgEdit *edit, SvgNode *marker)
{
    guint n = 0;
    gboolean own = FALSE;
    for (SvgNode *at = marker; at && n <= MOST_COPIED; at = svg_node_walk(marker, at, FALSE)) {
        SvgStyle style;
        n += at->name != NULL;
        if (at->name && svg_tag_flags(svg_node_tag(at)) & SVG_TAG_IS_SHAPE) {
            svg_style_of(edit->doc, at, &style);
            own |= style.fill.kind == SVG_PAINT_COLOR || style.stroke.kind == SVG_PAINT_COLOR;
        }
    }
    return own && n <= MOST_COPIED;
}

/* Its elements with their attributes, but for ids, and locks: nobody has locked the copy. */
static SvgNode *copy_of(SvgEdit *edit, const SvgNode *node)
{
    SvgNode *copy = svg_splice_new(edit->doc, node->name->str);
    for (guint i = 0; i < node->n_attrs; i++) {
        const char *name = node->attrs[i].name->str;
        gboolean own = g_str_equal(name, "id") || g_str_equal(name, SVG_LOCK_ATTRIBUTE);
        if (!own && !g_str_has_prefix(name, "xmlns")) {
            svg_splice_attr(edit->doc, copy, name, node->attrs[i].value);
        }
    }
    return copy;
}

static void copy_children(SvgEdit *edit, SvgNode *from, SvgNode *to)
{
    for (SvgNode *child = svg_node_first_element(from); child;
         child = svg_node_next_element(child)) {
        if (!child->foreign) {
            SvgNode *copy = copy_of(edit, child);
            svg_splice_insert(edit->doc, to, copy, NULL);
            copy_children(edit, child, copy);
        }
    }
}

const char *svg_marker_recolored(SvgEdit *edit, const char *id, const char *css)
{
    SvgNode *marker = svg_document_find(edit->doc, id);
    g_autofree char *wish = g_strdup_printf("%s-%s", id, css + 1);
    SvgNode *there = svg_document_find(edit->doc, wish);
    if (there && svg_node_tag(there) == SVG_TAG_MARKER) {
        return there->id;
    }
    if (!marker || svg_node_tag(marker) != SVG_TAG_MARKER || !has_own_color(edit, marker) ||
        !svg_locks_allow_children(edit->doc, marker->parent, NULL)) {
        return NULL;
    }
    g_autofree char *new_id = svg_document_unique_id(edit->doc, wish);
    SvgNode *copy = copy_of(edit, marker);
    svg_splice_attr(edit->doc, copy, "id", new_id);
    svg_defs_add_beside(edit, marker, copy);
    const char *made = copy->id;
    copy_children(edit, marker, copy);
    for (SvgNode *at = copy; at; at = svg_node_walk(copy, at, FALSE)) {
        if (at->name && svg_tag_flags(svg_node_tag(at)) & SVG_TAG_IS_SHAPE) {
            svg_head_repaint(edit, at, css);
        }
    }
    return made;
}
