/* A document's life: load, print, save, free; and the facts about it as a whole. */
#include "document/document_priv.h"
#include "document/input.h"
#include "document/output.h"
#include "document/parse.h"
#include "document/print.h"
#include "document/refs.h"

#include <svg/error.h>
#include <svg/limits.h>

#include <stdio.h>
#include <string.h>

#define BYTE_ORDER_MARK "\xef\xbb\xbf"

static SvgDocument *document_new(const char *name)
{
    SvgDocument *doc = g_new0(SvgDocument, 1);
    doc->name = g_strdup(name);
    doc->arena = svg_arena_new();
    doc->names = g_hash_table_new(g_str_hash, g_str_equal);
    doc->styles = g_ptr_array_new();
    doc->ids = svg_ids_new();
    doc->counted = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    doc->done = g_ptr_array_new_with_free_func((GDestroyNotify)svg_log_free);
    doc->undone = g_ptr_array_new_with_free_func((GDestroyNotify)svg_log_free);
    doc->steps = g_array_new(FALSE, FALSE, sizeof(SvgStep));
    return doc;
}

void svg_document_free(SvgDocument *doc)
{
    if (!doc) {
        return;
    }
    svg_kept_free(doc);
    svg_log_free(doc->open);
    g_ptr_array_unref(doc->done);
    g_ptr_array_unref(doc->undone);
    g_array_unref(doc->steps);
    g_clear_pointer(&doc->referrers, g_hash_table_unref);
    g_hash_table_unref(doc->counted);
    g_ptr_array_unref(doc->styles);
    g_hash_table_unref(doc->ids);
    g_hash_table_unref(doc->names);
    svg_arena_free(doc->arena);
    g_free(doc->source);
    g_clear_pointer(&doc->packed, g_bytes_unref);
    g_free(doc->decoded);
    g_free(doc->encoding);
    g_free(doc->name);
    g_free(doc);
}

static gboolean read_into(SvgDocument *doc, SvgInput *input, GError **error)
{
    gboolean good = svg_input_decode(input, doc->name, error);
    doc->source = input->text;
    doc->source_len = input->len;
    doc->encoding = input->encoding;
    doc->gzipped = input->gzipped;
    doc->packed = input->packed;
    if (!good || !svg_parse(doc, error)) {
        return FALSE;
    }
    const char *line_end = memchr(doc->source, '\n', doc->source_len);
    doc->newline = line_end && line_end > doc->source && line_end[-1] == '\r' ? "\r\n" : "\n";
    return TRUE;
}

/* Takes what is in `input`. */
static SvgDocument *document_from(SvgInput *input, const char *name, GError **error)
{
    SvgDocument *doc = document_new(name);
    if (!read_into(doc, input, error)) {
        g_clear_pointer(&doc, svg_document_free);
    }
    return doc;
}

SvgDocument *svg_document_load(const char *path, GError **error)
{
    SvgInput input = {0};
    if (!svg_input_read(path, &input, error)) {
        g_free(input.text);
        return NULL;
    }
    return document_from(&input, g_str_equal(path, "-") ? "standard input" : path, error);
}

SvgDocument *svg_document_parse(const char *data, gsize len, const char *name, GError **error)
{
    if (len > SVG_MAX_BYTES) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_TOO_LARGE, "%s: larger than the limit of %u MB",
                    name, SVG_MAX_BYTES >> 20);
        return NULL;
    }
    SvgInput input = {.text = g_malloc(len + 1), .len = len};
    memcpy(input.text, data, len);
    input.text[len] = '\0';
    return document_from(&input, name, error);
}

SvgDocument *svg_document_with_text(SvgDocument *doc, GBytes *text, GError **error)
{
    gsize len;
    g_autoptr(GBytes) bytes = svg_input_encode(text, doc->encoding, FALSE, error);
    const char *data = bytes ? g_bytes_get_data(bytes, &len) : NULL;
    SvgDocument *other = data ? svg_document_parse(data, len, doc->name, error) : NULL;
    if (other) {
        other->gzipped = doc->gzipped;
    }
    return other;
}

