/* "in each column", "in every row", "per lane": a command that is done once in each part of the
 * drawing. Parts are columns and rows of what the command is about, groups, layers, and shapes that
 * have others in them. */
#include "offline/each.h"

#include <math.h>

#define FRAME_INSET  0.005 /* of a frame's shorter side: what is in it, and not the frame itself */
#define MAX_SEARCHED 3000  /* shapes among which containers are looked for */

typedef enum { COLUMNS, ROWS, GROUPS, LAYERS, FRAMES, NAMED } PartKind;

static const struct {
    const char *one, *many;
    PartKind kind;
} kinds[] = {
    {"column", "columns", COLUMNS},  {"row", "rows", ROWS},
    {"group", "groups", GROUPS},     {"layer", "layers", LAYERS},
    {"lane", "lanes", FRAMES},       {"swimlane", "swimlanes", FRAMES},
    {"section", "sections", FRAMES}, {"container", "containers", FRAMES},
};

/* A phrase in a clause. */
typedef struct {
    guint from, to; /* tokens: from the first to that after the last */
    PartKind kind;
    const char *many; /* what the parts are called; static, NULL of named ones */
    char *name;       /* of NAMED, folded */
} Phrase;

static void phrase_clear(Phrase *phrase)
{
    g_free(phrase->name);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Phrase, phrase_clear)

void fairy_part_free(gpointer data)
{
    FairyPart *part = data;
    g_free(part->title);
    g_hash_table_unref(part->members);
    g_free(part);
}

/* --- the phrase ------------------------------------------------------------------------------- */

/* A drawing's own word for its frames: "zone", where some are called "Zone A", "Zone B". */
static gboolean read_name(const FairyPlan *plan, FairyCursor *c, Phrase *phrase)
{
    const FairyToken *token = fairy_cursor_peek(c, 0);
    gboolean name =
        token && (token->type == FAIRY_TOKEN_NAME ||
                  (token->type == FAIRY_TOKEN_WORD && !fairy_words_is_stop(token->text) &&
                   !fairy_noun_find(token->text, NULL)));
    g_autofree char *folded = name ? fairy_fold(token->text, -1) : NULL;
    if (!folded || !*folded) {
        return FALSE;
    }
    Phrase named = {.kind = NAMED, .name = folded};
    g_autoptr(GPtrArray) parts = fairy_parts_named(plan, folded);
    if (!parts->len) {
        return FALSE;
    }
    phrase->kind = named.kind;
    phrase->name = g_steal_pointer(&folded);
    c->pos++;
    return TRUE;
}

static gboolean read_kind(const FairyPlan *plan, FairyCursor *c, Phrase *phrase)
{
    for (gsize i = 0; i < G_N_ELEMENTS(kinds); i++) {
        if (fairy_cursor_accept(c, kinds[i].one) || fairy_cursor_accept(c, kinds[i].many)) {
            phrase->kind = kinds[i].kind;
            phrase->many = kinds[i].many;
            return TRUE;
        }
    }
    return read_name(plan, c, phrase);
}

void fairy_each_add_words(GHashTable *words)
{
    for (gsize i = 0; i < G_N_ELEMENTS(kinds); i++) {
        g_hash_table_add(words, g_strdup(kinds[i].one));
        g_hash_table_add(words, g_strdup(kinds[i].many));
    }
}

static gboolean read_at(const FairyPlan *plan, FairyCursor *c, Phrase *phrase)
{
    static const char *const each[] = {"separately in each",
                                       "in each of the",
                                       "in each",
                                       "in every",
                                       "within each",
                                       "within every",
                                       "of each",
                                       "of every",
                                       "for each",
                                       "for every",
                                       "inside each",
                                       "per",
                                       NULL};
    static const char *const tail[] = {"separately", "by itself", "on its own", NULL};
    phrase->from = c->pos;
    if (fairy_cursor_accept_any(c, each) < 0 || !read_kind(plan, c, phrase)) {
        c->pos = phrase->from;
        return FALSE;
    }
    fairy_cursor_accept_any(c, tail);
    phrase->to = c->pos;
    return TRUE;
}

