/* Divides a command. Whether it can be divided is found by trying: each piece is read as the one
 * who gets it will, and together the pieces have to be what one fairy would do. */
#include "offline/share.h"

#include "base/quote.h"
#include "offline/each.h"

#include <fairy/limits.h>

#include <math.h>
#include <string.h>

#define MAX_SHARES 64 /* more parts than these are for several fairies each */

/* What is divided, as it is before. */
typedef struct {
    FairyScenery scenery;
    GHashTable *boxes; /* id → SvgBox */
} Ground;

FairyPlan *fairy_scenery_begin(const FairyScenery *at, const char *words, SvgBox area)
{
    FairyPlan *plan =
        fairy_plan_new(svg_document_shapes(at->doc), at->doc, svg_document_page(at->doc),
                       at->origin, at->step, at->selection);
    plan->area = area;
    fairy_plan_begin(plan, words);
    return plan;
}

FairyPlan *fairy_scenery_read(const FairyScenery *at, const char *words, SvgBox area)
{
    FairyPlan *plan = fairy_scenery_begin(at, words, area);
    while (fairy_plan_next(plan)) {
    }
    return plan;
}

static void share_free(gpointer data)
{
    FairyShare *share = data;
    g_free(share->id);
    g_free(share->title);
    g_free(share->words);
    g_hash_table_unref(share->ids);
    g_free(share);
}

/* --- where it does it ------------------------------------------------------------------------- */

/* What isn't in the list of shapes are the words on one. */
static SvgBox box_now(const Ground *at, const char *id)
{
    const SvgBox *known = g_hash_table_lookup(at->boxes, id);
    g_autoptr(SvgShape) shape = known ? NULL : svg_document_shape(at->scenery.doc, id, NULL);
    return known ? *known : shape ? shape->box : SVG_BOX_EMPTY;
}

/* From where it is to where it will be; what is made has a place in the plan only. With what it
 * connects: where that is moved it is bent at both of its ends. */
static SvgBox reach_of(const Ground *at, const FairyPlan *plan, const char *id, gboolean ends)
{
    const SvgShape *shape = g_hash_table_lookup(plan->ids, id);
    SvgBox reach = svg_box_union(box_now(at, id), shape ? shape->box : SVG_BOX_EMPTY);
    const char *const at_ends[] = {shape ? shape->from_id : NULL, shape ? shape->to_id : NULL};
    for (gsize i = 0; ends && i < G_N_ELEMENTS(at_ends); i++) {
        const SvgShape *end = at_ends[i] ? g_hash_table_lookup(plan->ids, at_ends[i]) : NULL;
        reach = svg_box_union(reach, end ? end->box : SVG_BOX_EMPTY);
    }
    return reach;
}

static gboolean moves(const FairyPlan *plan)
{
    static const char *const still[] = {"label", "set-style", "update", NULL};
    const cJSON *action;
    cJSON_ArrayForEach(action, plan->actions)
    {
        if (!g_strv_contains(
                still, cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(action, "_type")))) {
            return TRUE;
        }
    }
    return FALSE;
}

/* An arrow between two shapes that are moved follows both: one fairy has to move them. */
static void add_links(const Ground *at, const FairyPlan *plan, GHashTable *ids, GArray *reaches)
{
    for (guint i = 0; i < plan->shapes->len; i++) {
        const SvgShape *link = plan->shapes->pdata[i];
        if (link->from_id && link->to_id && g_hash_table_contains(ids, link->from_id) &&
            g_hash_table_contains(ids, link->to_id)) {
            SvgBox reach = reach_of(at, plan, link->id, TRUE);
            g_array_append_val(reaches, reach);
        }
    }
}

/* SvgBox of each of these shapes. */
static GArray *reaches_of(const Ground *at, const FairyPlan *plan, GHashTable *ids)
{
    GArray *reaches = g_array_new(FALSE, FALSE, sizeof(SvgBox));
    gboolean bends = moves(plan);
    GHashTableIter iter;
    gpointer id = NULL;
    g_hash_table_iter_init(&iter, ids);
    while (g_hash_table_iter_next(&iter, &id, NULL)) {
        SvgBox reach = reach_of(at, plan, id, bends);
        g_array_append_val(reaches, reach);
    }
    if (bends) {
        add_links(at, plan, ids, reaches);
    }
    return reaches;
}

