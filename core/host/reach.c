/* The other end of the control socket: finds the run, asks it, hears it. */
#include "host/request.h"
#include "host/runtime.h"

#include <fairy/limits.h>
#include <fairy/lines.h>
#include <fairy/reach.h>

#include <string.h>

/* A run that was found. */
typedef struct {
    FairyReach *reach;
    gboolean writes; /* the drawing that is meant is its output */
    FairyLines *lines;
    cJSON *greeting; /* NULL = it hasn't greeted yet */
    cJSON *answer;   /* NULL = it hasn't answered yet */
    gboolean gone;
} Found;

struct _FairyReach {
    FairyReachOptions options;
    FairyRunPlace place;
    GPtrArray *found;
    Found *chosen;    /* the one that was asked; NULL = none yet */
    gboolean answers; /* it has answered */
    GSource *timeout;
    GSource *next; /* decides, once all have greeted */
};

static void drop(GSource **source)
{
    if (*source) {
        g_source_destroy(*source);
        g_clear_pointer(source, g_source_unref);
    }
}

static void attach(GSource **place, GSource *source, GSourceFunc func, FairyReach *reach)
{
    drop(place);
    *place = source;
    g_source_set_callback(source, func, reach, NULL);
    g_source_attach(source, g_main_context_get_thread_default());
}

static const char *string_of(const cJSON *json, const char *name)
{
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, name));
}

/* --- its end ---------------------------------------------------------------------------------- */

static FairyReachRun run_of(const Found *found)
{
    const cJSON *fairies = cJSON_GetObjectItemCaseSensitive(found->greeting, "fairies");
    const char *name = string_of(found->answer, "name");
    return (FairyReachRun){.writes = string_of(found->greeting, "writes"),
                           .fairy = name ? name : string_of(cJSON_GetArrayItem(fairies, 0), "name"),
                           .note = string_of(found->answer, "note")};
}

/* Takes `error`. Nothing more is heard; the reach may be freed by who is told. */
static void finish(FairyReach *reach, GError *error)
{
    drop(&reach->timeout);
    drop(&reach->next);
    GPtrArray *found = g_steal_pointer(&reach->found); /* the run's words are in it */
    const FairyReachOptions *options = &reach->options;
    FairyReachRun run = reach->chosen ? run_of(reach->chosen) : (FairyReachRun){0};
    g_autoptr(GError) why = error;
    options->done(reach->chosen ? &run : NULL, why, options->done_data);
    g_clear_pointer(&found, g_ptr_array_unref);
}

static void fail(FairyReach *reach, const char *format, ...) G_GNUC_PRINTF(2, 3);
static void fail(FairyReach *reach, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    GError *error = g_error_new_valist(FAIRY_ERROR, FAIRY_ERROR_CONTROL, format, args);
    va_end(args);
    finish(reach, error);
}

/* --- which one -------------------------------------------------------------------------------- */

static gboolean is_meant(const FairyReach *reach, const Found *found)
{
    const char *session = reach->options.session;
    return found->greeting && !string_of(found->greeting, "error") &&
           (!session || g_strcmp0(string_of(found->greeting, "session"), session) == 0);
}

static GPtrArray *choose(const FairyReach *reach)
{
    GPtrArray *meant = g_ptr_array_new();
    for (guint writes = 2; writes-- > 0 && meant->len == 0;) {
        for (guint i = 0; i < reach->found->len; i++) {
            Found *found = reach->found->pdata[i];
            if (is_meant(reach, found) && (guint)found->writes == writes) {
                g_ptr_array_add(meant, found);
            }
        }
    }
    return meant;
}

/* Why the one that there is can't be asked. */
static const char *refusal(const FairyReach *reach)
{
    for (guint i = 0; i < reach->found->len; i++) {
        const Found *found = reach->found->pdata[i];
        const char *why = string_of(found->greeting, "error");
        if (why || !(found->greeting || found->gone)) {
            return why ? why : "a fairy is at work on it, but doesn't answer; try again";
        }
    }
    return NULL;
}