static gboolean find_phrase(const FairyPlan *plan, const FairyCursor *clause, Phrase *phrase)
{
    for (FairyCursor c = *clause; c.pos < c.end; c.pos++) {
        if (read_at(plan, &c, phrase)) {
            return TRUE;
        }
    }
    return FALSE;
}

guint fairy_each_length(const FairyPlan *plan, const FairyCursor *c)
{
    g_auto(Phrase) phrase = {0};
    FairyCursor try = *c;
    if (!read_at(plan, &try, &phrase)) {
        return 0;
    }
    const FairyToken *comma = fairy_cursor_peek(&try, 0);
    return try.pos - c->pos + (comma && comma->type == FAIRY_TOKEN_COMMA);
}

/* The clause without the phrase. The tokens' strings stay the plan's. */
static GArray *tokens_without(const FairyCursor *c, const Phrase *phrase)
{
    guint to = phrase->to;
    gboolean first = phrase->from == c->pos;
    to += first && to < c->end && c->tokens[to].type == FAIRY_TOKEN_COMMA;
    GArray *rest = g_array_new(FALSE, FALSE, sizeof(FairyToken));
    g_array_append_vals(rest, c->tokens + c->pos, phrase->from - c->pos);
    g_array_append_vals(rest, c->tokens + to, c->end - to);
    return rest;
}

/* --- what is divided -------------------------------------------------------------------------- */

static gboolean is_line(const SvgShape *shape)
{
    return shape->kind == SVG_KIND_ARROW || shape->kind == SVG_KIND_LINE;
}

/* The first kind that is named behind the verb, which may read as one ("group the boxes"). */
static const FairyNoun *noun_of(const GArray *tokens)
{
    FairyCursor c = {"", (const FairyToken *)(gconstpointer)tokens->data, 0, tokens->len};
    fairy_cursor_skip(&c, fairy_lead_fillers);
    fairy_verb_find(&c);
    for (; c.pos < c.end; c.pos++) {
        const FairyNoun *noun = fairy_noun_find(fairy_cursor_word(&c, 0), NULL);
        if (noun) {
            return noun->flags & FAIRY_NOUN_ANY ? NULL : noun;
        }
    }
    return NULL;
}

static gboolean is_around(const SvgShape *frame, const SvgShape *shape)
{
    return frame != shape && svg_box_contains(frame->box, shape->box) &&
           svg_box_area(shape->box) < svg_box_area(frame->box);
}

static gboolean holds_any(const SvgShape *frame, const GPtrArray *shapes)
{
    for (guint i = 0; i < shapes->len; i++) {
        if (is_around(frame, shapes->pdata[i])) {
            return TRUE;
        }
    }
    return FALSE;
}

/* A frame with boxes in it is in none of the columns that they make. */
static void drop_frames(GPtrArray *shapes)
{
    g_autoptr(GPtrArray) frames = g_ptr_array_new();
    for (guint i = 0; shapes->len <= MAX_SEARCHED && i < shapes->len; i++) {
        if (holds_any(shapes->pdata[i], shapes)) {
            g_ptr_array_add(frames, shapes->pdata[i]);
        }
    }
    for (guint i = 0; i < frames->len; i++) {
        g_ptr_array_remove(shapes, frames->pdata[i]);
    }
}

static gboolean holds_boxes(const FairyPlan *plan, const SvgShape *shape)
{
    for (guint i = 0; i < plan->shapes->len; i++) {
        const SvgShape *other = plan->shapes->pdata[i];
        gboolean box = (svg_kind_flags(other->kind) & SVG_KIND_CLOSED) != 0;
        if (box && (other->kind == shape->kind || other->text) && is_around(shape, other)) {
            return TRUE;
        }
    }
    return FALSE;
}

