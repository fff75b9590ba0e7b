/* What is in the scope of an edit, and what is said of the rest. */
#include "edit/scope.h"

#include "edit/build.h"
#include "edit/connect.h"
#include "edit/follow.h"
#include "shape/ends.h"
#include "shape/scene.h"

#include <string.h>

#define SLACK    0.01 /* of the area's shorter side: a model's numbers are rounded */
#define ROUNDING 1e-6 /* of the coordinates: what isn't a move */

void svg_edit_set_scope(SvgEdit *edit, const SvgScope *scope)
{
    g_return_if_fail(!edit->scoping && !svg_box_is_empty(scope->area));
    double slack = SLACK * MIN(scope->area.w, scope->area.h);
    edit->scoping = g_new0(SvgScoping, 1);
    edit->scoping->scope = scope;
    edit->scoping->area = svg_box_grown(scope->area, slack, slack);
    edit->scoping->known = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    edit->scoping->asked = g_hash_table_new(NULL, NULL);
}

void svg_scoping_free(SvgScoping *scoping)
{
    if (scoping) {
        g_hash_table_unref(scoping->known);
        g_hash_table_unref(scoping->asked);
        g_free(scoping);
    }
}

/* --- sides ------------------------------------------------------------------------------------ */

SvgExcess svg_scope_excess(SvgBox area, SvgBox box)
{
    if (svg_box_is_empty(box)) {
        return (SvgExcess){{0}};
    }
    return (SvgExcess){{area.x - box.x, box.x + box.w - (area.x + area.w), area.y - box.y,
                        box.y + box.h - (area.y + area.h)}};
}

const char *svg_scope_side(SvgExcess before, SvgExcess after)
{
    static const char *const names[] = {"on its left side", "on its right side", "at its top",
                                        "at its bottom"};
    const char *side = NULL;
    double most = 0;
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        double worse = after.side[i] - MAX(before.side[i], 0);
        if (worse > most + ROUNDING * MIN(ABS(after.side[i]), SVG_MAX_COORDINATE)) {
            most = worse;
            side = names[i];
        }
    }
    return side;
}

/* --- whose it is ------------------------------------------------------------------------------ */

static SvgOwner ask(SvgEdit *edit, SvgNode *node)
{
    const SvgScope *scope = edit->scoping->scope;
    const char *id = svg_node_id(edit->doc, node);
    if (g_hash_table_contains(edit->known_added, id)) {
        return SVG_OWNER_SELF;
    }
    return scope->owner ? scope->owner(id, scope->data) : SVG_OWNER_NOBODY;
}

static SvgOwner owner_of(SvgEdit *edit, SvgNode *node)
{
    SvgOwner owner = SVG_OWNER_NOBODY;
    for (; node->parent && owner == SVG_OWNER_NOBODY; node = node->parent) {
        owner = ask(edit, node);
    }
    return owner;
}

static gboolean is_drawn(const SvgNode *node)
{
    return svg_node_is(node, SVG_TAG_IS_RENDERED);
}

/* Something in the group that is another's; NULL if nothing. */
static SvgNode *others_in(SvgEdit *edit, SvgNode *group)
{
    gboolean any = edit->scoping->scope->owner && svg_node_is(group, SVG_TAG_IS_CONTAINER);
    for (SvgNode *at = any ? svg_node_walk(group, group, FALSE) : NULL; at;
         at = svg_node_walk(group, at, !is_drawn(at))) {
        if (is_drawn(at) && ask(edit, at) == SVG_OWNER_OTHER) {
            return at;
        }
    }
    return NULL;
}

/* --- where it is ------------------------------------------------------------------------------ */

static const SvgEntry *entry_of(SvgEdit *edit, const SvgNode *node)
{
    SvgScene *scene = svg_scene_of(edit->doc);
    guint index = svg_scene_find(scene, node);
    return index != SVG_NO_ENTRY ? svg_scene_entry(scene, index) : NULL;
}

static gboolean is_words(const SvgNode *node)
{
    return svg_node_is(node, SVG_TAG_IS_TEXT_BLOCK | SVG_TAG_IS_HTML);
}

