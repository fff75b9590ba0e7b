/* Words beside a line are written, put where there is room, and read back. */
#include "edit/caption.h"

#include "document/refs.h"
#include "edit/beside.h"
#include "edit/build.h"
#include "edit/embedded.h"
#include "edit/follow.h"
#include "edit/paint.h"
#include "edit/style_defaults.h"
#include "edit/text_fit.h"
#include "index/index.h"
#include "shape/scene.h"
#include "shape/track.h"

#include <math.h>
#include <stdlib.h>

#define LEAST_GAP   0.1  /* of the font's size: between a line and its words, at least, */
#define USUAL_GAP   0.3  /* where there is room, and the drawing doesn't tell, */
#define MOST_GAP    0.8  /* and of what is still read as beside it */
#define MOST_LOOKED 4000 /* texts */
#define MOST_LOOKS  32   /* that are told apart */
#define MOST_TRIES  8    /* places that are read back */
#define MOST_GAPS   64   /* words that are measured */

/* --- how they look ---------------------------------------------------------------------------- */

typedef struct {
    SvgStyle font;
    guint n;
} Use;

/* The element that its first letters are in. */
static SvgNode *first_letters(SvgNode *text)
{
    SvgNode *at = text;
    for (SvgNode *only; (only = svg_node_first_element(at)) && !at->first->text; at = only) {
        if (!svg_node_is(only, SVG_TAG_IS_TEXT)) {
            break;
        }
    }
    return at;
}

static gboolean is_same(const SvgStyle *a, const SvgStyle *b)
{
    return fabs(a->font_size - b->font_size) <= 1e-6 * a->font_size &&
           a->font_weight == b->font_weight && a->font_italic == b->font_italic &&
           g_strcmp0(a->font_family, b->font_family) == 0 && svg_paint_is_same(&a->fill, &b->fill);
}

static void count(GArray *uses, const SvgStyle *font)
{
    for (guint i = 0; i < uses->len; i++) {
        if (is_same(&g_array_index(uses, Use, i).font, font)) {
            g_array_index(uses, Use, i).n++;
            return;
        }
    }
    Use use = {*font, 1};
    if (uses->len < MOST_LOOKS) {
        g_array_append_val(uses, use);
    }
}

static void look_at(SvgDocument *doc, SvgNode *text, GArray *uses)
{
    SvgMatrix m = svg_node_matrix(doc, text);
    SvgStyle font;
    svg_style_of(doc, first_letters(text), &font);
    font.font_size *= svg_matrix_scale(m);
    if (font.font_size > 0 && font.fill.kind == SVG_PAINT_COLOR) {
        count(uses, &font);
    }
}

static gboolean is_caption(const SvgScene *scene, const SvgEntry *text)
{
    guint of = svg_node_tag(text->node) == SVG_TAG_TEXT ? text->labels : SVG_NO_ENTRY;
    SvgKind kind = of == SVG_NO_ENTRY ? SVG_KIND_TEXT : svg_scene_entry(scene, of)->kind;
    return kind == SVG_KIND_ARROW || kind == SVG_KIND_LINE;
}

/* How the words lie beside their lines. */
typedef struct {
    double gaps[MOST_GAPS];
    guint n;
    guint level, below, upright, left; /* words at such lines; those of them on the other side */
} Gaps;

