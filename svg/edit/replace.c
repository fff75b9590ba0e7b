#include "edit/replace.h"

#include "edit/follow.h"
#include "shape/scene.h"

static gboolean is_geometry(const char *name)
{
    static const char *const names[] = {"x",
                                        "y",
                                        "width",
                                        "height",
                                        "rx",
                                        "ry",
                                        "cx",
                                        "cy",
                                        "r",
                                        "d",
                                        "points",
                                        "inkscape:original-d",
                                        "inkscape:path-effect",
                                        "transform",
                                        NULL};
    return g_strv_contains(names, name) || g_str_has_prefix(name, "sodipodi:");
}

static void copy_looks(SvgEdit *edit, const SvgNode *from, SvgNode *to)
{
    for (guint i = 0; i < from->n_attrs; i++) {
        const char *name = from->attrs[i].name->str;
        if (!is_geometry(name) && !g_str_equal(name, "id") && !g_str_has_prefix(name, "xmlns")) {
            svg_splice_attr(edit->doc, to, name, from->attrs[i].value);
        }
    }
}

void svg_replace(SvgEdit *edit, SvgNode *old, SvgNode *new)
{
    SvgNode *parent = old->parent, *next = svg_node_next_element(old), *child;
    g_autofree char *id = g_strdup(svg_node_id(edit->doc, old));
    g_autoptr(GPtrArray) labels = svg_node_labels(edit, old);
    copy_looks(edit, old, new);
    svg_splice_insert(edit->doc, parent, new, next);
    while ((child = svg_node_first_element(old))) {
        svg_splice_move(edit->doc, child, new, NULL);
    }
    svg_splice_remove(edit->doc, old);
    svg_splice_attr(edit->doc, new, "id", id);
    for (guint i = 0; i < labels->len; i++) {
        svg_follow_tie(edit, new, labels->pdata[i]);
    }
}
