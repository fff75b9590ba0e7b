/* A page of another size. */
#include "edit/corners.h"
#include "shape/scene.h"
#include "style/style.h"
#include "values/values.h"

#include <svg/survey.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#define ALIKE 0.005 /* of a side: a background that is as large as the page */

static gboolean is_alike(SvgBox a, SvgBox b)
{
    double x = ALIKE * b.w, y = ALIKE * b.h;
    return fabs(a.x - b.x) <= x && fabs(a.y - b.y) <= y && fabs(a.x + a.w - b.x - b.w) <= x &&
           fabs(a.y + a.h - b.y - b.h) <= y;
}

/* --- the root --------------------------------------------------------------------------------- */

/* "612pt", made `factor` times as large, in its unit; NULL for what is relative, or no length. */
static char *stretched(const char *text, double factor)
{
    char *unit = NULL, number[G_ASCII_DTOSTR_BUF_SIZE];
    double size = text ? g_ascii_strtod(text, &unit) : 0;
    if (!text || unit == text || !(size > 0) || factor == 1 || strchr(unit, '%')) {
        return NULL;
    }
    g_ascii_formatd(number, sizeof number, "%.6g", size * factor);
    return g_strconcat(number, unit, NULL);
}

/* As an attribute, and in the style attribute, which browsers go by. */
static void stretch(SvgEdit *edit, const char *name, double factor)
{
    SvgNode *root = edit->doc->root;
    g_autofree char *value = stretched(svg_node_attr(root, name), factor);
    const char *style = svg_node_attr(root, "style");
    g_autofree char *declared = style ? svg_declarations_get(style, name) : NULL;
    g_autofree char *length = stretched(declared, factor);
    if (value) {
        svg_splice_attr(edit->doc, root, name, value);
    }
    if (length) {
        g_autofree char *new = svg_declarations_set(style, name, length);
        svg_splice_attr(edit->doc, root, "style", new);
    }
}

static void write_view(SvgEdit *edit, SvgNode *node, SvgBox page)
{
    const double sides[] = {page.x, page.y, page.w, page.h};
    g_autoptr(GString) view = g_string_new(NULL);
    for (guint i = 0; i < G_N_ELEMENTS(sides); i++) {
        char number[G_ASCII_DTOSTR_BUF_SIZE];
        g_ascii_formatd(number, sizeof number, "%.8g", sides[i]);
        g_string_append_printf(view, "%s%s", i ? " " : "", number);
    }
    svg_splice_attr(edit->doc, node, "viewBox", view->str);
}

static void resize_root(SvgEdit *edit, SvgBox old, SvgBox page)
{
    gboolean moves = page.x != 0 || page.y != 0;
    stretch(edit, "width", page.w / old.w);
    stretch(edit, "height", page.h / old.h);
    if (svg_node_attr(edit->doc->root, "viewBox") || moves) {
        write_view(edit, edit->doc->root, page);
    }
}

/* --- a drawing in the drawing ---------------------------------------------------------------- */

/* A length without a unit, or in px; `otherwise` when there is none. FALSE for another one. */
static gboolean read_px(const SvgNode *node, const char *name, double otherwise, double *out)
{
    const char *text = svg_node_attr(node, name);
    char *unit = NULL;
    *out = text ? g_ascii_strtod(text, &unit) : otherwise;
    return !text || (unit != text && (!*unit || g_str_equal(unit, "px")));
}

static gboolean read_box(const SvgNode *node, SvgBox *out)
{
    return read_px(node, "x", 0, &out->x) && read_px(node, "y", 0, &out->y) &&
           read_px(node, "width", 0, &out->w) && read_px(node, "height", 0, &out->h);
}

static gboolean read_view(const SvgNode *node, SvgBox otherwise, SvgBox *out)
{
    const char *text = svg_node_attr(node, "viewBox");
    SvgUserBox view;
    *out = otherwise;
    if (!text) {
        return TRUE;
    }
    if (!svg_view_box_parse(text, &view) || view.w <= 0 || view.h <= 0) {
        return FALSE;
    }
    *out = (SvgBox){view.x, view.y, view.w, view.h};
    return TRUE;
}

