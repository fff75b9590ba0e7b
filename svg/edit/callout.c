/* Words beside something, with a line to it. A box and a bound line rather than an outline with a
 * tail: each verb, and each other program, knows what to do with these. */
#include "edit/build.h"
#include "edit/effects.h"
#include "edit/room.h"
#include "edit/style_defaults.h"
#include "edit/surroundings.h"
#include "edit/text_fit.h"
#include "geometry/text.h"
#include "shape/track.h"

#include <math.h>

#define MOST_WIDE 14.0 /* em: a line of words, if nothing else is said */
#define ACROSS    2.0  /* em: what is left beside the words, on both sides together, */
#define DOWN      1.5  /* and above and below */
#define ROUND     0.5  /* em: how round the corners are, where rectangles are sharp */
#define APART     0.3  /* em: from what else is there */

typedef struct {
    SvgEdit *edit;
    const SvgSpec *spec;
    SvgNode *target; /* NULL: a point */
    SvgBox about;    /* what is pointed at */
    double em;
    double w, h;
} Callout;

/* --- what is pointed at ----------------------------------------------------------------------- */

static gboolean point_at_middle(Callout *callout, SvgNode *line)
{
    g_auto(SvgSurroundings) around = {0};
    svg_surroundings_read_own(callout->edit, line, &around);
    if (around.own->len < 2) {
        return FALSE;
    }
    SvgPoint at = svg_track_at(around.own, svg_track_length(around.own) / 2);
    callout->about = (SvgBox){at.x, at.y, 0, 0};
    return TRUE;
}

static gboolean find_target(Callout *callout, const char *id, SvgPoint at, GError **error)
{
    SvgEdit *edit = callout->edit;
    callout->about = (SvgBox){at.x, at.y, 0, 0};
    if (!id) {
        return svg_edit_check_place(edit, "x", at.x, error) &&
               svg_edit_check_place(edit, "y", at.y, error);
    }
    g_autofree char *owner =
        svg_document_find(edit->doc, id) ? svg_document_part_of(edit->doc, id) : NULL;
    SvgNode *node = svg_edit_find(edit, owner ? owner : id, error);
    g_autoptr(SvgShape) shape =
        node ? svg_document_shape(edit->doc, svg_node_id(edit->doc, node), error) : NULL;
    if (!shape) {
        return FALSE;
    }
    gboolean line = shape->kind == SVG_KIND_ARROW || shape->kind == SVG_KIND_LINE;
    if (line && point_at_middle(callout, node)) {
        return TRUE;
    }
    callout->target = node;
    return svg_edit_box_of(edit, node, &callout->about, error);
}

/* --- where ------------------------------------------------------------------------------------ */

static void measure(Callout *callout)
{
    const SvgSpec *spec = callout->spec;
    SvgStyle font;
    svg_words_font(callout->edit, spec, &font);
    double em = callout->em = font.font_size;
    double most = spec->given & SVG_SPEC_W ? spec->w - ACROSS * em : MOST_WIDE * em;
    g_auto(GStrv) lines = svg_text_wrap(spec->text, &font, MAX(most, em));
    double high = g_strv_length(lines) * SVG_LINE_HEIGHT * em;
    callout->w = spec->given & SVG_SPEC_W ? spec->w : svg_lines_width(lines, &font) + ACROSS * em;
    callout->h = spec->given & SVG_SPEC_H ? spec->h : high + DOWN * em;
}

/* So far off that side, and `shift` along it. */
static SvgBox box_at(const Callout *callout, SvgSide side, double off, double shift)
{
    SvgBox about = callout->about;
    SvgPoint middle = svg_box_center(about);
    double x = middle.x - callout->w / 2 + shift * (about.w + callout->w) / 2;
    double y = middle.y - callout->h / 2 + shift * (about.h + callout->h) / 2;
    const SvgPoint corners[] = {
        [SVG_SIDE_TOP] = {x, about.y - off - callout->h},
        [SVG_SIDE_BOTTOM] = {x, about.y + about.h + off},
        [SVG_SIDE_LEFT] = {about.x - off - callout->w, y},
        [SVG_SIDE_RIGHT] = {about.x + about.w + off, y},
    };
    return (SvgBox){corners[side].x, corners[side].y, callout->w, callout->h};
}