GBytes *svg_document_as_read(SvgDocument *doc)
{
    return g_bytes_new(doc->source, doc->source_len);
}

/* A byte order mark is no character. */
SvgPosition svg_document_position(SvgDocument *doc, gsize offset)
{
    const char *end = doc->source + MIN(offset, doc->source_len), *from = doc->source;
    SvgPosition place = {.line = 1, .column = 1};
    from += g_str_has_prefix(from, BYTE_ORDER_MARK) ? strlen(BYTE_ORDER_MARK) : 0;
    for (const char *at; from < end && (at = memchr(from, '\n', (gsize)(end - from)));) {
        place.line++;
        from = at + 1;
    }
    for (; from < end; from++) {
        place.column += ((guchar)*from & 0xc0) != 0x80;
    }
    return place;
}

SvgPosition svg_document_position_of(SvgDocument *doc, const char *id)
{
    const SvgNode *node = svg_document_find(doc, id);
    const char *end = doc->source + doc->source_len;
    while (node && (node->open.len == 0 || node->open.at < doc->source || node->open.at >= end)) {
        node = node->parent;
    }
    node = node ? node : doc->root;
    return svg_document_position(doc, (gsize)(node->open.at - doc->source));
}

GBytes *svg_document_print_utf8(SvgDocument *doc)
{
    return g_string_free_to_bytes(svg_print_document(doc));
}

/* The door of svg/lock/README.md. */
static gboolean may_print(SvgDocument *doc, GError **error)
{
    return !doc->version || svg_kept_may_print(doc, error);
}

/* Other programs pack otherwise, and put a name in: the bytes stay where nothing changed. */
static GBytes *print(SvgDocument *doc, gboolean gzip, GError **error)
{
    if (!may_print(doc, error)) {
        return NULL;
    }
    if (gzip && doc->packed && !doc->version) {
        return g_bytes_ref(doc->packed);
    }
    g_autoptr(GBytes) text = svg_document_print_utf8(doc);
    return svg_input_encode(text, doc->encoding, gzip, error);
}

GBytes *svg_document_print(SvgDocument *doc, GError **error)
{
    return print(doc, doc->gzipped, error);
}

static void write_bytes(FILE *file, gpointer data)
{
    gsize len;
    const char *bytes = g_bytes_get_data(data, &len);
    svg_output_put(file, bytes, len);
}

static void write_run(SvgSlice run, gpointer file)
{
    svg_output_put(file, run.at, run.len);
}

static void write_document(FILE *file, gpointer doc)
{
    svg_print_runs(doc, write_run, file);
}

gboolean svg_file_write(const char *path, GBytes *bytes, GError **error)
{
    return svg_output(path, NULL, write_bytes, bytes, error);
}

static gboolean packs(const SvgDocument *doc, const char *path)
{
    g_autofree char *lower = g_ascii_strdown(path, -1);
    gboolean packed = g_str_has_suffix(lower, ".svgz") || g_str_has_suffix(lower, ".gz");
    gboolean plain = g_str_has_suffix(lower, ".svg");
    return packed || (doc->gzipped && !plain);
}

static void free_bytes(gpointer bytes)
{
    g_bytes_unref(bytes);
}

/* UTF-8 is written from where it stands. */
SvgSaving *svg_document_save_begin(SvgDocument *doc, const char *path, gboolean as,
                                   const SvgFileState *was, GError **error)
{
    gboolean gzip = as ? packs(doc, path) : doc->gzipped;
    if (!doc->encoding && !gzip) {
        return may_print(doc, error) ? svg_output_begin(path, was, write_document, doc, NULL, error)
                                     : NULL;
    }
    GBytes *bytes = print(doc, gzip, error);
    return bytes ? svg_output_begin(path, was, write_bytes, bytes, free_bytes, error) : NULL;
}

gboolean svg_document_save_over(SvgDocument *doc, const char *path, gboolean as,
                                const SvgFileState *was, GError **error)
{
    g_autoptr(SvgSaving) saving = svg_document_save_begin(doc, path, as, was, error);
    return saving && svg_saving_commit(saving, error);
}

