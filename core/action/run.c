/* The life of an action, from the reader to its outcome. Its order is here and nowhere else. */
#include "action/effects.h"
#include "action/names.h"
#include "action/outcome.h"
#include "action/renames.h"
#include "action/turn_priv.h"
#include "net/lookup.h"
#include "stream/quote.h"

#include <fairy/limits.h>
#include <fairy/reader.h>

#include <string.h>

#define POLL_MS 20 /* how often an interruption is looked for while waiting */

/* An outcome that waits for an answer from outside. */
typedef struct {
    FairyTurn *turn;
    FairyOutcome *outcome;
    FairyLookup *lookup;
} Awaited;

struct _FairyTurn {
    SvgDocument *doc;
    char *author;
    FairyCoords *coords;
    FairyCoords *own_coords;  /* NULL when the caller's are used */
    FairyTurnOptions options; /* what is borrowed is used from here */
    FairyReader *reader;
    FairyModeId mode;
    gboolean stopped;    /* by fairy_turn_stop(): until the next reply */
    GPtrArray *outcomes; /* that nobody was told of */
    guint n_actions, n_told;
    gboolean refusals;
    GArray *prints; /* of guint64: one per action since the reply began that may be repeated */
    guint repeated; /* how many of them have come again; beyond their number: none may any more */
    guint n_undo;   /* commits to take back, … */
    guint base;     /* … but not those before this undo depth */
    FairyRenames *renames;
    GQueue untold;      /* outcomes that wait for one before them */
    GPtrArray *awaited; /* of Awaited * */
    GPtrArray *follow_ups;
    FairyTodos *todos;
    FairyTodos *own_todos; /* NULL when the caller's are used */

    /* Of the action being applied. */
    const FairyAction *action;
    SvgEdit *edit;
    GPtrArray *ids, *notes; /* of char * */
    guint n_repairs;        /* notes about its arguments, which come first */
    char *said;
    cJSON *answer;
    FairyFollowUp *follow_up;
    Awaited *asked;
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

const FairyTurnProject *fairy_turn_project(FairyTurn *turn)
{
    return turn->options.project;
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
    return fairy_renames_new_id(turn->renames, turn, wish);
}

void fairy_turn_set_data(FairyTurn *turn, cJSON *data)
{
    cJSON_Delete(turn->answer);
    turn->answer = data;
}

gboolean fairy_turn_may_ask(FairyTurn *turn, GError **error)
{
    if (turn->follow_ups->len + turn->awaited->len < FAIRY_MAX_FOLLOW_UPS) {
        return TRUE;
    }
    g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_ACTION,
                "%s: one reply can ask for at most %d further looks and answers; ask for more in "
                "the next",
                turn->action->name, FAIRY_MAX_FOLLOW_UPS);
    return FALSE;
}

gboolean fairy_turn_follow(FairyTurn *turn, FairyFollowUpKind kind, SvgBox bounds, char *message,
                           char *quoted, GError **error)
{
    fairy_follow_up_free(turn->follow_up);
    turn->follow_up = fairy_follow_up_new(kind, bounds, message, quoted);
    return fairy_turn_may_ask(turn, error);
}

gboolean fairy_turn_answer(FairyTurn *turn, cJSON *data, GError **error)
{
    fairy_turn_set_data(turn, data);
    return fairy_turn_follow(turn, FAIRY_FOLLOW_DATA, SVG_BOX_EMPTY, NULL, NULL, error);
}

gboolean fairy_turn_shows(FairyTurn *turn)
{
    return turn->options.shows;
}

static void on_looked_up(cJSON *data, const GError *error, gpointer user_data);

gboolean fairy_turn_look_up(FairyTurn *turn, const FairySite *site, const char *what,
                            GError **error)
{
    if (!turn->options.web) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_ACTION,
                    "%s: looking things up outside is switched off here; do without",
                    turn->action->name);
        return FALSE;
    }
    if (!fairy_turn_may_ask(turn, error)) {
        return FALSE;
    }
    g_autoptr(GError) failed = NULL;
    Awaited *asked = g_new0(Awaited, 1);
    asked->turn = turn;
    asked->lookup = fairy_lookup_start(turn->options.web, site, what, on_looked_up, asked, &failed);
    turn->asked = asked;
    if (failed) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_ACTION, "%s: %s", turn->action->name,
                    failed->message);
    }
    return asked->lookup != NULL;
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

