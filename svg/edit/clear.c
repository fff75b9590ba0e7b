/* Many shapes away at once: what is free, visible and in bounds, and not needed by what stays. */
#include "document/refs.h"
#include "edit/connect.h"
#include "edit/remove.h"

/* A shape with its labels and decoration: they go together, or stay. */
typedef struct {
    GPtrArray *nodes; /* SvgNode *, the shape first */
    gboolean stays;
} Whole;

typedef struct {
    SvgEdit *edit;
    GPtrArray *wholes;  /* Whole *, in the order of the drawing */
    GHashTable *going;  /* SvgNode * → its Whole, while that doesn't stay */
    GPtrArray *staying; /* Whole * whose references are to be followed */
    SvgCleared *told;
} Clearing;

static void whole_free(gpointer data)
{
    Whole *whole = data;
    g_ptr_array_unref(whole->nodes);
    g_free(whole);
}

/* --- what is in bounds ------------------------------------------------------------------------ */

static gboolean is_in(const SvgShape *shape, const SvgBox *area, SvgCleared *told)
{
    if (!area || svg_box_contains(*area, shape->box)) {
        return TRUE;
    }
    told->partly += svg_box_touches(*area, shape->box);
    return FALSE;
}

static gboolean may_go(SvgEdit *edit, const GPtrArray *nodes)
{
    for (guint i = 0; i < nodes->len; i++) {
        if (!svg_locks_allow_delete(edit->doc, nodes->pdata[i], NULL)) {
            return FALSE;
        }
    }
    return TRUE;
}

/* The groups around it are judged, too, while there is something in them. */
static gboolean is_in_scope(SvgEdit *edit, SvgNode *node)
{
    for (SvgNode *at = node->parent; edit->scoping && at->parent; at = at->parent) {
        svg_scope_allows(edit, at, NULL);
    }
    return svg_scope_allows(edit, node, NULL);
}

/* Groups and layers that are more than one shape are gone through. */
static void add_shape(Clearing *clearing, const SvgShape *shape, const SvgBox *area)
{
    if (shape->layer || shape->n_children || !is_in(shape, area, clearing->told)) {
        return;
    }
    SvgNode *node = svg_document_find(clearing->edit->doc, shape->id);
    if (!is_in_scope(clearing->edit, node)) {
        clearing->told->beyond++;
        return;
    }
    g_autoptr(GPtrArray) nodes = svg_node_labels(clearing->edit, node);
    g_ptr_array_insert(nodes, 0, node);
    for (guint i = 0; i < nodes->len; i++) {
        nodes->pdata[i] = svg_with_choices(clearing->edit->doc, nodes->pdata[i]);
    }
    if (!may_go(clearing->edit, nodes)) {
        clearing->told->locked++;
        return;
    }
    Whole *whole = g_new0(Whole, 1);
    whole->nodes = g_steal_pointer(&nodes);
    g_ptr_array_add(clearing->wholes, whole);
    for (guint i = 0; i < whole->nodes->len; i++) {
        g_hash_table_insert(clearing->going, whole->nodes->pdata[i], whole);
    }
}

/* --- what is needed by what stays ------------------------------------------------------------- */

/* What the element goes with; NULL if it stays. */
static Whole *going_with(const Clearing *clearing, const SvgNode *node)
{
    Whole *whole = NULL;
    for (; node && !whole; node = node->parent) {
        whole = g_hash_table_lookup(clearing->going, node);
    }
    return whole;
}

static void keep(Clearing *clearing, Whole *whole)
{
    if (whole->stays) {
        return;
    }
    whole->stays = TRUE;
    clearing->told->needed++;
    g_ptr_array_add(clearing->staying, whole);
    for (guint i = 0; i < whole->nodes->len; i++) {
        g_hash_table_remove(clearing->going, whole->nodes->pdata[i]);
    }
}