void fairy_shapes_drop_frames(const FairyPlan *plan, GPtrArray *shapes)
{
    g_autoptr(GPtrArray) plain = g_ptr_array_new();
    for (guint i = 0; plan->shapes->len <= MAX_SEARCHED && i < shapes->len; i++) {
        if (!holds_boxes(plan, shapes->pdata[i])) {
            g_ptr_array_add(plain, shapes->pdata[i]);
        }
    }
    if (plain->len) {
        g_ptr_array_set_size(shapes, 0);
        g_ptr_array_extend(shapes, plain, NULL, NULL);
    }
}

/* What the columns are made of: shapes of the kind that is named first, else all but lines. */
static GPtrArray *divided(const FairyPlan *plan, const GArray *tokens)
{
    const FairyNoun *noun = noun_of(tokens);
    GPtrArray *shapes = g_ptr_array_new();
    for (guint i = 0; i < plan->shapes->len; i++) {
        SvgShape *shape = plan->shapes->pdata[i];
        gboolean plain = !shape->layer && shape->kind != SVG_KIND_GROUP && !is_line(shape);
        if (shape != plan->background && (noun ? !shape->layer : plain)) {
            g_ptr_array_add(shapes, shape);
        }
    }
    shapes = noun ? fairy_shapes_keep_noun(shapes, noun) : shapes;
    drop_frames(shapes);
    for (guint i = shapes->len; i-- > 0;) {
        if (!fairy_plan_has(plan, shapes->pdata[i])) {
            g_ptr_array_remove_index(shapes, i);
        }
    }
    return shapes;
}

/* --- parts ------------------------------------------------------------------------------------ */

static FairyPart *new_part(char *title)
{
    FairyPart *part = g_new0(FairyPart, 1);
    part->title = title;
    part->area = SVG_BOX_EMPTY;
    part->members = g_hash_table_new(NULL, NULL);
    return part;
}

static GPtrArray *new_parts(void)
{
    return g_ptr_array_new_with_free_func(fairy_part_free);
}

static double middle_on(const SvgShape *shape, SvgDirection axis)
{
    SvgPoint p = svg_box_center(shape->box);
    return axis == SVG_DIRECTION_HORIZONTAL ? p.x : p.y;
}

static int compare_sizes(gconstpointer a, gconstpointer b)
{
    double p = *(const double *)a, q = *(const double *)b;
    return (p > q) - (p < q);
}

static double usual_size(const GPtrArray *shapes, SvgDirection axis)
{
    g_autoptr(GArray) sizes = g_array_new(FALSE, FALSE, sizeof(double));
    for (guint i = 0; i < shapes->len; i++) {
        SvgBox box = ((const SvgShape *)shapes->pdata[i])->box;
        double size = axis == SVG_DIRECTION_HORIZONTAL ? box.w : box.h;
        g_array_append_val(sizes, size);
    }
    g_array_sort(sizes, compare_sizes);
    return sizes->len ? g_array_index(sizes, double, sizes->len / 2) : 0;
}

/* Neighbours on the axis whose middles are less than half a usual size apart are of one column. */
static GPtrArray *lines_of(const FairyPlan *plan, const GArray *tokens, SvgDirection axis)
{
    g_autoptr(GPtrArray) shapes = divided(plan, tokens);
    g_autoptr(GPtrArray) sorted = fairy_shapes_sorted(shapes, axis);
    double apart = usual_size(sorted, axis) / 2;
    const char *word = axis == SVG_DIRECTION_HORIZONTAL ? "column" : "row";
    GPtrArray *parts = new_parts();
    FairyPart *part = NULL;
    for (guint i = 0; i < sorted->len; i++) {
        SvgShape *shape = sorted->pdata[i];
        gboolean next =
            part && middle_on(shape, axis) - middle_on(sorted->pdata[i - 1], axis) > apart;
        if (!part || next) {
            part = new_part(g_strdup_printf("%s %u", word, parts->len + 1));
            g_ptr_array_add(parts, part);
        }
        part->area = svg_box_union(part->area, shape->box);
        g_hash_table_add(part->members, shape);
    }
    return parts;
}