static int by_value(gconstpointer a, gconstpointer b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Words on the line tell nothing of the sort. */
static void measure(SvgScene *scene, const SvgEntry *text, Gaps *gaps)
{
    g_autoptr(GArray) track = svg_scene_track(scene, text->labels);
    double gap = track->len > 1 ? svg_track_nearest_to_box(track, text->box).distance : 0;
    gboolean level;
    if (!(gap > 0) || gaps->n == MOST_GAPS) {
        return;
    }
    gboolean usual = svg_beside_is_usual(track, text->box, (SvgBesideHabit){0}, &level);
    gaps->gaps[gaps->n++] = gap;
    gaps->level += level;
    gaps->upright += !level;
    gaps->below += level && !usual;
    gaps->left += !level && !usual;
}

static void take_gaps(Gaps *gaps, SvgCaptionLook *look)
{
    qsort(gaps->gaps, gaps->n, sizeof *gaps->gaps, by_value);
    look->gap = gaps->n ? gaps->gaps[gaps->n / 2] : -1;
    look->habit.below = gaps->below > 1 && 2 * gaps->below > gaps->level;
    look->habit.left = gaps->left > 1 && 2 * gaps->left > gaps->upright;
}

/* The first of the most common ones; FALSE when there is none. */
static gboolean most_common(SvgDocument *doc, SvgStyle *out, Gaps *gaps)
{
    g_autoptr(GArray) uses = g_array_new(FALSE, FALSE, sizeof(Use));
    SvgScene *scene = svg_scene_of(doc);
    guint most = 0;
    for (guint i = 0, n = 0; i < scene->entries->len && n < MOST_LOOKED; i++) {
        const SvgEntry *entry = svg_scene_entry(scene, i);
        if (is_caption(scene, entry)) {
            look_at(doc, entry->node, uses);
            measure(scene, entry, gaps);
            n++;
        }
    }
    for (guint i = 0; i < uses->len; i++) {
        const Use *use = &g_array_index(uses, Use, i);
        *out = use->n > most ? use->font : *out;
        most = MAX(most, use->n);
    }
    return uses->len > 0;
}

const SvgCaptionLook *svg_caption_look(SvgEdit *edit)
{
    if (!edit->caption) {
        SvgCaptionLook *look = g_new0(SvgCaptionLook, 1);
        SvgPaint bare = {.kind = SVG_PAINT_NONE};
        SvgStyle font;
        Gaps gaps = {.n = 0};
        svg_default_font(edit, &look->font);
        if (most_common(edit->doc, &font, &gaps)) {
            look->font.font_family = font.font_family ? font.font_family : look->font.font_family;
            look->font.font_size = font.font_size;
            look->font.font_weight = font.font_weight;
            look->font.font_italic = font.font_italic;
            look->ink = g_strdup_printf("#%06x", font.fill.rgb);
        } else {
            look->ink = svg_ink_on(edit, &bare);
        }
        take_gaps(&gaps, look);
        edit->caption = look;
    }
    return edit->caption;
}

void svg_caption_look_free(SvgCaptionLook *look)
{
    if (look) {
        g_free(look->ink);
        g_free(look);
    }
}

/* --- reading back ----------------------------------------------------------------------------- */

/* Words of it can be known for its own. */
static gboolean is_connection(const SvgEntry *entry)
{
    return entry->kind == SVG_KIND_ARROW ||
           (entry->kind == SVG_KIND_LINE && entry->from != SVG_NO_ENTRY &&
            entry->to != SVG_NO_ENTRY);
}

static gboolean is_of(const SvgNode *line, const SvgNode *holder)
{
    return line == holder || svg_node_contains(line, holder) || svg_node_contains(holder, line);
}

/* What ends at the words, as at a shape. */
static SvgNode *ends_at(const SvgScene *scene, guint text)
{
    for (guint i = 0; i < scene->entries->len; i++) {
        const SvgEntry *entry = svg_scene_entry(scene, i);
        if (entry->from == text || entry->to == text) {
            return entry->node;
        }
    }
    return NULL;
}

/* Whether the words are read as the line's; else *other is what they are taken for, NULL for
 * nothing of the kind. */
static gboolean read_back(SvgEdit *edit, SvgNode *line, SvgNode *words, SvgNode **other)
{
    SvgScene *scene = svg_scene_of(edit->doc);
    guint text = svg_scene_find(scene, words), at = svg_scene_find(scene, line);
    *other = NULL;
    if (text == SVG_NO_ENTRY || at == SVG_NO_ENTRY) {
        return TRUE;
    }
    guint owner = svg_scene_entry(scene, text)->labels;
    if ((*other = ends_at(scene, text))) {
        return FALSE;
    }
    if (owner == SVG_NO_ENTRY) {
        return !is_connection(svg_scene_entry(scene, at));
    }
    const SvgEntry *holder = svg_scene_entry(scene, owner);
    gboolean own = is_of(line, holder->node);
    *other = own ? NULL : holder->node;
    return own && svg_scene_entry(scene, text)->next_label == SVG_NO_ENTRY;
}

/* --- where they usually are ------------------------------------------------------------------- */

/* That of the drawing's words beside lines, as far as these would be read as beside it. */
static double usual_gap(const SvgCaptionLook *look, double font_size, SvgBox box)
{
    double gap = look->gap >= 0 ? look->gap : USUAL_GAP * font_size;
    return MAX(MIN(gap, MOST_GAP * svg_caption_gap(box)), LEAST_GAP * font_size);
}

/* --- a place for them ------------------------------------------------------------------------- */

static gboolean put_at(SvgEdit *edit, SvgNode *words, SvgPoint middle, GError **error)
{
    SvgPoint now = svg_box_center(svg_node_box(edit->doc, words));
    double dx = middle.x - now.x, dy = middle.y - now.y;
    return (dx == 0 && dy == 0) || svg_node_move_by(edit, words, dx, dy, error);
}

static void tell_crowded(SvgEdit *edit, SvgNode *line, const SvgNear *under)
{
    svg_edit_remark(edit, "the words beside %s lie on %s, as no place along it is free",
                    svg_node_id(edit->doc, line), svg_node_id(edit->doc, under->node));
}

static gboolean fail_side(SvgEdit *edit, SvgNode *line, const SvgSpec *wish, GError **error)
{
    gboolean upright = wish->side == SVG_SIDE_TOP || wish->side == SVG_SIDE_BOTTOM;
    g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                "\"%s\" is %s where its words go, so they can't be on that side of it; use %s, or "
                "leave it out",
                svg_node_id(edit->doc, line), upright ? "upright" : "level",
                upright ? "left or right" : "top or bottom");
    return FALSE;
}