static void keep_referred(const char *id, gpointer data)
{
    Clearing *clearing = data;
    SvgNode *target = svg_document_owner(clearing->edit->doc, id);
    Whole *whole = target ? going_with(clearing, target) : NULL;
    if (whole) {
        keep(clearing, whole);
    }
}

static void keep_needed_by(Clearing *clearing, SvgNode *top)
{
    for (SvgNode *node = top; node; node = svg_node_walk(top, node, FALSE)) {
        for (guint i = 0; i < node->n_attrs; i++) {
            if (!svg_is_connection(node->attrs[i].name)) {
                svg_refs_in_value(node->attrs[i].name, node->attrs[i].value, keep_referred,
                                  clearing);
            }
        }
    }
}

/* A connector is let go of, if it may be changed; anything else is drawn with what it refers to. */
static gboolean needs(SvgEdit *edit, SvgNode *referrer, SvgNode *node)
{
    for (guint i = 0; i < referrer->n_attrs; i++) {
        const SvgAttr *attr = &referrer->attrs[i];
        if (svg_attr_refers(edit->doc, attr, node) &&
            (!svg_is_connection(attr->name) ||
             !svg_locks_allow_change(edit->doc, referrer, NULL))) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean is_needed(const Clearing *clearing, const GPtrArray *referrers, SvgNode *node)
{
    for (guint i = 0; i < referrers->len; i++) {
        if (!going_with(clearing, referrers->pdata[i]) &&
            needs(clearing->edit, referrers->pdata[i], node)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* By something outside that refers to it, or to a group it is in: a clone shows all of that. */
static gboolean is_needed_around(const Clearing *clearing, SvgNode *node)
{
    SvgDocument *doc = clearing->edit->doc;
    g_autoptr(GPtrArray) referrers = svg_refs_to(doc, node);
    gboolean needed = is_needed(clearing, referrers, node);
    for (SvgNode *at = node->parent; at != doc->root && !needed; at = at->parent) {
        g_autoptr(GPtrArray) outer = svg_refs_to_self(doc, at);
        needed = is_needed(clearing, outer, at);
    }
    return needed;
}

static void keep_needed(Clearing *clearing)
{
    for (guint i = 0; i < clearing->wholes->len; i++) {
        Whole *whole = clearing->wholes->pdata[i];
        for (guint k = 0; k < whole->nodes->len && !whole->stays; k++) {
            if (is_needed_around(clearing, whole->nodes->pdata[k])) {
                keep(clearing, whole);
            }
        }
    }
    for (guint i = 0; i < clearing->staying->len; i++) {
        const Whole *whole = clearing->staying->pdata[i];
        for (guint k = 0; k < whole->nodes->len; k++) {
            keep_needed_by(clearing, whole->nodes->pdata[k]);
        }
    }
}

/* --- away ------------------------------------------------------------------------------------- */

static void let_go(Clearing *clearing, SvgNode *node)
{
    SvgEdit *edit = clearing->edit;
    g_autoptr(GPtrArray) referrers = svg_refs_to(edit->doc, node);
    for (guint i = 0; i < referrers->len; i++) {
        SvgNode *referrer = referrers->pdata[i];
        for (guint end = 0; end < 2 && !going_with(clearing, referrer); end++) {
            SvgNode *target = svg_connector_end(edit->doc, referrer, end);
            if (target && svg_node_contains(node, target)) {
                svg_connector_bind(edit, referrer, end, NULL);
                svg_edit_changed(edit, referrer);
            }
        }
    }
}

static gboolean is_empty_group(const SvgNode *node)
{
    const SvgNode *child = svg_node_first_element(node);
    while (child && svg_node_is(child, SVG_TAG_IS_REMARK)) {
        child = svg_node_next_element(child);
    }
    return svg_node_tag(node) == SVG_TAG_G && !child && !svg_node_attr(node, "inkscape:groupmode");
}

static gboolean may_go_empty(SvgEdit *edit, SvgNode *group)
{
    return svg_locks_allow_delete(edit->doc, group, NULL) && svg_scope_allows(edit, group, NULL);
}

/* A group goes with the last that was in it. */
static void remove_with_groups(Clearing *clearing, SvgNode *node)
{
    SvgEdit *edit = clearing->edit;
    while (node) {
        SvgNode *parent = node->parent;
        let_go(clearing, node);
        svg_edit_removed(edit, node);
        svg_splice_remove(edit->doc, node);
        node = is_empty_group(parent) && may_go_empty(edit, parent) ? parent : NULL;
    }
}

static void remove_all(Clearing *clearing)
{
    for (guint i = 0; i < clearing->wholes->len; i++) {
        const Whole *whole = clearing->wholes->pdata[i];
        for (guint k = 0; k < whole->nodes->len && !whole->stays; k++) {
            SvgNode *node = whole->nodes->pdata[k];
            if (svg_node_contains(clearing->edit->doc->root, node)) {
                remove_with_groups(clearing, node);
            }
        }
        clearing->told->removed += !whole->stays;
    }
}

/* --- all together ----------------------------------------------------------------------------- */

static gboolean refuse_nothing(const SvgCleared *told, gboolean bounded, GError **error)
{
    const char *where = bounded ? "in these bounds" : "in the drawing";
    const struct {
        guint n;
        SvgError code;
        const char *what;
    } stayed[] = {
        {told->locked, SVG_ERROR_LOCKED, "locked"},
        {told->beyond, SVG_ERROR_SCOPE, "beyond your area"},
        {told->needed, SVG_ERROR_INVALID, "that others are drawn with"},
    };
    SvgError code = SVG_ERROR_INVALID;
    g_autoptr(GString) why = g_string_new(NULL);
    for (gsize i = G_N_ELEMENTS(stayed); i-- > 0;) {
        code = stayed[i].n ? stayed[i].code : code;
    }
    for (gsize i = 0; i < G_N_ELEMENTS(stayed); i++) {
        if (stayed[i].n) {
            g_string_append_printf(why, "%s %u %s", why->len ? " and" : "", stayed[i].n,
                                   stayed[i].what);
        }
    }
    if (why->len) {
        g_set_error(error, SVG_ERROR, code, "nothing was removed: of shapes there are only%s %s",
                    why->str, where);
    } else {
        g_set_error(error, SVG_ERROR, code, "there is no shape wholly %s", where);
    }
    return FALSE;
}

static gboolean check_area(const SvgBox *area, GError **error)
{
    const struct {
        const char *name;
        double value;
    } numbers[] = {{"x", area->x}, {"y", area->y}, {"w", area->w}, {"h", area->h}};
    for (gsize i = 0; i < G_N_ELEMENTS(numbers); i++) {
        if (!svg_edit_check_number(numbers[i].name, numbers[i].value, error)) {
            return FALSE;
        }
    }
    if (area->w > 0 && area->h > 0) {
        return TRUE;
    }
    g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                "the bounds are %g wide and %g high; both must be above 0", area->w, area->h);
    return FALSE;
}

static void clear(Clearing *clearing, const SvgBox *area)
{
    g_autoptr(GPtrArray) shapes = svg_document_shapes(clearing->edit->doc);
    for (guint i = 0; i < shapes->len; i++) {
        add_shape(clearing, shapes->pdata[i], area);
    }
    keep_needed(clearing);
    remove_all(clearing);
}

gboolean svg_edit_clear(SvgEdit *edit, const SvgBox *area, SvgCleared *out, GError **error)
{
    *out = (SvgCleared){0};
    if (area && !check_area(area, error)) {
        return FALSE;
    }
    g_autoptr(GPtrArray) wholes = g_ptr_array_new_with_free_func(whole_free);
    g_autoptr(GPtrArray) staying = g_ptr_array_new();
    g_autoptr(GHashTable) going = g_hash_table_new(NULL, NULL);
    Clearing clearing = {edit, wholes, going, staying, out};
    clear(&clearing, area);
    return out->removed > 0 || refuse_nothing(out, area != NULL, error);
}
