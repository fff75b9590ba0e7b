/* fairy query: where the elements of a drawing are. */
#include "boxes.h"
#include "commands.h"
#include "print.h"

#include <fairy/select.h>

#include <string.h>

enum { CHUNK = 64 * 1024 };

typedef struct {
    const CliOptions *options;
    GString *out;
    GString *numbers[4]; /* x, y, w, h of all elements so far */
} Query;

static SvgPxBox wanted_box(const Query *query, const SvgQueryItem *item)
{
    return query->options->geometric ? item->geometric : item->visual;
}

static void print(GString *out)
{
    cli_print_text(stdout, out->str, (gssize)out->len);
    g_string_truncate(out, 0);
}

static void add_item(const SvgQueryItem *item, gpointer data)
{
    Query *query = data;
    SvgPxBox box = wanted_box(query, item);
    if (query->options->json) {
        cli_add_json(query->out, item->id, item->name, box);
    } else if (box.w >= 0) {
        cli_add_line(query->out, item->id, box);
    } else {
        cli_print_failure(CLI_EXIT_DONE, "\"%s\" draws nothing, so it has no box", item->id);
    }
    if (query->out->len > CHUNK) {
        print(query->out);
    }
}

/* Elements that have no such box aren't listed. */
static void add_listed(const SvgQueryItem *item, gpointer data)
{
    if (wanted_box(data, item).w >= 0) {
        add_item(item, data);
    }
}

/* An element without a box has zeros. */
static void add_numbers(const SvgQueryItem *item, gpointer data)
{
    Query *query = data;
    SvgPxBox box = wanted_box(query, item);
    const double numbers[] = {box.x, box.y, MAX(box.w, 0), MAX(box.h, 0)};
    for (guint i = 0; i < G_N_ELEMENTS(numbers); i++) {
        if (query->numbers[i]->len > 0) {
            g_string_append_c(query->numbers[i], ',');
        }
        cli_add_number(query->numbers[i], numbers[i]);
    }
}

static void print_numbers(Query *query)
{
    const CliOptions *options = query->options;
    const gboolean wanted[] = {options->query_x, options->query_y, options->query_width,
                               options->query_height};
    for (guint i = 0; i < G_N_ELEMENTS(wanted); i++) {
        if (wanted[i]) {
            cli_print_line(stdout, "%s", query->numbers[i]->str);
        }
    }
}

static gboolean query_numbers(SvgDocument *doc, Query *query, const char *const *ids,
                              GError **error)
{
    for (guint i = 0; i < G_N_ELEMENTS(query->numbers); i++) {
        query->numbers[i] = g_string_new(NULL);
    }
    gboolean done = svg_document_query_ids(doc, ids, add_numbers, query, error);
    if (done) {
        print_numbers(query);
    }
    for (guint i = 0; i < G_N_ELEMENTS(query->numbers); i++) {
        g_string_free(query->numbers[i], TRUE);
    }
    return done;
}

static gboolean query_lines(SvgDocument *doc, Query *query, const char *const *ids, GError **error)
{
    gboolean done = TRUE;
    query->out = g_string_sized_new(CHUNK);
    if (ids == NULL || query->options->query_all) {
        svg_document_query(doc, add_listed, query);
    } else {
        done = svg_document_query_ids(doc, ids, add_item, query, error);
    }
    print(query->out);
    g_string_free(query->out, TRUE);
    return done;
}

/* FALSE, with an error, when an expression can't be read. */
static gboolean add_selected(GPtrArray *ids, const CliOptions *options, SvgDocument *doc,
                             GError **error)
{
    g_autoptr(FairyCoords) coords =
        fairy_coords_new_document((SvgPoint){0}, svg_document_page(doc));
    for (char **text = options->select; text != NULL && *text != NULL; text++) {
        g_autoptr(GError) unread = NULL;
        g_autoptr(GPtrArray) found = fairy_expression_find(doc, coords, NULL, *text, &unread);
        for (guint i = 0; found != NULL && i < found->len; i++) {
            g_ptr_array_add(ids, g_strdup(((const SvgShape *)found->pdata[i])->id));
        }
        if (found == NULL) {
            g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE, "--select: %s", unread->message);
            return FALSE;
        }
    }
    return TRUE;
}

/* The ids that are named; a list that can be added to. */
static GPtrArray *named_ids(const CliOptions *options)
{
    GPtrArray *ids = g_ptr_array_new_with_free_func(g_free);
    for (char **list = options->query_id; list != NULL && *list != NULL; list++) {
        g_autofree char **words = g_strsplit(*list, ",", -1);
        for (char **word = words; *word != NULL; word++) {
            g_ptr_array_add(ids, *word);
        }
    }
    for (char **id = options->operands + 1; *id != NULL; id++) {
        g_ptr_array_add(ids, g_utf8_make_valid(*id, -1));
    }
    return ids;
}

static gboolean query(SvgDocument *doc, const CliOptions *options, gboolean numbers, GError **error)
{
    g_autoptr(GPtrArray) ids = named_ids(options);
    if (!add_selected(ids, options, doc, error)) {
        return FALSE;
    }
    gboolean some = ids->len > 0 || options->select != NULL;
    g_ptr_array_add(ids, NULL);
    const char *const *wanted = some ? (const char *const *)ids->pdata : NULL;
    Query found = {.options = options};
    return numbers ? query_numbers(doc, &found, wanted, error)
                   : query_lines(doc, &found, wanted, error);
}

int cli_query(const CliOptions *options)
{
    gboolean numbers =
        options->query_x || options->query_y || options->query_width || options->query_height;
    if (numbers && options->json) {
        return cli_print_failure(CLI_EXIT_USAGE,
                                 "-X, -Y, -W and -H print bare numbers; leave them or --json out");
    }
    g_autoptr(GError) error = NULL;
    g_autoptr(SvgDocument) doc = svg_document_load(options->operands[0], &error);
    if (doc == NULL || !query(doc, options, numbers, &error)) {
        return cli_print_error(error);
    }
    return CLI_EXIT_DONE;
}