static gboolean fail_read(SvgEdit *edit, SvgNode *line, SvgNode *other, gboolean asked,
                          GError **error)
{
    g_autofree char *taken = !other ? g_strdup("nothing would tell that they are its own")
                             : other == line
                                 ? g_strdup("it is so short that it would end at them")
                                 : g_strdup_printf("they would be taken for what belongs to \"%s\"",
                                                   svg_node_id(edit->doc, other));
    g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                "there is no place for these words beside \"%s\": %s; %s",
                svg_node_id(edit->doc, line), taken,
                asked ? "another place along it or its other side may do, or leave the place out"
                      : "make more room there, or use fewer words");
    return FALSE;
}

/* The words, whose box is `box` now, in each place that is worth it, until they are read as the
 * line's; `must`: else it fails. */
static gboolean try_places(SvgEdit *edit, SvgNode *line, SvgNode *words, const GArray *places,
                           const SvgSpec *wish, gboolean must, GError **error)
{
    SvgNode *other = NULL, *taker = NULL;
    for (guint i = 0; i < MIN(places->len, MOST_TRIES); i++) {
        const SvgBesidePlace *place = &g_array_index(places, SvgBesidePlace, i);
        if (!put_at(edit, words, place->middle, error)) {
            return FALSE;
        }
        if (!must || read_back(edit, line, words, &other)) {
            if (place->under) {
                tell_crowded(edit, line, place->under);
            }
            return TRUE;
        }
        taker = taker ? taker : other;
    }
    return fail_read(edit, line, taker, wish != NULL, error);
}

static const SvgSpec *wish_of(const SvgSpec *spec)
{
    return spec && spec->given & (SVG_SPEC_ALONG | SVG_SPEC_SIDE) ? spec : NULL;
}

/* The wish for a line as it is drawn: an arrow may be drawn from its head on. */
static SvgSpec as_drawn(SvgEdit *edit, SvgNode *line, const GArray *track, const SvgSpec *wish)
{
    SvgScene *scene = svg_scene_of(edit->doc);
    guint at = svg_scene_find(scene, line);
    SvgSpec out = *wish;
    SvgPoint first = g_array_index(track, SvgTrackPoint, 0).at;
    SvgPoint last = g_array_index(track, SvgTrackPoint, track->len - 1).at;
    if (at != SVG_NO_ENTRY) {
        SvgPoint start = svg_scene_entry(scene, at)->start;
        gboolean turned =
            hypot(start.x - last.x, start.y - last.y) < hypot(start.x - first.x, start.y - first.y);
        out.along = turned ? 1 - wish->along : wish->along;
    }
    return out;
}

