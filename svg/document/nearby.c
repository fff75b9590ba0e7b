/* Finds what an id may have been meant to be. */
#include "document/nearby.h"

#include <svg/error.h>

#include <string.h>

#define LONGEST      64    /* bytes of ids that are compared */
#define MAX_COMPARED 20000 /* ids */
#define WANTED       3

typedef struct {
    const char *id;
    guint distance;
} Alike;

/* Levenshtein distance, letter case apart; more than `limit` when it is that. */
static guint edit_distance(const char *a, const char *b, guint limit)
{
    gsize n = strlen(a), m = strlen(b);
    guint row[LONGEST + 1];

    if (n > LONGEST || m > LONGEST || (n > m ? n - m : m - n) > limit) {
        return limit + 1;
    }
    for (guint j = 0; j <= m; j++) {
        row[j] = j;
    }
    for (guint i = 1; i <= n; i++) {
        guint diagonal = row[0], least = row[0] = i;

        for (guint j = 1; j <= m; j++) {
            guint swap = diagonal + (g_ascii_tolower(a[i - 1]) != g_ascii_tolower(b[j - 1]));

            diagonal = row[j];
            row[j] = MIN(swap, MIN(row[j], row[j - 1]) + 1);
            least = MIN(least, row[j]);
        }
        if (least > limit) {
            return limit + 1;
        }
    }
    return row[m];
}

/* Keeps the list of the nearest, nearest first. */
static void consider(Alike *best, const char *id, guint distance)
{
    Alike next = {id, distance};

    for (guint i = 0; i < WANTED; i++) {
        if (!best[i].id || next.distance < best[i].distance) {
            Alike pushed = best[i];

            best[i] = next;
            next = pushed;
        }
        if (!next.id) {
            return;
        }
    }
}

static void find_nearest(SvgDocument *doc, const char *id, Alike *best)
{
    SvgNode *root = svg_document_root(doc);
    guint limit = (guint)MIN(1 + strlen(id) / 4, 4), compared = 0;

    for (SvgNode *at = root; at && compared < MAX_COMPARED; at = svg_node_walk(root, at, FALSE)) {
        guint distance;

        if (at == root || !svg_node_is(at, SVG_TAG_IS_RENDERED)) {
            continue;
        }
        compared++;
        distance = edit_distance(id, svg_node_id(doc, at), limit);
        if (distance <= limit) {
            consider(best, svg_node_id(doc, at), distance);
        }
    }
}

/* Nearest first, quoted and joined by " or "; NULL if there are none. The caller's. */
static char *alike(SvgDocument *doc, const char *id)
{
    Alike best[WANTED] = {{NULL, 0}};
    GString *out = g_string_new(NULL);

    find_nearest(doc, id, best);
    for (guint i = 0; i < WANTED && best[i].id; i++) {
        g_autofree char *shown = svg_name_shown(best[i].id);

        g_string_append_printf(out, "%s\"%s\"", i ? " or " : "", shown);
    }
    if (out->len == 0) {
        g_string_free(out, TRUE);
        return NULL;
    }
    return g_string_free(out, FALSE);
}

void svg_ids_not_found(SvgDocument *doc, const char *id, GError **error)
{
    g_autofree char *shown = svg_name_shown(id);
    g_autofree char *meant = alike(doc, id);

    g_set_error(error, SVG_ERROR, SVG_ERROR_NOT_FOUND, "no element has the id \"%s\"%s%s%s", shown,
                meant ? "; did you mean " : "", meant ? meant : "", meant ? "?" : "");
}