/* Some programs have all of a drawing in an <svg> as large as the page, which would cut off what
 * lies beyond it. What is in it stays where it is. */
static void resize_nested(SvgEdit *edit, SvgNode *node, SvgBox old, SvgBox page)
{
    static const char *const names[] = {"x", "y", "width", "height"};
    SvgBox box, view;
    if (!read_box(node, &box) || !is_alike(box, old) || svg_node_attr(node, "transform") ||
        !read_view(node, (SvgBox){0, 0, box.w, box.h}, &view) ||
        !svg_locks_allow_change(edit->doc, node, NULL)) {
        return;
    }
    double sx = view.w / box.w, sy = view.h / box.h;
    const double sides[] = {page.x, page.y, page.w, page.h};
    for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
        if (i > 1 || sides[i] != (i ? box.y : box.x)) {
            svg_splice_number(edit->doc, node, names[i], sides[i]);
        }
    }
    write_view(edit, node,
               (SvgBox){view.x + (page.x - box.x) * sx, view.y + (page.y - box.y) * sy, page.w * sx,
                        page.h * sy});
    svg_edit_touched(edit, node);
}

static void resize_all_nested(SvgEdit *edit, SvgBox old, SvgBox page)
{
    SvgNode *root = edit->doc->root;
    for (SvgNode *at = svg_node_first_element(root); at; at = svg_node_next_element(at)) {
        if (svg_node_tag(at) == SVG_TAG_SVG) {
            resize_nested(edit, at, old, page);
        }
    }
}

/* --- Inkscape's page -------------------------------------------------------------------------- */

static void resize_listed(SvgEdit *edit, const char *id, SvgBox page)
{
    SvgNode *node = svg_document_find(edit->doc, id);
    svg_splice_number(edit->doc, node, "x", page.x);
    svg_splice_number(edit->doc, node, "y", page.y);
    svg_splice_number(edit->doc, node, "width", page.w);
    svg_splice_number(edit->doc, node, "height", page.h);
}

static gboolean check_others(const GPtrArray *pages, const SvgPage *own, SvgBox box, GError **error)
{
    for (guint i = 0; i < pages->len; i++) {
        const SvgPage *page = pages->pdata[i];
        if (g_strcmp0(page->id, own->id) != 0 &&
            !svg_box_is_empty(svg_box_intersection(page->box, box))) {
            g_autofree char *name = svg_name_shown(page->name ? page->name : page->id);
            g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                        "the page would run into the page \"%s\", which lies beside it", name);
            return FALSE;
        }
    }
    return TRUE;
}

/* --- the background --------------------------------------------------------------------------- */

/* Of what is drawn first: an upright rectangle as large as the page. */
static gboolean is_background(SvgEdit *edit, const SvgShape *shape, SvgBox page)
{
    SvgNode *node = svg_document_find(edit->doc, shape->id);
    SvgMatrix m = svg_node_matrix(edit->doc, node);
    SvgBox box;
    gboolean upright =
        svg_node_tag(node) == SVG_TAG_RECT || svg_is_rectangle_outline(edit, node, &box);
    return upright && m.a * m.d != 0 && m.b == 0 && m.c == 0 && is_alike(shape->box, page);
}

static void write_sides(SvgEdit *edit, SvgNode *rect, SvgBox box)
{
    static const char *const names[] = {"x", "y", "width", "height"};
    const double values[] = {box.x, box.y, box.w, box.h};
    for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
        const char *old = svg_node_attr(rect, names[i]);
        if (!old || !svg_length_is_percent(old)) {
            svg_splice_number(edit->doc, rect, names[i], values[i]);
        }
    }
}