static gboolean check_mode(const FairyTurn *turn, GError **error)
{
    gboolean offered = turn->action->family != FAIRY_FAMILY_INTERNAL;
    if (turn->mode == FAIRY_MODE_NONE || !offered || fairy_mode_allows(turn->mode, turn->action)) {
        return TRUE;
    }
    const FairyAction *const *allowed = fairy_mode_actions(turn->mode);
    g_autoptr(GPtrArray) each = g_ptr_array_new();
    for (guint i = 0; allowed[i]; i++) {
        g_ptr_array_add(each, (gpointer)allowed[i]->name);
    }
    g_ptr_array_add(each, NULL);
    g_autofree char *names = fairy_names_list((const char *const *)each->pdata, "or");
    g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_ACTION, "%s can't be used while you are %s; use %s",
                turn->action->name, fairy_mode(turn->mode)->name, names);
    return FALSE;
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
    outcome->wrote = svg_document_undo_depth(turn->doc) > depth;
    turn->n_undo += outcome->wrote;
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
    fairy_outcome_set_type(outcome, turn->action->name);
    if (!check_mode(turn, error)) {
        return FALSE;
    }
    gboolean fits = fairy_action_check(turn->action, args, turn->notes, error);
    turn->n_repairs = turn->notes->len;
    if (!fits) {
        return FALSE;
    }
    fairy_renames_resolve(turn->renames, turn, turn->action->fields, args);
    gboolean done = turn->action->apply(turn, args, error) && commit(turn, outcome, error);
    fairy_renames_settle(turn->renames, done);
    return done;
}

static char *join_notes(const GPtrArray *notes)
{
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < notes->len; i++) {
        g_string_append_printf(out, "%s%s", i ? "; " : "", (const char *)notes->pdata[i]);
    }
    return g_string_free(out, FALSE);
}

static void refuse(FairyTurn *turn, FairyOutcome *outcome, const char *why)
{
    outcome->status = FAIRY_REFUSED;
    g_free(outcome->detail);
    outcome->detail = fairy_one_line(why);
    turn->refusals = TRUE;
}

/* What the action asked for besides editing is from now on asked for. */
static void take_effects(FairyTurn *turn, FairyOutcome *outcome)
{
    outcome->data = g_steal_pointer(&turn->answer);
    if (turn->follow_up) {
        turn->follow_up->index = outcome->index;
        turn->follow_up->data = turn->follow_up->kind == FAIRY_FOLLOW_DATA
                                    ? cJSON_Duplicate(outcome->data, TRUE)
                                    : NULL;
        fairy_follow_ups_add(turn->follow_ups, g_steal_pointer(&turn->follow_up));
    }
    if (turn->asked) {
        turn->asked->outcome = outcome;
        g_ptr_array_add(turn->awaited, g_steal_pointer(&turn->asked));
    }
}

static void settle(FairyTurn *turn, FairyOutcome *outcome, const GError *error)
{
    if (error) {
        /* what was left out of the arguments may be what is missing */
        g_ptr_array_set_size(turn->notes, (gint)MIN(turn->notes->len, turn->n_repairs));
        g_autofree char *repairs = join_notes(turn->notes);
        g_autofree char *why = g_strdup_printf("%s (%s)", error->message, repairs);
        refuse(turn, outcome, *repairs ? why : error->message);
        return;
    }
    take_effects(turn, outcome);
    g_ptr_array_add(turn->ids, NULL);
    g_strfreev(outcome->shape_ids);
    outcome->shape_ids = (char **)g_ptr_array_steal(turn->ids, NULL);
    if (turn->said) {
        outcome->detail = g_steal_pointer(&turn->said);
    } else if (turn->notes->len) {
        outcome->status = FAIRY_ADJUSTED;
        g_autofree char *notes = join_notes(turn->notes);
        outcome->detail = fairy_one_line(notes);
    }
}

static void free_awaited(gpointer data)
{
    Awaited *awaited = data;
    fairy_lookup_free(awaited->lookup);
    g_free(awaited);
}

