/* What windows ask of a drawing, by one table. */
#include "office_priv.h"

#include <fairy/limits.h>
#include <fairy/session.h>

#include <string.h>

#define MAX_FAIRIES 12

/* --- words ------------------------------------------------------------------------------------ */

static const char *text_of(const cJSON *request, const char *name)
{
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(request, name));
}

static double number_of(const cJSON *request, const char *name, double otherwise)
{
    const cJSON *number = cJSON_GetObjectItemCaseSensitive(request, name);
    return cJSON_IsNumber(number) ? number->valuedouble : otherwise;
}

/* The caller's; NULL with an error. */
static char *words_of(const cJSON *request, GError **error)
{
    const char *given = text_of(request, "words");
    g_autofree char *words = g_strstrip(g_strdup(given != NULL ? given : ""));
    if (*words == '\0') {
        office_fail(error, "the words are empty; say what should change");
        return NULL;
    }
    if (strlen(words) > FAIRY_MAX_TOLD_BYTES) {
        office_fail(error, "the words have %zu bytes; a fairy is told %u at a time", strlen(words),
                    FAIRY_MAX_TOLD_BYTES);
        return NULL;
    }
    return g_steal_pointer(&words);
}

static void keep_text(char **place, const char *text)
{
    if (text != NULL && *text != '\0') {
        g_free(*place);
        *place = g_strdup(text);
    }
}

static gboolean keep_choices(Drawing *drawing, const cJSON *request, GError **error)
{
    const char *scope = text_of(request, "scope"), *session = text_of(request, "session");
    if (session != NULL && !fairy_session_check_name(session, error)) {
        return FALSE;
    }
    if (scope != NULL && !g_strv_contains(scope_names, scope)) {
        return office_fail(error, "\"scope\" is one of \"selection\", \"view\" and \"page\"");
    }
    for (guint i = 0; scope != NULL && i < SCOPE_COUNT; i++) {
        drawing->scope = strcmp(scope_names[i], scope) == 0 ? (Scope)i : drawing->scope;
    }
    keep_text(&drawing->model, text_of(request, "model"));
    keep_text(&drawing->session, session);
    return TRUE;
}

/* --- turns ------------------------------------------------------------------------------------ */

gboolean office_begin(Drawing *drawing, const char *words, const char *model, const cJSON *request,
                      GError **error)
{
    double fairies = number_of(request, "fairies", 1);
    if (turn_is_at_work(drawing->turn)) {
        return office_fail(error,
                           "fairies are at work on %s already; tell them, or stop them first",
                           drawing->name);
    }
    if (!(fairies >= 1 && fairies <= MAX_FAIRIES)) {
        return office_fail(error, "\"fairies\" is a number from 1 to %u", MAX_FAIRIES);
    }
    const TurnAsk ask = {
        .words = words,
        .model = model,
        .fairies = (guint)fairies,
        .max_cost = number_of(request, "max-cost", -1),
    };
    return turn_start(drawing, &ask, error);
}

static gboolean do_ask(Office *office, Drawing *drawing, const cJSON *request, GError **error)
{
    g_autofree char *words = words_of(request, error);
    (void)office;
    return words != NULL && keep_choices(drawing, request, error) &&
           office_begin(drawing, words, drawing->model, request, error);
}

static gboolean do_tell(Office *office, Drawing *drawing, const cJSON *request, GError **error)
{
    g_autofree char *words = words_of(request, error);
    (void)office;
    if (words == NULL) {
        return FALSE;
    }
    return turn_is_at_work(drawing->turn)
               ? turn_tell(drawing->turn, text_of(request, "fairy"), words, error)
               : office_fail(error, "nobody is at work on %s; ask in place of telling",
                             drawing->name);
}

static gboolean do_stop(Office *office, Drawing *drawing, const cJSON *request, GError **error)
{
    (void)office, (void)request;
    if (!turn_is_at_work(drawing->turn)) {
        return office_fail(error, "nobody is at work on %s", drawing->name);
    }
    turn_stop(drawing->turn);
    return TRUE;
}

static gboolean do_show_now(Office *office, Drawing *drawing, const cJSON *request, GError **error)
{
    (void)office, (void)request;
    if (!turn_is_at_work(drawing->turn)) {
        return office_fail(error, "nothing is held back of %s", drawing->name);
    }
    turn_show_now(drawing->turn);
    return TRUE;
}

static gboolean do_continue(Office *office, Drawing *drawing, const cJSON *request, GError **error)
{
    (void)office;
    if (drawing->menu.path == NULL) {
        return office_fail(error,
                           "%s was never saved, and nothing is kept of what was asked there; ask "
                           "again",
                           drawing->name);
    }
    return office_begin(drawing, NULL, NULL, request, error);
}

/* -2 with an error where it is none; -1: all of them. */
static int action_of(const cJSON *request, GError **error)
{
    const cJSON *action = cJSON_GetObjectItemCaseSensitive(request, "action");
    if (action == NULL) {
        return -1;
    }
    if (!cJSON_IsNumber(action) || action->valueint < 0) {
        office_fail(error, "\"action\" is the number of an action of the turn, from 0");
        return -2;
    }
    return action->valueint;
}

static gboolean has_turn(const Drawing *drawing, GError **error)
{
    return drawing->turn != NULL ||
           office_fail(error, "the fairies have done nothing in %s yet", drawing->name);
}

static gboolean do_reject(Office *office, Drawing *drawing, const cJSON *request, GError **error)
{
    int action = action_of(request, error);
    (void)office;
    return action >= -1 && has_turn(drawing, error) && turn_reject(drawing->turn, action, error);
}

static gboolean do_accept(Office *office, Drawing *drawing, const cJSON *request, GError **error)
{
    int action = action_of(request, error);
    (void)office;
    return action >= -1 && has_turn(drawing, error) && turn_accept(drawing->turn, action, error);
}

static gboolean do_undo(Office *office, Drawing *drawing, const cJSON *request, GError **error)
{
    (void)office, (void)request;
    if (turn_is_at_work(drawing->turn)) {
        return office_fail(error, "fairies are at work on %s; stop them first", drawing->name);
    }
    return has_turn(drawing, error) && turn_reject(drawing->turn, -1, error);
}

static gboolean do_close(Office *office, Drawing *drawing, const cJSON *request, GError **error)
{
    (void)request, (void)error;
    if (!turn_is_at_work(drawing->turn)) {
        office_remove(office, drawing);
    }
    return TRUE;
}

/* --- which is which --------------------------------------------------------------------------- */

static const struct {
    const char *what;
    gboolean (*func)(Office *office, Drawing *drawing, const cJSON *request, GError **error);
} deeds[] = {
    {"ask", do_ask},           {"tell", do_tell},     {"stop", do_stop},
    {"continue", do_continue}, {"close", do_close},   {"show-now", do_show_now},
    {"reject", do_reject},     {"accept", do_accept}, {"undo", do_undo},
};

static gsize find_deed(const char *what)
{
    gsize i = 0;
    while (i < G_N_ELEMENTS(deeds) && g_strcmp0(deeds[i].what, what) != 0) {
        i++;
    }
    return i;
}

gboolean office_knows(const char *what)
{
    return find_deed(what) < G_N_ELEMENTS(deeds);
}

gboolean office_do_at(Office *office, Drawing *drawing, const char *what, const cJSON *request,
                      GError **error)
{
    return deeds[find_deed(what)].func(office, drawing, request, error);
}
