/* Lines and arrows from one shape to another. */
#include "edit/connect.h"
#include "edit/joint.h"

enum { MOST_NAMED = 8 };

typedef struct {
    SvgEdit *edit;
    SvgNode *from, *to;
    const char *to_id;
    gboolean given;       /* only these lines: */
    GHashTable *asked;    /* SvgNode */
    gboolean ends[2];     /* which are meant: where it starts, where it ends */
    GPtrArray *lines;     /* SvgShape: those that are to be changed */
    GPtrArray *loops;     /* ids: they would go from the shape to itself, */
    GPtrArray *links;     /* are one of several that are one, */
    GPtrArray *elsewhere; /* were given, and don't end there, */
    GPtrArray *there;     /* or are at `to` already */
} Reconnection;

static void reconnection_init(Reconnection *out, SvgEdit *edit, SvgLineEnds ends)
{
    *out = (Reconnection){.edit = edit,
                          .ends = {ends != SVG_ENDS_END, ends != SVG_ENDS_START},
                          .asked = g_hash_table_new(NULL, NULL),
                          .lines = g_ptr_array_new(),
                          .loops = g_ptr_array_new(),
                          .links = g_ptr_array_new(),
                          .elsewhere = g_ptr_array_new(),
                          .there = g_ptr_array_new()};
}

static void reconnection_clear(Reconnection *it)
{
    g_hash_table_unref(it->asked);
    g_ptr_array_unref(it->lines);
    g_ptr_array_unref(it->loops);
    g_ptr_array_unref(it->links);
    g_ptr_array_unref(it->elsewhere);
    g_ptr_array_unref(it->there);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Reconnection, reconnection_clear)

static gboolean is_line(const SvgShape *shape)
{
    return shape->kind == SVG_KIND_ARROW || shape->kind == SVG_KIND_LINE;
}

/* --- which lines ------------------------------------------------------------------------------ */

/* What is in a group counts as the group. */
static gboolean is_at(const Reconnection *it, const char *id, const SvgNode *shape)
{
    SvgNode *node = id ? svg_document_find(it->edit->doc, id) : NULL;
    return node && svg_node_contains(shape, node);
}

static gboolean is_old(const Reconnection *it, const char *id)
{
    return is_at(it, id, it->from) && !is_at(it, id, it->to);
}

/* As svg_edit_update() takes it for one of several that are one. */
static gboolean is_link(SvgEdit *edit, SvgNode *line)
{
    SvgLineEnd links[2];
    return !svg_connector_end(edit->doc, line, 0) && !svg_connector_end(edit->doc, line, 1) &&
           !svg_joint_of(edit, line) && svg_line_link_ends(edit->doc, line, links);
}

static gboolean would_be_loop(const Reconnection *it, const SvgShape *line, SvgNode *node)
{
    const char *ids[2] = {line->from_id, line->to_id};
    gboolean at[2];
    for (guint i = 0; i < 2; i++) {
        at[i] = is_at(it, ids[i], it->to) || is_old(it, ids[i]);
    }
    return (at[0] && at[1]) || svg_node_contains(it->to, node);
}

static void sort_in(Reconnection *it, SvgShape *line)
{
    SvgNode *node = svg_document_find(it->edit->doc, line->id);
    gboolean old =
        (it->ends[0] && is_old(it, line->from_id)) || (it->ends[1] && is_old(it, line->to_id));
    gboolean there = (it->ends[0] && is_at(it, line->from_id, it->to)) ||
                     (it->ends[1] && is_at(it, line->to_id, it->to));
    GPtrArray *list = old && would_be_loop(it, line, node) ? it->loops
                      : old && is_link(it->edit, node)     ? it->links
                      : there && !old                      ? it->there
                                                           : it->elsewhere;
    if (old && list == it->elsewhere) {
        g_ptr_array_add(it->lines, line);
    } else {
        g_ptr_array_add(list, line->id);
    }
}

static void sort_all(Reconnection *it, const GPtrArray *shapes)
{
    for (guint i = 0; i < shapes->len; i++) {
        SvgShape *shape = shapes->pdata[i];
        SvgNode *node = svg_document_find(it->edit->doc, shape->id);
        gboolean asked = it->given && g_hash_table_contains(it->asked, node);
        if (is_line(shape) && (!it->given || asked)) {
            sort_in(it, shape);
        } else if (asked) {
            g_ptr_array_add(it->elsewhere, shape->id);
        }
    }
}

/* What is called by its words, or by the group that is one with it, is meant itself. */
static SvgNode *find_whole(SvgEdit *edit, const char *id, GError **error)
{
    SvgNode *node = svg_edit_find(edit, id, error);
    g_autofree char *owner = node ? svg_document_part_of(edit->doc, id) : NULL;
    return owner ? svg_edit_find(edit, owner, error) : node;
}

