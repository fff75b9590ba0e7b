/* Commands that remove shapes, or a part of what they look like. */
#include "offline/offline.h"

/* "the label of X", "the text from X", "X's label": what is to be taken off; −1 when it is X
 * itself. */
static int read_part(FairyCursor *c)
{
    static const char *const labels[] = {"the labels of",  "the label of",
                                         "the text of",    "the labels from",
                                         "the label from", "the text from",
                                         "the label on",   "the text on",
                                         "labels from",    "text from",
                                         "labels of",      "the labels on",
                                         "the text in",    NULL};
    static const char *const fills[] = {"the fill of",         "the fill from",
                                        "the fills of",        "fill from",
                                        "the background of",   "the fills from",
                                        "the background from", "the colour of",
                                        "the color of",        NULL};
    FairyCursor all = *c;
    fairy_cursor_accept(&all, "all");
    if (fairy_cursor_accept_any(&all, labels) >= 0) {
        *c = all;
        return 0;
    }
    return fairy_cursor_accept_any(c, fills) >= 0 ? 1 : -1;
}

static int read_owned_part(FairyCursor *c)
{
    FairyCursor try = *c;
    if (!fairy_cursor_accept(&try, "'s")) {
        return -1;
    }
    int part = fairy_cursor_accept_any(&try, (const char *const[]){"label", "text", "fill", NULL});
    if (part >= 0) {
        *c = try;
    }
    return part < 0 ? -1 : part == 2;
}

/* "and its arrows", "together with their connections". */
static gboolean accept_links(FairyCursor *c)
{
    static const char *const with[] = {"and also",   "and",       "together with",
                                       "along with", "including", "as well as",
                                       "plus",       "with",      NULL};
    static const char *const whose[] = {"all its", "all their", "all of its", "all of their",
                                        "its",     "their",     "all the",    "the",
                                        "all",     "any",       NULL};
    static const char *const links[] = {
        "arrows",    "arrow", "lines", "line",  "connectors", "connections", "connection",
        "connector", "edges", "edge",  "links", "link",       NULL};
    static const char *const at[] = {"attached to it",  "attached to them",
                                     "connected to it", "connected to them",
                                     "to it",           "to them",
                                     "at it",           "touching it",
                                     "touching them",   NULL};
    FairyCursor try = *c;
    const FairyToken *comma = fairy_cursor_peek(&try, 0);
    try.pos += comma && comma->type == FAIRY_TOKEN_COMMA;
    if (fairy_cursor_accept_any(&try, with) < 0) {
        return FALSE;
    }
    int owner = fairy_cursor_accept_any(&try, whose);
    if (fairy_cursor_accept_any(&try, links) < 0) {
        return FALSE;
    }
    gboolean named = fairy_cursor_accept_any(&try, at) >= 0;
    if (owner < 0 || (owner > 5 && !named)) {
        return FALSE;
    }
    *c = try;
    return TRUE;
}

/* Adds the lines and arrows at any of the shapes, and at what is in them; how many there are. */
static guint take_links(const FairyPlan *plan, GPtrArray *shapes)
{
    g_autoptr(GPtrArray) doomed = g_ptr_array_copy(shapes, NULL, NULL);
    for (guint i = 0; i < plan->shapes->len; i++) {
        for (guint k = 0; k < shapes->len; k++) {
            const SvgShape *group = shapes->pdata[k];
            if (group->n_children && fairy_plan_is_inside(plan, plan->shapes->pdata[i], group)) {
                g_ptr_array_add(doomed, plan->shapes->pdata[i]);
            }
        }
    }
    guint before = shapes->len;
    g_autoptr(GPtrArray) links = fairy_plan_links(plan, doomed);
    for (guint i = 0; i < links->len; i++) {
        const SvgShape *link = links->pdata[i];
        if (!link->locked && !g_ptr_array_find(shapes, link, NULL)) {
            g_ptr_array_add(shapes, links->pdata[i]);
        }
    }
    return shapes->len - before;
}

gboolean fairy_command_delete(FairyPlan *plan, FairyCursor *c, int variant)
{
    int part = read_part(c);
    g_autoptr(GPtrArray) shapes = fairy_select(plan, c, FAIRY_SELECT_OPTIONAL);
    if (!shapes) {
        return FALSE;
    }
    g_autofree char *what = fairy_plan_count(shapes);
    part = part >= 0 ? part : read_owned_part(c);
    guint n_links = 0;
    if (part < 0) {
        accept_links(c); /* they go along, said or not: what ends at nothing is of no use */
        n_links = take_links(plan, shapes);
    }
    if (!fairy_plan_ends(plan, c) || variant < 0) {
        return FALSE;
    }
    g_autofree char *count = fairy_plan_count(shapes);
    if (part >= 0) {
        for (guint i = 0; i < shapes->len; i++) {
            if (part == 0) {
                fairy_plan_label(plan, shapes->pdata[i], "");
            } else {
                fairy_plan_color(plan, shapes->pdata[i], NULL, "none");
            }
        }
        fairy_plan_say(plan, "Removed the %s of %s.", part ? "fill" : "label", count);
        fairy_plan_remember(plan, shapes);
        return TRUE;
    }
    g_autoptr(GPtrArray) outer = g_ptr_array_new();
    for (guint n = 0; n < shapes->len; n++) { /* the lines first: then none of them comes off */
        guint i = (n + shapes->len - n_links) % shapes->len;
        gboolean inside = FALSE;
        for (guint k = 0; k < shapes->len && !inside; k++) {
            const SvgShape *other = shapes->pdata[k];
            inside = other->n_children && fairy_plan_is_inside(plan, shapes->pdata[i], other);
        }
        if (!inside) {
            g_ptr_array_add(outer, shapes->pdata[i]);
        }
    }
    for (guint i = 0; i < outer->len; i++) {
        fairy_plan_delete(plan, outer->pdata[i]);
    }
    if (n_links) {
        fairy_plan_say(plan, "Deleted %s, and %u %s that ended there.", what, n_links,
                       n_links > 1 ? "lines" : "line");
    } else {
        fairy_plan_say(plan, "Deleted %s.", count);
    }
    return TRUE;
}
