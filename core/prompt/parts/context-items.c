/* What this request is about, because somebody pointed at it. */
#include "prompt/part.h"

#define HEADING "pointed at"

static char *place_of(const FairyWriting *writing, const FairyContextItem *item)
{
    FairyBox at;
    switch (item->kind) {
    case FAIRY_CONTEXT_SHAPES:
        return fairy_part_ids(writing, item->shapes);
    case FAIRY_CONTEXT_AREA:
        return fairy_part_has_area(item->area) ? fairy_part_box(writing, item->area) : NULL;
    case FAIRY_CONTEXT_POINT:
        at = fairy_coords_round_box(writing->options->coords,
                                    (SvgBox){item->point.x, item->point.y, 0, 0});
        return g_strdup_printf("%.15g,%.15g", at.x, at.y);
    }
    return NULL;
}

static const char *kind_of(const FairyContextItem *item)
{
    static const char *const words[] = {"shapes", "area", "point"};
    gboolean one =
        item->kind == FAIRY_CONTEXT_SHAPES && item->shapes && item->shapes[0] && !item->shapes[1];
    return one ? "shape" : words[item->kind];
}

static void write_part(const FairyWriting *writing, GString *out)
{
    FairyPartLines lines = {.out = out, .heading = HEADING};
    for (guint i = 0; i < writing->options->n_context; i++) {
        const FairyContextItem *item = &writing->options->context[i];
        g_autofree char *place = place_of(writing, item);
        if (place) {
            fairy_part_line(&lines, g_strdup_printf("%s %s", kind_of(item), place));
        }
    }
    fairy_part_lines_end(&lines);
}

const FairyPart fairy_part_context_items = {
    .name = "context-items",
    .place = FAIRY_PART_STATE,
    .data = TRUE,
    .headings = {HEADING},
    .write = write_part,
};
