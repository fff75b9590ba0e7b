/* The guard of a scope, at every commit: what was changed is in scope, or follows what is, and
 * doesn't leave the area. It trusts no verb: what is in scope it tells by the state before. */
#include "document/refs.h"
#include "edit/build.h"
#include "edit/connect.h"
#include "edit/follow.h"
#include "edit/found.h"
#include "edit/scope.h"
#include "edit/touched.h"
#include "shape/ends.h"
#include "shape/scene.h"

#include <math.h>

#define STAYS 1e-6 /* of the coordinates: a move that is none */

/* Where something is. */
typedef struct {
    gboolean there;
    SvgBox box;
    gboolean traced; /* it has ends */
    SvgPoint ends[2];
} Place;

/* Something that was changed, or a clone of such. */
typedef struct {
    SvgNode *node;
    gboolean cloned; /* was not written itself */
    gboolean shared; /* what the whole drawing uses */
    Place before, after;
    SvgJudged judged;
    gboolean allowed, follows;
} Subject;

typedef struct {
    SvgEdit *edit;
    GArray *subjects; /* Subject */
    GHashTable *known;
    GHashTable *free;   /* SvgNode *: what is in scope, was added, or follows such */
    GPtrArray *waiting; /* of these, those that it isn't known of yet what follows them */
} Guard;

static Subject *subject_at(const Guard *guard, guint i)
{
    return &g_array_index(guard->subjects, Subject, i);
}

/* --- what was written ------------------------------------------------------------------------- */

/* What it is a part of: a shape, or the root. What defines something is by itself. */
static SvgNode *whole_of(SvgNode *node, gboolean *shared)
{
    const SvgNode *at = node;
    do {
        *shared = svg_node_is(at, SVG_TAG_IS_DEFINITION);
        at = at->parent;
    } while (at && !*shared);
    while (!*shared && node->parent && !svg_node_is(node, SVG_TAG_IS_RENDERED)) {
        node = node->parent;
    }
    *shared |= !node->parent;
    return node;
}

static void add(Guard *guard, SvgNode *node, gboolean cloned)
{
    gboolean shared;
    SvgNode *whole = whole_of(node, &shared);
    guint at = GPOINTER_TO_UINT(g_hash_table_lookup(guard->known, whole));
    if (!at) {
        Subject subject = {.node = whole, .cloned = cloned, .shared = shared};
        g_array_append_val(guard->subjects, subject);
        at = guard->subjects->len;
        g_hash_table_insert(guard->known, whole, GUINT_TO_POINTER(at));
    }
    Subject *subject = subject_at(guard, at - 1);
    subject->cloned &= cloned;
}

/* As the document is now: before the edit, or after it. */
static void find_subjects(Guard *guard, const SvgLog *log)
{
    g_auto(SvgTouched) written = {0};
    svg_touched_init(&written, guard->edit->doc);
    svg_touched_read(&written, log);
    guint n = written.nodes->len;
    svg_touched_add_clones(&written);
    for (guint i = 0; i < written.nodes->len; i++) {
        add(guard, written.nodes->pdata[i], i >= n);
    }
}

/* --- where it is ------------------------------------------------------------------------------ */

/* What goes along is where it has to be, unless a verb was asked for it. */
static gboolean matters(const Guard *guard, const Subject *subject)
{
    return !subject->shared &&
           (!subject->follows || g_hash_table_contains(guard->edit->scoping->asked, subject->node));
}

static void measure(const Guard *guard, const Subject *subject, Place *place)
{
    SvgDocument *doc = guard->edit->doc;
    place->there = svg_node_contains(doc->root, subject->node);
    place->box = SVG_BOX_EMPTY;
    if (place->there && matters(guard, subject)) {
        place->box = svg_node_box(doc, subject->node);
        place->traced = svg_node_is_line(guard->edit, subject->node) &&
                        svg_line_ends(doc, subject->node, place->ends);
    }
}

/* --- what follows ----------------------------------------------------------------------------- */

static void set_free(Guard *guard, SvgNode *node)
{
    if (g_hash_table_add(guard->free, node)) {
        g_ptr_array_add(guard->waiting, node);
    }
}

