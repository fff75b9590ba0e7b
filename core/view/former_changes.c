/* What is another than it was kept: who is who, what differs, what of that is worth telling. */
#include "view/changed.h"
#include "view/former.h"

#include <fairy/former.h>
#include <svg/gzip.h>

#include <math.h>
#include <string.h>

enum {
    SAME = 2,         /* steps: less isn't told */
    MOVED = 3,        /* of what moved with a group */
    LONG_TEXT = 100,  /* bytes: what is the same so far at the start isn't told */
    BEFORE_TEXT = 20, /* bytes of it */
    MAX_TEXT = 4000,  /* bytes, as they are kept */
    MOST_RENAMED = 10,
};

typedef struct {
    SvgDocument *doc;
    FairyCoords *coords;
    double unit;         /* of what was kept */
    GArray *former;      /* FairyFormerShape */
    GPtrArray *shapes;   /* SvgShape: now */
    GPtrArray *was;      /* FairyFormerShape, of each of them; NULL: it is new */
    GHashTable *ids;     /* former id → id, where it is another */
    GHashTable *labels;  /* set of former ids of labels */
    GHashTable *shifted; /* ids of groups that moved as a whole → SvgPoint, borrowed */
    GPtrArray *entries;  /* FairyChanged */
} Comparing;

static FairyFormerShape *former_at(const Comparing *comparing, guint i)
{
    return &g_array_index(comparing->former, FairyFormerShape, i);
}

/* --- fields ----------------------------------------------------------------------------------- */

static gint64 steps_apart(const Comparing *comparing, const FairyFormerField *field,
                          const SvgShape *a, const SvgShape *b)
{
    return ABS(fairy_former_number(field, a, comparing->unit) -
               fairy_former_number(field, b, comparing->unit));
}

static gboolean is_same_text(const char *a, const char *b)
{
    return a && *a && b && *b ? strncmp(a, b, MAX_TEXT) == 0 : (a && *a) == (b && *b);
}

static gboolean is_text(const FairyFormerField *field)
{
    return field->type == FAIRY_FORMER_TEXT;
}

static gboolean is_same_field(const Comparing *comparing, const FairyFormerField *field,
                              SvgShape *a, SvgShape *b)
{
    if (is_text(field)) {
        return is_same_text(*fairy_former_text(field, a), *fairy_former_text(field, b));
    }
    gint64 most = field->type == FAIRY_FORMER_COUNT ? 0 : SAME;
    return steps_apart(comparing, field, a, b) <= most;
}

/* Members that name shapes, which may be called otherwise now, or follow from what is told. */
static gboolean is_told_alone(guint offset)
{
    static const guint others[] = {offsetof(SvgShape, id),     offsetof(SvgShape, label_id),
                                   offsetof(SvgShape, parent), offsetof(SvgShape, from_id),
                                   offsetof(SvgShape, to_id),  offsetof(SvgShape, n_children),
                                   offsetof(SvgShape, layer)};
    gboolean alone = TRUE;
    for (guint i = 0; i < G_N_ELEMENTS(others) && alone; i++) {
        alone = others[i] != offset;
    }
    return alone;
}

/* Of shapes with different ids. */
static gboolean is_alike(const Comparing *comparing, SvgShape *a, SvgShape *b)
{
    guint n;
    const FairyFormerField *fields = fairy_former_fields(&n);
    gboolean same = TRUE;
    for (guint i = 0; i < n && same; i++) {
        same = !is_told_alone(fields[i].offset) || is_same_field(comparing, &fields[i], a, b);
    }
    return same;
}

/* --- who is who ------------------------------------------------------------------------------- */

static void pair(Comparing *comparing, guint i, FairyFormerShape *former)
{
    const SvgShape *shape = comparing->shapes->pdata[i];
    former->taken = TRUE;
    comparing->was->pdata[i] = former;
    if (strcmp(former->shape.id, shape->id) != 0) {
        g_hash_table_insert(comparing->ids, former->shape.id, shape->id);
    }
}