static gboolean all_in(SvgBox area, const GArray *reaches)
{
    for (guint i = 0; i < reaches->len; i++) {
        if (!svg_box_contains(area, g_array_index(reaches, SvgBox, i))) {
            return FALSE;
        }
    }
    return TRUE;
}

/* --- pieces ----------------------------------------------------------------------------------- */

/* "Column 2" → "column-2": letters and digits of ASCII, as ids of tasks are. */
static char *id_for(const char *title, guint number)
{
    GString *id = g_string_new(NULL);
    for (const char *p = title; *p && id->len < FAIRY_MAX_TASK_ID - 4; p++) {
        if (g_ascii_isalnum(*p)) {
            g_string_append_c(id, g_ascii_tolower(*p));
        } else if (id->len && id->str[id->len - 1] != '-') {
            g_string_append_c(id, '-');
        }
    }
    while (id->len && id->str[id->len - 1] == '-') {
        g_string_truncate(id, id->len - 1);
    }
    if (!id->len) {
        g_string_printf(id, "part-%u", number);
    }
    return g_string_free(id, FALSE);
}

static gboolean stays(const Ground *at, const FairyPlan *plan, const char *id)
{
    const SvgShape *shape = g_hash_table_lookup(plan->ids, id);
    SvgBox was = box_now(at, id), is = shape ? shape->box : was;
    double most = plan->step / 1000;
    return fabs(was.x - is.x) < most && fabs(was.y - is.y) < most && fabs(was.w - is.w) < most &&
           fabs(was.h - is.h) < most;
}

/* What will be another than it is: something that is lined up may be where it has to be. */
static GHashTable *changed_by(const Ground *at, const FairyPlan *plan)
{
    static const char *const types[] = {"align", "distribute", "stack", "move", "place", NULL};
    GHashTable *changed = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    const cJSON *action;
    cJSON_ArrayForEach(action, plan->actions)
    {
        g_autoptr(GHashTable) ids = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
        gboolean arranges = g_strv_contains(
            types, cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(action, "_type")));
        GHashTableIter iter;
        gpointer id = NULL;
        fairy_action_add_ids(action, ids);
        g_hash_table_iter_init(&iter, ids);
        while (g_hash_table_iter_next(&iter, &id, NULL)) {
            if (!arranges || !stays(at, plan, id)) {
                g_hash_table_add(changed, g_strdup(id));
            }
        }
    }
    return changed;
}

/* Takes `ids`. */
static FairyShare *new_share(const char *title, const char *words, SvgBox area, GHashTable *ids,
                             GPtrArray *shares)
{
    FairyShare *share = g_new0(FairyShare, 1);
    share->id = id_for(title, shares->len + 1);
    for (guint i = 0; i < shares->len; i++) {
        if (g_str_equal(((const FairyShare *)shares->pdata[i])->id, share->id)) {
            g_free(share->id);
            share->id = g_strdup_printf("part-%u", shares->len + 1);
        }
    }
    share->title = fairy_text_head(title, FAIRY_MAX_TITLE);
    share->words = g_strdup(words);
    share->area = area;
    share->ids = ids;
    g_ptr_array_add(shares, share);
    return share;
}

static gboolean overlap(const GPtrArray *shares)
{
    for (guint i = 0; i < shares->len; i++) {
        for (guint k = 0; k < i; k++) {
            SvgBox both = svg_box_intersection(((const FairyShare *)shares->pdata[i])->area,
                                               ((const FairyShare *)shares->pdata[k])->area);
            if (!svg_box_is_empty(both) && both.w > 0 && both.h > 0) {
                return TRUE;
            }
        }
    }
    return FALSE;
}

/* What one part comes to; FALSE: it can't be a piece by itself. */
static gboolean add_piece(const Ground *at, const FairyPart *part, const char *words,
                          GPtrArray *shares, GPtrArray *steps)
{
    g_autoptr(FairyPlan) plan = fairy_scenery_read(&at->scenery, words, part->area);
    if (cJSON_GetArraySize(plan->actions) == 0) {
        return TRUE; /* nothing of it is here */
    }
    g_autoptr(GHashTable) ids = fairy_plan_changed_ids(plan);
    g_autoptr(GArray) reaches = reaches_of(at, plan, ids);
    if (plan->refused->len || !all_in(part->area, reaches)) {
        return FALSE;
    }
    fairy_plan_add_steps(plan, steps);
    new_share(part->title, words, part->area, changed_by(at, plan), shares);
    return TRUE;
}

