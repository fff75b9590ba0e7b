/* The life of an action, from the reader to its outcome. Its order is here and nowhere else. */
#include "action/effects.h"
#include "action/executor_priv.h"
#include "action/known.h"
#include "action/names.h"
#include "action/outcome.h"
#include "action/renames.h"
#include "action/repeats.h"
#include "action/select.h"
#include "base/quote.h"
#include "net/lookup.h"

#include <fairy/limits.h>
#include <fairy/reader.h>

#include <string.h>

/* An outcome that waits for an answer from outside. */
typedef struct {
    FairyExecutor *executor;
    FairyOutcome *outcome;
    FairyLookup *lookup;
} Awaited;

struct _FairyExecutor {
    SvgDocument *doc;
    char *author;
    FairyCoords *coords;
    FairyCoords *own_coords;      /* NULL when the caller's are used */
    FairyExecutorOptions options; /* what is borrowed is used from here */
    FairyReader *reader;
    const FairyAction *const *actions; /* all that it knows */
    const FairyAction *const *allowed; /* NULL = all of them */
    const FairyGuard *guard;
    const char *mode;    /* the name of who allows only these */
    gboolean stopped;    /* by fairy_executor_stop(): until the next reply */
    GPtrArray *outcomes; /* that nobody was told of */
    guint n_actions, n_told, n_refused;
    FairyRepeats repeats;
    guint n_undo; /* commits to take back, … */
    guint base;   /* … but not those before this undo depth */
    FairyRenames *renames;
    GQueue untold;      /* outcomes that wait for one before them */
    GPtrArray *awaited; /* of Awaited * */
    GPtrArray *follow_ups;
    FairyTodos *todos;
    FairyTodos *own_todos; /* NULL when the caller's are used */

    /* Of the action being applied. */
    const FairyAction *action;
    SvgEdit *edit;
    GPtrArray *ids, *notes, *said; /* of char * */
    guint n_repairs;               /* notes about its arguments, which come first */
    cJSON *answer;
    FairyFollowUp *follow_up;
    Awaited *asked;
};

/* --- for definitions -------------------------------------------------------------------------- */

SvgDocument *fairy_executor_document(FairyExecutor *executor)
{
    return executor->doc;
}

FairyCoords *fairy_executor_coords(FairyExecutor *executor)
{
    return executor->coords;
}

const FairyProjectContext *fairy_executor_project(FairyExecutor *executor)
{
    return executor->options.project;
}

SvgEdit *fairy_executor_edit(FairyExecutor *executor)
{
    if (!executor->edit) {
        executor->edit = fairy_edit_new(executor->doc, executor->author, executor->coords,
                                        executor->options.project);
    }
    return executor->edit;
}

const FairyAction *fairy_executor_action(FairyExecutor *executor)
{
    return executor->action;
}

void fairy_executor_touch(FairyExecutor *executor, const char *id)
{
    g_ptr_array_add(executor->ids, g_strdup(id));
}

void fairy_executor_note(FairyExecutor *executor, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_ptr_array_add(executor->notes, g_strdup_vprintf(format, args));
    va_end(args);
}

void fairy_executor_say(FairyExecutor *executor, const char *text)
{
    g_ptr_array_add(executor->said, g_strdup(text));
}

char *fairy_executor_new_id(FairyExecutor *executor, const char *wish)
{
    return fairy_renames_new_id(executor->renames, executor, wish);
}

void fairy_executor_set_data(FairyExecutor *executor, cJSON *data)
{
    cJSON_Delete(executor->answer);
    executor->answer = data;
}

gboolean fairy_executor_may_follow_up(FairyExecutor *executor, GError **error)
{
    if (executor->follow_ups->len + executor->awaited->len < FAIRY_MAX_FOLLOW_UPS) {
        return TRUE;
    }
    g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_ACTION,
                "%s: one reply can ask for at most %d further looks and answers; ask for more in "
                "the next",
                executor->action->name, FAIRY_MAX_FOLLOW_UPS);
    return FALSE;
}

