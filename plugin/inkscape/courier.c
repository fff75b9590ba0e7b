/* Order in, merge, drawing out. Inkscape is frozen meanwhile. */
#include "courier.h"

#include "alike.h"
#include "handed.h"
#include "namedview.h"
#include "order.h"
#include "streams.h"

#include <fairy/job.h>
#include <fairy/runtime.h>
#include <svg/shape.h>

#include <string.h>
#include <unistd.h>

enum {
    LIMIT_S = 20,  /* then it ends, having printed nothing */
    MAX_DEPTH = 64 /* of groups in groups that are looked at */
};

typedef struct {
    char *folder;
    Order *order;
    GStrv ids;  /* selected */
    char *text; /* of the document as it is */
    gsize len;
    SvgDocument *live; /* what it says; NULL = it can't be read */
    cJSON *answer;
    int out;
} Courier;

/* --- what Inkscape gave ----------------------------------------------------------------------- */

static GStrv read_selection(int argc, char **argv)
{
    g_autoptr(GStrvBuilder) ids = g_strv_builder_new();
    for (int i = 1; i < argc - 1; i++) {
        if (g_str_has_prefix(argv[i], "--id=")) {
            g_strv_builder_add(ids, argv[i] + strlen("--id="));
        }
    }
    return g_strv_builder_end(ids);
}

static char *read_file(const Courier *courier, const char *name, gsize *len)
{
    g_autofree char *path = g_build_filename(courier->folder, name, NULL);
    char *text = NULL;
    return g_file_get_contents(path, &text, len, NULL) ? text : NULL;
}

static SvgDocument *parse_file(const Courier *courier, const char *name)
{
    gsize len = 0;
    g_autofree char *text = read_file(courier, name, &len);
    return text != NULL ? svg_document_parse(text, len, name, NULL) : NULL;
}

/* --- which document it is --------------------------------------------------------------------- */

/* A file that got another name is still the same document, but only who sees which window is in
 * front can tell that from a copy of it. */
static gboolean has_name(const Order *order)
{
    const char *path = g_getenv("DOCUMENT_PATH");
    return order->sure || g_strcmp0(path != NULL ? path : "", order->path ? order->path : "") == 0;
}

static gboolean is_right(const Courier *courier)
{
    gsize len = 0;
    if (courier->order->pgid > 0 && courier->order->pgid != getpgid(0)) {
        return FALSE;
    }
    g_autofree char *was = read_file(courier, WAS_FILE, &len);
    return was != NULL && has_name(courier->order) && alike_is_same(was, courier->text);
}

/* --- writing ---------------------------------------------------------------------------------- */

static void say(const Courier *courier, const char *did)
{
    cJSON_AddStringToObject(courier->answer, "did", did);
}

/* The answer is there before the drawing, as Inkscape goes on when it has that. */
static void hand_over(const Courier *courier, const char *did, GBytes *bytes)
{
    g_autoptr(GBytes) drawing = handed_over(bytes);
    say(courier, did);
    alarm(0);
    if (order_write_json(courier->answer, courier->folder, ANSWER_FILE, NULL)) {
        streams_write(courier->out, drawing);
    }
}

static void add_all(GHashTable *set, char **ids)
{
    for (; ids != NULL && *ids != NULL; ids++) {
        g_hash_table_add(set, g_strdup(*ids));
    }
}

/* The groups that it is in, and the texts on it: who drags one of them has it in hand, too. */
static void add_around(GHashTable *set, SvgDocument *doc, const char *id)
{
    g_auto(GStrv) labels = svg_document_has_id(doc, id) ? svg_document_labels(doc, id) : NULL;
    g_autofree char *next = g_strdup(id);
    add_all(set, labels);
    for (guint i = 0; next != NULL && i < MAX_DEPTH; i++) {
        g_autoptr(SvgShape) shape = svg_document_shape(doc, next, NULL);
        g_free(next);
        next = shape != NULL && !shape->layer ? g_strdup(shape->parent) : NULL;
        if (next != NULL) {
            g_hash_table_add(set, g_strdup(next));
        }
    }
}

/* The ids of what would be changed, and of what goes with it. */
static GHashTable *changed_ids(SvgDocument *doc, const SvgChange *change)
{
    GHashTable *set = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    char **const lists[] = {change->changed, change->removed};
    for (guint i = 0; i < G_N_ELEMENTS(lists); i++) {
        add_all(set, lists[i]);
        for (char **id = lists[i]; id != NULL && *id != NULL; id++) {
            add_around(set, doc, *id);
        }
    }
    return set;
}

/* What the person has selected since the courier was there last; the caller's. */
static GStrv new_selection(const Courier *courier)
{
    const char *const *known = (const char *const *)courier->order->selected;
    g_autoptr(GStrvBuilder) ids = g_strv_builder_new();
    for (guint i = 0; known != NULL && courier->ids[i] != NULL; i++) {
        if (!g_strv_contains(known, courier->ids[i])) {
            g_strv_builder_add(ids, courier->ids[i]);
        }
    }
    return g_strv_builder_end(ids);
}

