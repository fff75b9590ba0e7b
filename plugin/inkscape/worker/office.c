/* The drawings that are open, and who is at the desk. */
#include "office_priv.h"

#include <string.h>

#define MAX_DRAWINGS 100
#define LOOK_S       5 /* s between looks at whether drawings are still open */

gboolean office_fail(GError **error, const char *format, ...)
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

static Drawing *find(const Office *office, guint number)
{
    for (guint i = 0; i < office->drawings->len; i++) {
        Drawing *drawing = office->drawings->pdata[i];
        if (drawing->number == number) {
            return drawing;
        }
    }
    return NULL;
}

typedef struct {
    const Office *office;
    guint number;
} Looked;

/* It may have been closed, and Inkscape goes on with others. */
static void on_looked(const EditorFacts *facts, G_GNUC_UNUSED const GError *error, gpointer data)
{
    Looked *looked = data;
    Drawing *drawing = find(looked->office, looked->number);
    if (drawing != NULL && facts != NULL && !facts->there && !facts->busy) {
        drawing->gone = TRUE;
    }
    g_free(looked);
}

static void look_at(Office *office, Drawing *drawing)
{
    if (drawing->editor != NULL && !turn_is_at_work(drawing->turn)) {
        Looked *looked = g_new(Looked, 1);
        *looked = (Looked){office, drawing->number};
        editor_look(drawing->editor, drawing->window, on_looked, looked);
    }
}

static void sweep(Office *office)
{
    gboolean looks = ++office->n_sweeps % LOOK_S == 0;
    for (guint i = office->drawings->len; i-- > 0;) {
        Drawing *drawing = office->drawings->pdata[i];
        if (drawing->gone && !turn_is_at_work(drawing->turn)) {
            office_remove(office, drawing);
        } else if (looks) {
            look_at(office, drawing);
        }
    }
}

static gboolean on_second(gpointer data)
{
    Office *office = data;
    sweep(office);
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
    Drawing *drawing = cJSON_IsNumber(number) ? find(office, (guint)number->valueint) : NULL;
    if (drawing == NULL) {
        office_fail(error, "\"drawing\" must be the number of a drawing that is open");
    }
    return drawing;
}

void office_remove(Office *office, Drawing *drawing)
{
    drawing_show(drawing, new_event("closed"), FALSE);
    g_ptr_array_remove(office->drawings, drawing);
}

/* A window holds one drawing: what it held before isn't open any more. */
Drawing *office_find(Office *office, const Menu *menu, Origin origin)
{
    Drawing *found = NULL;
    for (guint i = office->drawings->len; i-- > 0;) {
        Drawing *drawing = office->drawings->pdata[i];
        if (drawing_is_meant(drawing, menu, origin)) {
            found = drawing;
        } else if (drawing_is_replaced(drawing, menu, origin) && !turn_is_at_work(drawing->turn)) {
            office_remove(office, drawing);
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
            office_remove(office, drawing);
            return;
        }
    }
}

Drawing *office_add(Office *office, Menu *menu, Origin origin)
{
    if (office->drawings->len >= MAX_DRAWINGS) {
        forget_oldest(office);
    }
    Drawing *drawing = drawing_new(office->desk, ++office->last, menu, origin);
    g_ptr_array_add(office->drawings, drawing);
    return drawing;
}

/* --- what is asked ---------------------------------------------------------------------------- */

gboolean office_do(Office *office, const cJSON *request, GError **error)
{
    const char *what = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(request, "do"));
    if (office->closing) {
        return office_fail(error, "the worker is ending; try again in a moment");
    }
    office->lonely = 0;
    if (g_strcmp0(what, "menu") == 0) {
        return office_menu(office, request, error);
    }
    if (!office_knows(what)) {
        return office_fail(error,
                           "\"do\" is none of what the worker does; plugin/inkscape/README.md has "
                           "them");
    }
    Drawing *drawing = find_number(office, request, error);
    return drawing != NULL && office_do_at(office, drawing, what, request, error);
}

static gboolean on_ask(const cJSON *request, gpointer data, GError **error)
{
    return office_do(data, request, error);
}

/* To a window that wasn't there when the person asked for it. */
static void show_wanted(const Office *office, FairySeat *seat)
{
    if (find(office, office->wanted) != NULL) {
        cJSON *event = new_event("present");
        cJSON_AddNumberToObject(event, "drawing", office->wanted);
        fairy_seat_put(seat, event);
    }
}

static void on_attached(FairySeat *seat, gpointer data)
{
    const Office *office = data;
    for (guint i = 0; i < office->drawings->len; i++) {
        drawing_show_all(office->drawings->pdata[i], seat);
    }
    if (panel_attached(office->panel)) {
        show_wanted(office, seat);
    }
    fairy_seat_put(seat, new_event("now"));
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
