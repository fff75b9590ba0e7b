/* Sides, gaps and directions as people say them. */
#include "offline/offline.h"

#include <math.h>
#include <string.h>

static const struct {
    const char *phrase;
    SvgSide side;
    gboolean inside, between, any;
} relations[] = {
    {"to the right of", SVG_SIDE_RIGHT, 0, 0, 0},
    {"on the right of", SVG_SIDE_RIGHT, 0, 0, 0},
    {"right of", SVG_SIDE_RIGHT, 0, 0, 0},
    {"to the right side of", SVG_SIDE_RIGHT, 0, 0, 0},
    {"on the right side of", SVG_SIDE_RIGHT, 0, 0, 0},
    {"to the left of", SVG_SIDE_LEFT, 0, 0, 0},
    {"on the left of", SVG_SIDE_LEFT, 0, 0, 0},
    {"left of", SVG_SIDE_LEFT, 0, 0, 0},
    {"on the left side of", SVG_SIDE_LEFT, 0, 0, 0},
    {"next to", SVG_SIDE_RIGHT, 0, 0, 1},
    {"beside", SVG_SIDE_RIGHT, 0, 0, 1},
    {"alongside", SVG_SIDE_RIGHT, 0, 0, 1},
    {"near to", SVG_SIDE_RIGHT, 0, 0, 1},
    {"near", SVG_SIDE_RIGHT, 0, 0, 1},
    {"close to", SVG_SIDE_RIGHT, 0, 0, 1},
    {"by the side of", SVG_SIDE_RIGHT, 0, 0, 1},
    {"in front of", SVG_SIDE_LEFT, 0, 0, 0},
    {"before", SVG_SIDE_LEFT, 0, 0, 0},
    {"after", SVG_SIDE_RIGHT, 0, 0, 0},
    {"on top of", SVG_SIDE_TOP, 0, 0, 0},
    {"above", SVG_SIDE_TOP, 0, 0, 0},
    {"over", SVG_SIDE_TOP, 0, 0, 0},
    {"to above", SVG_SIDE_TOP, 0, 0, 0},
    {"below", SVG_SIDE_BOTTOM, 0, 0, 0},
    {"under", SVG_SIDE_BOTTOM, 0, 0, 0},
    {"underneath", SVG_SIDE_BOTTOM, 0, 0, 0},
    {"beneath", SVG_SIDE_BOTTOM, 0, 0, 0},
    {"to below", SVG_SIDE_BOTTOM, 0, 0, 0},
    {"inside of", SVG_SIDE_TOP, 1, 0, 0},
    {"inside", SVG_SIDE_TOP, 1, 0, 0},
    {"into", SVG_SIDE_TOP, 1, 0, 0},
    {"within", SVG_SIDE_TOP, 1, 0, 0},
    {"between", SVG_SIDE_TOP, 0, 1, 0},
    {"in between", SVG_SIDE_TOP, 0, 1, 0},
};

gboolean fairy_words_relation(FairyCursor *c, FairyRelation *relation)
{
    static const char *const around[] = {"all around", "around", "surrounding", "enclosing", NULL};
    static const char *const lead_in[] = {"just", "directly", "right", "immediately", NULL};
    FairyCursor try = *c;
    double gap = NAN;
    fairy_cursor_number(&try, &gap);
    if (fairy_cursor_accept_any(&try, around) >= 0) {
        *relation = (FairyRelation){.side = SVG_SIDE_TOP, .around = TRUE, .gap = gap};
        *c = try;
        return TRUE;
    }
    for (int pass = 0; pass < 2; pass++) {
        for (gsize i = 0; i < G_N_ELEMENTS(relations); i++) {
            if (fairy_cursor_accept(&try, relations[i].phrase)) {
                *relation = (FairyRelation){.side = relations[i].side,
                                            .inside = relations[i].inside,
                                            .between = relations[i].between,
                                            .any = relations[i].any,
                                            .gap = gap};
                *c = try;
                return TRUE;
            }
        }
        if (fairy_cursor_accept_any(&try, lead_in) <
            0) { /* "right of" comes before "right below" */
            return FALSE;
        }
    }
    return FALSE;
}

gboolean fairy_words_gap(FairyCursor *c, double *gap)
{
    static const char *const before[] = {"with",     "a",    "an",    "using",   "and",
                                         "at",       "gaps", "gap",   "spacing", "of",
                                         "distance", "by",   "space", "leaving", NULL};
    static const char *const after[] = {"gaps between them",
                                        "gap between them",
                                        "gap between",
                                        "gap",
                                        "gaps",
                                        "spacing",
                                        "apart",
                                        "between them",
                                        "in between",
                                        "of space",
                                        "away",
                                        "distance",
                                        "between each",
                                        "of gap",
                                        NULL};
    FairyCursor try = *c;
    const FairyToken *comma = fairy_cursor_peek(c, 0);
    try.pos += comma && comma->type == FAIRY_TOKEN_COMMA;
    fairy_cursor_skip(&try, before);
    gboolean named = FALSE;
    for (guint i = c->pos; i < try.pos; i++) {
        const char *word = c->tokens[i].text;
        named = named || g_str_has_prefix(word, "gap") || g_str_equal(word, "spacing") ||
                g_str_equal(word, "distance") || g_str_equal(word, "space");
    }
    double value = 0;
    if (!fairy_cursor_number(&try, &value)) {
        FairyCursor no = *c;
        if (fairy_cursor_accept(&no, "with no gap") || fairy_cursor_accept(&no, "without gaps") ||
            fairy_cursor_accept(&no, "with no gaps") || fairy_cursor_accept(&no, "without gap")) {
            *gap = 0;
            *c = no;
            return TRUE;
        }
        return FALSE;
    }
    named = fairy_cursor_accept_any(&try, after) >= 0 || named;
    if (named) {
        *gap = value;
        *c = try;
    }
    return named;
}