/* `sure`: an id that was derived counts only where all else is the same. */
static void pair_by_id(Comparing *comparing, GHashTable *known, gboolean sure)
{
    for (guint i = 0; i < comparing->shapes->len; i++) {
        SvgShape *shape = comparing->shapes->pdata[i];
        FairyFormerShape *former = g_hash_table_lookup(known, shape->id);
        if (former && !former->taken && !comparing->was->pdata[i] &&
            (!sure || (former->own && svg_document_owns_id(comparing->doc, shape->id)) ||
             is_alike(comparing, &former->shape, shape))) {
            pair(comparing, i, former);
        }
    }
}

/* Rounded: what is the same has the same key, but where it lies between two. */
static char *key_of(const SvgShape *shape, double unit)
{
    SvgBox box = shape->box;
    return g_strdup_printf("%d %.0f %.0f %.0f %.0f %s", shape->kind, box.x / unit, box.y / unit,
                           box.w / unit, box.h / unit, shape->text ? shape->text : "");
}

static GHashTable *leftovers(const Comparing *comparing)
{
    GHashTable *left =
        g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_queue_free);
    for (guint i = 0; i < comparing->former->len; i++) {
        FairyFormerShape *former = former_at(comparing, i);
        if (!former->taken) {
            char *key = key_of(&former->shape, comparing->unit);
            GQueue *alike = g_hash_table_lookup(left, key);
            if (alike) {
                g_free(key);
            } else {
                alike = g_queue_new();
                g_hash_table_insert(left, key, alike);
            }
            g_queue_push_tail(alike, former);
        }
    }
    return left;
}

/* Programs give ids to elements that have none, and derived ones count: a new element in front
 * moves them on. */
static void pair_by_looks(Comparing *comparing)
{
    g_autoptr(GHashTable) left = leftovers(comparing);
    for (guint i = 0; i < comparing->shapes->len && g_hash_table_size(left) > 0; i++) {
        SvgShape *shape = comparing->shapes->pdata[i];
        if (comparing->was->pdata[i]) {
            continue;
        }
        g_autofree char *key = key_of(shape, comparing->unit);
        GQueue *alike = g_hash_table_lookup(left, key);
        FairyFormerShape *former = alike ? g_queue_peek_head(alike) : NULL;
        if (former && is_alike(comparing, &former->shape, shape)) {
            g_queue_pop_head(alike);
            pair(comparing, i, former);
        }
    }
}

static void find_pairs(Comparing *comparing)
{
    g_autoptr(GHashTable) known = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < comparing->former->len; i++) {
        FairyFormerShape *former = former_at(comparing, i);
        g_hash_table_insert(known, former->shape.id, former);
        if (former->shape.label_id) {
            g_hash_table_add(comparing->labels, former->shape.label_id);
        }
    }
    g_ptr_array_set_size(comparing->was, (gint)comparing->shapes->len);
    pair_by_id(comparing, known, TRUE);
    pair_by_looks(comparing);
    pair_by_id(comparing, known, FALSE);
}

/* --- what differs ----------------------------------------------------------------------------- */

/* How far it moved, if that is all that became of its box. */
static gboolean shift_of(const Comparing *comparing, const SvgShape *before, const SvgShape *after,
                         SvgPoint *shift)
{
    double most = comparing->unit * MOVED / 100;
    *shift = (SvgPoint){after->box.x - before->box.x, after->box.y - before->box.y};
    return (shift->x != 0 || shift->y != 0) && fabs(after->box.w - before->box.w) <= most &&
           fabs(after->box.h - before->box.h) <= most;
}

static gboolean is_shift(const Comparing *comparing, SvgPoint from, SvgPoint to, SvgPoint shift)
{
    double most = comparing->unit * MOVED / 100;
    return fabs(to.x - from.x - shift.x) <= most && fabs(to.y - from.y - shift.y) <= most;
}

static gboolean follows(const Comparing *comparing, const SvgShape *before, const SvgShape *after)
{
    const SvgPoint *shift =
        after->parent ? g_hash_table_lookup(comparing->shifted, after->parent) : NULL;
    SvgPoint own;
    return shift && shift_of(comparing, before, after, &own) &&
           is_shift(comparing, (SvgPoint){before->box.x, before->box.y},
                    (SvgPoint){after->box.x, after->box.y}, *shift) &&
           (after->kind != SVG_KIND_ARROW || is_shift(comparing, before->end, after->end, *shift));
}

