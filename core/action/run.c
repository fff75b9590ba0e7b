/* The life of an action, from the reader to its outcome. Its order is here and nowhere else. */
#include "action/names.h"
#include "action/outcome.h"
#include "action/turn_priv.h"
#include "stream/quote.h"

#include <fairy/reader.h>

struct _FairyTurn {
    SvgDocument *doc;
    char *author;
    FairyCoords *coords;
    FairyCoords *own_coords; /* NULL when the caller's are used */
    FairyOutcomeFunc on_outcome;
    gpointer data;
    FairyReader *reader;
    GPtrArray *outcomes;
    gboolean refusals;
    guint n_undo;        /* commits to take back */
    GHashTable *renamed; /* ids that were wished for → the new shapes' */

    /* Of the action being applied. */
    const FairyAction *action;
    SvgEdit *edit;
    GPtrArray *ids, *notes; /* of char * */
    char *said;
    char *wish, *given; /* id of the shape it makes; NULL where they are the same */
};

/* --- for definitions -------------------------------------------------------------------------- */

SvgDocument *fairy_turn_document(FairyTurn *turn)
{
    return turn->doc;
}

FairyCoords *fairy_turn_coords(FairyTurn *turn)
{
    return turn->coords;
}

SvgEdit *fairy_turn_edit(FairyTurn *turn)
{
    if (!turn->edit) {
        turn->edit = svg_edit_begin(turn->doc, turn->author);
    }
    return turn->edit;
}

const char *fairy_turn_action(FairyTurn *turn)
{
    return turn->action->name;
}

void fairy_turn_touch(FairyTurn *turn, const char *id)
{
    g_ptr_array_add(turn->ids, g_strdup(id));
}

void fairy_turn_note(FairyTurn *turn, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_ptr_array_add(turn->notes, g_strdup_vprintf(format, args));
    va_end(args);
}

void fairy_turn_say(FairyTurn *turn, const char *text)
{
    g_free(turn->said);
    turn->said = g_strdup(text);
}

char *fairy_turn_new_id(FairyTurn *turn, const char *wish)
{
    char *id = wish ? svg_document_unique_id(turn->doc, wish) : NULL;
    if (!id || g_str_equal(id, wish)) {
        return id;
    }
    g_autofree char *wished = fairy_quote(wish), *quoted = fairy_quote(id);
    fairy_turn_note(turn, "the id %s %s; the new shape is %s", wished,
                    svg_document_has_id(turn->doc, wish) ? "was taken" : "can't be used", quoted);
    g_free(turn->wish);
    g_free(turn->given);
    turn->wish = g_strdup(wish);
    turn->given = g_strdup(id);
    return id;
}

/* --- ids that became others ------------------------------------------------------------------- */

/* A shape that is gone again means nothing. */
static void resolve_id(FairyTurn *turn, cJSON *item)
{
    const char *id = cJSON_GetStringValue(item);
    const char *now = id ? g_hash_table_lookup(turn->renamed, id) : NULL;
    if (!now || !svg_document_has_id(turn->doc, now)) {
        return;
    }
    g_autofree char *said = fairy_quote(id), *meant = fairy_quote(now);
    fairy_turn_note(turn, "%s was taken as %s, the shape this reply made", said, meant);
    cJSON_SetValuestring(item, now);
}

/* Recurses over our tables only, which nest once. */
static void resolve_ids(FairyTurn *turn, const FairyField *fields, cJSON *args)
{
    for (; fields->name; fields++) {
        cJSON *item = cJSON_GetObjectItemCaseSensitive(args, fields->name), *id;
        if (!item) {
            continue;
        }
        if (fields->type == FAIRY_ID) {
            resolve_id(turn, item);
        } else if (fields->type == FAIRY_OBJECT) {
            resolve_ids(turn, fields->fields, item);
        } else if (fields->type == FAIRY_IDS) {
            cJSON_ArrayForEach(id, item)
            {
                resolve_id(turn, id);
            }
        }
    }
}

static void remember_rename(FairyTurn *turn)
{
    if (turn->wish) {
        g_hash_table_insert(turn->renamed, g_steal_pointer(&turn->wish),
                            g_steal_pointer(&turn->given));
    }
}

/* --- one action ------------------------------------------------------------------------------- */

static const FairyAction *find_action(const char *type, GError **error)
{
    const FairyAction *action = fairy_action_find(type);
    if (action) {
        return action;
    }
    const FairyAction *const *all = fairy_actions();
    g_autoptr(GPtrArray) near = g_ptr_array_new();
    for (guint i = 0; all[i]; i++) {
        if (fairy_name_is_near(all[i]->name, type)) {
            g_ptr_array_add(near, (gpointer)all[i]->name);
        }
    }
    for (guint i = 0; near->len == 0 && all[i]; i++) {
        g_ptr_array_add(near, (gpointer)all[i]->name);
    }
    g_ptr_array_add(near, NULL);
    g_autofree char *names = fairy_names_list((const char *const *)near->pdata, "or");
    g_autofree char *quoted = fairy_quote(type);
    g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_ACTION, "there is no action %s; did you mean %s?",
                quoted, names);
    return NULL;
}

static gboolean commit(FairyTurn *turn, FairyOutcome *outcome, GError **error)
{
    if (!turn->edit) {
        return TRUE;
    }
    const char *note = svg_edit_note(turn->edit);
    if (note) {
        fairy_turn_note(turn, "%s", note);
    }
    guint depth = svg_document_undo_depth(turn->doc);
    outcome->change = svg_edit_commit(g_steal_pointer(&turn->edit), error);
    if (!outcome->change) {
        return FALSE;
    }
    turn->n_undo += svg_document_undo_depth(turn->doc) > depth;
    if (svg_change_is_empty(outcome->change)) {
        g_clear_pointer(&outcome->change, svg_change_free);
    }
    return TRUE;
}

