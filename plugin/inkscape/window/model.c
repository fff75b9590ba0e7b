/* Drawings, and the events of the worker about them. */
#include "model_priv.h"
#include "words.h"

#include <fairy/escape.h>

#include <string.h>

/* --- texts and members ------------------------------------------------------------------------ */

static char *cut(char *text)
{
    if (text && g_utf8_strlen(text, -1) > WIN_MAX_TEXT) {
        char *end = g_utf8_offset_to_pointer(text, WIN_MAX_TEXT - 1);
        g_autofree char *whole = text;
        return g_strdup_printf("%.*s…", (int)(end - whole), whole);
    }
    return text;
}

char *win_shown(const char *text)
{
    return text ? cut(fairy_escape(text, -1)) : NULL;
}

char *win_shown_line(const char *text)
{
    return text ? cut(fairy_escape_line(text)) : NULL;
}

const char *win_string(const cJSON *json, const char *name)
{
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, name));
}

double win_number(const cJSON *json, const char *name)
{
    const cJSON *number = cJSON_GetObjectItemCaseSensitive(json, name);
    return cJSON_IsNumber(number) ? number->valuedouble : 0;
}

guint win_count(const cJSON *json, const char *name)
{
    return (guint)CLAMP(win_number(json, name), 0, G_MAXINT);
}

/* Stores a text for eyes, unless the event has none. */
static void set_string(char **place, const cJSON *json, const char *name)
{
    char *shown = win_shown_line(win_string(json, name));
    if (shown) {
        g_free(*place);
        *place = shown;
    }
}

/* --- events of a drawing ---------------------------------------------------------------------- */

static char **read_models(const cJSON *list)
{
    GPtrArray *names = g_ptr_array_new();
    const cJSON *name;
    cJSON_ArrayForEach(name, list)
    {
        if (cJSON_IsString(name)) {
            g_ptr_array_add(names, win_shown_line(name->valuestring));
        }
    }
    g_ptr_array_add(names, NULL);
    return (char **)g_ptr_array_free(names, FALSE);
}

static WinState read_state(const char *name, WinState now)
{
    static const char *const names[] = {"ready", "working", "waiting"};
    for (guint i = 0; name && i < G_N_ELEMENTS(names); i++) {
        if (strcmp(names[i], name) == 0) {
            return (WinState)i;
        }
    }
    return now;
}

static void rest_all(WinDrawing *drawing)
{
    for (guint i = 0; i < drawing->fairies->len; i++) {
        WinFairy *fairy = g_ptr_array_index(drawing->fairies, i);
        fairy->at_work = FALSE;
        g_clear_pointer(&fairy->writing, g_free);
    }
}

static gboolean take_drawing(G_GNUC_UNUSED WinModel *model, WinDrawing *drawing, const cJSON *json)
{
    const cJSON *selected = cJSON_GetObjectItemCaseSensitive(json, "selected");
    const cJSON *models = cJSON_GetObjectItemCaseSensitive(json, "models");
    set_string(&drawing->name, json, "name");
    set_string(&drawing->path, json, "path");
    set_string(&drawing->session, json, "session");
    set_string(&drawing->scope, json, "scope");
    set_string(&drawing->model, json, "model");
    if (cJSON_IsArray(selected)) {
        drawing->n_selected = (guint)cJSON_GetArraySize(selected);
    }
    if (cJSON_IsArray(models)) {
        g_strfreev(drawing->models);
        drawing->models = read_models(models);
    }
    drawing->unfinished |= cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(json, "unfinished"));
    drawing->state = read_state(win_string(json, "state"), drawing->state);
    if (drawing->state == WIN_READY) {
        rest_all(drawing);
    }
    return TRUE;
}

static gboolean take_present(WinModel *model, WinDrawing *drawing, G_GNUC_UNUSED const cJSON *json)
{
    model->presented = TRUE;
    if (model->funcs.present) {
        model->funcs.present(drawing, model->data);
    }
    return FALSE;
}

static void add_said(WinModel *model, WinDrawing *drawing, const char *words)
{
    WinLine *line = win_line_new(WIN_LINE_PERSON, words);
    line->who = g_strdup("You");
    line->turn = drawing->turn;
    win_drawing_said(drawing, words);
    win_model_add(model, drawing, line);
}

