/* What the menu wants, by one table. */
#include "../notify.h"
#include "../streams.h"
#include "office_priv.h"

#include <svg/lint.h>

#include <string.h>

enum { MOST_LINTS = 100 };

/* --- the menu --------------------------------------------------------------------------------- */

static gboolean menu_ask(Office *office, Drawing *drawing, GError **error)
{
    office->wanted = drawing->number;
    drawing_show_state(drawing, NULL);
    drawing_show(drawing, new_event("present"), FALSE);
    return panel_open(office->panel, drawing->menu.display, error);
}

static gboolean menu_stop(Office *office, Drawing *drawing, GError **error)
{
    return office_do_at(office, drawing, "stop", NULL, error);
}

static gboolean menu_continue(Office *office, Drawing *drawing, GError **error)
{
    return office_do_at(office, drawing, "continue", NULL, error);
}

static gboolean menu_undo(Office *office, Drawing *drawing, GError **error)
{
    return office_do_at(office, drawing, "undo", NULL, error);
}

static gboolean menu_tidy(Office *office, Drawing *drawing, GError **error)
{
    (void)office;
    if (*drawing->selected == NULL) {
        return office_fail(error, "nothing is selected; select what is to be tidied");
    }
    return office_begin(drawing, "tidy these", "offline", NULL, error);
}

/* --- lints ------------------------------------------------------------------------------------ */

/* As a turn of its own, in which nobody does anything. */
static void show_lints(Drawing *drawing, const GPtrArray *lints)
{
    cJSON *begin = new_event("turn"), *end = new_event("end");
    cJSON_AddNumberToObject(begin, "turn", ++drawing->n_turns);
    cJSON_AddStringToObject(begin, "words", "Lint drawing");
    cJSON_AddArrayToObject(begin, "fairies");
    drawing_begin_turn(drawing);
    drawing_show(drawing, begin, TRUE);
    for (guint i = 0; i < MIN(lints->len, MOST_LINTS); i++) {
        const SvgLint *lint = lints->pdata[i];
        g_autofree char *ids = g_strjoinv(", ", lint->ids);
        g_autofree char *line = g_strdup_printf("%s: %s", ids, lint->message);
        cJSON *event = new_event("warning");
        cJSON_AddStringToObject(event, "message", line);
        drawing_show(drawing, event, TRUE);
    }
    cJSON_AddStringToObject(end, "end", "done");
    drawing_show(drawing, end, TRUE);
}

static void notify_lints(const Drawing *drawing, const GPtrArray *lints)
{
    g_autofree char *line =
        lints->len == 0 ? g_strdup_printf("Nothing is wrong in %s.", drawing->name)
        : lints->len == 1
            ? g_strdup(((const SvgLint *)lints->pdata[0])->message)
            : g_strdup_printf("%s And %u more; \"fairy lint\" lists them.",
                              ((const SvgLint *)lints->pdata[0])->message, lints->len - 1);
    notify_show(line);
}

static gboolean menu_lint(Office *office, Drawing *drawing, GError **error)
{
    gsize len = 0;
    const char *text = g_bytes_get_data(drawing->bytes, &len);
    g_autoptr(SvgDocument) doc = svg_document_parse(text, len, drawing->name, error);
    g_autoptr(GPtrArray) lints = doc != NULL ? svg_document_lints(doc, NULL, NULL) : NULL;
    if (doc == NULL) {
        return FALSE;
    }
    if (!turn_is_at_work(drawing->turn)) {
        show_lints(drawing, lints);
    }
    if (lints->len == 0 || turn_is_at_work(drawing->turn) || !menu_ask(office, drawing, NULL)) {
        notify_lints(drawing, lints);
    }
    return TRUE;
}

/* --- by a table ------------------------------------------------------------------------------- */

static gboolean menu_apply(Office *office, Drawing *drawing, GError **error)
{
    (void)office;
    if (drawing->editor != NULL && turn_is_at_work(drawing->turn)) {
        turn_show_now(drawing->turn);
        return TRUE;
    }
    return drawing->turn != NULL ? turn_hand(drawing->turn, error)
                                 : office_fail(error, "nothing is pending");
}

static const struct {
    const char *verb;
    gboolean (*func)(Office *office, Drawing *drawing, GError **error);
} menu_verbs[] = {
    {"ask", menu_ask},   {"stop", menu_stop}, {"continue", menu_continue}, {"undo", menu_undo},
    {"tidy", menu_tidy}, {"lint", menu_lint}, {"apply", menu_apply},
};

static gboolean do_verb(Office *office, Drawing *drawing, const char *verb, GError **error)
{
    for (gsize i = 0; i < G_N_ELEMENTS(menu_verbs); i++) {
        if (strcmp(menu_verbs[i].verb, verb) == 0) {
            return menu_verbs[i].func(office, drawing, error);
        }
    }
    return office_fail(error, "the menu has no entry \"%s\"", verb);
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

/* Inkscape stands still until it is answered: which window it came from isn't asked. */
static gboolean is_waited_for(const char *verb)
{
    return strcmp(verb, "apply") == 0;
}

static gboolean do_menu(Office *office, Menu *menu, Origin origin, GError **error)
{
    g_autofree char *verb = g_strdup(menu->verb);
    g_autoptr(GError) problem = NULL;
    Drawing *drawing = office_find(office, menu, origin);
    if (drawing == NULL) {
        drawing = office_add(office, menu, origin);
    } else if (!turn_is_at_work(drawing->turn) && !is_waited_for(verb)) {
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
gboolean office_menu(Office *office, const cJSON *request, GError **error)
{
    g_auto(Menu) menu = {0};
    if (!menu_read(&menu, request, error)) {
        return FALSE;
    }
    if (menu.bus == NULL || menu.pgid <= 0 || is_waited_for(menu.verb)) {
        return do_menu(office, &menu, (Origin){NULL, 0}, error);
    }
    Search *search = g_new(Search, 1);
    *search = (Search){office, menu};
    menu = (Menu){0};
    editor_find(search->menu.bus, search->menu.display, search->menu.pgid, on_editor, search);
    return TRUE;
}