/* What follows from what is told elsewhere becomes the same. */
static void settle_places(Comparing *comparing, SvgShape *before, const SvgShape *after)
{
    SvgPoint shift;
    gboolean group = after->n_children > 0 && before->n_children > 0;
    gboolean moved = group && !after->layer && shift_of(comparing, before, after, &shift);
    gboolean follower = follows(comparing, before, after);
    if (moved) {
        g_hash_table_insert(comparing->shifted, after->id, g_memdup2(&shift, sizeof shift));
    }
    if (follower || (group && !moved)) {
        before->box = after->box;
    }
    if (follower) {
        before->start = after->start;
        before->end = after->end;
    }
    before->n_children = after->n_children;
}

static char *named_now(const Comparing *comparing, char *id)
{
    char *now = id ? g_hash_table_lookup(comparing->ids, id) : NULL;
    return now ? now : id;
}

/* Numbers that differ by less than is told become the same. */
static void settle_numbers(const Comparing *comparing, SvgShape *before, const SvgShape *after)
{
    guint n;
    const FairyFormerField *fields = fairy_former_fields(&n);
    for (guint i = 0; i < n; i++) {
        gboolean number = !is_text(&fields[i]) && fields[i].type != FAIRY_FORMER_COUNT;
        if (number && steps_apart(comparing, &fields[i], before, after) <= SAME) {
            double *to = (double *)(gpointer)((char *)before + fields[i].offset);
            *to = *(const double *)(gconstpointer)((const char *)after + fields[i].offset);
        }
    }
}

static void settle(Comparing *comparing, SvgShape *before, const SvgShape *after)
{
    before->from_id = named_now(comparing, before->from_id);
    before->to_id = named_now(comparing, before->to_id);
    before->parent = named_now(comparing, before->parent);
    before->id = after->id;
    settle_numbers(comparing, before, after);
    settle_places(comparing, before, after);
}

static gboolean is_same_shape(const Comparing *comparing, SvgShape *before, SvgShape *after)
{
    return is_alike(comparing, before, after) && is_same_text(before->parent, after->parent) &&
           is_same_text(before->from_id, after->from_id) &&
           is_same_text(before->to_id, after->to_id);
}

/* --- telling ---------------------------------------------------------------------------------- */

/* From shortly before where they part, in long texts; the caller's. */
static char *from_parting(const char *text, const char *other)
{
    gsize same = 0;
    while (text && other && text[same] && text[same] == other[same]) {
        same++;
    }
    if (same < LONG_TEXT || strlen(text) == same) {
        return g_strdup(text);
    }
    const char *start = g_utf8_find_prev_char(text, text + same - BEFORE_TEXT);
    return g_strconcat("…", start ? start : text, NULL);
}

static cJSON *told_of(const Comparing *comparing, const SvgShape *shape, const SvgShape *other)
{
    g_autofree char *text = from_parting(shape->text, other->text);
    SvgShape told = *shape;
    told.text = text;
    cJSON *json = fairy_changed_shape(NULL, comparing->coords, &told);
    if (!is_same_text(shape->parent, other->parent)) {
        cJSON_AddItemToObject(
            json, "parent", shape->parent ? cJSON_CreateString(shape->parent) : cJSON_CreateNull());
    }
    return json;
}

/* Takes what is told of it. */
static void add_entry(Comparing *comparing, const char *id, cJSON *before, cJSON *after)
{
    FairyChanged *entry = g_new0(FairyChanged, 1);
    *entry = (FairyChanged){.id = g_strdup(id), .before = before, .after = after};
    g_ptr_array_add(comparing->entries, entry);
}

static void compare_shape(Comparing *comparing, const FairyFormerShape *was, SvgShape *after)
{
    SvgShape before = was->shape;
    settle(comparing, &before, after);
    if (!is_same_shape(comparing, &before, after)) {
        add_entry(comparing, after->id, told_of(comparing, &before, after),
                  told_of(comparing, after, &before));
    }
}

