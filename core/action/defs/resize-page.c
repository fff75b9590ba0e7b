/* A page of another size. */
#include "action/action_list.h"
#include "action/args.h"
#include "base/quote.h"

#include <svg/survey.h>

static const char *const aliases[] = {"extend-page", "fit-page", NULL};
static const char *const sides[] = {"left", "top", "right", "bottom"};

static const FairyField fields[] = {
    {.name = "left",
     .type = FAIRY_LENGTH,
     .flags = FAIRY_FIELD_OPTIONAL,
     .doc = "outwards by so much; below 0, inwards"},
    {.name = "top", .type = FAIRY_LENGTH, .flags = FAIRY_FIELD_OPTIONAL, .doc = "the same"},
    {.name = "right", .type = FAIRY_LENGTH, .flags = FAIRY_FIELD_OPTIONAL, .doc = "the same"},
    {.name = "bottom", .type = FAIRY_LENGTH, .flags = FAIRY_FIELD_OPTIONAL, .doc = "the same"},
    {.name = "w",
     .type = FAIRY_LENGTH,
     .flags = FAIRY_FIELD_OPTIONAL | FAIRY_FIELD_POSITIVE,
     .doc = "or else its width"},
    {.name = "h",
     .type = FAIRY_LENGTH,
     .flags = FAIRY_FIELD_OPTIONAL | FAIRY_FIELD_POSITIVE,
     .doc = "and height"},
    {.name = "fit",
     .type = FAIRY_BOOLEAN,
     .flags = FAIRY_FIELD_OPTIONAL,
     .doc = "or else: to what is drawn"},
    {.name = "margin", .type = FAIRY_LENGTH, .flags = FAIRY_FIELD_OPTIONAL, .doc = "around that"},
    {.name = "pageName",
     .type = FAIRY_STRING,
     .flags = FAIRY_FIELD_OPTIONAL,
     .doc = "of several pages"},
    {.name = NULL},
};

static gboolean refuse(GError **error, const char *why)
{
    g_set_error_literal(error, FAIRY_ERROR, FAIRY_ERROR_ACTION, why);
    return FALSE;
}

/* --- which page ------------------------------------------------------------------------------- */

static const SvgPage *find_page(const GPtrArray *pages, const char *name, GError **error)
{
    const SvgPage *page = name ? svg_pages_find(pages, name) : pages->pdata[0];
    if (page && (name || pages->len == 1)) {
        return page;
    }
    g_autofree char *names = svg_pages_names(pages);
    g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_ACTION, "%s; the pages are %s",
                name ? "there is no page of that name" : "pageName must say which page", names);
    return NULL;
}

/* --- which size ------------------------------------------------------------------------------- */

static gboolean moves_sides(const cJSON *args)
{
    for (gsize i = 0; i < G_N_ELEMENTS(sides); i++) {
        if (fairy_args_has(args, sides[i])) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean check_ways(const cJSON *args, GError **error)
{
    gboolean fits = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(args, "fit"));
    guint ways =
        fits + moves_sides(args) + (fairy_args_has(args, "w") || fairy_args_has(args, "h"));
    if (ways != 1) {
        return refuse(error, "one of these says how large the page gets: sides that move, w and h, "
                             "or fit");
    }
    return fits || !fairy_args_has(args, "margin") || refuse(error, "margin goes with fit");
}

static gboolean fit(FairyExecutor *executor, const cJSON *args, SvgBox *box, GError **error)
{
    SvgBox drawn = svg_document_drawn(fairy_executor_document(executor));
    double margin = fairy_args_length(executor, args, "margin", 0);
    *box = svg_box_grown(drawn, margin, margin);
    return !svg_box_is_empty(drawn) ||
           refuse(error, "nothing is drawn that the page could fit; give w and h instead");
}

static gboolean find_box(FairyExecutor *executor, const cJSON *args, SvgBox *box, GError **error)
{
    double by[G_N_ELEMENTS(sides)];
    if (cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(args, "fit"))) {
        return fit(executor, args, box, error);
    }
    for (gsize i = 0; i < G_N_ELEMENTS(sides); i++) {
        by[i] = fairy_args_length(executor, args, sides[i], 0);
    }
    double w = fairy_args_length(executor, args, "w", box->w);
    double h = fairy_args_length(executor, args, "h", box->h);
    *box = (SvgBox){box->x - by[0], box->y - by[1], w + by[0] + by[2], h + by[1] + by[3]};
    return TRUE;
}

static gboolean apply(FairyExecutor *executor, const cJSON *args, GError **error)
{
    g_autoptr(GPtrArray) pages = svg_document_pages(fairy_executor_document(executor));
    const SvgPage *page = find_page(pages, fairy_args_string(args, "pageName"), error);
    SvgBox box = page ? page->box : SVG_BOX_EMPTY;
    if (!page || !check_ways(args, error) || !find_box(executor, args, &box, error) ||
        !svg_edit_resize_page(fairy_executor_edit(executor), page, box, error)) {
        return FALSE;
    }
    g_autofree char *where = fairy_area_words(executor, box);
    g_autofree char *said = g_strdup_printf("the page is %s", where);
    fairy_executor_say(executor, said);
    return TRUE;
}

const FairyAction fairy_action_resize_page = {
    .name = "resize-page",
    .aliases = aliases,
    .family = FAIRY_FAMILY_PAGE,
    .summary = "Make the page larger or smaller, or as large as what is drawn",
    .manual =
        "What is drawn stays; a background follows. What lies off the page isn't seen: make room first.",
    .hint = "Outwards by left, top, right, bottom (below 0 inwards); or to w and h; "
            "or with fit to what is drawn, and a margin around. What lies off the "
            "page isn't seen: make room first",
    .example = "{\"_type\":\"resize-page\",\"bottom\":80}",
    .fields = fields,
    .apply = apply,
    .icon = FAIRY_ICON_NOTE,
    .pose = FAIRY_POSE_WORKING,
    .doing = "Resizing the page",
    .done = "Resized the page",
};