static gboolean perform(FairyTurn *turn, FairyOutcome *outcome, cJSON *args, GError **error)
{
    turn->action = find_action(outcome->type, error);
    if (!turn->action) {
        return FALSE;
    }
    g_free(outcome->type);
    outcome->type = g_strdup(turn->action->name);
    if (!fairy_action_check(turn->action, args, turn->notes, error)) {
        return FALSE;
    }
    resolve_ids(turn, turn->action->fields, args);
    if (!turn->action->apply(turn, args, error) || !commit(turn, outcome, error)) {
        return FALSE;
    }
    remember_rename(turn);
    return TRUE;
}

static char *join_notes(const GPtrArray *notes)
{
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < notes->len; i++) {
        g_string_append_printf(out, "%s%s", i ? "; " : "", (const char *)notes->pdata[i]);
    }
    return g_string_free(out, FALSE);
}

static void settle(FairyTurn *turn, FairyOutcome *outcome, const GError *error)
{
    if (error) {
        outcome->status = FAIRY_REFUSED;
        outcome->detail = g_strdup(error->message);
        turn->refusals = TRUE;
        return;
    }
    g_ptr_array_add(turn->ids, NULL);
    g_strfreev(outcome->shape_ids);
    outcome->shape_ids = (char **)g_ptr_array_steal(turn->ids, NULL);
    if (turn->said) {
        outcome->detail = g_steal_pointer(&turn->said);
    } else if (turn->notes->len) {
        outcome->status = FAIRY_ADJUSTED;
        outcome->detail = join_notes(turn->notes);
    }
}

static void clear_action(FairyTurn *turn)
{
    svg_edit_abort(g_steal_pointer(&turn->edit));
    g_ptr_array_set_size(turn->ids, 0);
    g_ptr_array_set_size(turn->notes, 0);
    g_clear_pointer(&turn->said, g_free);
    g_clear_pointer(&turn->wish, g_free);
    g_clear_pointer(&turn->given, g_free);
    turn->action = NULL;
}

static void record(FairyTurn *turn, FairyOutcome *outcome)
{
    g_ptr_array_add(turn->outcomes, outcome);
    if (turn->on_outcome) {
        turn->on_outcome(outcome, turn->data);
    }
}

static void on_action(guint index, cJSON *args, gpointer data)
{
    FairyTurn *turn = data;
    const cJSON *type = cJSON_GetObjectItemCaseSensitive(args, "_type");
    FairyOutcome *outcome = fairy_outcome_new(index, type->valuestring);
    g_autoptr(GError) error = NULL;
    perform(turn, outcome, args, &error);
    settle(turn, outcome, error);
    clear_action(turn);
    cJSON_Delete(args);
    record(turn, outcome);
}

static void on_invalid(guint index, const char *why, gpointer data)
{
    FairyTurn *turn = data;
    FairyOutcome *outcome = fairy_outcome_new(index, "invalid");
    outcome->status = FAIRY_REFUSED;
    outcome->detail = g_strdup(why);
    turn->refusals = TRUE;
    record(turn, outcome);
}

/* --- the turn --------------------------------------------------------------------------------- */

static void free_outcome(gpointer outcome)
{
    fairy_outcome_free(outcome);
}

FairyTurn *fairy_turn_new(SvgDocument *doc, const FairyTurnOptions *options)
{
    static const FairyReaderFuncs funcs = {.action = on_action, .invalid = on_invalid};
    FairyTurn *turn = g_new0(FairyTurn, 1);
    turn->doc = doc;
    turn->author = g_strdup(options->author ? options->author : "fairy");
    if (!options->coords) {
        turn->own_coords = options->step > 0
                               ? fairy_coords_new(options->origin, options->step)
                               : fairy_coords_new_document(options->origin, svg_document_page(doc));
    }
    turn->coords = options->coords ? options->coords : turn->own_coords;
    turn->on_outcome = options->on_outcome;
    turn->data = options->data;
    turn->reader = fairy_reader_new(&funcs, turn);
    turn->renamed = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    turn->outcomes = g_ptr_array_new_with_free_func(free_outcome);
    turn->ids = g_ptr_array_new_with_free_func(g_free);
    turn->notes = g_ptr_array_new_with_free_func(g_free);
    return turn;
}

void fairy_turn_free(FairyTurn *turn)
{
    if (!turn) {
        return;
    }
    fairy_reader_free(turn->reader);
    fairy_coords_free(turn->own_coords);
    g_hash_table_unref(turn->renamed);
    g_ptr_array_unref(turn->outcomes);
    g_ptr_array_unref(turn->ids);
    g_ptr_array_unref(turn->notes);
    g_free(turn->author);
    g_free(turn);
}

gboolean fairy_turn_feed(FairyTurn *turn, const char *bytes, gsize len, GError **error)
{
    return fairy_reader_feed(turn->reader, bytes, len, error);
}

gboolean fairy_turn_end(FairyTurn *turn, GError **error)
{
    return fairy_reader_end(turn->reader, error);
}

const GPtrArray *fairy_turn_outcomes(const FairyTurn *turn)
{
    return turn->outcomes;
}

gboolean fairy_turn_has_refusals(const FairyTurn *turn)
{
    return turn->refusals;
}

void fairy_turn_undo(FairyTurn *turn)
{
    while (turn->n_undo && svg_document_undo(turn->doc)) {
        turn->n_undo--;
    }
    turn->n_undo = 0;
}