static gboolean is_new(const Guard *guard, const SvgNode *node)
{
    return !svg_node_contains(guard->edit->doc->root, node);
}

/* With what is new, only what is new, too: a label. The words that an arrow is drawn beside were
 * somebody's before. */
static void follow(Guard *guard, const SvgNode *leader, SvgNode *node)
{
    if (is_new(guard, leader) && !is_new(guard, node)) {
        return;
    }
    guint at = GPOINTER_TO_UINT(g_hash_table_lookup(guard->known, node));
    if (at) {
        subject_at(guard, at - 1)->follows = TRUE;
    }
    set_free(guard, node);
}

static void follow_ends(Guard *guard, SvgNode *node, SvgNode *shape)
{
    const SvgEnds *ends = g_hash_table_lookup(svg_follow_of(guard->edit->doc)->ends, shape);
    for (guint i = 0; ends && i < ends->list->len; i++) {
        const SvgLineEnd *end = &g_array_index(ends->list, SvgLineEnd, i);
        follow(guard, node, end->line);
        for (gsize k = 0; k < G_N_ELEMENTS(end->heads) && end->heads[k]; k++) {
            follow(guard, node, end->heads[k]);
        }
    }
}

/* What verbs found to go with it, and with what is in it: nothing else is moved along. */
static void follow_found(Guard *guard, SvgNode *node)
{
    const GPtrArray *parts = g_hash_table_lookup(svg_follow_of(guard->edit->doc)->lists, node);
    for (guint i = 0; parts && i < parts->len; i++) {
        follow(guard, node, parts->pdata[i]);
    }
    for (SvgNode *at = node; at; at = svg_node_walk(node, at, FALSE)) {
        follow_ends(guard, node, at);
    }
}

static void follow_named(Guard *guard, SvgNode *node)
{
    SvgDocument *doc = guard->edit->doc;
    g_autofree char *id = g_strconcat(svg_node_id(doc, node), SVG_LABEL_SUFFIX, NULL);
    SvgNode *label = svg_document_find(doc, id);
    if (label && svg_node_tag(label) == SVG_TAG_TEXT) {
        follow(guard, node, label);
    }
}