/* Whether the person has just selected what would be changed: they may have it in hand. */
static gboolean is_touched(const Courier *courier, SvgDocument *live, const SvgChange *change)
{
    g_auto(GStrv) fresh = new_selection(courier);
    if (change == NULL || *fresh == NULL) {
        return FALSE;
    }
    g_autoptr(GHashTable) changed = changed_ids(live, change);
    for (char **id = fresh; *id != NULL; id++) {
        if (g_hash_table_contains(changed, *id)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* A byte more is read than is there: a merge into the very base has no record. */
static SvgDocument *parse_live(const Courier *courier)
{
    g_autofree char *more = g_strconcat(courier->text, "\n", NULL);
    return svg_document_parse(more, strlen(more), "the open document", NULL);
}

/* Whether it isn't as it was when it was read last. */
static gboolean has_theirs(const Courier *courier)
{
    gsize len = 0;
    g_autofree char *was = read_file(courier, WAS_FILE, &len);
    return was != NULL && !alike_is_equal(was, courier->text);
}

static void push(const Courier *courier)
{
    SvgDocument *live = courier->live;
    g_autoptr(SvgDocument) base = parse_file(courier, BASE_FILE);
    g_autoptr(SvgDocument) ours = parse_file(courier, OURS_FILE);
    g_autoptr(SvgMerge) merge = base != NULL && ours != NULL && live != NULL
                                    ? svg_merge(base, ours, live, "fairies", NULL)
                                    : NULL;
    if (merge == NULL) {
        say(courier, "failed");
        return;
    }
    if (is_touched(courier, live, merge->change)) {
        say(courier, "touched");
        return;
    }
    cJSON_AddItemToObject(courier->answer, "merge", fairy_job_merge_json(merge));
    if (!svg_document_is_changed(merge->doc)) {
        say(courier, "nothing");
        return;
    }
    g_autoptr(GBytes) more = svg_document_print_utf8(merge->doc);
    g_autoptr(GBytes) bytes = g_bytes_new_from_bytes(more, 0, g_bytes_get_size(more) - 1);
    hand_over(courier, "pushed", bytes);
}

/* Undo writes attributes in another order. */
static gboolean is_as_it_was(const Courier *courier)
{
    gsize len = 0;
    char *text = read_file(courier, WAS_FILE, &len);
    g_autoptr(GBytes) was = text != NULL ? g_bytes_new_take(text, len) : NULL;
    g_autoptr(GBytes) is = g_bytes_new_static(courier->text, courier->len);
    return was != NULL && alike_agree(was, is);
}

/* What the person did since all was undone would be gone: then it is pushed as anything else. */
static void put_whole(const Courier *courier)
{
    gsize len = 0;
    if (!is_as_it_was(courier)) {
        say(courier, "touched");
        return;
    }
    char *text = read_file(courier, OURS_FILE, &len);
    if (text == NULL) {
        say(courier, "failed");
        return;
    }
    g_autoptr(GBytes) bytes = g_bytes_new_take(text, len);
    hand_over(courier, "pushed", bytes);
}

/* --- all of it -------------------------------------------------------------------------------- */

static void note_view(const Courier *courier)
{
    SvgBox view =
        courier->live != NULL ? namedview_view(courier->text, courier->live) : SVG_BOX_EMPTY;
    cJSON *box = cJSON_AddObjectToObject(courier->answer, "view");
    const double numbers[] = {view.x, view.y, view.w, view.h};
    static const char *const names[] = {"x", "y", "w", "h"};
    for (guint i = 0; !svg_box_is_empty(view) && i < G_N_ELEMENTS(names); i++) {
        cJSON_AddNumberToObject(box, names[i], numbers[i]);
    }
}

static void keep_live(const Courier *courier)
{
    g_autofree char *path = g_build_filename(courier->folder, LIVE_FILE, NULL);
    g_file_set_contents_full(path, courier->text, (gssize)courier->len,
                             G_FILE_SET_CONTENTS_CONSISTENT, 0600, NULL);
}

static void carry_out(Courier *courier)
{
    static void (*const kinds[])(const Courier *courier) = {
        [ORDER_PUSH] = push, [ORDER_WHOLE] = put_whole, [ORDER_LOOK] = NULL};
    void (*func)(const Courier *courier) = kinds[courier->order->kind];
    if (func != NULL && !is_right(courier)) {
        say(courier, "another");
        return;
    }
    courier->live = parse_live(courier);
    note_view(courier);
    cJSON_AddBoolToObject(courier->answer, "theirs", has_theirs(courier));
    if (courier->order->keep) {
        keep_live(courier);
    }
    if (func != NULL) {
        func(courier);
    } else {
        say(courier, "looked");
    }
}

static void courier_begin(Courier *courier, int argc, char **argv)
{
    courier->ids = read_selection(argc, argv);
    courier->answer = cJSON_CreateObject();
    cJSON_AddStringToObject(courier->answer, "id", courier->order->id);
    cJSON_AddItemToObject(courier->answer, "ids",
                          cJSON_CreateStringArray((const char *const *)courier->ids,
                                                  (int)g_strv_length(courier->ids)));
}

void courier_run(int argc, char **argv, int out)
{
    Courier courier = {.out = out};
    courier.folder = fairy_runtime_folder(NULL);
    courier.order = courier.folder != NULL ? order_read(courier.folder) : NULL;
    if (courier.order != NULL && argc > 1 &&
        g_file_get_contents(argv[argc - 1], &courier.text, &courier.len, NULL)) {
        alarm(LIMIT_S);
        courier_begin(&courier, argc, argv);
        carry_out(&courier);
        alarm(0);
        order_write_json(courier.answer, courier.folder, ANSWER_FILE, NULL);
    }
    cJSON_Delete(courier.answer);
    g_strfreev(courier.ids);
    g_free(courier.text);
    svg_document_free(courier.live);
    order_free(courier.order);
    g_free(courier.folder);
}
