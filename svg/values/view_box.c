/* viewBox and preserveAspectRatio. */
#include "values/values.h"

#include <string.h>

/* How much of the room that is left goes before the box. */
typedef struct {
    const char *name;
    double x, y;
    gboolean stretch;
} Align;

static const Align ALIGNS[] = {
    {"xMidYMid", 0.5, 0.5, FALSE}, {"xMinYMin", 0, 0, FALSE},   {"xMidYMin", 0.5, 0, FALSE},
    {"xMaxYMin", 1, 0, FALSE},     {"xMinYMid", 0, 0.5, FALSE}, {"xMaxYMid", 1, 0.5, FALSE},
    {"xMinYMax", 0, 1, FALSE},     {"xMidYMax", 0.5, 1, FALSE}, {"xMaxYMax", 1, 1, FALSE},
    {"none", 0, 0, TRUE},
};

gboolean svg_view_box_parse(const char *text, SvgUserBox *out)
{
    double v[4];
    if (!text) {
        return FALSE;
    }
    svg_skip_space(&text);
    for (gsize i = 0; i < G_N_ELEMENTS(v); i++) {
        if (i > 0) {
            svg_skip_comma(&text);
        }
        if (!svg_number_read(&text, &v[i])) {
            return FALSE;
        }
    }
    svg_skip_space(&text);
    if (*text || v[2] <= 0 || v[3] <= 0) {
        return FALSE;
    }
    *out = (SvgUserBox){v[0], v[1], v[2], v[3]};
    return TRUE;
}

/* Takes `word` from *at when it is the next one. */
static gboolean take_word(const char **at, const char *word)
{
    svg_skip_space(at);
    gsize length = strlen(word);
    if (strncmp(*at, word, length) != 0 || g_ascii_isalnum((*at)[length])) {
        return FALSE;
    }
    *at += length;
    return TRUE;
}

/* "[defer] <align> [meet|slice]"; anything else counts as not given. */
static const Align *read_aspect(const char *text, gboolean *slice)
{
    *slice = FALSE;
    if (!text) {
        return &ALIGNS[0];
    }
    take_word(&text, "defer");
    for (gsize i = 0; i < G_N_ELEMENTS(ALIGNS); i++) {
        if (!take_word(&text, ALIGNS[i].name)) {
            continue;
        }
        gboolean sliced = take_word(&text, "slice");
        if (!sliced) {
            take_word(&text, "meet");
        }
        svg_skip_space(&text);
        if (*text) {
            break;
        }
        *slice = sliced;
        return &ALIGNS[i];
    }
    return &ALIGNS[0];
}

SvgMatrix svg_view_box_fit(SvgUserBox view_box, SvgUserBox viewport, const char *aspect)
{
    gboolean slice;
    const Align *align = read_aspect(aspect, &slice);
    if (!(view_box.w > 0 && view_box.h > 0)) {
        return SVG_MATRIX_IDENTITY;
    }
    double sx = viewport.w / view_box.w, sy = viewport.h / view_box.h;
    if (!align->stretch) {
        sx = sy = slice ? MAX(sx, sy) : MIN(sx, sy);
    }
    double left = (viewport.w - view_box.w * sx) * align->x;
    double top = (viewport.h - view_box.h * sy) * align->y;
    SvgMatrix m = {
        sx, 0, 0, sy, viewport.x + left - view_box.x * sx, viewport.y + top - view_box.y * sy,
    };
    return svg_matrix_is_finite(m) ? m : SVG_MATRIX_IDENTITY;
}