gboolean fairy_executor_ask_follow_up(FairyExecutor *executor, FairyFollowUpKind kind,
                                      SvgBox bounds, char *message, char *quoted, GError **error)
{
    fairy_follow_up_free(executor->follow_up);
    executor->follow_up = fairy_follow_up_new(kind, bounds, message, quoted);
    return fairy_executor_may_follow_up(executor, error);
}

gboolean fairy_executor_return_data(FairyExecutor *executor, cJSON *data, GError **error)
{
    fairy_executor_set_data(executor, data);
    return fairy_executor_ask_follow_up(executor, FAIRY_FOLLOW_DATA, SVG_BOX_EMPTY, NULL, NULL,
                                        error);
}

gboolean fairy_executor_shows(FairyExecutor *executor)
{
    return executor->options.shows;
}

static void on_looked_up(cJSON *data, const GError *error, gpointer user_data);

gboolean fairy_executor_look_up(FairyExecutor *executor, const FairySite *site, const char *what,
                                GError **error)
{
    if (!executor->options.web) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_ACTION,
                    "%s: looking things up outside is switched off here; do without",
                    executor->action->name);
        return FALSE;
    }
    if (!fairy_executor_may_follow_up(executor, error)) {
        return FALSE;
    }
    g_autoptr(GError) failed = NULL;
    Awaited *asked = g_new0(Awaited, 1);
    asked->executor = executor;
    asked->lookup =
        fairy_lookup_start(executor->options.web, site, what, on_looked_up, asked, &failed);
    executor->asked = asked;
    if (failed) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_ACTION, "%s: %s", executor->action->name,
                    failed->message);
    }
    return asked->lookup != NULL;
}

/* --- one action ------------------------------------------------------------------------------- */

static gboolean is_allowed(const FairyExecutor *executor, const FairyAction *action)
{
    gboolean allowed = !executor->allowed || action->family == FAIRY_FAMILY_INTERNAL;
    for (guint i = 0; !allowed && executor->allowed[i]; i++) {
        allowed = executor->allowed[i] == action;
    }
    return allowed;
}

const char *const *fairy_executor_these(const FairyExecutor *executor)
{
    return executor->options.these;
}

const FairyAction *const *fairy_executor_usable(const FairyExecutor *executor)
{
    return executor->allowed ? executor->allowed : executor->actions;
}

static gboolean check_mode(const FairyExecutor *executor, GError **error)
{
    if (is_allowed(executor, executor->action)) {
        return TRUE;
    }
    g_autofree char *names = fairy_action_names(executor->allowed);
    g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_ACTION, "%s can't be used while you are %s; use %s",
                executor->action->name, executor->mode, names);
    return FALSE;
}

/* An action that is to change the drawing, and changed nothing: what it noted tells why. */
static gboolean fail_as_it_is(FairyExecutor *executor, const char *note, GError **error)
{
    if (note) {
        g_ptr_array_add(executor->notes, g_strdup(note));
    }
    g_autofree char *notes = fairy_join_notes(executor->notes, executor->n_repairs);
    g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_UNCHANGED, "%s: %s%s", executor->action->name,
                *notes ? "nothing is changed; " : "it is so already", notes);
    return FALSE;
}

static gboolean commit(FairyExecutor *executor, FairyOutcome *outcome, GError **error)
{
    if (!executor->edit) {
        return TRUE;
    }
    fairy_edit_drop_kept(executor->edit, executor->ids);
    guint depth = svg_document_undo_depth(executor->doc);
    g_autoptr(SvgChange) change = svg_edit_commit(g_steal_pointer(&executor->edit), error);
    if (!change) {
        return FALSE;
    }
    outcome->wrote = svg_document_undo_depth(executor->doc) > depth;
    executor->n_undo += outcome->wrote;
    if (!outcome->wrote) {
        return fail_as_it_is(executor, change->note, error);
    }
    if (change->n_note) {
        g_ptr_array_add(executor->notes, g_strndup(change->note, change->n_note));
    }
    g_autofree char *own = fairy_join_notes(executor->notes, 0);
    outcome->adjusted = *own ? fairy_one_line(own) : NULL;
    if (change->note && change->note[change->n_note]) {
        const char *rest = change->note + change->n_note;
        g_ptr_array_add(executor->notes, g_strdup(g_str_has_prefix(rest, "; ") ? rest + 2 : rest));
    }
    outcome->change = svg_change_is_empty(change) ? NULL : g_steal_pointer(&change);
    return TRUE;
}

