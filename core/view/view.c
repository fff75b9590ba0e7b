/* What a model sees of a drawing: shapes near, clusters far, all in model space. */
#include "view/items.h"
#include "view/lints.h"
#include "view/peripheral.h"

#include <fairy/tokens.h>
#include <fairy/view.h>

#include <string.h>

#define MAX_CLUSTERS   32 /* the nearest; others are joined by direction */
#define MAX_INSIDE     4
#define CLUSTER_COST   40 /* tokens */
#define CLUSTERS_SHARE 4  /* a quarter of the budget, at most */
#define SELECTED_SHARE 8
#define NAMES_COST     40 /* of the names of the parts, and of the brackets */
#define ROUNDS         5
#define ENOUGH         20 /* what is left of a budget may be a twentieth */

void fairy_scene_free(FairyScene *scene)
{
    if (!scene) {
        return;
    }
    g_free(scene->page);
    g_free(scene->view);
    g_free(scene->origin);
    g_free(scene->usual);
    g_free(scene->shapes);
    g_free(scene->clusters);
    g_free(scene->selected);
    g_free(scene->lints);
    g_clear_pointer(&scene->found, g_ptr_array_unref);
    g_free(scene->omitted);
    g_clear_pointer(&scene->unseen, g_hash_table_unref);
    g_free(scene);
}

/* --- small parts ------------------------------------------------------------------------------ */

static char *box_text(const FairyViewForm *form, FairyBox box)
{
    GString *out = g_string_new(NULL);
    form->box(out, box);
    return g_string_free(out, FALSE);
}

static char *origin_text(const FairyViewForm *form, const FairyCoords *coords)
{
    GString *out = g_string_new(NULL);
    form->point(out, fairy_coords_to_document(coords, (FairyPoint){0, 0}));
    return g_string_free(out, FALSE);
}

static gboolean check_selection(SvgDocument *doc, const char *const *selection, GError **error)
{
    for (guint i = 0; selection && selection[i]; i++) {
        if (!svg_document_has_id(doc, selection[i])) {
            /* Asked for the message, which names ids that look alike. */
            svg_shape_free(svg_document_shape(doc, selection[i], error));
            return FALSE;
        }
    }
    return TRUE;
}

/* As many ids as `tokens` allow (0: all); *left is the number of the others. */
static char *selected_text(const FairyViewForm *form, const char *const *selection, gsize tokens,
                           guint *left)
{
    FairyList list = fairy_list_new(form);
    guint i = 0;
    for (gsize used = 0; selection && selection[i]; i++) {
        used += fairy_tokens(selection[i], strlen(selection[i])) + 1;
        if (tokens > 0 && used > tokens) {
            break;
        }
        form->id(fairy_list_next(&list), selection[i]);
    }
    *left = selection ? g_strv_length((char **)selection + i) : 0;
    return fairy_list_end(&list);
}

static char *left_out_text(const FairyViewForm *form, guint shapes, guint selected)
{
    GString *out = g_string_new(NULL);
    form->left_out(out, shapes, selected);
    return g_string_free(out, FALSE);
}

/* --- shapes and clusters ---------------------------------------------------------------------- */

static gsize tokens_of(const char *text)
{
    return fairy_tokens(text, strlen(text));
}

typedef struct {
    const FairyViewForm *form;
    FairyScene *scene;
    FairyItems *items;
    const GArray *far;
    const FairyCoords *coords;
    guint selected_left;
} Filler;

static char *clusters_text(const Filler *filler)
{
    SvgPoint eye = svg_box_center(filler->items->view);
    g_autoptr(GArray) inside =
        fairy_peripheral_clusters(filler->items->loose, filler->coords, eye, MAX_INSIDE);
    FairyList list = fairy_list_new(filler->form);
    fairy_peripheral_print(inside, filler->coords, eye, TRUE, &list);
    fairy_peripheral_print(filler->far, filler->coords, eye, FALSE, &list);
    return fairy_list_end(&list);
}

/* With what costs about `tokens` (0: whatever it costs); what it does cost. */
static gsize fill(const Filler *filler, gsize tokens)
{
    FairyScene *scene = filler->scene;
    guint omitted = fairy_items_choose(filler->items, tokens);
    g_free(scene->shapes);
    g_free(scene->clusters);
    g_free(scene->omitted);
    scene->shapes = fairy_items_print(filler->items, filler->form);
    scene->clusters = clusters_text(filler);
    scene->omitted = left_out_text(filler->form, omitted, filler->selected_left);
    return tokens > 0 ? tokens_of(scene->shapes) + tokens_of(scene->clusters) : 0;
}

/* What is chosen costs less than it may, or a little more, as that isn't known until it is written:
 * the limit is looked for between the largest that was kept and the smallest that wasn't. */