static void fail_without(FairyReach *reach)
{
    const char *path = reach->options.path, *why = refusal(reach);
    const char *session = reach->options.session;
    if (why) {
        fail(reach, "%s: %s", path, why);
    } else if (session && reach->found->len > 0) {
        fail(reach, "no fairy is at work on %s in the session \"%s\"", path, session);
    } else {
        fail(reach, "no fairy is at work on %s; \"fairy ask\" sends one", path);
    }
}

static void fail_with_several(FairyReach *reach, const GPtrArray *meant)
{
    GString *list = g_string_new(NULL);
    for (guint i = 0; i < meant->len; i++) {
        const cJSON *greeting = ((const Found *)meant->pdata[i])->greeting;
        const char *writes = string_of(greeting, "writes"), *of = string_of(greeting, "session");
        g_string_append_printf(list, "%s%s%s%s%s", i ? ", " : "",
                               writes ? writes : "standard output", of ? " (session " : "",
                               of ? of : "", of ? ")" : "");
    }
    g_autofree char *names = g_string_free(list, FALSE);
    finish(reach, g_error_new(FAIRY_ERROR, FAIRY_ERROR_USAGE,
                              "%u runs are at work on %s: %s; name the one that is meant by the "
                              "file it writes, or by --session",
                              meant->len, reach->options.path, names));
}

/* --- asking ----------------------------------------------------------------------------------- */

static gboolean on_no_answer(gpointer reach)
{
    fail(reach, "%s: a fairy is at work on it, but doesn't answer; it may not have heard",
         ((FairyReach *)reach)->options.path);
    return G_SOURCE_REMOVE;
}

static void ask(FairyReach *reach, Found *found)
{
    static const FairyAsked asked[] = {
        [FAIRY_REACH_TELL] = FAIRY_ASKED_TELL,    [FAIRY_REACH_STOP] = FAIRY_ASKED_STOP,
        [FAIRY_REACH_WATCH] = FAIRY_ASKED_WATCH,  [FAIRY_REACH_JOIN] = FAIRY_ASKED_ADD,
        [FAIRY_REACH_LEAVE] = FAIRY_ASKED_REMOVE, [FAIRY_REACH_LEAD] = FAIRY_ASKED_LEAD};
    const FairyReachOptions *options = &reach->options;
    g_autofree char *line =
        fairy_request_line(asked[options->what], options->fairy, options->words);
    reach->chosen = found;
    attach(&reach->timeout, g_timeout_source_new(FAIRY_ANSWER_MS), on_no_answer, reach);
    fairy_lines_put(found->lines, line);
}

static gboolean decide(gpointer data)
{
    FairyReach *reach = data;
    drop(&reach->timeout);
    g_clear_pointer(&reach->next, g_source_unref);
    g_autoptr(GPtrArray) meant = choose(reach);
    if (meant->len == 0) {
        fail_without(reach);
    } else if (meant->len > 1) {
        fail_with_several(reach, meant);
    } else {
        ask(reach, meant->pdata[0]);
    }
    return G_SOURCE_REMOVE;
}

static void decide_soon(FairyReach *reach)
{
    attach(&reach->next, g_idle_source_new(), decide, reach);
    g_source_set_priority(reach->next, G_PRIORITY_DEFAULT);
}

static void look(FairyReach *reach)
{
    for (guint i = 0; i < reach->found->len; i++) {
        const Found *found = reach->found->pdata[i];
        if (!found->greeting && !found->gone) {
            return;
        }
    }
    decide_soon(reach);
}

/* --- hearing ---------------------------------------------------------------------------------- */

/* Takes `json`. FALSE when it was the last line. */
static gboolean hear(FairyReach *reach, cJSON *json)
{
    const FairyReachOptions *options = &reach->options;
    const char *why = string_of(json, "error"), *event = string_of(json, "event");
    gboolean goes_on = TRUE;
    if (event && options->event) {
        options->event(json, options->data);
    } else if (why && !event) {
        fail(reach, "%s", why);
        goes_on = FALSE;
    } else if (!reach->answers) {
        reach->answers = TRUE;
        reach->chosen->answer = g_steal_pointer(&json);
        drop(&reach->timeout);
        goes_on = options->what == FAIRY_REACH_WATCH;
        if (!goes_on) {
            finish(reach, NULL);
        }
    }
    cJSON_Delete(json);
    return goes_on;
}

