/* Shapes in full: what the fairy looked closer at, and what was pointed at. */
#include "base/json.h"
#include "prompt/part.h"
#include "view/shape_json.h"

#define HEADING  "in full"
#define MAX_TEXT 4000 /* bytes of one shape's words */

typedef struct {
    const FairyWriting *writing;
    FairyPartLines lines;
    GHashTable *told; /* ids */
} Listing;

/* What is selected is told in full among the shapes. */
static Listing listing_new(const FairyWriting *writing, GString *out)
{
    const char *const *selection = writing->selection;
    Listing listing = {.writing = writing,
                       .lines = {.out = out, .heading = HEADING},
                       .told = g_hash_table_new(g_str_hash, g_str_equal)};
    for (; *selection; selection++) {
        g_hash_table_add(listing.told, (gpointer)*selection);
    }
    return listing;
}

static void add(Listing *listing, const char *const *ids)
{
    const FairyComposeOptions *options = listing->writing->options;
    for (; ids && *ids; ids++) {
        g_autoptr(SvgShape) shape = NULL;
        if (g_hash_table_add(listing->told, (gpointer)*ids)) {
            shape = svg_document_shape(options->doc, *ids, NULL);
        }
        if (shape) {
            GString *line = g_string_new(NULL);
            fairy_shape_json(line, options->doc, options->coords, shape, FAIRY_DETAIL_SIMPLE,
                             MAX_TEXT);
            fairy_json_add_string(line, "unseen",
                                  g_hash_table_lookup(listing->writing->scene->unseen, shape->id));
            g_string_append_c(line, '}');
            fairy_part_line(&listing->lines, g_string_free(line, FALSE));
        }
    }
}

static void write_part(const FairyWriting *writing, GString *out)
{
    const FairyComposeOptions *options = writing->options;
    Listing listing = listing_new(writing, out);
    add(&listing, options->closer);
    for (guint i = 0; i < options->n_context; i++) {
        if (options->context[i].kind == FAIRY_CONTEXT_SHAPES) {
            add(&listing, options->context[i].shapes);
        }
    }
    fairy_part_lines_end(&listing.lines);
    g_hash_table_unref(listing.told);
}

const FairyPart fairy_part_simple = {
    .name = "simple",
    .place = FAIRY_PART_STATE,
    .data = TRUE,
    .headings = {HEADING},
    .write = write_part,
};
