/* The events of a run: what fairies do. */
#include "model_priv.h"

#include <string.h>

static void set_writing(WinFairy *fairy, const char *text)
{
    g_free(fairy->writing);
    fairy->writing = win_shown_line(text);
}

static void copy_string(char **place, const char *text)
{
    if (text) {
        g_free(*place);
        *place = win_shown_line(text);
    }
}

/* --- what a fairy is at ----------------------------------------------------------------------- */

static gboolean take_fairy(G_GNUC_UNUSED WinModel *model, G_GNUC_UNUSED WinDrawing *drawing,
                           WinFairy *fairy, const cJSON *json)
{
    copy_string(&fairy->name, win_string(json, "name"));
    copy_string(&fairy->color, win_string(json, "color"));
    fairy->at_work = TRUE;
    return TRUE;
}

static gboolean take_request(G_GNUC_UNUSED WinModel *model, G_GNUC_UNUSED WinDrawing *drawing,
                             WinFairy *fairy, G_GNUC_UNUSED const cJSON *json)
{
    fairy->at_work = TRUE;
    set_writing(fairy, "looking at the drawing");
    return TRUE;
}

static gboolean take_thinking(G_GNUC_UNUSED WinModel *model, G_GNUC_UNUSED WinDrawing *drawing,
                              WinFairy *fairy, G_GNUC_UNUSED const cJSON *json)
{
    set_writing(fairy, "thinking");
    return TRUE;
}

static gboolean take_partial(G_GNUC_UNUSED WinModel *model, G_GNUC_UNUSED WinDrawing *drawing,
                             WinFairy *fairy, const cJSON *json)
{
    const char *summary = win_string(json, "summary"), *text = win_string(json, "description");
    fairy->at_work = TRUE;
    set_writing(fairy, summary ? summary : text ? text : win_string(json, "type"));
    copy_string(&fairy->pose, win_string(json, "pose"));
    return TRUE;
}

static gboolean take_pose(G_GNUC_UNUSED WinModel *model, G_GNUC_UNUSED WinDrawing *drawing,
                          WinFairy *fairy, const cJSON *json)
{
    copy_string(&fairy->pose, win_string(json, "pose"));
    return TRUE;
}

static gboolean take_mode(G_GNUC_UNUSED WinModel *model, G_GNUC_UNUSED WinDrawing *drawing,
                          WinFairy *fairy, const cJSON *json)
{
    const char *mode = win_string(json, "mode");
    fairy->at_work = g_strcmp0(mode, "idling") != 0;
    if (mode && (strstr(mode, "waiting") || strcmp(mode, "standing-by") == 0)) {
        set_writing(fairy, "waiting for the others");
    } else if (!fairy->at_work) {
        set_writing(fairy, NULL);
    }
    return TRUE;
}

static gboolean take_task(G_GNUC_UNUSED WinModel *model, G_GNUC_UNUSED WinDrawing *drawing,
                          WinFairy *fairy, const cJSON *json)
{
    copy_string(&fairy->task, win_string(json, "title"));
    return TRUE;
}

static gboolean take_todos(G_GNUC_UNUSED WinModel *model, G_GNUC_UNUSED WinDrawing *drawing,
                           WinFairy *fairy, const cJSON *json)
{
    const cJSON *item;
    fairy->todo = fairy->done = 0;
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(json, "todos"))
    {
        fairy->todo++;
        fairy->done += g_strcmp0(win_string(item, "status"), "done") == 0;
    }
    return TRUE;
}

static gboolean take_rest(G_GNUC_UNUSED WinModel *model, G_GNUC_UNUSED WinDrawing *drawing,
                          WinFairy *fairy, G_GNUC_UNUSED const cJSON *json)
{
    fairy->at_work = FALSE;
    set_writing(fairy, NULL);
    return TRUE;
}

/* --- what was done ---------------------------------------------------------------------------- */

static WinOutcome read_outcome(const char *name)
{
    static const char *const names[] = {"ok", "adjusted", "refused"};
    for (guint i = 0; name && i < G_N_ELEMENTS(names); i++) {
        if (strcmp(names[i], name) == 0) {
            return (WinOutcome)i;
        }
    }
    return WIN_OK;
}

static WinLine *new_fairy_line(WinLineKind kind, const WinDrawing *drawing, const WinFairy *fairy,
                               const char *text)
{
    WinLine *line = win_line_new(kind, text);
    line->who = g_strdup(fairy->name);
    line->color = g_strdup(fairy->color);
    line->turn = drawing->turn;
    return line;
}

/* What an action is shown as; a refused one may have nothing but its reason. */
static const char *action_text(const cJSON *json)
{
    const char *text = win_string(json, "description");
    text = text ? text : win_string(json, "detail");
    return text ? text : win_string(json, "type");
}

static int action_number(const WinDrawing *drawing, const cJSON *json)
{
    const cJSON *number = cJSON_GetObjectItemCaseSensitive(json, "action");
    return cJSON_IsNumber(number) ? MAX(number->valueint, 0) : (int)drawing->actions;
}

