/* Chooses what is listed of a view, under a budget: what is selected, then groups from the outside
 * in, then the nearest and largest shapes. A group stands for what isn't listed of it, by number
 * and by some of the words in it. */
#include "view/items.h"

#include <fairy/tokens.h>

#include <math.h>
#include <string.h>

#define OMITTED_COST 6   /* tokens of a group's ,"omitted":123 */
#define LABELS_COST  18  /* and of its labels, about */
#define LOOSE_COST   250 /* at most: of the clusters of what has no group */
#define GROUPS_SHARE 0.5 /* of what is left after the selection, at most */
#define MAX_LABEL    48  /* bytes; longer texts aren't labels */
#define NEAR         0.3 /* of the view's half diagonal: that near counts as in the middle */
#define LABELLED     2.0
#define BARE_LINE    0.5

/* --- order ------------------------------------------------------------------------------------ */

static double weight_of(const FairyItem *item, SvgBox view)
{
    SvgPoint middle = svg_box_center(item->box), eye = svg_box_center(view);
    double away = hypot(middle.x - eye.x, middle.y - eye.y) / (hypot(view.w, view.h) / 2);
    double size = MIN((item->box.w + item->box.h) / (view.w + view.h), 1);
    double kind = item->label.len > 0 ? LABELLED : item->line ? BARE_LINE : 1;
    double weight = kind * size / (NEAR + away);
    return isfinite(weight) ? weight : 0;
}

/* Selected ones, groups by how deep they are, then all others by weight. */
static int by_rank(gconstpointer a, gconstpointer b, gpointer data)
{
    guint i = *(const guint *)a, k = *(const guint *)b;
    const FairyItem *p = fairy_item(data, i), *q = fairy_item(data, k);
    if (p->selected != q->selected || p->group != q->group) {
        return p->selected != q->selected ? q->selected - p->selected : q->group - p->group;
    }
    if (p->group && !p->selected && p->depth != q->depth) {
        return p->depth < q->depth ? -1 : 1;
    }
    if (p->weight != q->weight) {
        return p->weight > q->weight ? -1 : 1;
    }
    return i < k ? -1 : i > k;
}

/* Once. */
static const guint *rank(FairyItems *items)
{
    guint n = items->items->len;
    if (!items->order) {
        items->order = g_new(guint, MAX(n, 1));
        for (guint i = 0; i < n; i++) {
            FairyItem *item = fairy_item(items, i);
            item->weight = weight_of(item, items->view);
            items->order[i] = i;
        }
        g_qsort_with_data(items->order, (gint)n, sizeof(guint), by_rank, items);
    }
    return items->order;
}

/* --- the budget ------------------------------------------------------------------------------- */

typedef struct {
    FairyItems *items;
    const guint *order;
    gsize used, limit;
    guint groups; /* listed */
} Purse;

static gsize cost_of(const FairyItem *item)
{
    return item->tokens + (item->group ? OMITTED_COST : 0);
}

/* Lists what still fits from order[from] on, as long as it is `selected` or `group`; where it
 * stopped. One that doesn't fit makes room for smaller ones. */
static guint spend(Purse *purse, guint from, gboolean selected, gboolean group, gsize limit)
{
    guint at = from;
    for (; at < purse->items->items->len && purse->used < limit; at++) {
        FairyItem *item = fairy_item(purse->items, purse->order[at]);
        if (item->selected != selected || (!selected && item->group != group)) {
            break;
        }
        if (item->shown && purse->used + cost_of(item) <= limit) {
            item->listed = TRUE;
            purse->used += cost_of(item);
            purse->groups += item->group;
        }
    }
    return at;
}

static guint skip(const Purse *purse, guint at, gboolean selected, gboolean group)
{
    for (; at < purse->items->items->len; at++) {
        const FairyItem *item = fairy_item(purse->items, purse->order[at]);
        if (item->selected != selected || (!selected && item->group != group)) {
            break;
        }
    }
    return at;
}

/* Half of what the selection leaves goes to groups, the rest to shapes and labels; what shapes
 * leave, to groups again. */
static void list_within(Purse *purse)
{
    spend(purse, 0, TRUE, FALSE, purse->limit);
    guint first = skip(purse, 0, TRUE, FALSE), shapes = skip(purse, first, FALSE, TRUE);
    gsize half = purse->used + (gsize)((double)(purse->limit - purse->used) * GROUPS_SHARE);
    guint more = spend(purse, first, FALSE, TRUE, half);
    gsize kept = MIN((gsize)purse->groups * LABELS_COST, purse->limit - purse->used);
    spend(purse, shapes, FALSE, FALSE, purse->limit - kept);
    spend(purse, more, FALSE, TRUE, purse->limit - kept);
}

static gsize cost_of_all(const FairyItems *items)
{
    gsize cost = 0;
    for (guint i = 0; i < items->items->len; i++) {
        const FairyItem *item = fairy_item(items, i);
        cost += item->shown ? cost_of(item) : 0;
    }
    return cost;
}

/* --- what stands for the rest ----------------------------------------------------------------- */

static gboolean same_label(const FairyItems *items, const FairyItem *a, const FairyItem *b)
{
    return a->label.len == b->label.len &&
           memcmp(items->text->str + a->label.at, items->text->str + b->label.at, a->label.len) ==
               0;
}