/* NULL: together they aren't what one fairy would do. */
static GPtrArray *try_parts(const Ground *at, const FairyPlan *whole, const GPtrArray *parts,
                            const char *words)
{
    g_autoptr(GPtrArray) shares = g_ptr_array_new_with_free_func(share_free);
    g_autoptr(GPtrArray) steps = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GPtrArray) wanted = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < parts->len; i++) {
        if (!add_piece(at, parts->pdata[i], words, shares, steps)) {
            return NULL;
        }
    }
    fairy_plan_add_steps(whole, wanted);
    gboolean good = shares->len > 0 && !overlap(shares) && fairy_steps_are_same(steps, wanted);
    return good ? g_steal_pointer(&shares) : NULL;
}

/* --- by the words, by place ------------------------------------------------------------------- */

/* "number the boxes in each column" → "number the boxes", in each of the columns. */
static GPtrArray *share_by_words(const Ground *at, const FairyPlan *whole, const char *words)
{
    g_autoptr(FairyPlan) plan = fairy_scenery_begin(&at->scenery, words, SVG_BOX_EMPTY);
    const FairyCursor all = {plan->prompt, (const FairyToken *)(gconstpointer)plan->tokens->data, 0,
                             plan->tokens->len};
    g_autoptr(FairyEach) each = fairy_each_read(plan, &all);
    if (!each || !each->parts->len || each->parts->len > MAX_SHARES) {
        return NULL;
    }
    g_autofree char *before = g_strndup(plan->prompt, each->start);
    const char *after = plan->prompt + each->end;
    after += each->start == 0 ? strspn(after, " ,") : 0;
    g_autofree char *rest = g_strconcat(before, after, NULL);
    return try_parts(at, whole, each->parts, rest);
}

static int by_low_x(gconstpointer a, gconstpointer b)
{
    double p = ((const SvgBox *)a)->x, q = ((const SvgBox *)b)->x;
    return (p > q) - (p < q);
}

static int by_low_y(gconstpointer a, gconstpointer b)
{
    double p = ((const SvgBox *)a)->y, q = ((const SvgBox *)b)->y;
    return (p > q) - (p < q);
}

/* SvgBox: those that overlap on the axis, together. */
static GArray *blocks_of(const GArray *reaches, SvgDirection axis)
{
    gboolean across = axis == SVG_DIRECTION_HORIZONTAL;
    g_autoptr(GArray) sorted = g_array_copy((GArray *)reaches);
    GArray *blocks = g_array_new(FALSE, FALSE, sizeof(SvgBox));
    g_array_sort(sorted, across ? by_low_x : by_low_y);
    for (guint i = 0; i < sorted->len; i++) {
        SvgBox box = g_array_index(sorted, SvgBox, i);
        SvgBox *last = blocks->len ? &g_array_index(blocks, SvgBox, blocks->len - 1) : NULL;
        gboolean meet = last && (across ? box.x <= last->x + last->w : box.y <= last->y + last->h);
        if (meet) {
            *last = svg_box_union(*last, box);
        } else {
            g_array_append_val(blocks, box);
        }
    }
    return blocks;
}

static FairyPart *strip_of(guint number, guint n, SvgDirection axis)
{
    static const char *const halves[2][2] = {{"the left half", "the right half"},
                                             {"the upper half", "the lower half"}};
    gboolean down = axis == SVG_DIRECTION_VERTICAL;
    FairyPart *part = g_new0(FairyPart, 1);
    part->title = n == 2
                      ? g_strdup(halves[down][number])
                      : g_strdup_printf("part %u from the %s", number + 1, down ? "top" : "left");
    part->area = SVG_BOX_EMPTY;
    part->members = g_hash_table_new(NULL, NULL);
    return part;
}

