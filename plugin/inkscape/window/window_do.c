/* What the person does, as requests to the worker. */
#include "theme.h"
#include "window_priv.h"
#include "words.h"

#include <string.h>

/* Tags of requests: what is to be done when one is refused. */
enum { TAG_WORDS = 1, TAG_TURN, TAG_OTHER };

/* NULL: no drawing is shown. */
static cJSON *request_new(WinWindow *window, const char *what)
{
    if (!win_window_drawing(window)) {
        return NULL;
    }
    cJSON *request = cJSON_CreateObject();
    cJSON_AddStringToObject(request, "do", what);
    cJSON_AddNumberToObject(request, "drawing", window->current);
    return request;
}

static void ask_as(WinWindow *window, const char *what, guint tag)
{
    cJSON *request = request_new(window, what);
    if (request) {
        win_client_ask(window->client, request, tag);
    }
}

static void ask(WinWindow *window, const char *what)
{
    ask_as(window, what, TAG_OTHER);
}

/* Its actions that changed nothing are never told of: the turn is decided on unless that is
 * refused. */
static void settle(WinWindow *window, const char *what)
{
    win_model_settle(window->model, window->current, TRUE);
    ask_as(window, what, TAG_TURN);
}

/* --- words ------------------------------------------------------------------------------------ */

static cJSON *tell_request(WinWindow *window, const char *words)
{
    const char *rest;
    const WinFairy *fairy = win_words_for(win_window_drawing(window), words, &rest);
    cJSON *request = request_new(window, "tell");
    cJSON_AddStringToObject(request, "words", rest);
    if (fairy) {
        cJSON_AddStringToObject(request, "fairy", fairy->name);
    }
    return request;
}

static void add_active(cJSON *request, const char *name, GtkWidget *combo)
{
    const char *id = gtk_combo_box_get_active_id(GTK_COMBO_BOX(combo));
    if (id) {
        cJSON_AddStringToObject(request, name, id);
    }
}

static cJSON *ask_request(WinWindow *window, const char *words)
{
    const WinDrawing *drawing = win_window_drawing(window);
    int fairies = gtk_spin_button_get_value_as_int(GTK_SPIN_BUTTON(window->fairies));
    cJSON *request = request_new(window, "ask");
    cJSON_AddStringToObject(request, "words", words);
    add_active(request, "scope", window->scope);
    add_active(request, "model", window->models);
    cJSON_AddNumberToObject(request, "fairies", fairies);
    if (drawing->session) {
        cJSON_AddStringToObject(request, "session", drawing->session);
    }
    return request;
}

void win_window_send(const char *words, gpointer data)
{
    WinWindow *window = data;
    const WinDrawing *drawing = win_window_drawing(window);
    if (!drawing || drawing->closed) {
        win_entry_set(window->entry, words);
        win_announce(GTK_WIDGET(window->window), "There is no open drawing to change.");
        return;
    }
    g_free(window->sent);
    window->sent = g_strdup(words);
    win_client_ask(window->client,
                   drawing->state == WIN_READY ? ask_request(window, words)
                                               : tell_request(window, words),
                   TAG_WORDS);
}

/* What was typed comes back, unless there is something else by now. */
static void give_back(WinWindow *window)
{
    g_autofree char *typed = win_entry_get(window->entry);
    if (window->sent && *typed == '\0') {
        win_entry_set(window->entry, window->sent);
    }
}

void win_window_refused(guint tag, const char *why, gpointer data)
{
    WinWindow *window = data;
    if (tag == TAG_WORDS) {
        give_back(window);
    } else if (tag == TAG_TURN) {
        win_model_settle(window->model, window->current, FALSE);
    }
    win_model_note(window->model, window->current, why, WIN_REFUSED);
    win_announce(GTK_WIDGET(window->window), why);
}

/* What is typed from now on is said to her. */
void win_window_address(const char *name, gpointer data)
{
    WinWindow *window = data;
    const char *rest;
    const WinDrawing *drawing = win_window_drawing(window);
    g_autofree char *typed = win_entry_get(window->entry);
    win_words_for(drawing, typed, &rest);
    g_autofree char *text = g_strdup_printf("%s: %s", name, rest);
    win_entry_set(window->entry, text);
    win_entry_focus(window->entry);
}

/* --- the others ------------------------------------------------------------------------------- */

void win_window_decide(int action, gboolean accept, gpointer data)
{
    WinWindow *window = data;
    cJSON *request = request_new(window, accept ? "accept" : "reject");
    if (request) {
        cJSON_AddNumberToObject(request, "action", action);
        win_client_ask(window->client, request, TAG_OTHER);
    }
}

void win_window_stop(WinWindow *window)
{
    ask(window, "stop");
}

void win_window_continue(WinWindow *window)
{
    ask(window, "continue");
}

void win_window_undo(WinWindow *window)
{
    settle(window, "undo");
}

void win_window_accept_turn(WinWindow *window)
{
    settle(window, "accept");
}

void win_window_reject_turn(WinWindow *window)
{
    settle(window, "reject");
}

void win_window_show_now(WinWindow *window)
{
    ask(window, "show-now");
}

static void close_all(WinWindow *window)
{
    const WinDrawing *drawing;
    for (guint i = 0; (drawing = win_model_at(window->model, i)); i++) {
        window->current = drawing->number;
        ask(window, "close");
    }
    win_client_flush(window->client);
}

/* With something typed the window only hides, so that it is there again. */
void win_window_close(WinWindow *window)
{
    g_autofree char *typed = g_strstrip(win_entry_get(window->entry));
    gtk_widget_hide(GTK_WIDGET(window->window));
    window->wanted = FALSE;
    if (*typed == '\0') {
        close_all(window);
        gtk_widget_destroy(GTK_WIDGET(window->window));
    }
}