static void write_corners(SvgEdit *edit, SvgNode *outline, SvgBox box)
{
    const double numbers[] = {box.x, box.x + box.w, box.y, box.y + box.h};
    char n[4][SVG_NUMBER_SIZE];
    for (guint i = 0; i < G_N_ELEMENTS(numbers); i++) {
        svg_number_print(numbers[i], n[i]);
    }
    gboolean path = svg_node_tag(outline) == SVG_TAG_PATH;
    g_autofree char *text =
        path ? g_strdup_printf("M %s,%s H %s V %s H %s Z", n[0], n[2], n[1], n[3], n[0])
             : g_strdup_printf("%s,%s %s,%s %s,%s %s,%s", n[0], n[2], n[1], n[2], n[1], n[3], n[0],
                               n[3]);
    svg_splice_attr(edit->doc, outline, path ? "d" : "points", text);
}

static void cover(SvgEdit *edit, SvgNode *node, SvgBox page)
{
    SvgMatrix inverse;
    svg_matrix_invert(svg_node_matrix(edit->doc, node), &inverse);
    SvgBox box = svg_matrix_box_to_document(inverse, (SvgUserBox){page.x, page.y, page.w, page.h});
    (svg_node_tag(node) == SVG_TAG_RECT ? write_sides : write_corners)(edit, node, box);
    svg_edit_changed(edit, node);
}

/* As many as lie under everything else; one that is locked stays as it is. */
static void resize_backgrounds(SvgEdit *edit, SvgBox old, SvgBox page)
{
    g_autoptr(GPtrArray) shapes = svg_document_shapes(edit->doc);
    for (guint i = 0; i < shapes->len; i++) {
        const SvgShape *shape = shapes->pdata[i];
        SvgNode *node = svg_document_find(edit->doc, shape->id);
        if (shape->kind == SVG_KIND_GROUP) {
            continue;
        }
        if (!is_background(edit, shape, old)) {
            return;
        }
        if (svg_locks_allow_change(edit->doc, node, NULL)) {
            cover(edit, node, page);
        }
    }
}

SvgBox svg_document_drawn(SvgDocument *doc)
{
    g_autoptr(GPtrArray) shapes = svg_document_shapes(doc);
    SvgBox page = svg_document_page(doc), all = SVG_BOX_EMPTY;
    for (guint i = 0; i < shapes->len; i++) {
        const SvgShape *shape = shapes->pdata[i];
        if (shape->kind != SVG_KIND_GROUP && !is_alike(shape->box, page)) {
            SvgNode *node = svg_document_find(doc, shape->id);
            all = svg_box_union(all, svg_node_bounds(doc, node).visual);
        }
    }
    return all;
}

/* --- all together ----------------------------------------------------------------------------- */

static gboolean check_size(SvgEdit *edit, SvgBox old, SvgBox page, GError **error)
{
    if (!(page.w > 0 && page.h > 0 && old.w > 0 && old.h > 0)) {
        g_set_error_literal(error, SVG_ERROR, SVG_ERROR_INVALID,
                            "nothing would be left of the page; its width and height stay above 0");
        return FALSE;
    }
    if (page.x == old.x && page.y == old.y && page.w == old.w && page.h == old.h) {
        g_set_error_literal(error, SVG_ERROR, SVG_ERROR_INVALID, "the page is as large already");
        return FALSE;
    }
    return svg_edit_check_place(edit, "the page's x", page.x, error) &&
           svg_edit_check_place(edit, "the page's y", page.y, error) &&
           svg_edit_check_place(edit, "its right edge", page.x + page.w, error) &&
           svg_edit_check_place(edit, "its lower edge", page.y + page.h, error);
}

gboolean svg_edit_resize_page(SvgEdit *edit, const SvgPage *page, SvgBox box, GError **error)
{
    g_autoptr(GPtrArray) pages = svg_document_pages(edit->doc);
    SvgBox whole = svg_document_page(edit->doc);
    if (!check_size(edit, page->box, box, error) || !check_others(pages, page, box, error) ||
        !svg_locks_allow_children(edit->doc, edit->doc->root, error) ||
        !svg_scope_allows_all(edit, "the page is that of the whole drawing", error)) {
        return FALSE;
    }
    resize_backgrounds(edit, page->box, box);
    if (page->id) {
        resize_listed(edit, page->id, box);
    }
    if (!page->id || is_alike(whole, page->box)) {
        resize_root(edit, whole, box);
        resize_all_nested(edit, page->box, box);
    }
    return TRUE;
}
