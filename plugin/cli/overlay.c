/* Who made what, from the journal and from a run that is at work; where its fairies and tasks are.
 */
#include "overlay.h"

#include "reach.h"

#include <fairy/character.h>
#include <fairy/journal.h>
#include <svg/shape.h>

#include <string.h>

struct _CliOverlay {
    SvgDocument *doc;
    GHashTable *names;   /* ids of fairies of the run → their names */
    GHashTable *made;    /* set of shapes' ids that have a frame */
    GArray *marks[3];    /* SvgMark, by SvgMarkKind */
    GArray *all;         /* in the order in which they are drawn */
    GStringChunk *texts; /* of the marks */
    GMainLoop *loop;     /* NULL = the run isn't asked */
    GError *error;
};

static void add(CliOverlay *overlay, SvgMarkKind kind, SvgBox box, const char *fairy,
                const char *text)
{
    SvgMark mark = {.kind = kind,
                    .box = box,
                    .color = fairy_character_color(fairy),
                    .text = g_string_chunk_insert_const(overlay->texts, text)};
    g_array_append_val(overlay->marks[kind], mark);
}

/* --- the journal ------------------------------------------------------------------------------ */

static void add_made(CliOverlay *overlay, const char *id, SvgBox box, const char *fairy,
                     const char *called)
{
    if (g_hash_table_add(overlay->made, g_strdup(id))) {
        add(overlay, SVG_MARK_FRAME, box, fairy, called);
    }
}

/* The latest one who did something to a shape counts. */
static void add_entry(CliOverlay *overlay, const FairyJournalEntry *entry)
{
    g_auto(GStrv) ids = fairy_journal_entry_shapes(entry);
    const char *called = entry->name != NULL ? entry->name : entry->author;
    SvgBox box;
    for (char **id = ids; *id != NULL; id++) {
        if (svg_document_bounds(overlay->doc, *id, &box, NULL)) {
            add_made(overlay, *id, box, entry->author, called);
        }
    }
}

static gboolean read_journal(CliOverlay *overlay, const char *path, GError **error)
{
    g_autoptr(FairyJournalLog) log =
        strcmp(path, "-") == 0 ? NULL : fairy_journal_log_read(path, error);
    for (guint i = 0; log != NULL && i < log->entries->len; i++) {
        const FairyJournalEntry *entry = log->entries->pdata[i];
        if (entry->state == FAIRY_ENTRY_DONE) {
            add_entry(overlay, entry);
        }
    }
    return log != NULL || strcmp(path, "-") == 0;
}

/* --- a run ------------------------------------------------------------------------------------ */

static const char *string_of(const cJSON *json, const char *name)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, name));
    return text != NULL ? text : "";
}

static double number_of(const cJSON *json, const char *name)
{
    const cJSON *number = cJSON_GetObjectItemCaseSensitive(json, name);
    return cJSON_IsNumber(number) ? number->valuedouble : 0;
}

static SvgBox box_of(const cJSON *json)
{
    return (SvgBox){number_of(json, "x"), number_of(json, "y"), number_of(json, "w"),
                    number_of(json, "h")};
}

static const char *name_of(const CliOverlay *overlay, const cJSON *json)
{
    const char *fairy = string_of(json, "fairy");
    const char *name = g_hash_table_lookup(overlay->names, fairy);
    return name != NULL ? name : fairy;
}

static void hear_fairy(CliOverlay *overlay, const cJSON *json)
{
    g_hash_table_insert(overlay->names, g_strdup(string_of(json, "fairy")),
                        g_strdup(string_of(json, "name")));
}

static void hear_move(CliOverlay *overlay, const cJSON *json)
{
    add(overlay, SVG_MARK_FIGURE, box_of(json), string_of(json, "fairy"), name_of(overlay, json));
}

static void hear_task(CliOverlay *overlay, const cJSON *json)
{
    g_autofree char *text = g_strdup_printf("%s: %s, %s", name_of(overlay, json),
                                            string_of(json, "title"), string_of(json, "state"));
    add(overlay, SVG_MARK_AREA, box_of(json), string_of(json, "fairy"), text);
}

static void hear_made(CliOverlay *overlay, const cJSON *json)
{
    const cJSON *shape;
    cJSON_ArrayForEach(shape, cJSON_GetObjectItemCaseSensitive(json, "shapes"))
    {
        add_made(overlay, string_of(shape, "shapeId"), box_of(shape), string_of(json, "fairy"),
                 name_of(overlay, json));
    }
}