static const struct {
    const char *phrase;
    SvgDirection direction;
} directions[] = {
    {"horizontally", SVG_DIRECTION_HORIZONTAL},
    {"vertically", SVG_DIRECTION_VERTICAL},
    {"horizontal", SVG_DIRECTION_HORIZONTAL},
    {"vertical", SVG_DIRECTION_VERTICAL},
    {"in a row", SVG_DIRECTION_HORIZONTAL},
    {"in a column", SVG_DIRECTION_VERTICAL},
    {"into a row", SVG_DIRECTION_HORIZONTAL},
    {"into a column", SVG_DIRECTION_VERTICAL},
    {"in one row", SVG_DIRECTION_HORIZONTAL},
    {"in one column", SVG_DIRECTION_VERTICAL},
    {"in a horizontal row", SVG_DIRECTION_HORIZONTAL},
    {"in a vertical column", SVG_DIRECTION_VERTICAL},
    {"in a horizontal line", SVG_DIRECTION_HORIZONTAL},
    {"in a vertical line", SVG_DIRECTION_VERTICAL},
    {"in a line", SVG_DIRECTION_HORIZONTAL},
    {"in a stack", SVG_DIRECTION_VERTICAL},
    {"side by side", SVG_DIRECTION_HORIZONTAL},
    {"on top of each other", SVG_DIRECTION_VERTICAL},
    {"from left to right", SVG_DIRECTION_HORIZONTAL},
    {"from top to bottom", SVG_DIRECTION_VERTICAL},
    {"left to right", SVG_DIRECTION_HORIZONTAL},
    {"top to bottom", SVG_DIRECTION_VERTICAL},
    {"on one line", SVG_DIRECTION_HORIZONTAL},
    {"below each other", SVG_DIRECTION_VERTICAL},
    {"next to each other", SVG_DIRECTION_HORIZONTAL},
    {"one below the other", SVG_DIRECTION_VERTICAL},
    {"downwards", SVG_DIRECTION_VERTICAL},
    {"sideways", SVG_DIRECTION_HORIZONTAL},
};

gboolean fairy_words_direction(FairyCursor *c, SvgDirection *direction)
{
    for (gsize i = 0; i < G_N_ELEMENTS(directions); i++) {
        if (fairy_cursor_accept(c, directions[i].phrase)) {
            *direction = directions[i].direction;
            return TRUE;
        }
    }
    return FALSE;
}

static const struct {
    const char *phrase;
    int h, v;
} page_places[] = {
    {"top left", -1, -1},   {"top right", 1, -1},    {"bottom left", -1, 1}, {"bottom right", 1, 1},
    {"upper left", -1, -1}, {"upper right", 1, -1},  {"lower left", -1, 1},  {"lower right", 1, 1},
    {"top center", 0, -1},  {"bottom center", 0, 1}, {"top", 2, -1},         {"bottom", 2, 1},
    {"left edge", -1, 2},   {"right edge", 1, 2},    {"left side", -1, 2},   {"right side", 1, 2},
    {"left", -1, 2},        {"right", 1, 2},         {"middle", 0, 0},       {"center", 0, 0},
    {"centre", 0, 0},
};

gboolean fairy_words_page_place(FairyCursor *c, int *h, int *v)
{
    static const char *const to[] = {"to the",   "in the", "at the", "on the",
                                     "into the", "to",     NULL};
    static const char *const tail[] = {"corner of the page",
                                       "edge of the page",
                                       "side of the page",
                                       "of the page",
                                       "of the drawing",
                                       "of the canvas",
                                       "of the view",
                                       "corner",
                                       "edge",
                                       NULL};
    FairyCursor try = *c;
    if (fairy_cursor_accept_any(&try, to) < 0) {
        return FALSE;
    }
    for (gsize i = 0; i < G_N_ELEMENTS(page_places); i++) {
        if (!fairy_cursor_accept(&try, page_places[i].phrase)) {
            continue;
        }
        gboolean page = fairy_cursor_accept_any(&try, tail) >= 0;
        gboolean bare_side = page_places[i].v == 2 && !page && !strchr(page_places[i].phrase, ' ');
        if (bare_side || g_str_equal(fairy_cursor_word(&try, 0), "of")) {
            return FALSE;
        }
        *h = page_places[i].h;
        *v = page_places[i].v;
        *c = try;
        return TRUE;
    }
    return FALSE;
}