/* What was said before counts only where nothing is shown yet: a worker that tells it again has
 * nothing new. */
static gboolean take_history(WinModel *model, WinDrawing *drawing, const cJSON *json)
{
    const cJSON *said;
    if (drawing->lines->len) {
        return FALSE;
    }
    cJSON_ArrayForEach(said, cJSON_GetObjectItemCaseSensitive(json, "chat"))
    {
        const char *who = win_string(said, "who"), *words = win_string(said, "words");
        if (!who || !words) {
            continue;
        }
        if (strcmp(who, "person") == 0) {
            add_said(model, drawing, words);
            continue;
        }
        WinLine *line = win_line_new(WIN_LINE_ANSWER, words);
        line->who = win_shown_line(who);
        win_model_add(model, drawing, line);
    }
    return TRUE;
}

static void read_fairy(WinDrawing *drawing, const cJSON *json)
{
    WinFairy *fairy = win_drawing_fairy(drawing, win_string(json, "fairy"));
    if (fairy) {
        set_string(&fairy->name, json, "name");
        set_string(&fairy->color, json, "color");
        fairy->at_work = TRUE;
    }
}

/* Behind what the person said last. */
static guint last_said(const WinDrawing *drawing, const char *words)
{
    g_autofree char *shown = win_shown(words);
    for (guint i = drawing->lines->len; i > 0; i--) {
        const WinLine *line = win_drawing_line(drawing, i - 1);
        if (line->kind == WIN_LINE_PERSON) {
            return strcmp(line->text, shown) == 0 ? i - 1 : drawing->lines->len;
        }
    }
    return drawing->lines->len;
}

/* A window that comes later is told the session's history and then the latest turn, which may be
 * in it already: there it is left out. */
static void cut_history(WinModel *model, WinDrawing *drawing, const char *words)
{
    guint from = last_said(drawing, words);
    if (!model->live && from < drawing->lines->len) {
        g_ptr_array_set_size(drawing->lines, (int)from);
        if (model->funcs.cut) {
            model->funcs.cut(drawing, from, model->data);
        }
    }
}

static gboolean take_turn(WinModel *model, WinDrawing *drawing, const cJSON *json)
{
    const cJSON *fairy;
    const char *words = win_string(json, "words");
    drawing->turn = win_count(json, "turn");
    drawing->actions = drawing->requests = 0;
    drawing->cost = drawing->tokens = 0;
    drawing->cost_unknown = drawing->unfinished = drawing->settled = FALSE;
    for (guint i = WIN_BEFORE; i <= WIN_AFTER; i++) {
        g_clear_pointer(&drawing->pictures[i], g_free);
    }
    g_ptr_array_set_size(drawing->fairies, 0);
    cJSON_ArrayForEach(fairy, cJSON_GetObjectItemCaseSensitive(json, "fairies"))
    {
        read_fairy(drawing, fairy);
    }
    if (words && *words) {
        cut_history(model, drawing, words);
        add_said(model, drawing, words);
    }
    return TRUE;
}

static gboolean is_meant(const WinDrawing *drawing, const WinLine *line, int action)
{
    return line->kind == WIN_LINE_ACTION && line->turn == drawing->turn && line->edits &&
           (action < 0 || line->action == action);
}

static gboolean take_decided(WinModel *model, WinDrawing *drawing, const cJSON *json)
{
    const cJSON *action = cJSON_GetObjectItemCaseSensitive(json, "action");
    WinDecision decision =
        g_strcmp0(win_string(json, "as"), "accepted") == 0 ? WIN_ACCEPTED : WIN_REJECTED;
    for (guint i = 0; i < drawing->lines->len; i++) {
        WinLine *line = g_ptr_array_index(drawing->lines, i);
        if (is_meant(drawing, line, cJSON_IsNumber(action) ? action->valueint : -1)) {
            line->decision = decision;
            if (model->funcs.line) {
                model->funcs.line(drawing, i, model->data);
            }
        }
    }
    return TRUE;
}

static gboolean take_hold(G_GNUC_UNUSED WinModel *model, WinDrawing *drawing, const cJSON *json)
{
    drawing->waiting = win_count(json, "waiting");
    g_clear_pointer(&drawing->hold, g_free);
    if (drawing->waiting) {
        drawing->hold = win_shown_line(win_string(json, "why"));
        drawing->hold =
            drawing->hold ? drawing->hold : g_strdup("the drawing can't be changed now");
    }
    return TRUE;
}