/* What lies in a column belongs to it, too, whatever it is: a command may name several kinds. */
static void take_others(const FairyPlan *plan, GPtrArray *parts, SvgDirection axis)
{
    fairy_parts_tile(plan, parts, axis);
    for (guint i = 0; i < parts->len; i++) {
        FairyPart *part = parts->pdata[i];
        for (guint k = 0; k < plan->shapes->len; k++) {
            SvgShape *shape = plan->shapes->pdata[k];
            if (fairy_plan_has(plan, shape) && svg_box_contains(part->area, shape->box)) {
                g_hash_table_add(part->members, shape);
            }
        }
    }
}

static GPtrArray *columns_of(const FairyPlan *plan, const GArray *tokens, SvgDirection axis)
{
    GPtrArray *parts = lines_of(plan, tokens, axis);
    take_others(plan, parts, axis);
    return parts;
}

static char *title_of(const SvgShape *shape, const char *word, guint number)
{
    gboolean called = (shape->text && *shape->text) || (shape->name && *shape->name);
    return called ? fairy_shape_title(shape) : g_strdup_printf("%s %u", word, number);
}

static GPtrArray *groups_of(const FairyPlan *plan, gboolean layers)
{
    GPtrArray *parts = new_parts();
    for (guint i = 0; i < plan->shapes->len; i++) {
        SvgShape *group = plan->shapes->pdata[i];
        if (group->kind != SVG_KIND_GROUP || (group->layer != FALSE) != layers ||
            !group->n_children) {
            continue;
        }
        FairyPart *part = new_part(title_of(group, layers ? "layer" : "group", parts->len + 1));
        for (guint k = 0; k < plan->shapes->len; k++) {
            SvgShape *shape = plan->shapes->pdata[k];
            if (fairy_plan_has(plan, shape) && fairy_plan_is_inside(plan, shape, group)) {
                g_hash_table_add(part->members, shape);
            }
        }
        part->area = group->box;
        g_ptr_array_add(parts, part);
    }
    return parts;
}

static FairyPart *part_of_frame(const FairyPlan *plan, const SvgShape *frame, const char *word,
                                guint number)
{
    double inset = FRAME_INSET * MIN(frame->box.w, frame->box.h);
    SvgBox inner = svg_box_grown(frame->box, -inset, -inset);
    FairyPart *part = new_part(title_of(frame, word, number));
    part->area = inner;
    for (guint i = 0; i < plan->shapes->len; i++) {
        SvgShape *shape = plan->shapes->pdata[i];
        if (fairy_plan_has(plan, shape) && svg_box_contains(inner, shape->box)) {
            g_hash_table_add(part->members, shape);
        }
    }
    return part;
}