static gboolean find_asked(Reconnection *it, const char *const *ids, GError **error)
{
    for (it->given = ids != NULL; ids && *ids; ids++) {
        SvgNode *node = find_whole(it->edit, *ids, error);
        if (!node) {
            return FALSE;
        }
        g_hash_table_add(it->asked, node);
    }
    return TRUE;
}

/* --- may it be -------------------------------------------------------------------------------- */

static gboolean fail(const char *id, const char *why, GError **error)
{
    g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID, "\"%s\" %s", id, why);
    return FALSE;
}

static gboolean find_ends(Reconnection *it, const char *from, const char *to, GError **error)
{
    SvgDocument *doc = it->edit->doc;
    it->from = find_whole(it->edit, from, error);
    it->to = it->from ? find_whole(it->edit, to, error) : NULL;
    if (!it->to) {
        return FALSE;
    }
    it->to_id = svg_node_id(doc, it->to);
    g_autoptr(SvgShape) shape = svg_document_shape(doc, it->to_id, error);
    if (!shape) {
        return FALSE;
    }
    return it->from == it->to ? fail(to, "is the shape itself that they are at", error)
           : is_line(shape)   ? fail(to, "is a line itself; arrows can end at a shape", error)
           : shape->layer     ? fail(to, "is a layer; arrows can end at a shape in it", error)
                              : TRUE;
}

static char *some_of(const GPtrArray *ids)
{
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < MIN(ids->len, MOST_NAMED); i++) {
        g_string_append_printf(out, "%s%s", i ? ", " : "", (const char *)ids->pdata[i]);
    }
    if (ids->len > MOST_NAMED) {
        g_string_append_printf(out, " and %u more", ids->len - MOST_NAMED);
    }
    return g_string_free(out, FALSE);
}

static const char *verb_of(const Reconnection *it)
{
    return it->ends[0] && it->ends[1] ? "starts or ends" : it->ends[0] ? "starts" : "ends";
}

/* Nothing is to be changed: what is so. */
static void say_why_not(const Reconnection *it, GError **error)
{
    g_autofree char *loops = some_of(it->loops), *links = some_of(it->links),
                    *there = some_of(it->there);
    const char *from = svg_node_id(it->edit->doc, it->from);
    g_autoptr(GString) why = g_string_new(NULL);
    g_string_printf(why, "%s %s at \"%s\"", it->given ? "none of these" : "no line or arrow",
                    verb_of(it), from);
    if (it->loops->len) {
        g_string_printf(why,
                        "what would be changed goes between \"%s\" and \"%s\", and would go "
                        "from a shape to itself: %s",
                        from, it->to_id, loops);
    } else if (it->links->len) {
        g_string_printf(why,
                        "what is at \"%s\" is several lines that are one, which can't be "
                        "bound elsewhere: %s; delete it and connect its shapes anew",
                        from, links);
    } else if (it->there->len) {
        g_string_append_printf(why, "; it is so already: at \"%s\" are %s", it->to_id, there);
    }
    g_set_error_literal(error, SVG_ERROR, SVG_ERROR_INVALID, why->str);
}

static void tell_left(const Reconnection *it)
{
    const struct {
        const char *why;
        const GPtrArray *ids;
    } rows[] = {{"left, as they would go from a shape to itself", it->loops},
                {"left, as they are one of several lines that are one", it->links},
                {"left, as they aren't lines at that shape", it->given ? it->elsewhere : NULL},
                {"left, as they are there already", it->given ? it->there : NULL}};
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        if (rows[i].ids && rows[i].ids->len) {
            g_autofree char *names = some_of(rows[i].ids);
            svg_edit_remark(it->edit, "%s: %s", rows[i].why, names);
        }
    }
}

/* --- one line --------------------------------------------------------------------------------- */