static gboolean take_picture(G_GNUC_UNUSED WinModel *model, WinDrawing *drawing, const cJSON *json)
{
    WinWhen when = g_strcmp0(win_string(json, "when"), "after") == 0 ? WIN_AFTER : WIN_BEFORE;
    g_free(drawing->pictures[when]);
    drawing->pictures[when] = g_strdup(win_string(json, "path"));
    return TRUE;
}

static gboolean take_spent(G_GNUC_UNUSED WinModel *model, WinDrawing *drawing, const cJSON *json)
{
    drawing->cost = win_number(json, "cost");
    drawing->tokens = win_number(json, "tokens");
    drawing->requests = win_count(json, "requests");
    return TRUE;
}

/* --- the end of a turn ------------------------------------------------------------------------ */

typedef struct {
    const char *end, *text;
    gboolean failed, unfinished;
} EndRow;

static const EndRow ends[] = {
    {"done", "Done", FALSE, FALSE},
    {"refused", "Done, but not all of it", FALSE, FALSE},
    {"bad-input", "The drawing can't be edited", TRUE, FALSE},
    {"usage", "That can't be asked", TRUE, FALSE},
    {"model", "The model failed", TRUE, TRUE},
    {"budget", "The budget is used up", TRUE, TRUE},
    {"interrupted", "Stopped", FALSE, TRUE},
};

static const EndRow *end_row(const char *name)
{
    for (guint i = 0; name && i < G_N_ELEMENTS(ends); i++) {
        if (strcmp(ends[i].end, name) == 0) {
            return &ends[i];
        }
    }
    return &ends[0];
}

static void append_count(GString *out, const cJSON *json, const char *name, const char *between)
{
    guint n = win_count(json, name);
    if (n) {
        g_string_append_printf(out, "%s%u %s", between, n, name);
    }
}

/* "Done: 5 ok, 1 adjusted, 2 refused." */
static char *end_text(const EndRow *row, const cJSON *json)
{
    const char *error = win_string(json, "error");
    GString *counts = g_string_new(NULL), *out = g_string_new(row->text);
    append_count(counts, json, "ok", ": ");
    append_count(counts, json, "adjusted", counts->len ? ", " : ": ");
    append_count(counts, json, "refused", counts->len ? ", " : ": ");
    g_string_append(out, counts->str);
    g_string_append_printf(out, ".%s%s", error ? " " : "", error ? error : "");
    g_string_free(counts, TRUE);
    return g_string_free(out, FALSE);
}

/* The latest answer of this turn, if there is one: that is what a person waits for. */
static const char *last_answer(const WinDrawing *drawing)
{
    for (guint i = drawing->lines->len; i > 0; i--) {
        const WinLine *line = g_ptr_array_index(drawing->lines, i - 1);
        if (line->turn != drawing->turn) {
            break;
        }
        if (line->kind == WIN_LINE_ANSWER) {
            return line->text;
        }
    }
    return NULL;
}

static gboolean take_end(WinModel *model, WinDrawing *drawing, const cJSON *json)
{
    const EndRow *row = end_row(win_string(json, "end"));
    g_autofree char *text = end_text(row, json);
    const char *answer = last_answer(drawing);
    g_autofree char *said = answer ? win_plain(answer) : g_strdup("");
    g_autofree char *heard = g_strdup_printf("%s %s", text, said);
    WinLine *line = win_line_new(WIN_LINE_END, text);
    line->outcome = row->failed ? WIN_REFUSED : WIN_OK;
    line->turn = drawing->turn;
    drawing->state = WIN_READY;
    drawing->unfinished = row->unfinished;
    rest_all(drawing);
    win_model_add(model, drawing, line);
    if (model->funcs.over) {
        model->funcs.over(drawing, g_strstrip(heard), model->data);
    }
    return TRUE;
}

static gboolean take_closed(WinModel *model, WinDrawing *drawing, G_GNUC_UNUSED const cJSON *json)
{
    drawing->closed = TRUE;
    drawing->state = WIN_READY;
    g_clear_pointer(&drawing->hold, g_free);
    drawing->waiting = 0;
    rest_all(drawing);
    win_model_note(model, drawing->number, "The document was closed.", WIN_OK);
    return TRUE;
}