static gboolean on_line(G_GNUC_UNUSED FairyLines *lines, const char *line, gpointer data)
{
    Found *found = data;
    FairyReach *reach = found->reach;
    cJSON *json = cJSON_Parse(line);
    if (reach->chosen == found) {
        return hear(reach, json);
    }
    if (found->greeting) {
        cJSON_Delete(json);
    } else {
        found->greeting = json ? json : cJSON_CreateObject();
        look(reach);
    }
    return TRUE;
}

static void on_broken(FairyLines *lines, const char *why, gpointer data)
{
    Found *found = data;
    FairyReach *reach = found->reach;
    found->gone = TRUE;
    fairy_lines_end(lines);
    if (reach->chosen != found) {
        look(reach);
    } else if (why) {
        fail(reach, "%s: %s", reach->options.path, why);
    } else if (reach->answers) {
        finish(reach, NULL);
    } else {
        fail(reach, "%s: the run ended before it answered", reach->options.path);
    }
}

static void on_ended(G_GNUC_UNUSED FairyLines *lines, G_GNUC_UNUSED gpointer found)
{
}

/* --- finding ---------------------------------------------------------------------------------- */

static gboolean fits(const FairyRunPlace *place, gconstpointer data)
{
    const FairyReach *reach = data;
    const char *source = reach->place.source, *output = reach->place.output;
    gboolean reads = strcmp(place->source, source) == 0;
    gboolean known = strcmp(source, FAIRY_NO_DIGEST) != 0;
    if (reach->options.output) {
        return known && strcmp(place->output, output) == 0 &&
               strcmp(output, FAIRY_NO_DIGEST) != 0 && (reads || strcmp(source, output) == 0);
    }
    return known && (reads || strcmp(place->output, source) == 0);
}

static void free_found(gpointer data)
{
    Found *found = data;
    fairy_lines_free(found->lines);
    cJSON_Delete(found->greeting);
    cJSON_Delete(found->answer);
    g_free(found);
}

static void connect_to(FairyReach *reach, const FairyRunSocket *run)
{
    static const FairyLinesFuncs funcs = {FAIRY_MAX_QUEUE_BYTES, on_line, on_broken, on_ended};
    int fd = fairy_runtime_connect(run->path);
    if (fd >= 0) {
        Found *found = g_new0(Found, 1);
        found->reach = reach;
        found->writes = strcmp(run->place.output, reach->place.source) == 0;
        found->lines = fairy_lines_new(fd, &funcs, found);
        g_ptr_array_add(reach->found, found);
    }
}

static FairyReach reach_of(const FairyReachOptions *options)
{
    return (FairyReach){.options = *options,
                        .place = fairy_run_place(options->path, options->output)};
}

gboolean fairy_reach_may_be(const FairyReachOptions *options)
{
    FairyReach reach = reach_of(options);
    g_autoptr(GPtrArray) runs = fairy_runtime_sockets(fits, &reach);
    return runs->len > 0;
}

FairyReach *fairy_reach_start(const FairyReachOptions *options)
{
    FairyReach *reach = g_new(FairyReach, 1);
    *reach = reach_of(options);
    reach->found = g_ptr_array_new_with_free_func(free_found);
    g_autoptr(GPtrArray) runs = fairy_runtime_sockets(fits, reach);
    for (guint i = 0; i < runs->len; i++) {
        connect_to(reach, runs->pdata[i]);
    }
    if (reach->found->len > 0) {
        attach(&reach->timeout, g_timeout_source_new(FAIRY_GREETING_MS), decide, reach);
    } else {
        decide_soon(reach);
    }
    return reach;
}

void fairy_reach_free(FairyReach *reach)
{
    if (reach) {
        drop(&reach->timeout);
        drop(&reach->next);
        g_clear_pointer(&reach->found, g_ptr_array_unref);
        g_free(reach);
    }
}

gboolean fairy_reach_has_asked(const FairyReach *reach)
{
    return reach->chosen != NULL;
}