/* The shape that it is named after; NULL if none. */
static SvgNode *named_after(SvgEdit *edit, SvgNode *text)
{
    const char *id = svg_node_id(edit->doc, text);
    gboolean named = svg_node_tag(text) == SVG_TAG_TEXT && g_str_has_suffix(id, SVG_LABEL_SUFFIX);
    g_autofree char *shape = named ? g_strndup(id, strlen(id) - strlen(SVG_LABEL_SUFFIX)) : NULL;
    SvgNode *node = shape ? svg_document_find(edit->doc, shape) : NULL;
    return node && is_drawn(node) ? node : NULL;
}

/* The shape that the text is the label of, also as one line of several; NULL if none. */
static SvgNode *labelled_by(SvgEdit *edit, SvgNode *text)
{
    SvgNode *shape = is_words(text) ? named_after(edit, text) : NULL;
    const SvgEntry *entry = is_words(text) && !shape ? entry_of(edit, text) : NULL;
    while (entry && entry->labels != SVG_NO_ENTRY) {
        entry = svg_scene_entry(svg_scene_of(edit->doc), entry->labels);
        shape = entry->node;
    }
    return shape;
}

/* More than their borders. */
static gboolean overlaps(SvgBox a, SvgBox b)
{
    return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

static SvgVerdict by_box(const SvgScoping *scoping, SvgBox box)
{
    if (svg_box_is_empty(box)) {
        return SVG_SCOPE_NOWHERE;
    }
    if (svg_box_contains(scoping->area, box)) {
        return SVG_SCOPE_IN;
    }
    return overlaps(scoping->scope->area, box) ? SVG_SCOPE_REACHES : SVG_SCOPE_BEYOND;
}

/* By its box alone, also of a line: of what an end is at. */
static gboolean is_place_in(SvgEdit *edit, SvgNode *shape)
{
    const SvgJudged *known = g_hash_table_lookup(edit->scoping->known, shape);
    SvgOwner owner = owner_of(edit, shape);
    if (owner != SVG_OWNER_NOBODY) {
        return owner == SVG_OWNER_SELF;
    }
    return known ? known->verdict == SVG_SCOPE_IN
                 : by_box(edit->scoping, svg_node_box(edit->doc, shape)) == SVG_SCOPE_IN;
}

/* Of a line that isn't bound, which only all of the drawing tells. */
static gboolean is_at_place_in(SvgEdit *edit, const SvgNode *line)
{
    const SvgEntry *entry = entry_of(edit, line);
    const guint at[] = {entry ? entry->from : SVG_NO_ENTRY, entry ? entry->to : SVG_NO_ENTRY};
    for (gsize i = 0; i < G_N_ELEMENTS(at); i++) {
        if (at[i] != SVG_NO_ENTRY &&
            is_place_in(edit, svg_scene_entry(svg_scene_of(edit->doc), at[i])->node)) {
            return TRUE;
        }
    }
    return FALSE;
}

gboolean svg_scope_has_line(SvgEdit *edit, SvgNode *line)
{
    SvgPoint ends[2];
    gboolean traced = svg_line_ends(edit->doc, line, ends);
    for (guint i = 0; i < 2; i++) {
        SvgNode *bound = svg_connector_end(edit->doc, line, i);
        if ((traced && svg_box_holds(edit->scoping->area, ends[i])) ||
            (bound && is_place_in(edit, bound))) {
            return TRUE;
        }
    }
    return is_at_place_in(edit, line);
}

/* --- both ------------------------------------------------------------------------------------- */

static SvgVerdict by_place(SvgEdit *edit, SvgNode *node)
{
    SvgVerdict verdict = by_box(edit->scoping, svg_node_box(edit->doc, node));
    gboolean drawn = verdict == SVG_SCOPE_REACHES || verdict == SVG_SCOPE_BEYOND;
    return drawn && svg_node_is_line(edit, node) && svg_scope_has_line(edit, node) ? SVG_SCOPE_IN
                                                                                   : verdict;
}

/* A label aside. */
static SvgJudged judge_shape(SvgEdit *edit, SvgNode *node)
{
    SvgOwner owner = owner_of(edit, node);
    SvgNode *others = owner != SVG_OWNER_OTHER ? others_in(edit, node) : NULL;
    if (owner == SVG_OWNER_OTHER) {
        return (SvgJudged){.verdict = SVG_SCOPE_OTHERS};
    }
    if (others) {
        return (SvgJudged){.verdict = SVG_SCOPE_HOLDS, .about = others};
    }
    return (SvgJudged){.verdict = owner == SVG_OWNER_SELF ? SVG_SCOPE_IN : by_place(edit, node)};
}

static SvgJudged judge(SvgEdit *edit, SvgNode *node)
{
    SvgNode *shape = owner_of(edit, node) == SVG_OWNER_NOBODY ? labelled_by(edit, node) : NULL;
    SvgJudged judged = judge_shape(edit, shape ? shape : node);
    if (judged.verdict != SVG_SCOPE_IN) {
        judged.box = svg_node_box(edit->doc, shape ? shape : node);
    }
    judged.about = shape ? shape : judged.about;
    return judged;
}

SvgJudged svg_scope_judge(SvgEdit *edit, SvgNode *node)
{
    SvgScoping *scoping = edit->scoping;
    const SvgJudged *known = g_hash_table_lookup(scoping->known, node);
    if (known) {
        return *known;
    }
    SvgJudged judged = judge(edit, node);
    if (scoping->former || (edit->doc->open && !edit->doc->open->n_nodes)) {
        g_hash_table_insert(scoping->known, node, g_memdup2(&judged, sizeof judged));
    }
    return judged;
}

/* --- what is said ----------------------------------------------------------------------------- */

char *svg_scope_advice(SvgEdit *edit, const char *id, SvgBox box)
{
    const SvgScope *scope = edit->scoping->scope;
    char *clause = scope->whose ? scope->whose(id, box, scope->data) : NULL;
    return clause ? clause : g_strdup("change what lies in your area, or what you made");
}

/* "lies beyond your area". The caller's. */
static char *reason(SvgEdit *edit, SvgJudged judged)
{
    static const SvgExcess none = {{0}};
    switch (judged.verdict) {
    case SVG_SCOPE_IN:
    case SVG_SCOPE_BEYOND:
        break;
    case SVG_SCOPE_REACHES:
        return g_strdup_printf(
            "reaches beyond your area, %s",
            svg_scope_side(none, svg_scope_excess(edit->scoping->scope->area, judged.box)));
    case SVG_SCOPE_OTHERS:
        return g_strdup("is another's");
    case SVG_SCOPE_HOLDS:
        return g_strdup_printf("holds \"%s\", which is another's",
                               svg_node_id(edit->doc, judged.about));
    case SVG_SCOPE_NOWHERE:
        return g_strdup("draws nothing, so it doesn't lie in your area");
    }
    return g_strdup("lies beyond your area");
}

gboolean svg_scope_refuse(SvgEdit *edit, SvgNode *node, SvgJudged judged, const char *lead,
                          GError **error)
{
    gboolean holds = judged.verdict == SVG_SCOPE_HOLDS;
    SvgNode *shape = judged.about && !holds ? judged.about : node;
    SvgNode *whose = holds ? judged.about : shape;
    g_autofree char *why = reason(edit, judged);
    g_autofree char *on =
        shape != node ? g_strdup_printf("is on \"%s\", which ", svg_node_id(edit->doc, shape))
                      : g_strdup("");
    g_autofree char *advice = svg_scope_advice(edit, svg_node_id(edit->doc, whose), judged.box);
    g_set_error(error, SVG_ERROR, SVG_ERROR_SCOPE, "%s\"%s\"%s %s%s; %s", lead,
                svg_node_id(edit->doc, node), *lead ? ", which" : "", on, why, advice);
    return FALSE;
}

gboolean svg_scope_allows(SvgEdit *edit, SvgNode *node, GError **error)
{
    SvgJudged judged = {.verdict = SVG_SCOPE_IN};
    if (edit->scoping) {
        judged = svg_scope_judge(edit, node);
    }
    if (judged.verdict != SVG_SCOPE_IN) {
        return error ? svg_scope_refuse(edit, node, judged, "", error) : FALSE;
    }
    if (edit->scoping) {
        g_hash_table_add(edit->scoping->asked, node);
    }
    return TRUE;
}

gboolean svg_scope_allows_all(SvgEdit *edit, const char *what, GError **error)
{
    if (!edit->scoping) {
        return TRUE;
    }
    g_set_error(error, SVG_ERROR, SVG_ERROR_SCOPE,
                "%s, and you may only change what lies in your area, or what you made", what);
    return FALSE;
}
