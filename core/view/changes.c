/* What was changed since a version, as a model reads it: the journal says which shapes, and former
 * states how they were. */
#include "view/changed.h"

#include <fairy/scene_data.h>
#include <svg/journal.h>

#include <string.h>

typedef struct {
    FairyCoords *coords;
    GPtrArray *entries; /* FairyChanged, in the order in which they were first changed */
    GHashTable *known;  /* id → FairyChanged */
    GPtrArray *ids;     /* of what is looked at */
    gboolean after;     /* which side is looked at */
    const char *author; /* whose changes are looked at; NULL = anybody's */
    gboolean others;    /* all but that one's */
} Changes;

/* --- states ----------------------------------------------------------------------------------- */

static cJSON *read_shape(SvgDocument *doc, FairyCoords *coords, const char *id)
{
    g_autoptr(SvgShape) shape = svg_document_shape(doc, id, NULL);
    return shape && !svg_box_is_empty(shape->box) ? fairy_changed_shape(doc, coords, shape) : NULL;
}

/* The first state before is kept, and the last one after. */
static void look(SvgDocument *doc, gpointer data)
{
    Changes *changes = data;
    for (guint i = 0; i < changes->ids->len; i++) {
        const char *id = changes->ids->pdata[i];
        FairyChanged *entry = g_hash_table_lookup(changes->known, id);
        if (entry && changes->after) {
            cJSON_Delete(entry->after);
            entry->after = read_shape(doc, changes->coords, id);
        } else if (!entry) {
            entry = g_new0(FairyChanged, 1);
            entry->id = g_strdup(id);
            entry->before = read_shape(doc, changes->coords, id);
            entry->by = changes->others ? g_ptr_array_new_with_free_func(g_free) : NULL;
            g_ptr_array_add(changes->entries, entry);
            g_hash_table_insert(changes->known, entry->id, entry);
        }
    }
}

static void add_ids(GPtrArray *ids, GHashTable *seen, char *const *list)
{
    for (; *list; list++) {
        if (!g_hash_table_contains(seen, *list)) {
            char *id = g_strdup(*list);
            g_hash_table_add(seen, id);
            g_ptr_array_add(ids, id);
        }
    }
}

static void sign(Changes *changes, char *const *ids, const char *who)
{
    for (; *ids; ids++) {
        GPtrArray *by = ((FairyChanged *)g_hash_table_lookup(changes->known, *ids))->by;
        if (!g_ptr_array_find_with_equal_func(by, who, g_str_equal, NULL)) {
            g_ptr_array_add(by, g_strdup(who));
        }
    }
}

/* Who takes back or does again what another did isn't known. */
static void sign_all(SvgDocument *doc, Changes *changes, guint from, guint to)
{
    for (guint i = MIN(from, to); i < MAX(from, to); i++) {
        g_autoptr(SvgChange) change = svg_document_change(doc, i);
        const char *who = from < to ? change->author : FAIRY_CHANGED_BY_UNDO;
        sign(changes, change->added, who);
        sign(changes, change->changed, who);
        sign(changes, change->removed, who);
    }
}

/* What the commits between two undo depths changed, told from `from` to `to`. */
static void compare(SvgDocument *doc, Changes *changes, guint from, guint to)
{
    g_autoptr(GPtrArray) ids = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = MIN(from, to); i < MAX(from, to); i++) {
        g_autoptr(SvgChange) change = svg_document_change(doc, i);
        add_ids(ids, seen, change->added);
        add_ids(ids, seen, change->changed);
        add_ids(ids, seen, change->removed);
    }
    changes->ids = ids;
    changes->after = FALSE;
    svg_document_visit(doc, from, look, changes);
    changes->after = TRUE;
    svg_document_visit(doc, to, look, changes);
    if (changes->others) {
        sign_all(doc, changes, from, to);
    }
}

static gboolean counts(SvgDocument *doc, const Changes *changes, guint index)
{
    g_autoptr(SvgChange) change = svg_document_change(doc, index);
    gboolean same = g_strcmp0(change->author, changes->author) == 0;
    return !changes->author || same != changes->others;
}

/* Commits that follow each other are looked at together. */
static void compare_all(SvgDocument *doc, Changes *changes, guint base)
{
    guint now = svg_document_undo_depth(doc);
    if (base > now) {
        compare(doc, changes, base, now);
    }
    for (guint from = base; from < now;) {
        guint to = from;
        while (to < now && counts(doc, changes, to)) {
            to++;
        }
        if (to > from) {
            compare(doc, changes, from, to);
        }
        from = MAX(to, from + 1);
    }
}

static char *changes_json(SvgDocument *doc, guint version, Changes changes)
{
    g_autoptr(GPtrArray) entries = g_ptr_array_new_with_free_func(fairy_changed_free);
    g_autoptr(GHashTable) known = g_hash_table_new(g_str_hash, g_str_equal);
    changes.entries = entries, changes.known = known;
    gboolean lost;
    compare_all(doc, &changes, svg_document_depth_at(doc, version, &lost));
    return fairy_changed_json(entries, lost);
}

char *fairy_changes_json(SvgDocument *doc, FairyCoords *coords, guint version, const char *author)
{
    return changes_json(doc, version, (Changes){.coords = coords, .author = author});
}

char *fairy_changes_of_others_json(SvgDocument *doc, FairyCoords *coords, guint version,
                                   const char *author)
{
    return changes_json(doc, version,
                        (Changes){.coords = coords, .author = author, .others = TRUE});
}