static void compare_all(Comparing *comparing)
{
    for (guint i = 0; i < comparing->shapes->len; i++) {
        SvgShape *shape = comparing->shapes->pdata[i];
        const FairyFormerShape *was = comparing->was->pdata[i];
        if (was) {
            compare_shape(comparing, was, shape);
        } else if (!g_hash_table_contains(comparing->labels, shape->id)) {
            add_entry(comparing, shape->id, NULL,
                      fairy_changed_shape(NULL, comparing->coords, shape));
        }
    }
}

/* One that isn't listed any more may be there: words that label something, what isn't shown. */
static void compare_unlisted(Comparing *comparing, const FairyFormerShape *former,
                             GHashTable *labels)
{
    const SvgShape *shape = &former->shape;
    cJSON *before = fairy_changed_shape(NULL, comparing->coords, shape), *after = NULL;
    if (g_hash_table_contains(labels, shape->id)) {
        cJSON_Delete(before);
        return;
    }
    if (former->own && svg_document_owns_id(comparing->doc, shape->id)) {
        after = cJSON_Duplicate(before, TRUE);
        cJSON_AddTrueToObject(after, "hidden");
    }
    add_entry(comparing, shape->id, before, after);
}

static void compare_gone(Comparing *comparing)
{
    g_autoptr(GHashTable) labels = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < comparing->shapes->len; i++) {
        const SvgShape *shape = comparing->shapes->pdata[i];
        if (shape->label_id) {
            g_hash_table_add(labels, shape->label_id);
        }
    }
    for (guint i = 0; i < comparing->former->len; i++) {
        if (!former_at(comparing, i)->taken) {
            compare_unlisted(comparing, former_at(comparing, i), labels);
        }
    }
}

/* Behind all else, as a program that gives ids gives many. */
static void tell_renamed(Comparing *comparing)
{
    guint n = 0;
    for (guint i = 0; i < comparing->shapes->len && n < MOST_RENAMED; i++) {
        const SvgShape *shape = comparing->shapes->pdata[i];
        const FairyFormerShape *was = comparing->was->pdata[i];
        if (was && strcmp(was->shape.id, shape->id) != 0) {
            cJSON *before = cJSON_CreateObject(), *after = cJSON_CreateObject();
            const char *kind = svg_kind_name(shape->kind);
            cJSON_AddStringToObject(before, "shapeId", was->shape.id);
            cJSON_AddStringToObject(before, "type", kind);
            cJSON_AddStringToObject(after, "shapeId", shape->id);
            cJSON_AddStringToObject(after, "type", kind);
            add_entry(comparing, shape->id, before, after);
            n++;
        }
    }
}

/* --- all of it -------------------------------------------------------------------------------- */

static void comparing_clear(Comparing *comparing)
{
    g_array_unref(comparing->former);
    g_ptr_array_unref(comparing->shapes);
    g_ptr_array_unref(comparing->was);
    g_hash_table_unref(comparing->ids);
    g_hash_table_unref(comparing->labels);
    g_hash_table_unref(comparing->shifted);
    g_ptr_array_unref(comparing->entries);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Comparing, comparing_clear)

char *fairy_former_changes(GBytes *kept, SvgDocument *doc, FairyCoords *coords)
{
    double unit;
    g_autoptr(GBytes) unpacked = svg_gzip_unpack(kept, "the session", NULL);
    GArray *former = unpacked ? fairy_former_read(unpacked, &unit) : NULL;
    if (!former) {
        return NULL;
    }
    g_auto(Comparing) comparing = {
        .doc = doc,
        .coords = coords,
        .unit = unit,
        .former = former,
        .shapes = svg_document_shapes(doc),
        .was = g_ptr_array_new(),
        .ids = g_hash_table_new(g_str_hash, g_str_equal),
        .labels = g_hash_table_new(g_str_hash, g_str_equal),
        .shifted = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, g_free),
        .entries = g_ptr_array_new_with_free_func(fairy_changed_free),
    };
    find_pairs(&comparing);
    compare_all(&comparing);
    compare_gone(&comparing);
    tell_renamed(&comparing);
    char *told = fairy_changed_json(comparing.entries, FALSE);
    return told ? told : g_strdup("{}");
}
