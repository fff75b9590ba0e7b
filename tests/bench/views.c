/* What a picture costs when the document is open: `views FILE N` draws N views of 1600 × 1200 px at
 * the drawing's own scale, here and there, and prints the milliseconds of each. */
#include <svg/document.h>
#include <svg/render.h>

#include <stdio.h>

enum { WIDTH = 1600, HEIGHT = 1200 };

static double draw(SvgDocument *doc, SvgBox view)
{
    SvgRenderOptions options = {
        .view = view,
        .max_side = WIDTH,
        .fill = TRUE,
        .format = SVG_PICTURE_JPEG,
        .background = 0xffffff,
    };
    g_autoptr(GError) error = NULL;
    gint64 start = g_get_monotonic_time();
    g_autoptr(GBytes) picture = svg_render(doc, &options, &error);
    if (!picture) {
        fprintf(stderr, "%s\n", error->message);
        return -1;
    }
    return (double)(g_get_monotonic_time() - start) / 1000;
}

int main(int argc, char **argv)
{
    guint64 n = 0;
    g_autoptr(GError) error = NULL;
    g_autoptr(SvgDocument) doc = NULL;
    if (argc != 3 || !g_ascii_string_to_unsigned(argv[2], 10, 1, 1000, &n, NULL)) {
        fprintf(stderr, "usage: views FILE N\n");
        return 2;
    }
    doc = svg_document_load(argv[1], &error);
    if (!doc) {
        fprintf(stderr, "%s\n", error->message);
        return 1;
    }
    SvgBox page = svg_document_page(doc);
    double unit = 1 / svg_document_px_per_unit(doc);
    SvgBox view = {page.x, page.y, WIDTH * unit, HEIGHT * unit};
    draw(doc, view); /* what is made once and kept isn't the view's cost */
    for (guint64 i = 0; i < n; i++) {
        double share = ((double)i + 0.5) / (double)n;
        view.x = page.x + MAX(page.w - view.w, 0) * share;
        view.y = page.y + MAX(page.h - view.h, 0) * share;
        printf("%.2f\n", draw(doc, view));
    }
    return 0;
}