/* --- events ----------------------------------------------------------------------------------- */

static const struct {
    const char *event;
    gboolean (*take)(WinModel *model, WinDrawing *drawing, const cJSON *json);
} takers[] = {
    {"drawing", take_drawing}, {"present", take_present}, {"history", take_history},
    {"turn", take_turn},       {"decided", take_decided}, {"hold", take_hold},
    {"picture", take_picture}, {"spent", take_spent},     {"end", take_end},
    {"closed", take_closed},
};

static WinDrawing *find(const WinModel *model, guint number)
{
    return (WinDrawing *)win_model_find(model, number);
}

static WinDrawing *find_or_make(WinModel *model, const char *event, const cJSON *json)
{
    guint number = win_count(json, "drawing");
    WinDrawing *drawing = find(model, number);
    if (!drawing && strcmp(event, "drawing") == 0 && model->drawings->len < WIN_MAX_DRAWINGS) {
        drawing = win_drawing_new(number);
        g_ptr_array_add(model->drawings, drawing);
    }
    return drawing;
}

static gboolean take(WinModel *model, WinDrawing *drawing, const char *event, const cJSON *json)
{
    for (guint i = 0; i < G_N_ELEMENTS(takers); i++) {
        if (strcmp(takers[i].event, event) == 0) {
            return takers[i].take(model, drawing, json);
        }
    }
    return win_take_run(model, drawing, event, json);
}

/* Who starts the window has the person's word for it, which may have come before the window could
 * hear it: the newest drawing is meant. A worker that comes back has not. */
static void take_now(WinModel *model)
{
    model->live = TRUE;
    if (!model->presented && model->drawings->len) {
        take_present(model, g_ptr_array_index(model->drawings, model->drawings->len - 1), NULL);
    }
    model->presented = TRUE;
}

void win_model_take(WinModel *model, const cJSON *json)
{
    const char *event = win_string(json, "event");
    if (g_strcmp0(event, "now") == 0) {
        take_now(model);
        return;
    }
    WinDrawing *drawing = event ? find_or_make(model, event, json) : NULL;
    if (drawing && take(model, drawing, event, json) && model->funcs.drawing) {
        model->funcs.drawing(drawing, model->data);
    }
}

/* --- the model -------------------------------------------------------------------------------- */

WinModel *win_model_new(const WinModelFuncs *funcs, gpointer data)
{
    WinModel *model = g_new0(WinModel, 1);
    model->funcs = *funcs;
    model->data = data;
    model->drawings = g_ptr_array_new_with_free_func(win_drawing_free);
    return model;
}

void win_model_free(WinModel *model)
{
    if (model) {
        g_ptr_array_unref(model->drawings);
        g_free(model);
    }
}

void win_model_forget(WinModel *model, guint number)
{
    WinDrawing *drawing = find(model, number);
    if (drawing && model->funcs.gone) {
        model->funcs.gone(drawing, model->data);
    }
    g_ptr_array_remove(model->drawings, drawing);
}

void win_model_clear(WinModel *model)
{
    model->live = FALSE;
    while (model->drawings->len) {
        win_model_forget(model, win_model_at(model, 0)->number);
    }
}

const WinDrawing *win_model_at(const WinModel *model, guint index)
{
    return index < model->drawings->len ? g_ptr_array_index(model->drawings, index) : NULL;
}

const WinDrawing *win_model_find(const WinModel *model, guint number)
{
    for (guint i = 0; i < model->drawings->len; i++) {
        const WinDrawing *drawing = win_model_at(model, i);
        if (drawing->number == number) {
            return drawing;
        }
    }
    return NULL;
}

void win_model_settle(WinModel *model, guint number, gboolean settled)
{
    WinDrawing *drawing = find(model, number);
    if (drawing) {
        drawing->settled = settled;
        if (model->funcs.drawing) {
            model->funcs.drawing(drawing, model->data);
        }
    }
}

void win_model_note(WinModel *model, guint number, const char *text, WinOutcome outcome)
{
    WinDrawing *drawing = find(model, number);
    if (drawing) {
        WinLine *line = win_line_new(WIN_LINE_NOTE, text);
        line->outcome = outcome;
        line->turn = drawing->turn;
        win_model_add(model, drawing, line);
    }
}