static void hear_now(CliOverlay *overlay, G_GNUC_UNUSED const cJSON *json)
{
    g_main_loop_quit(overlay->loop);
}

static void on_event(const cJSON *json, gpointer data)
{
    static const struct {
        const char *name;
        void (*hear)(CliOverlay *, const cJSON *);
    } kinds[] = {{"fairy", hear_fairy}, {"move", hear_move}, {"task", hear_task},
                 {"made", hear_made},   {"now", hear_now},   {"end", hear_now}};
    CliOverlay *overlay = data;
    if (!g_main_loop_is_running(overlay->loop)) {
        return;
    }
    for (gsize i = 0; i < G_N_ELEMENTS(kinds); i++) {
        if (strcmp(kinds[i].name, string_of(json, "event")) == 0) {
            kinds[i].hear(overlay, json);
        }
    }
}

static void on_done(G_GNUC_UNUSED const FairyReachRun *run, const GError *error, gpointer data)
{
    CliOverlay *overlay = data;
    overlay->error = error != NULL ? g_error_copy(error) : NULL;
    g_main_loop_quit(overlay->loop);
}

/* A run that has ended meanwhile is none. */
static gboolean hear_run(CliOverlay *overlay, const CliOptions *options, GError **error)
{
    FairyReachOptions reach = cli_reach_options(options, FAIRY_REACH_WATCH);
    reach.event = on_event;
    reach.data = reach.done_data = overlay;
    reach.done = on_done;
    if (!fairy_reach_may_be(&reach)) {
        return TRUE;
    }
    overlay->loop = g_main_loop_new(NULL, FALSE);
    FairyReach *asked = fairy_reach_start(&reach);
    g_main_loop_run(overlay->loop);
    fairy_reach_free(asked);
    g_clear_pointer(&overlay->loop, g_main_loop_unref);
    if (g_error_matches(overlay->error, FAIRY_ERROR, FAIRY_ERROR_CONTROL)) {
        g_clear_error(&overlay->error);
    }
    if (overlay->error != NULL) {
        g_propagate_error(error, g_steal_pointer(&overlay->error));
        return FALSE;
    }
    return TRUE;
}

/* --- both ------------------------------------------------------------------------------------- */

static void put_in_order(CliOverlay *overlay)
{
    static const SvgMarkKind order[] = {SVG_MARK_AREA, SVG_MARK_FRAME, SVG_MARK_FIGURE};
    for (gsize i = 0; i < G_N_ELEMENTS(order); i++) {
        const GArray *some = overlay->marks[order[i]];
        g_array_append_vals(overlay->all, some->data, some->len);
    }
}

CliOverlay *cli_overlay_new(SvgDocument *doc, const CliOptions *options, GError **error)
{
    CliOverlay *overlay = g_new0(CliOverlay, 1);
    overlay->doc = doc;
    overlay->names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    overlay->made = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    overlay->texts = g_string_chunk_new(1024);
    overlay->all = g_array_new(FALSE, FALSE, sizeof(SvgMark));
    for (gsize i = 0; i < G_N_ELEMENTS(overlay->marks); i++) {
        overlay->marks[i] = g_array_new(FALSE, FALSE, sizeof(SvgMark));
    }
    if (!hear_run(overlay, options, error) || !read_journal(overlay, options->operands[0], error)) {
        g_clear_pointer(&overlay, cli_overlay_free);
        return NULL;
    }
    put_in_order(overlay);
    return overlay;
}

void cli_overlay_free(CliOverlay *overlay)
{
    if (overlay == NULL) {
        return;
    }
    for (gsize i = 0; i < G_N_ELEMENTS(overlay->marks); i++) {
        g_array_unref(overlay->marks[i]);
    }
    g_array_unref(overlay->all);
    g_hash_table_unref(overlay->names);
    g_hash_table_unref(overlay->made);
    g_string_chunk_free(overlay->texts);
    g_clear_error(&overlay->error);
    g_free(overlay);
}

const SvgMark *cli_overlay_marks(const CliOverlay *overlay, guint *n)
{
    *n = overlay->all->len;
    return (const SvgMark *)(gpointer)overlay->all->data;
}