static void fill_within(const Filler *filler, gsize tokens)
{
    gsize kept = 1, broken = G_MAXSIZE, tried = MAX(tokens, 1), used = 0;
    for (guint round = 0; round < ROUNDS; round++) {
        used = fill(filler, tried);
        if (used <= tokens) {
            kept = tried;
            tried += MIN(tokens - used, (broken - tried) / 2);
        } else {
            broken = tried;
            tried -= MIN(tried - kept, used - tokens + CLUSTER_COST);
        }
        if (used <= tokens && tokens - used < tokens / ENOUGH) {
            return;
        }
    }
    if (used > tokens) {
        fill(filler, kept);
    }
}

/* --- all of it -------------------------------------------------------------------------------- */

/* Beside those of one direction each, so that they all cost a quarter. */
static guint clusters_kept(guint max_tokens)
{
    guint most = max_tokens / CLUSTERS_SHARE / CLUSTER_COST;
    guint kept = most > FAIRY_DIRECTIONS ? most - FAIRY_DIRECTIONS : 0;
    return max_tokens == 0 ? MAX_CLUSTERS : MIN(kept, MAX_CLUSTERS);
}

FairyScene *fairy_scene_new(SvgDocument *doc, FairyCoords *coords, const FairyViewOptions *options,
                            GError **error)
{
    if (!check_selection(doc, options->selection, error)) {
        return NULL;
    }
    SvgBox page = svg_document_page(doc);
    SvgBox view = svg_box_is_empty(options->view) ? page : options->view;
    FairyScene *scene = g_new0(FairyScene, 1);
    const FairyViewForm *form = fairy_form_of(options);
    guint max = options->max_tokens, left;
    scene->page = box_text(form, fairy_coords_round_box(coords, page));
    scene->view = box_text(form, fairy_coords_round_box(coords, view));
    scene->origin = origin_text(form, coords);
    scene->selected = selected_text(form, options->selection, max / SELECTED_SHARE, &left);
    scene->unseen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    scene->found = svg_document_lints(doc, &view, scene->unseen);
    scene->lints = fairy_lints_print(scene->found, form);
    g_autoptr(FairyUsual) usual = form->looks ? fairy_usual_new(doc, coords, view) : NULL;
    scene->usual = usual ? fairy_usual_text(usual) : NULL;
    g_autoptr(FairyItems) items = fairy_items_new(doc, coords, view, options, usual, scene->unseen);
    g_autoptr(GArray) far =
        fairy_peripheral_clusters(items->far, coords, svg_box_center(view), clusters_kept(max));
    Filler filler = {form, scene, items, far, coords, left};
    if (max == 0) {
        fill(&filler, 0);
    } else {
        gsize frame = NAMES_COST + tokens_of(svg_document_name(doc)) + tokens_of(scene->page) +
                      tokens_of(scene->view) + tokens_of(scene->origin) +
                      tokens_of(scene->selected) + tokens_of(scene->lints) +
                      tokens_of(scene->usual ? scene->usual : "");
        fill_within(&filler, max > frame ? max - frame : 0);
    }
    return scene;
}

static char *put_together(SvgDocument *doc, const FairyCoords *coords, const FairyScene *scene,
                          const FairyViewForm *form)
{
    SvgPoint origin = fairy_coords_to_document(coords, (FairyPoint){0, 0});
    gboolean same_view = form->terse && g_str_equal(scene->view, scene->page);
    gboolean no_origin = form->terse && origin.x == 0 && origin.y == 0;
    const char *const parts[][2] = {
        {"page", scene->page},
        {"view", same_view ? NULL : scene->view},
        {"origin", no_origin ? NULL : scene->origin},
        {"usual looks", scene->usual},
        {"shapes", scene->shapes},
        {"clusters", scene->clusters},
        {"selected", scene->selected},
        {"lints", scene->lints},
        {"omitted", scene->omitted},
    };
    GString *out = g_string_new(form->begin), *name = g_string_new(NULL);
    form->name(name, svg_document_name(doc));
    form->part(out, "file", name->str);
    g_string_free(name, TRUE);
    for (guint i = 0; i < G_N_ELEMENTS(parts); i++) {
        if (parts[i][1]) {
            form->part(out, parts[i][0], parts[i][1]);
        }
    }
    g_string_append(out, form->end);
    return g_string_free(out, FALSE);
}

char *fairy_view(SvgDocument *doc, FairyCoords *coords, const FairyViewOptions *options,
                 GError **error)
{
    g_autoptr(FairyScene) scene = fairy_scene_new(doc, coords, options, error);
    return scene ? put_together(doc, coords, scene, fairy_form_of(options)) : NULL;
}