/* The nearest place from which what is pointed at is seen; else the nearest. */
static gboolean find_place(const Callout *callout, SvgBox *place)
{
    static const double offs[] = {2, 3, 4.5, 6.5, 9, 12, 16, 22, 30, 40, 55, 75, 100};
    static const double shifts[] = {0, 0.5, -0.5, 0.9, -0.9, 1.4, -1.4, 2, -2};
    static const SvgSide sides[] = {SVG_SIDE_TOP, SVG_SIDE_RIGHT, SVG_SIDE_BOTTOM, SVG_SIDE_LEFT};
    g_auto(SvgRoom) room = {0};
    svg_room_init(&room, callout->edit, callout->about, APART * callout->em);
    gboolean found = FALSE;
    for (guint i = 0; i < G_N_ELEMENTS(offs) * G_N_ELEMENTS(shifts) * G_N_ELEMENTS(sides); i++) {
        SvgSide side = sides[i % 4];
        double shift = shifts[i / 4 % G_N_ELEMENTS(shifts)];
        SvgBox box = box_at(callout, side, offs[i / 4 / G_N_ELEMENTS(shifts)] * callout->em, shift);
        gboolean meant = !(callout->spec->given & SVG_SPEC_SIDE) || callout->spec->side == side;
        if (!meant || !svg_room_is_free(&room, box)) {
            continue;
        }
        *place = found ? *place : box;
        found = TRUE;
        if (svg_room_is_clear(&room, svg_box_center(box), svg_box_center(callout->about))) {
            *place = box;
            return TRUE;
        }
    }
    return found;
}

static void fail_no_room(const Callout *callout, GError **error)
{
    static const char *const sides[] = {
        [SVG_SIDE_TOP] = "above it",
        [SVG_SIDE_BOTTOM] = "below it",
        [SVG_SIDE_LEFT] = "on its left",
        [SVG_SIDE_RIGHT] = "on its right",
    };
    gboolean given = (callout->spec->given & SVG_SPEC_SIDE) != 0;
    double unit = callout->edit->unit > 0 ? callout->edit->unit : 1;
    g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                "a callout of %.0f by %.0f has no free place %s on the page; %sresize-page makes "
                "room, and fewer words take less",
                callout->w / unit, callout->h / unit,
                given ? sides[callout->spec->side] : "near what it points at",
                given ? "another side may have one, " : "");
}

/* --- drawing it ------------------------------------------------------------------------------- */

static const char *draw_box(const Callout *callout, SvgBox box, GError **error)
{
    SvgSpec spec = *callout->spec;
    SvgEdit *edit = callout->edit;
    spec.kind = SVG_KIND_RECTANGLE;
    spec.given &= SVG_SPEC_FILL | SVG_SPEC_FONT_SIZE | SVG_SPEC_BOLD;
    spec.given |= SVG_SPEC_X | SVG_SPEC_Y | SVG_SPEC_W | SVG_SPEC_H | SVG_SPEC_CORNER;
    spec.x = box.x;
    spec.y = box.y;
    spec.w = box.w;
    spec.h = box.h;
    double usual = svg_style_defaults_of(edit)->corner;
    spec.corner_radius = usual > 0 ? MIN(usual, box.h / 4) : MIN(ROUND * callout->em, box.h / 4);
    spec.id = spec.id ? spec.id : "callout";
    g_autofree char *id = svg_document_unique_id(edit->doc, spec.id);
    spec.id = id;
    return svg_edit_create(edit, &spec, error);
}

static const char *draw_line(const Callout *callout, const char *box, GError **error)
{
    SvgEdit *edit = callout->edit;
    SvgPoint at = svg_box_center(callout->about);
    g_autofree char *wish = g_strconcat(box, "-pointer", NULL);
    g_autofree char *id = svg_document_unique_id(edit->doc, wish);
    SvgSpec spec = {.given = SVG_SPEC_FROM,
                    .kind = SVG_KIND_ARROW,
                    .id = id,
                    .from_id = box,
                    .color = callout->spec->color,
                    .x2 = at.x,
                    .y2 = at.y};
    if (callout->target) {
        spec.given |= SVG_SPEC_TO;
        spec.to_id = svg_node_id(edit->doc, callout->target);
    } else {
        spec.given |= SVG_SPEC_X2 | SVG_SPEC_Y2;
    }
    const SvgStyling dot = {.given = SVG_STYLING_END | SVG_STYLING_DASH,
                            .dash = SVG_DASH_SOLID,
                            .heads = {SVG_HEAD_NONE, SVG_HEAD_DOT}};
    const char *line = svg_edit_create(edit, &spec, error);
    return line && svg_edit_set_style(edit, (const char *const[]){line, NULL}, &dot, error) ? line
                                                                                            : NULL;
}

const char *svg_edit_callout(SvgEdit *edit, const SvgSpec *spec, const char *target, SvgPoint at,
                             const char **pointer, GError **error)
{
    Callout callout = {.edit = edit, .spec = spec};
    SvgBox place;
    if (!spec->text || !*spec->text) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID, "a callout needs words in \"text\"");
        return NULL;
    }
    if (!svg_check_spec(edit, spec, error) || !find_target(&callout, target, at, error)) {
        return NULL;
    }
    measure(&callout);
    if (!find_place(&callout, &place)) {
        fail_no_room(&callout, error);
        return NULL;
    }
    const char *box = draw_box(&callout, place, error);
    *pointer = box ? draw_line(&callout, box, error) : NULL;
    if (!*pointer) {
        return NULL;
    }
    svg_expect_box(edit, svg_document_find(edit->doc, box), place, SVG_SPEC_X | SVG_SPEC_Y);
    return box;
}