static gboolean perform(FairyExecutor *executor, FairyOutcome *outcome, cJSON *args, GError **error)
{
    executor->action = fairy_action_find_known(executor->actions, outcome->type, error);
    if (!executor->action) {
        return FALSE;
    }
    fairy_outcome_set_type(outcome, executor->action->name);
    if (!check_mode(executor, error)) {
        return FALSE;
    }
    gboolean fits = fairy_action_check(executor->action, args, executor->notes, error);
    executor->n_repairs = executor->notes->len;
    fits = fits && fairy_select_resolve(executor, executor->action->fields, args, error);
    if (!fits || !fairy_guard_allows(executor->guard, executor->action, args, error)) {
        return FALSE;
    }
    fairy_renames_resolve(executor->renames, executor, executor->action->fields, args);
    gboolean done =
        executor->action->apply(executor, args, error) && commit(executor, outcome, error);
    fairy_renames_settle(executor->renames, done);
    return done;
}

static void refuse(FairyExecutor *executor, FairyOutcome *outcome, const char *why)
{
    outcome->status = FAIRY_REFUSED;
    g_free(outcome->detail);
    outcome->detail = fairy_one_line(why);
    executor->n_refused++;
}

/* What the action asked for besides editing is from now on asked for. */
static void take_effects(FairyExecutor *executor, FairyOutcome *outcome)
{
    outcome->data = g_steal_pointer(&executor->answer);
    if (executor->follow_up) {
        executor->follow_up->index = outcome->index;
        executor->follow_up->data = executor->follow_up->kind == FAIRY_FOLLOW_DATA
                                        ? cJSON_Duplicate(outcome->data, TRUE)
                                        : NULL;
        fairy_follow_ups_add(executor->follow_ups, g_steal_pointer(&executor->follow_up));
    }
    if (executor->asked) {
        executor->asked->outcome = outcome;
        g_ptr_array_add(executor->awaited, g_steal_pointer(&executor->asked));
    }
}

static void settle(FairyExecutor *executor, FairyOutcome *outcome, const GError *error)
{
    if (error) {
        /* what was left out of the arguments may be what is missing */
        g_ptr_array_set_size(executor->notes, (gint)MIN(executor->notes->len, executor->n_repairs));
        g_autofree char *repairs = fairy_join_notes(executor->notes, 0);
        g_autofree char *why = g_strdup_printf("%s (%s)", error->message, repairs);
        refuse(executor, outcome, *repairs ? why : error->message);
        outcome->unchanged = error->code == FAIRY_ERROR_UNCHANGED;
        executor->n_refused -= outcome->unchanged || error->code == FAIRY_ERROR_DOUBT;
        return;
    }
    take_effects(executor, outcome);
    g_ptr_array_add(executor->ids, NULL);
    g_strfreev(outcome->shape_ids);
    outcome->shape_ids = (char **)g_ptr_array_steal(executor->ids, NULL);
    while (executor->said->len && executor->notes->len && outcome->change) {
        g_ptr_array_add(executor->notes, g_ptr_array_steal_index(executor->said, 0));
    }
    if (executor->said->len) {
        outcome->detail = fairy_join_notes(executor->said, 0);
    } else if (executor->notes->len) {
        outcome->status = FAIRY_ADJUSTED;
        g_autofree char *notes = fairy_join_notes(executor->notes, 0);
        outcome->detail = fairy_one_line(notes);
    }
}

static void free_awaited(gpointer data)
{
    Awaited *awaited = data;
    fairy_lookup_free(awaited->lookup);
    g_free(awaited);
}

static void clear_action(FairyExecutor *executor)
{
    svg_edit_abort(g_steal_pointer(&executor->edit));
    g_ptr_array_set_size(executor->ids, 0);
    g_ptr_array_set_size(executor->notes, 0);
    g_ptr_array_set_size(executor->said, 0);
    g_clear_pointer(&executor->answer, cJSON_Delete);
    g_clear_pointer(&executor->follow_up, fairy_follow_up_free);
    g_clear_pointer(&executor->asked, free_awaited);
    executor->action = NULL;
}

