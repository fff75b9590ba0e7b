/* A larger page. */
#include "edit/edit_priv.h"
#include "values/values.h"

#include <svg/survey.h>

#include <math.h>
#include <string.h>

/* "612pt", made `factor` times as large, in its unit; what is relative stays. */
static void stretch(SvgEdit *edit, const char *name, double factor)
{
    SvgNode *root = edit->doc->root;
    const char *text = svg_node_attr(root, name);
    char *unit = NULL;
    double size = text ? g_ascii_strtod(text, &unit) : 0;
    if (text && unit != text && size > 0 && !strchr(unit, '%')) {
        char number[G_ASCII_DTOSTR_BUF_SIZE];
        g_ascii_formatd(number, sizeof number, "%.6g", size * factor);
        g_autofree char *value = g_strconcat(number, unit, NULL);
        svg_splice_attr(edit->doc, root, name, value);
    }
}

static void write_view(SvgEdit *edit, SvgBox page)
{
    const double sides[] = {page.x, page.y, page.w, page.h};
    g_autoptr(GString) view = g_string_new(NULL);
    for (guint i = 0; i < G_N_ELEMENTS(sides); i++) {
        char number[G_ASCII_DTOSTR_BUF_SIZE];
        g_ascii_formatd(number, sizeof number, "%.8g", sides[i]);
        g_string_append_printf(view, "%s%s", i ? " " : "", number);
    }
    svg_splice_attr(edit->doc, edit->doc->root, "viewBox", view->str);
}

static gboolean has_own_pages(SvgEdit *edit)
{
    g_autoptr(GPtrArray) pages = svg_document_pages(edit->doc);
    const SvgPage *first = pages->pdata[0];
    return first->id != NULL;
}

gboolean svg_edit_extend_page(SvgEdit *edit, double right, double bottom, GError **error)
{
    SvgBox page = svg_document_page(edit->doc);
    if (right < 0 || bottom < 0 || right + bottom <= 0 ||
        !svg_edit_check_place(edit, "how much the page grows", MAX(right, bottom), NULL) ||
        page.w <= 0 || page.h <= 0) {
        g_set_error_literal(error, SVG_ERROR, SVG_ERROR_INVALID,
                            "a page grows to the right, to the bottom or both, by more than 0 and "
                            "not beyond all measure");
        return FALSE;
    }
    if (has_own_pages(edit)) {
        g_set_error_literal(error, SVG_ERROR, SVG_ERROR_INVALID,
                            "the drawing has pages of Inkscape's, which lie beside each other; one "
                            "that grew would run into the next");
        return FALSE;
    }
    if (!svg_locks_allow_children(edit->doc, edit->doc->root, error) ||
        !svg_scope_allows_all(edit, "the page is that of the whole drawing", error)) {
        return FALSE;
    }
    stretch(edit, "width", (page.w + right) / page.w);
    stretch(edit, "height", (page.h + bottom) / page.h);
    if (svg_node_attr(edit->doc->root, "viewBox")) {
        write_view(edit, (SvgBox){page.x, page.y, page.w + right, page.h + bottom});
    }
    return TRUE;
}