gboolean svg_document_save(SvgDocument *doc, const char *path, GError **error)
{
    return svg_document_save_over(doc, path, FALSE, NULL, error);
}

gboolean svg_document_save_as(SvgDocument *doc, const char *path, GError **error)
{
    return svg_document_save_over(doc, path, TRUE, NULL, error);
}

const char *svg_document_name(SvgDocument *doc)
{
    return doc->name;
}

guint svg_document_version(SvgDocument *doc)
{
    return doc->version;
}

typedef struct {
    const SvgDocument *doc;
    gsize at;
    gboolean changed;
} Comparison;

static void compare_run(SvgSlice run, gpointer data)
{
    Comparison *with = data;
    const char *source = with->doc->source + with->at;
    with->changed = with->changed || run.len > with->doc->source_len - with->at ||
                    (run.at != source && memcmp(run.at, source, run.len) != 0);
    with->at += with->changed ? 0 : run.len;
}

gboolean svg_document_is_changed(SvgDocument *doc)
{
    Comparison with = {doc, 0, FALSE};
    if (doc->version) {
        svg_print_runs(doc, compare_run, &with);
    }
    return doc->version && (with.changed || with.at != doc->source_len);
}

gboolean svg_document_has_id(SvgDocument *doc, const char *id)
{
    return svg_document_find(doc, id) != NULL;
}

gboolean svg_document_owns_id(SvgDocument *doc, const char *id)
{
    const SvgNode *node = svg_document_find(doc, id);
    return node && svg_node_owns_id(node);
}

const char *svg_document_find_id(SvgDocument *doc, gboolean (*is_it)(const char *id, gpointer data),
                                 gpointer data)
{
    for (SvgNode *at = doc->root; at; at = svg_node_walk(doc->root, at, FALSE)) {
        if (at->id && is_it(at->id, data)) {
            return at->id;
        }
    }
    return NULL;
}

gboolean svg_document_is_locked(SvgDocument *doc, const char *id)
{
    SvgNode *node = svg_document_find(doc, id);
    return node && svg_node_is_locked(node);
}

SvgNode *svg_document_root(SvgDocument *doc)
{
    return doc->root;
}

guint32 svg_document_next_mark(SvgDocument *doc)
{
    return ++doc->mark;
}

/* Where nothing was changed, they are known. */
GPtrArray *svg_document_styles(SvgDocument *doc)
{
    if (!doc->root->stirred) {
        return g_ptr_array_ref(doc->styles);
    }
    GPtrArray *out = g_ptr_array_new();
    for (SvgNode *at = doc->root; at; at = svg_node_walk(doc->root, at, FALSE)) {
        if (svg_node_tag(at) == SVG_TAG_STYLE) {
            g_ptr_array_add(out, at);
        }
    }
    return out;
}

void svg_document_count(SvgDocument *doc, const SvgNode *node)
{
    doc->n_elements++;
    doc->n_rendered += svg_node_is(node, SVG_TAG_IS_RENDERED);
}

const char *svg_document_keep(SvgDocument *doc, const char *text, gssize len)
{
    gsize n = len < 0 ? strlen(text) : (gsize)len;
    char *copy = svg_arena_alloc(doc->arena, n + 1);
    memcpy(copy, text, n);
    copy[n] = '\0';
    return copy;
}

char *svg_document_markup(SvgDocument *doc, const char *id, gsize most, gsize *left)
{
    SvgNode *node = svg_document_find(doc, id);
    if (!node) {
        return NULL;
    }
    g_autoptr(GString) out = g_string_new(NULL);
    svg_print_node(node, out);
    gsize len = out->len;
    if (len > most) {
        const char *end = g_utf8_find_prev_char(out->str, out->str + most + 1);
        g_string_truncate(out, end ? (gsize)(end - out->str) : 0);
    }
    if (left) {
        *left = len - out->len;
    }
    return g_string_free(g_steal_pointer(&out), FALSE);
}