static gboolean is_awaited(const FairyExecutor *executor, const FairyOutcome *outcome)
{
    for (guint i = 0; i < executor->awaited->len; i++) {
        if (((const Awaited *)executor->awaited->pdata[i])->outcome == outcome) {
            return TRUE;
        }
    }
    return FALSE;
}

/* A reply may have a great many actions: what was told isn't kept, too. */
static void tell(FairyExecutor *executor)
{
    while (executor->untold.head && !is_awaited(executor, executor->untold.head->data)) {
        FairyOutcome *outcome = g_queue_pop_head(&executor->untold);
        executor->n_told++;
        if (executor->options.on_outcome) {
            executor->options.on_outcome(outcome, executor->options.data);
            fairy_outcome_free(outcome);
        } else {
            g_clear_pointer(&outcome->change, svg_change_free);
            g_ptr_array_add(executor->outcomes, outcome);
        }
    }
}

static void record(FairyExecutor *executor, FairyOutcome *outcome)
{
    g_queue_push_tail(&executor->untold, outcome);
    tell(executor);
}

static void on_looked_up(cJSON *data, const GError *error, gpointer user_data)
{
    Awaited *awaited = user_data;
    FairyExecutor *executor = awaited->executor;
    FairyOutcome *outcome = awaited->outcome;
    g_ptr_array_remove(executor->awaited, awaited);
    if (error) {
        g_autofree char *why = g_strdup_printf("%s: %s", outcome->type, error->message);
        refuse(executor, outcome, why);
    } else {
        outcome->data = data;
        FairyFollowUp *follow_up =
            fairy_follow_up_new(FAIRY_FOLLOW_DATA, SVG_BOX_EMPTY, NULL, NULL);
        follow_up->index = outcome->index;
        follow_up->data = cJSON_Duplicate(data, TRUE);
        fairy_follow_ups_add(executor->follow_ups, follow_up);
    }
    tell(executor);
    if (executor->awaited->len == 0 && executor->options.on_all_told) {
        executor->options.on_all_told(executor->options.data);
    }
}

static void on_action(guint index, cJSON *args, gpointer data)
{
    (void)index;
    FairyExecutor *executor = data;
    if (executor->stopped || fairy_repeats_has(&executor->repeats, args)) {
        cJSON_Delete(args);
        return;
    }
    const cJSON *type = cJSON_GetObjectItemCaseSensitive(args, "_type");
    FairyOutcome *outcome = fairy_outcome_new(executor->n_actions++, type->valuestring);
    outcome->action = executor->options.on_outcome ? cJSON_Duplicate(args, TRUE) : NULL;
    g_autoptr(GError) error = NULL;
    perform(executor, outcome, args, &error);
    settle(executor, outcome, error);
    clear_action(executor);
    cJSON_Delete(args);
    record(executor, outcome);
}

static void on_invalid(guint index, const char *why, gpointer data)
{
    (void)index;
    FairyExecutor *executor = data;
    if (!executor->stopped) {
        FairyOutcome *outcome = fairy_outcome_new(executor->n_actions++, "invalid");
        refuse(executor, outcome, why);
        record(executor, outcome);
    }
}

/* --- the turn --------------------------------------------------------------------------------- */

static const FairyReaderFuncs reader_funcs = {.action = on_action, .invalid = on_invalid};

FairyExecutor *fairy_executor_new(SvgDocument *doc, const FairyAction *const *actions,
                                  const FairyExecutorOptions *options)
{
    FairyExecutor *executor = g_new0(FairyExecutor, 1);
    executor->doc = doc;
    executor->actions = actions;
    executor->guard = options->guard;
    executor->base = svg_document_undo_depth(doc);
    executor->author = g_strdup(options->author ? options->author : "fairy");
    if (!options->coords) {
        executor->own_coords =
            options->step > 0 ? fairy_coords_new(options->origin, options->step)
                              : fairy_coords_new_document(options->origin, svg_document_page(doc));
    }
    executor->coords = options->coords ? options->coords : executor->own_coords;
    executor->own_todos = options->todos ? NULL : fairy_todos_new();
    executor->todos = options->todos ? options->todos : executor->own_todos;
    executor->options = *options;
    executor->reader = fairy_reader_new(&reader_funcs, executor);
    fairy_repeats_init(&executor->repeats);
    executor->renames = fairy_renames_new();
    executor->outcomes = g_ptr_array_new_with_free_func((GDestroyNotify)fairy_outcome_free);
    executor->follow_ups = g_ptr_array_new_with_free_func((GDestroyNotify)fairy_follow_up_free);
    executor->awaited = g_ptr_array_new_with_free_func(free_awaited);
    executor->ids = g_ptr_array_new_with_free_func(g_free);
    executor->notes = g_ptr_array_new_with_free_func(g_free);
    executor->said = g_ptr_array_new_with_free_func(g_free);
    return executor;
}

