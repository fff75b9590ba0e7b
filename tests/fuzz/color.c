/* Colours: any text is a colour with a name in the palette, or none. */
#include "fuzz.h"
#include "style/style.h"

#include <svg/shape.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autofree char *text = g_strndup((const char *)data, size);
    guint32 rgb = 0, back = 0;
    double alpha = 0, opaque = 0;
    gboolean valid = svg_color_parse(text, &rgb, &alpha);
    const char *name = svg_palette_nearest(text);
    g_autofree char *css = svg_palette_css(text, FALSE);
    g_autofree char *tint = svg_palette_css(text, TRUE);
    g_assert(!valid || (rgb <= 0xffffff && alpha >= 0 && alpha <= 1));
    g_assert((name != NULL) == (valid && alpha > 0));
    g_assert(!name || g_strv_contains(svg_palette_names(), name));
    g_assert((css != NULL) == (tint != NULL));
    if (css) {
        g_assert(svg_color_parse(css, &back, &opaque) && opaque == 1);
        g_assert(back == rgb || g_strv_contains(svg_palette_names(), text));
    }
    return 0;
}