static void clear_action(FairyTurn *turn)
{
    svg_edit_abort(g_steal_pointer(&turn->edit));
    g_ptr_array_set_size(turn->ids, 0);
    g_ptr_array_set_size(turn->notes, 0);
    g_clear_pointer(&turn->said, g_free);
    g_clear_pointer(&turn->answer, cJSON_Delete);
    g_clear_pointer(&turn->follow_up, fairy_follow_up_free);
    g_clear_pointer(&turn->asked, free_awaited);
    turn->action = NULL;
}

static gboolean is_awaited(const FairyTurn *turn, const FairyOutcome *outcome)
{
    for (guint i = 0; i < turn->awaited->len; i++) {
        if (((const Awaited *)turn->awaited->pdata[i])->outcome == outcome) {
            return TRUE;
        }
    }
    return FALSE;
}

/* A reply may have a great many actions: what was told isn't kept, too. */
static void tell(FairyTurn *turn)
{
    while (turn->untold.head && !is_awaited(turn, turn->untold.head->data)) {
        FairyOutcome *outcome = g_queue_pop_head(&turn->untold);
        turn->n_told++;
        if (turn->options.on_outcome) {
            turn->options.on_outcome(outcome, turn->options.data);
            fairy_outcome_free(outcome);
        } else {
            g_clear_pointer(&outcome->change, svg_change_free);
            g_ptr_array_add(turn->outcomes, outcome);
        }
    }
}

static void record(FairyTurn *turn, FairyOutcome *outcome)
{
    g_queue_push_tail(&turn->untold, outcome);
    tell(turn);
}

static void on_looked_up(cJSON *data, const GError *error, gpointer user_data)
{
    Awaited *awaited = user_data;
    FairyTurn *turn = awaited->turn;
    FairyOutcome *outcome = awaited->outcome;
    g_ptr_array_remove(turn->awaited, awaited);
    if (error) {
        g_autofree char *why = g_strdup_printf("%s: %s", outcome->type, error->message);
        refuse(turn, outcome, why);
    } else {
        outcome->data = data;
        FairyFollowUp *follow_up =
            fairy_follow_up_new(FAIRY_FOLLOW_DATA, SVG_BOX_EMPTY, NULL, NULL);
        follow_up->index = outcome->index;
        follow_up->data = cJSON_Duplicate(data, TRUE);
        fairy_follow_ups_add(turn->follow_ups, follow_up);
    }
    tell(turn);
}

/* What an action is told by from others: whether it was done before is asked only of those at the
 * beginning of a reply, in order, so that this is enough. */
static guint64 print_of(const char *action)
{
    return (guint64)strlen(action) << 32 | g_str_hash(action);
}

static gboolean is_repetition(FairyTurn *turn, guint64 print)
{
    if (turn->repeated < turn->prints->len &&
        g_array_index(turn->prints, guint64, turn->repeated) == print) {
        turn->repeated++;
        return TRUE;
    }
    turn->repeated = G_MAXUINT;
    g_array_append_val(turn->prints, print);
    return FALSE;
}

static void on_action(guint index, cJSON *args, gpointer data)
{
    (void)index;
    FairyTurn *turn = data;
    g_autofree char *text = turn->stopped ? NULL : cJSON_PrintUnformatted(args);
    if (turn->stopped || is_repetition(turn, print_of(text))) {
        cJSON_Delete(args);
        return;
    }
    const cJSON *type = cJSON_GetObjectItemCaseSensitive(args, "_type");
    FairyOutcome *outcome = fairy_outcome_new(turn->n_actions++, type->valuestring);
    outcome->action = turn->options.on_outcome ? g_steal_pointer(&text) : NULL;
    g_autoptr(GError) error = NULL;
    perform(turn, outcome, args, &error);
    settle(turn, outcome, error);
    clear_action(turn);
    cJSON_Delete(args);
    record(turn, outcome);
}

static void on_invalid(guint index, const char *why, gpointer data)
{
    (void)index;
    FairyTurn *turn = data;
    if (!turn->stopped) {
        FairyOutcome *outcome = fairy_outcome_new(turn->n_actions++, "invalid");
        refuse(turn, outcome, why);
        record(turn, outcome);
    }
}

/* --- the turn --------------------------------------------------------------------------------- */

static void free_outcome(gpointer outcome)
{
    fairy_outcome_free(outcome);
}