void fairy_executor_free(FairyExecutor *executor)
{
    if (!executor) {
        return;
    }
    fairy_reader_free(executor->reader);
    fairy_coords_free(executor->own_coords);
    fairy_repeats_clear(&executor->repeats);
    fairy_renames_free(executor->renames);
    g_ptr_array_unref(executor->awaited);
    g_queue_clear_full(&executor->untold, (GDestroyNotify)fairy_outcome_free);
    g_ptr_array_unref(executor->follow_ups);
    fairy_todos_free(executor->own_todos);
    g_ptr_array_unref(executor->outcomes);
    g_ptr_array_unref(executor->ids);
    g_ptr_array_unref(executor->notes);
    g_ptr_array_unref(executor->said);
    g_free(executor->author);
    g_free(executor);
}

gboolean fairy_executor_feed(FairyExecutor *executor, const char *bytes, gsize len, GError **error)
{
    return fairy_reader_feed(executor->reader, bytes, len, error);
}

gboolean fairy_executor_end(FairyExecutor *executor, GError **error)
{
    return fairy_reader_end(executor->reader, error);
}

void fairy_executor_next(FairyExecutor *executor, gboolean repeats)
{
    fairy_reader_free(executor->reader);
    executor->reader = fairy_reader_new(&reader_funcs, executor);
    g_ptr_array_set_size(executor->follow_ups, 0);
    fairy_repeats_begin(&executor->repeats, repeats);
    executor->stopped = FALSE;
}

void fairy_executor_allow(FairyExecutor *executor, const FairyAction *const *allowed,
                          const char *mode)
{
    executor->allowed = allowed;
    executor->mode = mode;
}

void fairy_executor_stop(FairyExecutor *executor)
{
    executor->stopped = TRUE;
}

const cJSON *fairy_executor_partial(const FairyExecutor *executor, guint *index)
{
    return fairy_reader_partial(executor->reader, index);
}

guint fairy_executor_n_pending(const FairyExecutor *executor)
{
    return executor->awaited->len;
}

gboolean fairy_executor_wait(FairyExecutor *executor, volatile const int *interrupted)
{
    g_autoptr(GMainContext) context = g_main_context_ref_thread_default();
    while (executor->awaited->len > 0 && !(interrupted && g_atomic_int_get(interrupted))) {
        g_main_context_iteration(context, TRUE);
    }
    return executor->awaited->len == 0;
}

const GPtrArray *fairy_executor_follow_ups(const FairyExecutor *executor)
{
    return executor->follow_ups;
}

SvgBox fairy_executor_view(const FairyExecutor *executor)
{
    return fairy_follow_ups_view(executor->follow_ups);
}

FairyTodos *fairy_executor_todos(const FairyExecutor *executor)
{
    return executor->todos;
}

const GPtrArray *fairy_executor_outcomes(const FairyExecutor *executor)
{
    return executor->outcomes;
}

guint fairy_executor_n_outcomes(const FairyExecutor *executor)
{
    return executor->n_told;
}

gboolean fairy_executor_has_refusals(const FairyExecutor *executor)
{
    return executor->n_refused > 0;
}

void fairy_executor_undo(FairyExecutor *executor)
{
    while (executor->n_undo && svg_document_undo_depth(executor->doc) > executor->base &&
           svg_document_undo(executor->doc)) {
        executor->n_undo--;
    }
    executor->n_undo = 0;
}
