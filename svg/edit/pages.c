/* Pages, as Inkscape has them: rectangles that the namedview lists. */
#include "edit/edit_priv.h"
#include "shape/scene.h"

#include <svg/survey.h>

#define GAP_PX 10 /* between pages, Inkscape's */

static SvgNode *find_named(const SvgNode *parent, const char *name)
{
    SvgNode *node = svg_node_first_element(parent);
    while (node && !g_str_equal(node->name->str, name)) {
        node = svg_node_next_element(node);
    }
    return node;
}

static SvgNode *find_namedview(SvgEdit *edit)
{
    SvgNode *root = edit->doc->root, *view = find_named(root, "sodipodi:namedview");
    if (!view) {
        view = svg_splice_new(edit->doc, "sodipodi:namedview");
        g_autofree char *id = svg_document_unique_id(edit->doc, "namedview1");
        svg_splice_attr(edit->doc, view, "id", id);
        svg_splice_insert(edit->doc, root, view, svg_node_first_element(root));
    }
    return view;
}

static const char *add_page(SvgEdit *edit, SvgNode *view, SvgBox box, const char *name)
{
    SvgNode *page = svg_splice_new(edit->doc, "inkscape:page");
    g_autofree char *id = svg_document_unique_id(edit->doc, "page1");
    svg_splice_number(edit->doc, page, "x", box.x);
    svg_splice_number(edit->doc, page, "y", box.y);
    svg_splice_number(edit->doc, page, "width", box.w);
    svg_splice_number(edit->doc, page, "height", box.h);
    svg_splice_attr(edit->doc, page, "id", id);
    if (name) {
        svg_splice_attr(edit->doc, page, "inkscape:label", name);
    }
    svg_splice_insert(edit->doc, view, page, NULL);
    return svg_node_id(edit->doc, page);
}

/* --- where ------------------------------------------------------------------------------------ */

/* Right of everything, level with the last. */
static SvgBox place_beside(SvgEdit *edit, const GPtrArray *pages)
{
    const SvgPage *last = pages->pdata[pages->len - 1];
    double right = last->box.x + last->box.w;
    for (guint i = 0; i < pages->len; i++) {
        const SvgPage *page = pages->pdata[i];
        right = MAX(right, page->box.x + page->box.w);
    }
    return (SvgBox){right + GAP_PX * svg_px(edit->doc), last->box.y, last->box.w, last->box.h};
}

static gboolean check_box(SvgEdit *edit, SvgBox box, GError **error)
{
    if (box.w <= 0 || box.h <= 0) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                    "the drawing says no size, so a page of it has none; draw something first");
        return FALSE;
    }
    return svg_edit_check_place(edit, "the page's x", box.x, error) &&
           svg_edit_check_place(edit, "the page's y", box.y, error) &&
           svg_edit_check_place(edit, "its right edge", box.x + box.w, error) &&
           svg_edit_check_place(edit, "its lower edge", box.y + box.h, error);
}

/* --- names ------------------------------------------------------------------------------------ */

static gboolean check_name(const GPtrArray *pages, const char *name, GError **error)
{
    if (!svg_edit_check_name("a page's name", name, error)) {
        return FALSE;
    }
    if (svg_pages_find(pages, name)) {
        g_autofree char *names = svg_pages_names(pages);
        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                    "there is a page \"%s\" already; the pages are %s", name, names);
        return FALSE;
    }
    return TRUE;
}

/* --- all together ----------------------------------------------------------------------------- */

const char *svg_edit_create_page(SvgEdit *edit, const char *name, SvgBox *box, GError **error)
{
    g_autoptr(GPtrArray) pages = svg_document_pages(edit->doc);
    SvgNode *root = edit->doc->root;
    if (!check_name(pages, name, error) || !svg_locks_allow_children(edit->doc, root, error) ||
        !svg_scope_allows_all(edit, "a page is part of the whole drawing", error)) {
        return NULL;
    }
    SvgNode *view = find_namedview(edit);
    *box = place_beside(edit, pages);
    if (!svg_locks_allow_children(edit->doc, view, error) || !check_box(edit, *box, error)) {
        return NULL;
    }
    const SvgPage *first = pages->pdata[0];
    if (!first->id) {
        /* What was the whole drawing is a page of its own now. */
        add_page(edit, view, first->box, NULL);
    }
    return add_page(edit, view, *box, name);
}