static SvgBesideWords usual_words(SvgEdit *edit, SvgNode *words, double font_size)
{
    const SvgCaptionLook *look = svg_caption_look(edit);
    SvgBox box = svg_node_box(edit->doc, words);
    SvgStyle style;
    svg_style_of(edit->doc, first_letters(words), &style);
    style.fill.server = NULL;
    return (SvgBesideWords){.w = box.w,
                            .h = box.h,
                            .gap = LEAST_GAP * font_size,
                            .usual = usual_gap(look, font_size, box),
                            .ink = style.fill,
                            .habit = look->habit};
}

void svg_caption_anew(SvgEdit *edit, SvgNode *line)
{
    g_autoptr(GPtrArray) parts = svg_node_free_labels(edit, line);
    SvgNode *words = NULL;
    guint n = 0;
    for (guint i = 0; i < parts->len; i++) {
        gboolean text = svg_node_tag(parts->pdata[i]) == SVG_TAG_TEXT;
        words = text ? parts->pdata[i] : words;
        n += text;
    }
    if (n == 1) { /* several are at its ends */
        SvgStyle style;
        svg_style_of(edit->doc, first_letters(words), &style);
        double size = style.font_size * svg_matrix_scale(svg_node_matrix(edit->doc, words));
        SvgBesideWords usual = usual_words(edit, words, size);
        svg_beside_anew(edit, line, &usual);
    }
}

/* Where they are now is best, if it will do; of new ones, unless it is on the other side than those
 * of the drawing. */
static gboolean settle(SvgEdit *edit, SvgNode *line, SvgNode *words, double font_size,
                       const SvgSpec *wish, gboolean new, gboolean must, GError **error)
{
    const SvgCaptionLook *look = svg_caption_look(edit);
    g_auto(SvgSurroundings) around = {0};
    SvgBox box = svg_node_box(edit->doc, words);
    SvgBesidePlace here = {.middle = svg_box_center(box)};
    SvgNode *other;
    SvgBesideWords what = usual_words(edit, words, font_size);
    svg_surroundings_read(edit, line, box.w + 3 * box.h, &around);
    if (around.own->len < 2) {
        return TRUE;
    }
    gboolean level, usual = svg_beside_is_usual(around.own, box, look->habit, &level);
    gboolean other_side = new && !usual && (level ? look->habit.below : look->habit.left);
    svg_beside_judge(&around, &what, &here);
    if (!wish && here.clear && !other_side && (!must || read_back(edit, line, words, &other))) {
        return TRUE;
    }
    SvgSpec drawn = wish ? as_drawn(edit, line, around.own, wish) : (SvgSpec){0};
    g_autoptr(GArray) places = svg_beside_places(&around, &what, wish ? &drawn : NULL, here.middle);
    return places->len ? try_places(edit, line, words, places, wish, must, error)
           : wish      ? fail_side(edit, line, wish, error)
                       : TRUE;
}

/* --- writing ---------------------------------------------------------------------------------- */

gboolean svg_caption_add(SvgEdit *edit, SvgNode *line, const char *text, const SvgSpec *wish,
                         GError **error)
{
    g_auto(SvgPlacement) spot = {0};
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    const SvgCaptionLook *look = svg_caption_look(edit);
    SvgStyle font = look->font;
    svg_spec_letters(wish, &font);
    svg_embedded_font(edit, &font, text);
    double size = font.font_size;
    SvgBox box = {0, 0, svg_lines_width(lines, &font),
                  g_strv_length(lines) * SVG_LINE_HEIGHT * size};
    SvgPoint at = svg_line_label_point(edit, line, box.w, box.h, usual_gap(look, size, box));
    if (!svg_placement_above(edit, svg_last_part(edit, line), &spot, error)) {
        return FALSE;
    }
    SvgNode *words =
        svg_build_text(edit, lines, at, SVG_ANCHOR_CENTER, &font, look->ink, spot.to_written);
    g_autofree char *id = g_strconcat(svg_node_id(edit->doc, line), SVG_LABEL_SUFFIX, NULL);
    svg_placement_insert(edit, &spot, words, id);
    svg_follow_tie(edit, line, words);
    svg_edit_changed(edit, line);
    if (settle(edit, line, words, size, wish_of(wish), TRUE, TRUE, error)) {
        return TRUE;
    }
    svg_splice_remove(edit->doc, words);
    return FALSE;
}