static gboolean is_frame(const FairyPlan *plan, const SvgShape *shape)
{
    gboolean closed = (svg_kind_flags(shape->kind) & SVG_KIND_CLOSED) != 0 && !shape->layer;
    if (!closed || shape == plan->background) {
        return FALSE;
    }
    for (guint i = 0; i < plan->shapes->len; i++) {
        const SvgShape *other = plan->shapes->pdata[i];
        gboolean solid = (svg_kind_flags(other->kind) & SVG_KIND_CLOSED) != 0;
        if (solid && is_around(shape, other)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Those in reading order for which `called`, folded, begins a word of the name; NULL: all. */
static GPtrArray *frames_of(const FairyPlan *plan, const char *called)
{
    g_autoptr(GPtrArray) frames = g_ptr_array_new();
    for (guint i = 0; i < plan->shapes->len && plan->shapes->len <= MAX_SEARCHED; i++) {
        SvgShape *shape = plan->shapes->pdata[i];
        if ((!called || fairy_shape_is_called(shape, called)) && is_frame(plan, shape)) {
            g_ptr_array_add(frames, shape);
        }
    }
    g_autoptr(GPtrArray) order = fairy_shapes_reading_order(frames);
    GPtrArray *parts = new_parts();
    for (guint i = 0; i < order->len; i++) {
        g_ptr_array_add(parts,
                        part_of_frame(plan, order->pdata[i], called ? called : "lane", i + 1));
    }
    return parts;
}

GPtrArray *fairy_parts_named(const FairyPlan *plan, const char *name)
{
    return frames_of(plan, name);
}

static GPtrArray *find_parts(const FairyPlan *plan, const Phrase *phrase, const GArray *tokens)
{
    switch (phrase->kind) {
    case COLUMNS:
        return columns_of(plan, tokens, SVG_DIRECTION_HORIZONTAL);
    case ROWS:
        return columns_of(plan, tokens, SVG_DIRECTION_VERTICAL);
    case GROUPS:
    case LAYERS:
        return groups_of(plan, phrase->kind == LAYERS);
    default:
        return frames_of(plan, phrase->name);
    }
}

FairyEach *fairy_each_read(FairyPlan *plan, const FairyCursor *clause)
{
    g_auto(Phrase) phrase = {0};
    if (!find_phrase(plan, clause, &phrase)) {
        return NULL;
    }
    FairyEach *each = g_new0(FairyEach, 1);
    each->rest = tokens_without(clause, &phrase);
    each->start = clause->tokens[phrase.from].start;
    each->end = clause->tokens[phrase.to - 1].end;
    each->many = phrase.many ? phrase.many : "places";
    each->along = phrase.kind == COLUMNS ? SVG_DIRECTION_HORIZONTAL : SVG_DIRECTION_VERTICAL;
    each->tiles = phrase.kind == COLUMNS || phrase.kind == ROWS;
    each->parts = find_parts(plan, &phrase, each->rest);
    if (!each->parts->len) {
        fairy_plan_fail(plan, "I see no %s here that this could be done in.", each->many);
    }
    return each;
}

void fairy_each_free(FairyEach *each)
{
    if (each) {
        g_array_unref(each->rest);
        g_ptr_array_unref(each->parts);
        g_free(each);
    }
}

/* --- areas ------------------------------------------------------------------------------------ */

static double low_on(SvgBox box, SvgDirection axis)
{
    return axis == SVG_DIRECTION_HORIZONTAL ? box.x : box.y;
}

static double high_on(SvgBox box, SvgDirection axis)
{
    return axis == SVG_DIRECTION_HORIZONTAL ? box.x + box.w : box.y + box.h;
}

/* From one end of the drawing to the other, with room at its borders. */
SvgBox fairy_plan_room(const FairyPlan *plan)
{
    SvgBox all = svg_box_union(plan->page, fairy_shapes_bounds(plan->shapes));
    double margin = MAX(svg_box_side(all) / 4, plan->step);
    return svg_box_grown(all, margin, margin);
}

gboolean fairy_parts_tile(const FairyPlan *plan, GPtrArray *parts, SvgDirection axis)
{
    SvgBox room = fairy_plan_room(plan);
    gboolean apart = TRUE;
    double from = low_on(room, axis);
    for (guint i = 0; i < parts->len; i++) {
        gboolean last = i + 1 == parts->len;
        FairyPart *part = parts->pdata[i], *next = parts->pdata[last ? i : i + 1];
        double high = high_on(part->area, axis);
        double low = last ? high_on(room, axis) : low_on(next->area, axis);
        apart = apart && (last || high < low);
        double to = last ? low : (high + low) / 2;
        part->area = axis == SVG_DIRECTION_HORIZONTAL ? (SvgBox){from, room.y, to - from, room.h}
                                                      : (SvgBox){room.x, from, room.w, to - from};
        from = to;
    }
    return apart;
}
