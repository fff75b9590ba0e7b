/* Inkscape's own file, read with the reader of attributes of GLib. */
#include "namedview.h"

#include <string.h>

enum { MAX_TAG = 16384, BESIDE_PX = 75, ABOVE_PX = 224 }; /* of the window that isn't canvas */

typedef struct {
    double cx, cy, zoom, width, height;
} View;

static const struct {
    const char *name;
    size_t offset;
} fields[] = {
    {"inkscape:cx", offsetof(View, cx)},
    {"inkscape:cy", offsetof(View, cy)},
    {"inkscape:zoom", offsetof(View, zoom)},
    {"inkscape:window-width", offsetof(View, width)},
    {"inkscape:window-height", offsetof(View, height)},
};

static void on_start(G_GNUC_UNUSED GMarkupParseContext *context, G_GNUC_UNUSED const char *element,
                     const char **names, const char **values, gpointer data,
                     G_GNUC_UNUSED GError **error)
{
    for (; *names != NULL; names++, values++) {
        for (guint i = 0; i < G_N_ELEMENTS(fields); i++) {
            if (strcmp(*names, fields[i].name) == 0) {
                *(double *)(void *)((char *)data + fields[i].offset) =
                    g_ascii_strtod(*values, NULL);
            }
        }
    }
}

/* Only the start tag is read. */
static View read_view(const char *text)
{
    static const GMarkupParser parser = {.start_element = on_start};
    View view = {0};
    const char *tag = strstr(text, "<sodipodi:namedview");
    const char *end = tag != NULL ? strchr(tag, '>') : NULL;
    if (end != NULL && end - tag < MAX_TAG) {
        g_autoptr(GMarkupParseContext) context =
            g_markup_parse_context_new(&parser, 0, &view, NULL);
        g_markup_parse_context_parse(context, tag, end - tag + 1, NULL);
    }
    return view;
}

SvgBox namedview_view(const char *text, SvgDocument *doc)
{
    View view = read_view(text);
    double width = view.width - BESIDE_PX, height = view.height - ABOVE_PX;
    double scale = svg_document_px_per_unit(doc);
    if (!(view.zoom > 0) || !(width > 0) || !(height > 0) || !(scale > 0)) {
        return SVG_BOX_EMPTY;
    }
    SvgBox page = svg_document_page(doc);
    double w = width / view.zoom / scale, h = height / view.zoom / scale;
    return (SvgBox){page.x + view.cx / scale - w / 2, page.y + view.cy / scale - h / 2, w, h};
}