/* It, or a group around it, may be changed. */
static gboolean is_free(const Guard *guard, const SvgNode *node)
{
    for (; node; node = node->parent) {
        if (g_hash_table_contains(guard->free, node)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* A connector goes where its shapes go, words where their frame or path goes. */
static gboolean is_led(const Guard *guard, SvgNode *node)
{
    SvgEdit *edit = guard->edit;
    return is_free(guard, svg_connector_end(edit->doc, node, 0)) ||
           is_free(guard, svg_connector_end(edit->doc, node, 1)) ||
           is_free(guard, svg_text_leader(edit, node));
}

static gboolean follow_led(Guard *guard)
{
    gboolean any = FALSE;
    for (guint i = 0; i < guard->subjects->len; i++) {
        Subject *subject = subject_at(guard, i);
        if (!subject->cloned && !subject->shared && !subject->follows && subject->before.there &&
            is_led(guard, subject->node)) {
            follow(guard, subject->node, subject->node);
            any = TRUE;
        }
    }
    return any;
}

static void find_followers(Guard *guard)
{
    do {
        for (guint i = 0; i < guard->waiting->len; i++) {
            follow_found(guard, guard->waiting->pdata[i]);
            follow_named(guard, guard->waiting->pdata[i]);
        }
        g_ptr_array_set_size(guard->waiting, 0);
    } while (follow_led(guard) || guard->waiting->len);
}

/* --- judging ---------------------------------------------------------------------------------- */

static void judge(Guard *guard, SvgNode *node, SvgJudged *out)
{
    *out = svg_scope_judge(guard->edit, node);
    if (out->verdict == SVG_SCOPE_IN) {
        set_free(guard, node);
    }
}

/* What verbs were asked for, whether it was written or only something that goes with it. */
static void judge_asked(Guard *guard)
{
    GHashTableIter each;
    gpointer node;
    SvgJudged judged;
    g_hash_table_iter_init(&each, guard->edit->scoping->asked);
    while (g_hash_table_iter_next(&each, &node, NULL)) {
        if (svg_node_contains(guard->edit->doc->root, node)) {
            judge(guard, node, &judged);
        }
    }
}

/* What is new, and what goes with all that is known to be in scope, needn't be judged. */
static void judge_rest(Guard *guard)
{
    for (guint i = 0; i < guard->subjects->len; i++) {
        Subject *subject = subject_at(guard, i);
        gboolean asked = g_hash_table_contains(guard->edit->scoping->asked, subject->node);
        gboolean open = subject->cloned || asked || !is_free(guard, subject->node);
        if (open && subject->before.there && !subject->shared) {
            judge(guard, subject->node, &subject->judged);
        }
    }
}

static gboolean is_allowed(const Guard *guard, const Subject *subject)
{
    if (!subject->before.there) {
        return TRUE;
    }
    if (subject->shared || subject->cloned) {
        return !subject->shared && subject->judged.verdict == SVG_SCOPE_IN;
    }
    return is_free(guard, subject->node);
}

/* While the document is as it was before. */
static void judge_all(Guard *guard)
{
    for (guint i = 0; i < guard->subjects->len; i++) {
        Subject *subject = subject_at(guard, i);
        subject->before.there = svg_node_contains(guard->edit->doc->root, subject->node);
        if (!subject->before.there && !subject->shared) {
            set_free(guard, subject->node);
        }
    }
    judge_asked(guard);
    find_followers(guard);
    judge_rest(guard);
    find_followers(guard);
    for (guint i = 0; i < guard->subjects->len; i++) {
        subject_at(guard, i)->allowed = is_allowed(guard, subject_at(guard, i));
        measure(guard, subject_at(guard, i), &subject_at(guard, i)->before);
    }
}

/* --- where it may be -------------------------------------------------------------------------- */

static gboolean refuse_side(const Guard *guard, const Subject *subject, const char *what,
                            const char *side, const char *then, GError **error)
{
    SvgEdit *edit = guard->edit;
    g_autofree char *advice = svg_scope_advice(edit, NULL, subject->after.box);
    g_set_error(error, SVG_ERROR, SVG_ERROR_SCOPE, "%s\"%s\" would %s beyond your area, %s%s; %s",
                what, svg_node_id(edit->doc, subject->node), *what ? "lie" : "reach", side, then,
                advice);
    return FALSE;
}

/* What is in a new group was judged by itself. */
static gboolean check_box(const Guard *guard, const Subject *subject, GError **error)
{
    gboolean group = svg_node_is(subject->node, SVG_TAG_IS_CONTAINER);
    SvgBox area = guard->edit->scoping->area;
    const char *side = svg_scope_side(svg_scope_excess(area, subject->before.box),
                                      svg_scope_excess(area, subject->after.box));
    return !side || (group && !subject->before.there) ||
           refuse_side(guard, subject, "", side, "", error);
}

/* A label goes with its shape; taken alone, its middle stays where that may be. */
static SvgBox middle_of(SvgBox box)
{
    SvgPoint middle = svg_box_center(box);
    return svg_box_is_empty(box) ? box : (SvgBox){middle.x, middle.y, 0, 0};
}

static gboolean check_label(const Guard *guard, const Subject *subject, GError **error)
{
    Subject label = *subject;
    label.before.box = middle_of(label.before.box);
    label.after.box = middle_of(label.after.box);
    return check_box(guard, &label, error);
}

static gboolean was_there(const Subject *subject, SvgPoint end)
{
    const Place *before = &subject->before;
    for (guint i = 0; i < 2 && before->traced; i++) {
        SvgPoint old = before->ends[i];
        if (hypot(old.x - end.x, old.y - end.y) <= STAYS * (1 + fabs(end.x) + fabs(end.y))) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean is_at_shape(const Guard *guard, const Subject *subject, guint end)
{
    if (svg_connector_end(guard->edit->doc, subject->node, end)) {
        return TRUE;
    }
    g_autoptr(SvgShape) line =
        svg_document_shape(guard->edit->doc, svg_node_id(guard->edit->doc, subject->node), NULL);
    SvgPoint at = subject->after.ends[end];
    gboolean start = line && hypot(line->start.x - at.x, line->start.y - at.y) <=
                                 hypot(line->end.x - at.x, line->end.y - at.y);
    return line && (start ? line->from_id : line->to_id);
}

static gboolean check_line(const Guard *guard, const Subject *subject, GError **error)
{
    static const char *const names[] = {"the start of ", "the end of "};
    static const SvgExcess none = {{0}};
    SvgBox area = guard->edit->scoping->area;
    gboolean stays = TRUE, leaves = FALSE;
    for (guint i = 0; i < 2; i++) {
        SvgPoint at = subject->after.ends[i];
        const char *side = svg_scope_side(none, svg_scope_excess(area, (SvgBox){at.x, at.y, 0, 0}));
        gboolean stayed = was_there(subject, at);
        stays &= stayed;
        leaves |= side != NULL;
        if (side && !stayed && !is_at_shape(guard, subject, i)) {
            return refuse_side(guard, subject, names[i], side, ", where it may only be at a shape",
                               error);
        }
    }
    if (!leaves) { /* nor does what is between its ends */
        return check_box(guard, subject, error);
    }
    if (stays || svg_scope_has_line(guard->edit, subject->node)) {
        return TRUE;
    }
    g_set_error(error, SVG_ERROR, SVG_ERROR_SCOPE,
                "\"%s\" would have both ends beyond your area; one must lie in it, or be at a "
                "shape that you may change",
                svg_node_id(guard->edit->doc, subject->node));
    return FALSE;
}

static gboolean check_place(const Guard *guard, const Subject *subject, GError **error)
{
    if (!subject->after.there || !matters(guard, subject)) {
        return TRUE;
    }
    if (subject->after.traced) {
        return check_line(guard, subject, error);
    }
    gboolean label = subject->judged.about != NULL;
    return (label ? check_label : check_box)(guard, subject, error);
}

/* --- the guard -------------------------------------------------------------------------------- */

static gboolean refuse(const Guard *guard, const Subject *subject, GError **error)
{
    SvgEdit *edit = guard->edit;
    if (!subject->shared) {
        return svg_scope_refuse(
            edit, subject->node, subject->judged,
            subject->cloned ? "this would change the clone " : "this would change ", error);
    }
    g_autofree char *what =
        g_strdup_printf("this would change a <%s>, which all of the drawing may use",
                        subject->node->name ? subject->node->name->str : "style");
    return svg_scope_allows_all(edit, what, error);
}

static gboolean check(const Guard *guard, GError **error)
{
    for (guint i = 0; i < guard->subjects->len; i++) {
        const Subject *subject = subject_at(guard, i);
        if (!subject->allowed) {
            return refuse(guard, subject, error);
        }
    }
    for (guint i = 0; i < guard->subjects->len; i++) {
        if (!check_place(guard, subject_at(guard, i), error)) {
            return FALSE;
        }
    }
    return TRUE;
}

static void look(Guard *guard, SvgLog *log)
{
    SvgDocument *doc = guard->edit->doc;
    svg_refs_index(doc); /* in this state: from now on it knows of both */
    find_subjects(guard, log);
    svg_log_swap(doc, log, FALSE);
    guard->edit->scoping->former = TRUE;
    find_subjects(guard, log);
    judge_all(guard);
    guard->edit->scoping->former = FALSE;
    svg_log_swap(doc, log, TRUE);
    for (guint i = 0; i < guard->subjects->len; i++) {
        measure(guard, subject_at(guard, i), &subject_at(guard, i)->after);
    }
}

gboolean svg_scope_guard(SvgEdit *edit, SvgLog *log, GError **error)
{
    if (!edit->scoping || !log->n_nodes) {
        return TRUE;
    }
    g_autoptr(GArray) subjects = g_array_new(FALSE, FALSE, sizeof(Subject));
    g_autoptr(GHashTable) known = g_hash_table_new(NULL, NULL);
    g_autoptr(GHashTable) free = g_hash_table_new(NULL, NULL);
    g_autoptr(GPtrArray) waiting = g_ptr_array_new();
    Guard guard = {edit, subjects, known, free, waiting};
    look(&guard, log);
    return check(&guard, error);
}
