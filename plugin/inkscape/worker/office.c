/* Requests, by one table. */
#include "office.h"

#include "../notify.h"
#include "../streams.h"
#include "drawing.h"
#include "panel.h"
#include "turn.h"

#include <fairy/limits.h>
#include <fairy/session.h>

#include <string.h>

#define MAX_DRAWINGS 100
#define MAX_FAIRIES  12

struct _Office {
    Desk *desk;
    GPtrArray *drawings; /* Drawing */
    guint last;          /* number of the last */
    guint idle_s, idle;  /* the source that looks whether anybody is there */
    guint lonely;        /* for how many seconds nobody was */
    gboolean closing;
    void (*gone)(gpointer data);
    gpointer data;
    Panel *panel;
};

static gboolean fail(GError **error, const char *format, ...) G_GNUC_PRINTF(2, 3);
static gboolean fail(GError **error, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *why = g_strdup_vprintf(format, args);
    va_end(args);
    g_set_error_literal(error, FAIRY_ERROR, FAIRY_ERROR_CONTROL, why);
    return FALSE;
}

/* --- who is there ----------------------------------------------------------------------------- */

static gboolean is_at_work(const Office *office)
{
    for (guint i = 0; i < office->drawings->len; i++) {
        if (turn_is_at_work(((const Drawing *)office->drawings->pdata[i])->turn)) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean on_second(gpointer data)
{
    Office *office = data;
    gboolean used = is_at_work(office) || (desk_n_attached(office->desk) > 0 && !office->closing);
    office->lonely = used ? 0 : office->lonely + 1;
    if (office->closing ? !used : office->lonely >= office->idle_s) {
        office->idle = 0;
        office->gone(office->data);
        return G_SOURCE_REMOVE;
    }
    return G_SOURCE_CONTINUE;
}

static Drawing *find_number(const Office *office, const cJSON *request, GError **error)
{
    const cJSON *number = cJSON_GetObjectItemCaseSensitive(request, "drawing");
    for (guint i = 0; cJSON_IsNumber(number) && i < office->drawings->len; i++) {
        Drawing *drawing = office->drawings->pdata[i];
        if (drawing->number == number->valuedouble) {
            return drawing;
        }
    }
    fail(error, "\"drawing\" must be the number of a drawing that is open");
    return NULL;
}

static void close_drawing(Office *office, Drawing *drawing)
{
    drawing_show(drawing, new_event("closed"), FALSE);
    g_ptr_array_remove(office->drawings, drawing);
}

/* A window holds one drawing: what it held before isn't open any more. */
static Drawing *find_meant(Office *office, const Menu *menu, Origin origin)
{
    Drawing *found = NULL;
    for (guint i = office->drawings->len; i-- > 0;) {
        Drawing *drawing = office->drawings->pdata[i];
        if (drawing_is_meant(drawing, menu, origin)) {
            found = drawing;
        } else if (drawing_is_replaced(drawing, menu, origin) && !turn_is_at_work(drawing->turn)) {
            close_drawing(office, drawing);
        }
    }
    return found;
}

/* Of those at which nothing is at work, the one that came first. */
static void forget_oldest(Office *office)
{
    for (guint i = 0; i < office->drawings->len; i++) {
        Drawing *drawing = office->drawings->pdata[i];
        if (!turn_is_at_work(drawing->turn)) {
            close_drawing(office, drawing);
            return;
        }
    }
}

static Drawing *add_drawing(Office *office, Menu *menu, Origin origin)
{
    if (office->drawings->len >= MAX_DRAWINGS) {
        forget_oldest(office);
    }
    Drawing *drawing = drawing_new(office->desk, ++office->last, menu, origin);
    g_ptr_array_add(office->drawings, drawing);
    return drawing;
}

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
        fail(error, "the words are empty; say what should change");
        return NULL;
    }
    if (strlen(words) > FAIRY_MAX_TOLD_BYTES) {
        fail(error, "the words have %zu bytes; a fairy is told %u at a time", strlen(words),
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
        return fail(error, "\"scope\" is one of \"selection\", \"view\" and \"page\"");
    }
    for (guint i = 0; scope != NULL && i < SCOPE_COUNT; i++) {
        drawing->scope = strcmp(scope_names[i], scope) == 0 ? (Scope)i : drawing->scope;
    }
    keep_text(&drawing->model, text_of(request, "model"));
    keep_text(&drawing->session, session);
    return TRUE;
}

/* --- turns ------------------------------------------------------------------------------------ */

static gboolean begin(Drawing *drawing, const char *words, const char *model, const cJSON *request,
                      GError **error)
{
    double fairies = number_of(request, "fairies", 1);
    if (turn_is_at_work(drawing->turn)) {
        return fail(error, "fairies are at work on %s already; tell them, or stop them first",
                    drawing->name);
    }
    if (!(fairies >= 1 && fairies <= MAX_FAIRIES)) {
        return fail(error, "\"fairies\" is a number from 1 to %u", MAX_FAIRIES);
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
           begin(drawing, words, drawing->model, request, error);
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
               : fail(error, "nobody is at work on %s; ask in place of telling", drawing->name);
}

static gboolean do_stop(Office *office, Drawing *drawing, const cJSON *request, GError **error)
{
    (void)office, (void)request;
    if (!turn_is_at_work(drawing->turn)) {
        return fail(error, "nobody is at work on %s", drawing->name);
    }
    turn_stop(drawing->turn);
    return TRUE;
}

static gboolean do_show_now(Office *office, Drawing *drawing, const cJSON *request, GError **error)
{
    (void)office, (void)request;
    if (!turn_is_at_work(drawing->turn)) {
        return fail(error, "nothing is held back of %s", drawing->name);
    }
    turn_show_now(drawing->turn);
    return TRUE;
}

static gboolean do_continue(Office *office, Drawing *drawing, const cJSON *request, GError **error)
{
    (void)office;
    return begin(drawing, NULL, NULL, request, error);
}

static gboolean do_close(Office *office, Drawing *drawing, const cJSON *request, GError **error)
{
    (void)request, (void)error;
    if (!turn_is_at_work(drawing->turn)) {
        g_ptr_array_remove(office->drawings, drawing);
    }
    return TRUE;
}

/* --- the menu --------------------------------------------------------------------------------- */

static gboolean menu_ask(Office *office, Drawing *drawing, GError **error)
{
    drawing_show_state(drawing, NULL);
    drawing_show(drawing, new_event("present"), FALSE);
    return panel_open(office->panel, drawing->menu.display, error);
}

static gboolean menu_stop(Office *office, Drawing *drawing, GError **error)
{
    return do_stop(office, drawing, NULL, error);
}

static gboolean menu_continue(Office *office, Drawing *drawing, GError **error)
{
    return do_continue(office, drawing, NULL, error);
}

static gboolean menu_tidy(Office *office, Drawing *drawing, GError **error)
{
    (void)office;
    if (*drawing->selected == NULL) {
        return fail(error, "nothing is selected; select what is to be tidied");
    }
    return begin(drawing, "tidy these", "offline", NULL, error);
}

static const struct {
    const char *verb;
    gboolean (*func)(Office *office, Drawing *drawing, GError **error);
} menu_verbs[] = {
    {"ask", menu_ask},
    {"stop", menu_stop},
    {"continue", menu_continue},
    {"tidy", menu_tidy},
};

static gboolean do_verb(Office *office, Drawing *drawing, const char *verb, GError **error)
{
    for (gsize i = 0; i < G_N_ELEMENTS(menu_verbs); i++) {
        if (strcmp(menu_verbs[i].verb, verb) == 0) {
            return menu_verbs[i].func(office, drawing, error);
        }
    }
    return fail(error, "the menu has no entry \"%s\"", verb);
}

/* Who used the menu doesn't wait for an answer. */
static void tell_person(Office *office, Drawing *drawing, const GError *error)
{
    streams_log("%s: %s", drawing->name, error->message);
    if (desk_n_attached(office->desk) == 0) {
        notify_show(error->message);
        return;
    }
    cJSON *event = new_event("warning");
    cJSON_AddStringToObject(event, "message", error->message);
    drawing_show(drawing, event, TRUE);
}

static gboolean do_menu(Office *office, Menu *menu, Origin origin, GError **error)
{
    g_autofree char *verb = g_strdup(menu->verb);
    g_autoptr(GError) problem = NULL;
    Drawing *drawing = find_meant(office, menu, origin);
    if (drawing == NULL) {
        drawing = add_drawing(office, menu, origin);
    } else if (!turn_is_at_work(drawing->turn)) {
        drawing_update(drawing, menu, origin);
    }
    if (do_verb(office, drawing, verb, &problem)) {
        return TRUE;
    }
    tell_person(office, drawing, problem);
    g_propagate_error(error, g_steal_pointer(&problem));
    return FALSE;
}

typedef struct {
    Office *office;
    Menu menu;
} Search;

static void on_editor(Editor *editor, guint window, const GError *error, gpointer data)
{
    Search *search = data;
    if (editor == NULL) {
        streams_log("Inkscape can't be reached: %s", error->message);
    }
    do_menu(search->office, &search->menu, (Origin){editor, window}, NULL);
    menu_clear(&search->menu);
    g_free(search);
}

/* Of an Inkscape that is on a bus it is asked first which window has the focus, before anything
 * else takes that. */
static gboolean read_menu(Office *office, const cJSON *request, GError **error)
{
    g_auto(Menu) menu = {0};
    if (!menu_read(&menu, request, error)) {
        return FALSE;
    }
    if (menu.bus == NULL || menu.pgid <= 0) {
        return do_menu(office, &menu, (Origin){NULL, 0}, error);
    }
    Search *search = g_new(Search, 1);
    *search = (Search){office, menu};
    menu = (Menu){0};
    editor_find(search->menu.bus, search->menu.display, search->menu.pgid, on_editor, search);
    return TRUE;
}

/* --- what is asked ---------------------------------------------------------------------------- */

static const struct {
    const char *what;
    gboolean (*func)(Office *office, Drawing *drawing, const cJSON *request, GError **error);
} deeds[] = {
    {"ask", do_ask},           {"tell", do_tell},   {"stop", do_stop},
    {"continue", do_continue}, {"close", do_close}, {"show-now", do_show_now},
};

gboolean office_do(Office *office, const cJSON *request, GError **error)
{
    const char *what = text_of(request, "do");
    if (office->closing) {
        return fail(error, "the worker is ending; try again in a moment");
    }
    office->lonely = 0;
    if (g_strcmp0(what, "menu") == 0) {
        return read_menu(office, request, error);
    }
    for (gsize i = 0; i < G_N_ELEMENTS(deeds); i++) {
        if (g_strcmp0(deeds[i].what, what) == 0) {
            Drawing *drawing = find_number(office, request, error);
            return drawing != NULL && deeds[i].func(office, drawing, request, error);
        }
    }
    return fail(error,
                "\"do\" is none of what the worker does; plugin/inkscape/README.md has them");
}

static gboolean on_ask(Seat *seat, const char *what, const cJSON *request, gpointer data,
                       GError **error)
{
    (void)seat, (void)what;
    return office_do(data, request, error);
}

static void on_attached(Seat *seat, gpointer data)
{
    const Office *office = data;
    for (guint i = 0; i < office->drawings->len; i++) {
        drawing_show_all(office->drawings->pdata[i], seat);
    }
    seat_show(seat, new_event("now"));
    panel_attached(office->panel);
}

/* --- from when to when ------------------------------------------------------------------------ */

static void free_drawing(gpointer drawing)
{
    drawing_free(drawing);
}

Office *office_new(guint idle_s, void (*gone)(gpointer data), gpointer data, GError **error)
{
    static const DeskFuncs funcs = {on_ask, on_attached};
    Office *office = g_new0(Office, 1);
    *office = (Office){.drawings = g_ptr_array_new_with_free_func(free_drawing),
                       .idle_s = idle_s,
                       .gone = gone,
                       .data = data,
                       .panel = panel_new()};
    office->desk = desk_new(&funcs, office, error);
    if (office->desk == NULL) {
        office_free(office);
        return NULL;
    }
    office->idle = g_timeout_add_seconds(1, on_second, office);
    return office;
}

void office_free(Office *office)
{
    if (office == NULL) {
        return;
    }
    g_clear_handle_id(&office->idle, g_source_remove);
    g_ptr_array_unref(office->drawings);
    desk_free(office->desk);
    panel_free(office->panel);
    g_free(office);
}

void office_close(Office *office)
{
    office->closing = TRUE;
    for (guint i = 0; i < office->drawings->len; i++) {
        const Drawing *drawing = office->drawings->pdata[i];
        if (turn_is_at_work(drawing->turn)) {
            turn_stop(drawing->turn);
        }
    }
}
