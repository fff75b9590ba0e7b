/* The office from inside: office.c has the drawings, office_do.c does what windows ask,
 * office_menu.c what the menu wants. */
#pragma once

#include "drawing.h"
#include "office.h"
#include "panel.h"
#include "turn.h"

struct _Office {
    Desk *desk;
    GPtrArray *drawings; /* Drawing */
    guint last;          /* number of the last */
    guint wanted;        /* that of the drawing which the person asked to see last */
    guint idle_s, idle;  /* the source that looks whether anybody is there */
    guint lonely;        /* for how many seconds nobody was */
    guint n_sweeps;
    gboolean closing;
    void (*gone)(gpointer data);
    gpointer data;
    Panel *panel;
};

/* Returns FALSE with FAIRY_ERROR_CONTROL. */
gboolean office_fail(GError **error, const char *format, ...) G_GNUC_PRINTF(2, 3);
/* The drawing that the menu speaks of; NULL = it is none of those that are known. */
Drawing *office_find(Office *office, const Menu *menu, Origin origin);
/* Adds one, which takes what is in `menu`. */
Drawing *office_add(Office *office, Menu *menu, Origin origin);
/* It isn't open any more, or not shown. */
void office_remove(Office *office, Drawing *drawing);

/* --- office_do.c */

/* Whether windows may ask that of a drawing. */
gboolean office_knows(const char *what);
/* Does it: {"do":WHAT,…}. `request` may be NULL for what needs no other members. FALSE with an
 * error. */
gboolean office_do_at(Office *office, Drawing *drawing, const char *what, const cJSON *request,
                      GError **error);
/* Has words done, by `model` (NULL = as the settings say, or the run that is gone on with). */
gboolean office_begin(Drawing *drawing, const char *words, const char *model, const cJSON *request,
                      GError **error);

/* --- office_menu.c */

/* Does what the menu wants: {"do":"menu",…}. It may be done later, when it is known from which
 * window it came. FALSE with an error. */
gboolean office_menu(Office *office, const cJSON *request, GError **error);