/* Strips from one end of the drawing to the other, as many as there are fairies. */
static GPtrArray *strips_of(const FairyPlan *plan, const GArray *blocks, SvgDirection axis, guint n)
{
    GPtrArray *parts = g_ptr_array_new_with_free_func(fairy_part_free);
    guint k = MIN(n, blocks->len);
    for (guint i = 0; i < blocks->len; i++) {
        guint at = i * k / blocks->len;
        if (at >= parts->len) {
            g_ptr_array_add(parts, strip_of(at, k, axis));
        }
        FairyPart *part = parts->pdata[at];
        part->area = svg_box_union(part->area, g_array_index(blocks, SvgBox, i));
    }
    fairy_parts_tile(plan, parts, axis);
    return parts;
}

/* Along the axis that gives more of them work. */
static GPtrArray *share_by_place(const Ground *at, const FairyPlan *whole, const char *words,
                                 guint n)
{
    g_autoptr(GHashTable) ids = fairy_plan_changed_ids(whole);
    g_autoptr(GArray) reaches = reaches_of(at, whole, ids);
    g_autoptr(GArray) across = blocks_of(reaches, SVG_DIRECTION_HORIZONTAL);
    g_autoptr(GArray) down = blocks_of(reaches, SVG_DIRECTION_VERTICAL);
    gboolean columns = MIN(across->len, n) >= MIN(down->len, n);
    GPtrArray *shares = NULL;
    for (guint i = 0; i < 2 && !shares; i++) {
        const GArray *blocks = (i == 0) == columns ? across : down;
        g_autoptr(GPtrArray) strips = strips_of(
            whole, blocks, blocks == across ? SVG_DIRECTION_HORIZONTAL : SVG_DIRECTION_VERTICAL, n);
        shares = strips->len > 1 ? try_parts(at, whole, strips, words) : NULL;
    }
    return shares;
}

/* --- all of it -------------------------------------------------------------------------------- */

static GPtrArray *share_whole(const Ground *at, const FairyPlan *whole, const char *words)
{
    GPtrArray *shares = g_ptr_array_new_with_free_func(share_free);
    g_autoptr(GHashTable) ids = fairy_plan_changed_ids(whole);
    g_autoptr(GArray) reaches = reaches_of(at, whole, ids);
    SvgBox area = fairy_plan_room(whole);
    for (guint i = 0; i < reaches->len; i++) {
        area = svg_box_union(area, g_array_index(reaches, SvgBox, i));
    }
    new_share("all of it", words, area, changed_by(at, whole), shares);
    return shares;
}

/* What wasn't understood is told by who divides it: the others get the rest, if that means the same
 * without it. */
static char *understood(const Ground *at, const FairyPlan *whole, const char *words)
{
    if (!whole->refused->len) {
        return g_strdup(words);
    }
    g_autoptr(GString) rest = g_string_new(NULL);
    for (guint i = 0; i < whole->done->len; i++) {
        g_string_append_printf(rest, "%s%s", i ? ". " : "", (const char *)whole->done->pdata[i]);
    }
    g_autoptr(FairyPlan) plan = fairy_scenery_read(&at->scenery, rest->str, SVG_BOX_EMPTY);
    g_autoptr(GPtrArray) steps = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GPtrArray) wanted = g_ptr_array_new_with_free_func(g_free);
    fairy_plan_add_steps(plan, steps);
    fairy_plan_add_steps(whole, wanted);
    return g_strdup(fairy_steps_are_same(steps, wanted) ? rest->str : words);
}

static GHashTable *boxes_of(const FairyScenery *at)
{
    GHashTable *boxes = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    g_autoptr(GPtrArray) shapes = svg_document_shapes(at->doc);
    for (guint i = 0; i < shapes->len; i++) {
        const SvgShape *shape = shapes->pdata[i];
        g_hash_table_insert(boxes, g_strdup(shape->id), g_memdup2(&shape->box, sizeof shape->box));
    }
    return boxes;
}

GPtrArray *fairy_shares(const FairyScenery *at, const FairyPlan *whole, const char *words, guint n)
{
    g_autoptr(GHashTable) boxes = boxes_of(at);
    const Ground ground = {*at, boxes};
    g_autofree char *text = understood(&ground, whole, words);
    GPtrArray *shares = share_by_words(&ground, whole, text);
    shares = shares ? shares : share_by_place(&ground, whole, text, n);
    return shares ? shares : share_whole(&ground, whole, text);
}