static gboolean take_action(WinModel *model, WinDrawing *drawing, WinFairy *fairy,
                            const cJSON *json)
{
    WinOutcome outcome = read_outcome(win_string(json, "outcome"));
    gboolean said = g_strcmp0(win_string(json, "type"), "message") == 0 && outcome != WIN_REFUSED;
    const char *text = action_text(json), *detail = win_string(json, "detail");
    WinLine *line = new_fairy_line(said ? WIN_LINE_ANSWER : WIN_LINE_ACTION, drawing, fairy, text);
    line->icon = g_strdup(win_string(json, "icon"));
    line->outcome = outcome;
    line->action = action_number(drawing, json);
    line->edits = outcome != WIN_REFUSED &&
                  cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(json, "shapeIds")) > 0;
    if (!said && detail && g_strcmp0(text, detail) != 0) {
        line->detail = win_shown(detail);
    }
    drawing->actions = (guint)line->action + 1;
    set_writing(fairy, NULL);
    copy_string(&fairy->pose, win_string(json, "pose"));
    win_model_add(model, drawing, line);
    return TRUE;
}

static gboolean take_answered(G_GNUC_UNUSED WinModel *model, WinDrawing *drawing, WinFairy *fairy,
                              const cJSON *json)
{
    drawing->cost_unknown |= cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(json, "priceUnknown"));
    set_writing(fairy, NULL);
    return TRUE;
}

/* --- notes ------------------------------------------------------------------------------------ */

static gboolean take_wait(WinModel *model, WinDrawing *drawing, WinFairy *fairy, const cJSON *json)
{
    const char *why = win_string(json, "message");
    g_autofree char *text =
        g_strdup_printf("%s; %s tries again in %.1f s", why ? why : "The model failed", fairy->name,
                        win_number(json, "waitMs") / 1000);
    set_writing(fairy, "waiting for the model");
    win_model_note(model, drawing->number, text, WIN_ADJUSTED);
    return TRUE;
}

/* Of fairies that join, leave or lead, and of warnings. */
static gboolean take_message(WinModel *model, WinDrawing *drawing, const cJSON *json)
{
    const char *message = win_string(json, "message");
    if (message) {
        gboolean warns = strcmp(win_string(json, "event"), "warning") == 0;
        win_model_note(model, drawing->number, message, warns ? WIN_ADJUSTED : WIN_OK);
    }
    return FALSE;
}

static gboolean take_told(WinModel *model, WinDrawing *drawing, const cJSON *json)
{
    const char *words = win_string(json, "words"), *note = win_string(json, "note");
    if (words) {
        WinLine *line = win_line_new(WIN_LINE_PERSON, words);
        line->who = g_strdup("You");
        line->turn = drawing->turn;
        win_drawing_said(drawing, words);
        win_model_add(model, drawing, line);
    }
    if (note) {
        win_model_note(model, drawing->number, note, WIN_OK);
    }
    return FALSE;
}

static gboolean take_merge(WinModel *model, WinDrawing *drawing, const cJSON *json)
{
    const cJSON *conflict, *conflicts = cJSON_GetObjectItemCaseSensitive(
                               cJSON_GetObjectItemCaseSensitive(json, "merge"), "conflicts");
    cJSON_ArrayForEach(conflict, conflicts)
    {
        const char *detail = win_string(conflict, "detail");
        if (detail) {
            win_model_note(model, drawing->number, detail, WIN_ADJUSTED);
        }
    }
    return FALSE;
}

/* --- the tables ------------------------------------------------------------------------------- */

static const struct {
    const char *event;
    gboolean (*take)(WinModel *model, WinDrawing *drawing, WinFairy *fairy, const cJSON *json);
} of_fairies[] = {
    {"fairy", take_fairy},     {"request", take_request}, {"thinking", take_thinking},
    {"partial", take_partial}, {"pose", take_pose},       {"gesture", NULL},
    {"mode", take_mode},       {"task", take_task},       {"todos", take_todos},
    {"rest", take_rest},       {"action", take_action},   {"answered", take_answered},
    {"wait", take_wait},
};

static const struct {
    const char *event;
    gboolean (*take)(WinModel *model, WinDrawing *drawing, const cJSON *json);
} of_runs[] = {
    {"warning", take_message}, {"joined", take_message}, {"left", take_message},
    {"leads", take_message},   {"told", take_told},      {"merge", take_merge},
};

static gboolean take_of_fairy(WinModel *model, WinDrawing *drawing, guint row, const cJSON *json)
{
    const char *id = win_string(json, "fairy");
    WinFairy *fairy = win_drawing_fairy(drawing, id ? id : "fairy");
    return fairy && of_fairies[row].take && of_fairies[row].take(model, drawing, fairy, json);
}

gboolean win_take_run(WinModel *model, WinDrawing *drawing, const char *event, const cJSON *json)
{
    for (guint i = 0; i < G_N_ELEMENTS(of_fairies); i++) {
        if (strcmp(of_fairies[i].event, event) == 0) {
            return take_of_fairy(model, drawing, i, json);
        }
    }
    for (guint i = 0; i < G_N_ELEMENTS(of_runs); i++) {
        if (strcmp(of_runs[i].event, event) == 0) {
            return of_runs[i].take(model, drawing, json);
        }
    }
    return FALSE;
}