static gboolean has(const GArray *crossings, const char *id)
{
    for (guint i = 0; i < crossings->len; i++) {
        if (g_strcmp0(g_array_index(crossings, SvgCrossing, i).id, id) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

static void tell_crossings(const Reconnection *it, const char *id, const GArray *before)
{
    g_autoptr(GArray) after = svg_edit_crossings(it->edit, id);
    g_autoptr(GPtrArray) met = g_ptr_array_new();
    for (guint i = 0; i < after->len; i++) {
        const char *crossed = g_array_index(after, SvgCrossing, i).id;
        if (!has(before, crossed)) {
            g_ptr_array_add(met, (gpointer)crossed);
        }
    }
    g_autofree char *names = some_of(met);
    if (met->len) {
        svg_edit_remark(it->edit, "%s runs through %s now", id, names);
    }
}

/* Where it starts, or ends, afterwards. */
static const char *end_of(const Reconnection *it, const SvgShape *line, guint which)
{
    const char *id = which == 0 ? line->from_id : line->to_id;
    gboolean goes = it->ends[which] && is_old(it, id) && g_ptr_array_find(it->lines, line, NULL);
    return goes ? it->to_id : id;
}

/* Another one that goes the same way may lie where it does. */
static void tell_twin(const Reconnection *it, const GPtrArray *shapes, const SvgShape *line)
{
    const char *from = end_of(it, line, 0), *to = end_of(it, line, 1);
    for (guint i = 0; from && to && i < shapes->len; i++) {
        const SvgShape *other = shapes->pdata[i];
        if (other != line && is_line(other) && g_strcmp0(end_of(it, other, 0), from) == 0 &&
            g_strcmp0(end_of(it, other, 1), to) == 0) {
            svg_edit_remark(it->edit, "%s and %s both go from %s to %s now", other->id, line->id,
                            from, to);
            return;
        }
    }
}

static void tell_twins(const Reconnection *it, const GPtrArray *shapes)
{
    for (guint i = 0; i < it->lines->len; i++) {
        tell_twin(it, shapes, it->lines->pdata[i]);
    }
}

static gboolean change_one(const Reconnection *it, const SvgShape *line, GError **error)
{
    SvgSpec spec = {.given = 0, .from_id = it->to_id, .to_id = it->to_id};
    spec.given |= it->ends[0] && is_old(it, line->from_id) ? SVG_SPEC_FROM : 0;
    spec.given |= it->ends[1] && is_old(it, line->to_id) ? SVG_SPEC_TO : 0;
    g_autoptr(GArray) before = svg_edit_crossings(it->edit, line->id);
    if (!svg_edit_update(it->edit, line->id, &spec, error)) {
        g_prefix_error(error, "nothing was reconnected; shapeIds can name the others: ");
        return FALSE;
    }
    tell_crossings(it, line->id, before);
    return TRUE;
}

/* Read back, as what was done to one may be read otherwise beside the next. */
static gboolean check_one(const Reconnection *it, const SvgShape *line, GError **error)
{
    g_autoptr(SvgShape) now = svg_document_shape(it->edit->doc, line->id, error);
    if (!now) {
        return FALSE;
    }
    gboolean good =
        (!it->ends[0] || !is_old(it, line->from_id) || is_at(it, now->from_id, it->to)) &&
        (!it->ends[1] || !is_old(it, line->to_id) || is_at(it, now->to_id, it->to));
    return good || fail(line->id,
                        "would be read as ending at something else that lies there; move "
                        "that away first",
                        error);
}

/* --- all of them ------------------------------------------------------------------------------ */

/* Leaves only those of the lines that may be changed. */
static gboolean keep_free(const Reconnection *it, GError **error)
{
    g_autoptr(GPtrArray) ids = g_ptr_array_new();
    for (guint i = 0; i < it->lines->len; i++) {
        g_ptr_array_add(ids, ((const SvgShape *)it->lines->pdata[i])->id);
    }
    g_ptr_array_add(ids, NULL);
    g_autoptr(GPtrArray) free = svg_edit_find_all(it->edit, (const char *const *)ids->pdata, error);
    for (guint i = it->lines->len; free && i-- > 0;) {
        if (!g_ptr_array_find(free, svg_document_find(it->edit->doc, ids->pdata[i]), NULL)) {
            g_ptr_array_remove_index(it->lines, i);
        }
    }
    return free != NULL;
}

static gboolean change_free(const Reconnection *it, const GPtrArray *lines, GError **error)
{
    for (guint i = 0; i < lines->len; i++) {
        if (!change_one(it, lines->pdata[i], error)) {
            return FALSE;
        }
    }
    for (guint i = 0; i < lines->len; i++) {
        if (!check_one(it, lines->pdata[i], error)) {
            return FALSE;
        }
    }
    return TRUE;
}

static char **ids_of(const GPtrArray *lines)
{
    char **ids = g_new0(char *, lines->len + 1);
    for (guint i = 0; i < lines->len; i++) {
        ids[i] = g_strdup(((const SvgShape *)lines->pdata[i])->id);
    }
    return ids;
}

char **svg_edit_reconnect(SvgEdit *edit, const char *from, const char *to, const char *const *ids,
                          SvgLineEnds ends, GError **error)
{
    g_auto(Reconnection) it = {0};
    reconnection_init(&it, edit, ends);
    if (!find_ends(&it, from, to, error) || !find_asked(&it, ids, error)) {
        return NULL;
    }
    g_autoptr(GPtrArray) shapes = svg_document_shapes(edit->doc);
    sort_all(&it, shapes);
    if (!it.lines->len) {
        say_why_not(&it, error);
        return NULL;
    }
    tell_left(&it);
    if (!keep_free(&it, error) || !change_free(&it, it.lines, error)) {
        return NULL;
    }
    tell_twins(&it, shapes);
    return ids_of(it.lines);
}
