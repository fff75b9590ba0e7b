/* What is beyond the page, marked so that it can't be taken for a shape: grey, without an end. */
#include "render/edge.h"

#include "render/view.h"

#include <svg/survey.h>

#define GREY  "#808080"
#define SHADE "0.15" /* how strong the grey is */

static gboolean is_within(SvgBox view, SvgBox page, double tolerance)
{
    page = svg_box_grown(page, tolerance, tolerance);
    return view.x >= page.x && view.y >= page.y && view.x + view.w <= page.x + page.w &&
           view.y + view.h <= page.y + page.h;
}

static void append_number(GString *out, const char *before, double value)
{
    char number[G_ASCII_DTOSTR_BUF_SIZE];
    g_string_append(out, before);
    g_string_append(out, g_ascii_formatd(number, sizeof number, "%.10g", value));
}

static void append_box(GString *out, SvgBox box)
{
    append_number(out, "M", box.x);
    append_number(out, ",", box.y);
    append_number(out, "h", box.w);
    append_number(out, "v", box.h);
    append_number(out, "h", -box.w);
    g_string_append_c(out, 'z');
}

char *svg_page_edge(SvgDocument *doc, SvgBox view, double pixel)
{
    if (pixel <= 0) {
        return g_strdup("");
    }
    g_autoptr(GPtrArray) pages = svg_document_pages(doc);
    g_autoptr(GString) boxes = g_string_new(NULL);
    GString *out = g_string_new("<" SVG_VIEW_PREFIX ":path d='");
    for (guint i = 0; i < pages->len; i++) {
        const SvgPage *page = pages->pdata[i];
        if (is_within(view, page->box, pixel / 2)) {
            g_string_truncate(out, 0);
            return g_string_free(out, FALSE);
        }
        append_box(boxes, page->box);
    }
    append_box(out, svg_box_grown(view, view.w, view.h));
    g_string_append_printf(out,
                           "%s' style='fill:" GREY "!important;fill-opacity:" SHADE "!important;"
                           "fill-rule:evenodd!important;stroke:none!important'/>"
                           "<" SVG_VIEW_PREFIX ":path d='%s' style='fill:none!important;"
                           "stroke:" GREY "!important;stroke-opacity:1!important;",
                           boxes->str, boxes->str);
    append_number(out, "stroke-width:", pixel);
    g_string_append(out, "!important;stroke-dasharray:none!important'/>");
    return g_string_free(out, FALSE);
}