static void free_follow_up(gpointer follow_up)
{
    fairy_follow_up_free(follow_up);
}

static const FairyReaderFuncs reader_funcs = {.action = on_action, .invalid = on_invalid};

FairyTurn *fairy_turn_new(SvgDocument *doc, const FairyTurnOptions *options)
{
    FairyTurn *turn = g_new0(FairyTurn, 1);
    turn->doc = doc;
    turn->base = svg_document_undo_depth(doc);
    turn->author = g_strdup(options->author ? options->author : "fairy");
    if (!options->coords) {
        turn->own_coords = options->step > 0
                               ? fairy_coords_new(options->origin, options->step)
                               : fairy_coords_new_document(options->origin, svg_document_page(doc));
    }
    turn->coords = options->coords ? options->coords : turn->own_coords;
    turn->own_todos = options->todos ? NULL : fairy_todos_new();
    turn->todos = options->todos ? options->todos : turn->own_todos;
    turn->options = *options;
    turn->reader = fairy_reader_new(&reader_funcs, turn);
    turn->prints = g_array_new(FALSE, FALSE, sizeof(guint64));
    turn->renames = fairy_renames_new();
    turn->outcomes = g_ptr_array_new_with_free_func(free_outcome);
    turn->follow_ups = g_ptr_array_new_with_free_func(free_follow_up);
    turn->awaited = g_ptr_array_new_with_free_func(free_awaited);
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
    g_array_unref(turn->prints);
    fairy_renames_free(turn->renames);
    g_ptr_array_unref(turn->awaited);
    g_queue_clear_full(&turn->untold, free_outcome);
    g_ptr_array_unref(turn->follow_ups);
    fairy_todos_free(turn->own_todos);
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

void fairy_turn_next(FairyTurn *turn, gboolean repeats)
{
    fairy_reader_free(turn->reader);
    turn->reader = fairy_reader_new(&reader_funcs, turn);
    g_ptr_array_set_size(turn->follow_ups, 0);
    if (!repeats) {
        g_array_set_size(turn->prints, 0);
    }
    turn->repeated = 0;
    turn->stopped = FALSE;
}

void fairy_turn_set_mode(FairyTurn *turn, FairyModeId mode)
{
    turn->mode = mode;
}

void fairy_turn_stop(FairyTurn *turn)
{
    turn->stopped = TRUE;
}

const cJSON *fairy_turn_partial(const FairyTurn *turn, guint *index)
{
    return fairy_reader_partial(turn->reader, index);
}

guint fairy_turn_awaits(const FairyTurn *turn)
{
    return turn->awaited->len;
}

static gboolean on_poll(gpointer data)
{
    (void)data;
    return G_SOURCE_CONTINUE;
}

gboolean fairy_turn_wait(FairyTurn *turn, volatile const int *interrupted)
{
    if (turn->awaited->len == 0) {
        return TRUE;
    }
    g_autoptr(GMainContext) context = g_main_context_ref_thread_default();
    g_autoptr(GSource) poll = g_timeout_source_new(POLL_MS);
    g_source_set_callback(poll, on_poll, NULL, NULL);
    g_source_attach(poll, context);
    while (turn->awaited->len > 0 && !(interrupted && *interrupted)) {
        g_main_context_iteration(context, TRUE);
    }
    g_source_destroy(poll);
    return turn->awaited->len == 0;
}

const GPtrArray *fairy_turn_follow_ups(const FairyTurn *turn)
{
    return turn->follow_ups;
}

SvgBox fairy_turn_view(const FairyTurn *turn)
{
    return fairy_follow_ups_view(turn->follow_ups);
}

FairyTodos *fairy_turn_todos(const FairyTurn *turn)
{
    return turn->todos;
}

const GPtrArray *fairy_turn_outcomes(const FairyTurn *turn)
{
    return turn->outcomes;
}

guint fairy_turn_told(const FairyTurn *turn)
{
    return turn->n_told;
}

gboolean fairy_turn_has_refusals(const FairyTurn *turn)
{
    return turn->refusals;
}

void fairy_turn_undo(FairyTurn *turn)
{
    while (turn->n_undo && svg_document_undo_depth(turn->doc) > turn->base &&
           svg_document_undo(turn->doc)) {
        turn->n_undo--;
    }
    turn->n_undo = 0;
}
