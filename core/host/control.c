/* The control socket: what is asked of a run. */
#include "host/control.h"

#include "host/request.h"

#include <fairy/limits.h>
#include <fairy/server.h>

#include <string.h>

struct _FairyControl {
    FairyControlFuncs funcs;
    gpointer data;
    FairyServer *server;
};

/* --- what is asked ---------------------------------------------------------------------------- */

static gboolean fail(GError **error, const char *why)
{
    g_set_error_literal(error, FAIRY_ERROR, FAIRY_ERROR_CONTROL, why);
    return FALSE;
}

static gboolean tell(const FairyControl *control, const FairyRequestLine *request, cJSON *answer,
                     GError **error)
{
    g_autofree char *words = g_strstrip(g_strdup(request->words));
    if (!*words) {
        return fail(error, "the words are empty; say what should change");
    }
    if (strlen(words) > FAIRY_MAX_TOLD_BYTES) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_CONTROL,
                    "the words have %zu bytes; a fairy is told %u at a time", strlen(words),
                    FAIRY_MAX_TOLD_BYTES);
        return FALSE;
    }
    return control->funcs.tell(request->fairy, words, answer, control->data, error);
}

static gboolean stop(const FairyControl *control, const FairyRequestLine *request, cJSON *answer,
                     GError **error)
{
    (void)answer;
    return control->funcs.stop(request->fairy, control->data, error);
}

static gboolean change(const FairyControl *control, const FairyRequestLine *request, cJSON *answer,
                       GError **error)
{
    return control->funcs.change(request->what, request->fairy, answer, control->data, error);
}

static gboolean (*const deeds[FAIRY_ASKED_COUNT])(const FairyControl *, const FairyRequestLine *,
                                                  cJSON *, GError **) = {
    [FAIRY_ASKED_TELL] = tell,     [FAIRY_ASKED_STOP] = stop,   [FAIRY_ASKED_ADD] = change,
    [FAIRY_ASKED_REMOVE] = change, [FAIRY_ASKED_LEAD] = change,
};

static void carry_out(const FairyControl *control, FairySeat *seat, const FairyRequestLine *request)
{
    g_autoptr(GError) error = NULL;
    cJSON *answer = cJSON_CreateObject();
    deeds[request->what](control, request, answer, &error);
    fairy_seat_answer(seat, request->id, answer, error);
}

/* How things are is shown behind the answer. */
static void watch(const FairyControl *control, FairySeat *seat, const FairyRequestLine *request)
{
    g_autoptr(GError) error = NULL;
    gboolean watches = fairy_seat_watch(seat, &error);
    fairy_seat_answer(seat, request->id, NULL, error);
    cJSON *list = watches ? control->funcs.state(control->data) : NULL;
    while (list && list->child) {
        fairy_seat_put(seat, cJSON_DetachItemViaPointer(list, list->child));
    }
    cJSON_Delete(list);
}

static void ask(FairySeat *seat, const char *line, gpointer data)
{
    g_auto(FairyRequestLine) request = {0};
    g_autoptr(GError) error = NULL;
    if (!fairy_request_line_read(line, &request, &error)) {
        fairy_seat_refuse(seat, error->message);
    } else {
        (request.what == FAIRY_ASKED_WATCH ? watch : carry_out)(data, seat, &request);
    }
}

static cJSON *greeting(gpointer data)
{
    const FairyControl *control = data;
    return control->funcs.greeting(control->data);
}

/* --- its life --------------------------------------------------------------------------------- */

FairyControl *fairy_control_new(const FairyRunPlace *place, const char *rest,
                                const FairyControlFuncs *funcs, gpointer data, GError **error)
{
    static const FairyServerFuncs served = {
        .name = "this run",
        .again = "watch again",
        .heard = TRUE,
        .greeting = greeting,
        .ask = ask,
    };
    char *path = NULL;
    int fd = fairy_run_listen(place, rest, &path, error);
    if (fd < 0) {
        return NULL;
    }
    FairyControl *control = g_new(FairyControl, 1);
    *control = (FairyControl){.funcs = *funcs, .data = data};
    control->server = fairy_server_new(fd, path, &served, control);
    return control;
}

gboolean fairy_control_is_watched(const FairyControl *control)
{
    return fairy_server_n_watchers(control->server) > 0;
}

void fairy_control_show(FairyControl *control, cJSON *json)
{
    fairy_server_show(control->server, json);
}

void fairy_control_hide(FairyControl *control)
{
    fairy_server_hide(control->server);
}

void fairy_control_free(FairyControl *control)
{
    if (control) {
        fairy_server_free(control->server);
        g_free(control);
    }
}
