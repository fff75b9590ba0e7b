/* What it costs to read a reply while it arrives: `json FILE ROUNDS WAY` prints the seconds of
 * every round. WAY: "ours" reads FILE in pieces of 4 to 20 bytes with our reader, which is asked
 * for the unfinished action after each; "json-c" with json-c; "cjson" whole, with cJSON; "again"
 * with cJSON after every piece all that is there, its brackets closed. A process has one way, so
 * that none finds the heap as another left it. */
#include <fairy/reader.h>

#include <json-c/json.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <stdio.h>
#include <string.h>
#include <time.h>

typedef struct {
    const char *bytes;
    int len;
} Piece;

typedef struct {
    char *bytes;
    gsize len;
    Piece *pieces;
    gsize n;
} Reply;

/* `read` gives the values, or NULL when it can't read the reply; `clean` runs when the clock has
 * stopped. */
typedef struct {
    const char *name;
    gpointer (*read)(const Reply *reply);
    void (*clean)(gpointer values);
} Way;

/* Other pieces in each round, or the processor learns them by heart. bench/json.js cuts the same.
 */
static void cut(Reply *reply, guint32 round)
{
    guint32 state = round;
    reply->n = 0;
    for (gsize end = 0; end < reply->len; reply->n++) {
        state = state * 1664525u + 1013904223u;
        gsize len = MIN(reply->len - end, 4 + (state >> 16) % 17);
        reply->pieces[reply->n] = (Piece){reply->bytes + end, (int)len};
        end += len;
    }
}

/* --- the ways --------------------------------------------------------------------------------- */

static void keep(guint index, cJSON *action, gpointer actions)
{
    (void)index;
    g_ptr_array_add(actions, action);
}

static gpointer read_ours(const Reply *reply)
{
    static const FairyReaderFuncs funcs = {.action = keep};
    g_autoptr(GPtrArray) actions = g_ptr_array_new_with_free_func((GDestroyNotify)cJSON_Delete);
    g_autoptr(FairyReader) reader = fairy_reader_new(&funcs, actions);
    guint seen = 0; /* actions before they were whole */
    for (const Piece *piece = reply->pieces; piece < reply->pieces + reply->n; piece++) {
        if (!fairy_reader_feed(reader, piece->bytes, (gsize)piece->len, NULL)) {
            return NULL;
        }
        const cJSON *partial = fairy_reader_partial(reader, NULL);
        seen += partial && cJSON_IsString(partial->child);
    }
    return seen && fairy_reader_end(reader, NULL) ? g_steal_pointer(&actions) : NULL;
}

static void clean_ours(gpointer actions)
{
    g_ptr_array_unref(actions);
}

static gpointer read_cjson(const Reply *reply)
{
    return cJSON_Parse(reply->bytes);
}

static void clean_cjson(gpointer value)
{
    cJSON_Delete(value);
}

static gpointer read_jsonc(const Reply *reply)
{
    json_tokener *tokener = json_tokener_new();
    json_object *value = NULL;
    for (const Piece *piece = reply->pieces; piece < reply->pieces + reply->n; piece++) {
        value = json_tokener_parse_ex(tokener, piece->bytes, piece->len);
    }
    json_tokener_free(tokener);
    return value;
}

static void clean_jsonc(gpointer value)
{
    json_object_put(value);
}

/* What is open where a text ends. */
typedef struct {
    GString *closers;
    gboolean in_string, escaped;
} Open;

static void follow(Open *open, char c)
{
    if (open->escaped) {
        open->escaped = FALSE;
    } else if (open->in_string) {
        open->escaped = c == '\\';
        open->in_string = c != '"';
    } else if (c == '"') {
        open->in_string = TRUE;
    } else if (c == '{' || c == '[') {
        g_string_append_c(open->closers, c == '{' ? '}' : ']');
    } else if (c == '}' || c == ']') {
        g_string_truncate(open->closers, open->closers->len - 1);
    }
}

/* A text that ends where none can be closed gives no value, and that is that. */
static gpointer read_again(const Reply *reply)
{
    Open open = {.closers = g_string_new(NULL)};
    g_autoptr(GString) text = g_string_new(NULL);
    cJSON *value = NULL;
    for (const Piece *piece = reply->pieces; piece < reply->pieces + reply->n; piece++) {
        gsize whole = text->len + (gsize)piece->len;
        g_string_append_len(text, piece->bytes, piece->len);
        for (int k = 0; k < piece->len; k++) {
            follow(&open, piece->bytes[k]);
        }
        g_string_append(text, open.in_string ? "\"" : "");
        for (gsize k = open.closers->len; k > 0; k--) {
            g_string_append_c(text, open.closers->str[k - 1]);
        }
        cJSON_Delete(value);
        value = cJSON_Parse(text->str);
        g_string_truncate(text, whole);
    }
    g_string_free(open.closers, TRUE);
    return value;
}

/* --- timing ----------------------------------------------------------------------------------- */

static const Way ways[] = {
    {"ours", read_ours, clean_ours},
    {"cjson", read_cjson, clean_cjson},
    {"json-c", read_jsonc, clean_jsonc},
    {"again", read_again, clean_cjson},
};

static const Way *find_way(const char *name)
{
    for (gsize i = 0; i < G_N_ELEMENTS(ways); i++) {
        if (g_str_equal(ways[i].name, name)) {
            return &ways[i];
        }
    }
    return NULL;
}

/* What a round has freed is joined when memory is next wanted: not on the next one's time. */
static void tidy_heap(void)
{
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

/* The first round isn't told: it fills caches. */
static gboolean run(Reply *reply, const Way *way, guint32 rounds)
{
    for (guint32 i = 0; i <= rounds; i++) {
        cut(reply, i);
        clock_t start = clock(); /* of the processor: what else runs doesn't count */
        gpointer values = way->read(reply);
        double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
        if (!values) {
            fprintf(stderr, "%s can't read it\n", way->name);
            return FALSE;
        }
        if (i > 0) {
            printf("%.6f\n", seconds);
        }
        way->clean(values);
        tidy_heap();
    }
    return TRUE;
}

int main(int argc, char **argv)
{
    guint64 rounds = 0;
    const Way *way = argc == 4 ? find_way(argv[3]) : NULL;
    if (!way || !g_ascii_string_to_unsigned(argv[2], 10, 1, 1000, &rounds, NULL)) {
        fprintf(stderr, "usage: json FILE ROUNDS ours|cjson|json-c|again\n");
        return 2;
    }
    Reply reply = {0};
    g_autoptr(GError) error = NULL;
    if (!g_file_get_contents(argv[1], &reply.bytes, &reply.len, &error)) {
        fprintf(stderr, "%s\n", error->message);
        return 1;
    }
    reply.pieces = g_new(Piece, reply.len / 4 + 1);
    gboolean read = run(&reply, way, (guint32)rounds);
    g_free(reply.pieces);
    g_free(reply.bytes);
    return read ? 0 : 1;
}