static gsize label_cost(const FairyItems *items, const FairyItem *item)
{
    return fairy_tokens(items->text->str + item->label.at, item->label.len) + 1;
}

static void add_label(Purse *purse, FairyItem *host, guint index)
{
    const FairyItems *items = purse->items;
    const FairyItem *item = fairy_item(items, index);
    if (item->label.len == 0 || item->unseen || item->label.len > MAX_LABEL ||
        host->n_labels == FAIRY_LABELS) {
        return;
    }
    for (guint i = 0; i < host->n_labels; i++) {
        if (same_label(items, item, fairy_item(items, host->labels[i]))) {
            return;
        }
    }
    gsize cost = label_cost(items, item) + (host->n_labels == 0 ? 4 : 0);
    if (purse->used + cost <= purse->limit) {
        host->labels[host->n_labels++] = index;
        purse->used += cost;
    }
}

/* Of each item the nearest group around it that is listed. Groups come before what is in them. */
static guint *find_hosts(const FairyItems *items)
{
    guint *hosts = g_new(guint, MAX(items->items->len, 1));
    for (guint i = 0; i < items->items->len; i++) {
        guint parent = fairy_item(items, i)->parent;
        gboolean hosted = parent == FAIRY_NO_ITEM || fairy_item(items, parent)->listed;
        hosts[i] = hosted ? parent : hosts[parent];
    }
    return hosts;
}

/* The number of shapes that aren't listed; whether some have words that a group may tell. */
static guint stand_for_rest(FairyItems *items, const guint *hosts, gboolean *worded)
{
    guint omitted = 0;
    *worded = FALSE;
    for (guint i = 0; i < items->items->len; i++) {
        const FairyItem *item = fairy_item(items, i);
        if (item->group || item->listed) {
            continue;
        }
        omitted++;
        if (hosts[i] == FAIRY_NO_ITEM) {
            g_array_append_val(items->loose, item->box);
        } else {
            fairy_item(items, hosts[i])->omitted++;
            *worded |= item->label.len > 0;
        }
    }
    return omitted;
}

/* The weightiest first. */
static void label_groups(Purse *purse, const guint *hosts)
{
    for (guint k = 0; k < purse->items->items->len; k++) {
        guint i = purse->order[k];
        const FairyItem *item = fairy_item(purse->items, i);
        if (!item->group && !item->listed && hosts[i] != FAIRY_NO_ITEM) {
            add_label(purse, fairy_item(purse->items, hosts[i]), i);
        }
    }
}

/* --- all of it -------------------------------------------------------------------------------- */

static void list_all(FairyItems *items, gboolean listed)
{
    for (guint i = 0; i < items->items->len; i++) {
        FairyItem *item = fairy_item(items, i);
        item->listed = listed && item->shown;
        item->omitted = item->n_labels = 0;
    }
    g_array_set_size(items->loose, 0);
}

guint fairy_items_choose(FairyItems *items, gsize tokens)
{
    gboolean fits = tokens == 0 || cost_of_all(items) <= tokens;
    Purse purse = {.items = items, .limit = tokens ? tokens : G_MAXSIZE};
    list_all(items, fits);
    if (!fits) {
        purse.order = rank(items);
        purse.limit -= MIN(LOOSE_COST, purse.limit / 4);
        list_within(&purse);
    } else {
        purse.used = tokens ? cost_of_all(items) : 0;
    }
    guint *hosts = find_hosts(items);
    gboolean worded;
    guint omitted = stand_for_rest(items, hosts, &worded);
    if (worded) {
        purse.order = rank(items);
        label_groups(&purse, hosts);
    }
    g_free(hosts);
    return omitted;
}

static void print_rest(const FairyItems *items, const FairyItem *group, GString *out)
{
    const FairyViewForm *form = group->form;
    form->omitted(out, group->omitted);
    for (guint i = 0; i < group->n_labels; i++) {
        const FairyItem *item = fairy_item(items, group->labels[i]);
        g_string_append(out, i == 0 ? form->labels : ",");
        g_string_append_len(out, items->text->str + item->label.at, (gssize)item->label.len);
    }
    g_string_append(out, group->n_labels > 0 ? form->labels_end : "");
}

/* A step to the right for each group that it is in and that is listed. */
static void indent(const FairyItems *items, const FairyItem *item, GString *out)
{
    for (guint parent = item->parent; parent != FAIRY_NO_ITEM;
         parent = fairy_item(items, parent)->parent) {
        g_string_append(out, fairy_item(items, parent)->listed ? " " : "");
    }
}

char *fairy_items_print(const FairyItems *items, const FairyViewForm *form)
{
    FairyList list = fairy_list_new(form);
    for (guint i = 0; i < items->items->len; i++) {
        const FairyItem *item = fairy_item(items, i);
        if (!item->listed) {
            continue;
        }
        GString *out = fairy_list_next(&list);
        if (form->terse) {
            indent(items, item, out);
        }
        g_string_append_len(out, items->text->str + item->at, (gssize)item->len);
        if (item->omitted > 0) {
            print_rest(items, item, out);
        }
        g_string_append(out, item->form->shape_end);
    }
    return fairy_list_end(&list);
}