gboolean svg_caption_is_read(SvgEdit *edit, SvgNode *line, SvgNode *words)
{
    SvgNode *other;
    return read_back(edit, line, words, &other);
}

gboolean svg_caption_settle(SvgEdit *edit, SvgNode *line, SvgNode *words, const SvgSpec *wish,
                            gboolean must, GError **error)
{
    SvgStyle style;
    if (!wish_of(wish) && (!must || svg_caption_is_read(edit, line, words))) {
        return TRUE;
    }
    svg_style_of(edit->doc, first_letters(words), &style);
    return settle(edit, line, words, style.font_size, wish_of(wish), FALSE, must, error);
}

/* --- a new line near the words of others ------------------------------------------------------ */

typedef struct {
    SvgNode *words, *line;
} Held;

/* The line whose words the text is; NULL if it is none's. */
static SvgNode *line_of(SvgEdit *edit, SvgNode *words)
{
    SvgScene *scene = svg_scene_of(edit->doc);
    guint at = svg_scene_find(scene, words);
    return at != SVG_NO_ENTRY && is_caption(scene, svg_scene_entry(scene, at))
               ? svg_scene_entry(scene, svg_scene_entry(scene, at)->labels)->node
               : NULL;
}

static gboolean is_near(SvgEdit *edit, SvgNode *node, const GArray *way)
{
    if (svg_node_tag(node) != SVG_TAG_TEXT) {
        return FALSE;
    }
    SvgBox box = svg_node_box(edit->doc, node);
    return !svg_box_is_empty(box) &&
           svg_track_nearest_to_box(way, box).distance < svg_caption_gap(box);
}

GArray *svg_captions_near(SvgEdit *edit, SvgPoint a, SvgPoint middle, SvgPoint b)
{
    const SvgTrackPoint points[] = {{a, TRUE}, {middle, FALSE}, {b, FALSE}};
    double reach = 2 * svg_style_defaults_of(edit)->font_size;
    SvgBox box = {MIN(a.x, MIN(middle.x, b.x)), MIN(a.y, MIN(middle.y, b.y)), 0, 0};
    box.w = MAX(a.x, MAX(middle.x, b.x)) - box.x;
    box.h = MAX(a.y, MAX(middle.y, b.y)) - box.y;
    g_autoptr(GArray) way = g_array_new(FALSE, FALSE, sizeof(SvgTrackPoint));
    g_array_append_vals(way, points, G_N_ELEMENTS(points));
    g_autoptr(GPtrArray) nodes = svg_index_touching(edit->doc, svg_box_grown(box, reach, reach));
    GArray *near = NULL;
    for (guint i = 0; i < nodes->len; i++) {
        Held held = {nodes->pdata[i], NULL};
        if (is_near(edit, held.words, way) && (held.line = line_of(edit, held.words))) {
            svg_follow_prepare(edit->doc, held.line);
            near = near ? near : g_array_new(FALSE, FALSE, sizeof(Held));
            g_array_append_val(near, held);
        }
    }
    return near;
}

void svg_captions_put_aside(SvgEdit *edit, const GArray *near)
{
    for (guint i = 0; i < near->len; i++) {
        const Held *held = &g_array_index(near, Held, i);
        g_autofree char *id = g_strdup(svg_node_id(edit->doc, held->line));
        SvgPoint middle = svg_box_center(svg_node_box(edit->doc, held->words));
        if (svg_caption_is_read(edit, held->line, held->words)) {
            continue;
        }
        if (svg_edit_allows(edit, held->line, NULL) && svg_edit_allows(edit, held->words, NULL) &&
            svg_caption_settle(edit, held->line, held->words, NULL, TRUE, NULL)) {
            svg_edit_changed(edit, held->words);
            svg_edit_remark(edit, "the words of %s were put aside, off the new line", id);
        } else {
            put_at(edit, held->words, middle, NULL);
            svg_edit_remark(edit,
                            "it comes so near to the words of %s that they aren't read as those "
                            "of %s any more; move one of the two",
                            id, id);
        }
    }
}
