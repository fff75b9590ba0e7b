/* What it costs to read a reply while it arrives: `json FILE ROUNDS [again]` reads FILE in pieces
 * of 4 to 20 bytes with our reader, which is asked for the unfinished action after each, and with
 * json-c; and whole with cJSON. In turn; a line each: a name, then the seconds of every round.
 * "again": also with cJSON after every piece, all that is there, its brackets closed. */
#include <fairy/reader.h>

#include <json-c/json.h>

#include <stdio.h>
#include <string.h>

typedef struct {
    char *bytes;
    gsize len;
    GArray *ends; /* of the pieces (gsize) */
} Reply;

/* `read` gives the values, or NULL when it can't read the reply; `clean` runs when the clock has
 * stopped. */
typedef struct {
    const char *name;
    gpointer (*read)(const Reply *reply);
    void (*clean)(gpointer values);
} Way;

/* bench/json.js cuts the same pieces. */
static GArray *cut(gsize len)
{
    GArray *ends = g_array_new(FALSE, FALSE, sizeof(gsize));
    guint32 state = 1;
    for (gsize end = 0; end < len;) {
        state = state * 1664525u + 1013904223u;
        end = MIN(len, end + 4 + (state >> 16) % 17);
        g_array_append_val(ends, end);
    }
    return ends;
}

static const char *piece(const Reply *reply, guint i, gsize *len)
{
    gsize start = i ? g_array_index(reply->ends, gsize, i - 1) : 0;
    *len = g_array_index(reply->ends, gsize, i) - start;
    return reply->bytes + start;
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
    for (guint i = 0; i < reply->ends->len; i++) {
        gsize len;
        const char *bytes = piece(reply, i, &len);
        if (!fairy_reader_feed(reader, bytes, len, NULL)) {
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
    for (guint i = 0; i < reply->ends->len; i++) {
        gsize len;
        const char *bytes = piece(reply, i, &len);
        value = json_tokener_parse_ex(tokener, bytes, (int)len);
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
    for (guint i = 0; i < reply->ends->len; i++) {
        gsize len;
        const char *bytes = piece(reply, i, &len);
        gsize whole = text->len + len;
        g_string_append_len(text, bytes, (gssize)len);
        for (gsize k = 0; k < len; k++) {
            follow(&open, bytes[k]);
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

static gboolean run(const Reply *reply, guint rounds, guint n_ways)
{
    g_autofree double *seconds = g_new0(double, rounds *n_ways);
    for (guint i = 0; i < rounds * n_ways; i++) {
        const Way *way = &ways[i % n_ways];
        gint64 start = g_get_monotonic_time();
        gpointer values = way->read(reply);
        seconds[i] = (double)(g_get_monotonic_time() - start) / G_USEC_PER_SEC;
        if (!values) {
            fprintf(stderr, "%s can't read it\n", way->name);
            return FALSE;
        }
        way->clean(values);
    }
    for (guint way = 0; way < n_ways; way++) {
        printf("%s", ways[way].name);
        for (guint i = way; i < rounds * n_ways; i += n_ways) {
            printf(" %.6f", seconds[i]);
        }
        printf("\n");
    }
    return TRUE;
}

int main(int argc, char **argv)
{
    guint64 rounds = 0;
    gboolean again = argc == 4 && g_str_equal(argv[3], "again");
    if ((argc != 3 && !again) || !g_ascii_string_to_unsigned(argv[2], 10, 1, 1000, &rounds, NULL)) {
        fprintf(stderr, "usage: json FILE ROUNDS [again]\n");
        return 2;
    }
    Reply reply = {0};
    g_autoptr(GError) error = NULL;
    if (!g_file_get_contents(argv[1], &reply.bytes, &reply.len, &error)) {
        fprintf(stderr, "%s\n", error->message);
        return 1;
    }
    reply.ends = cut(reply.len);
    gboolean read = run(&reply, (guint)rounds, G_N_ELEMENTS(ways) - (again ? 0 : 1));
    g_array_unref(reply.ends);
    g_free(reply.bytes);
    return read ? 0 : 1;
}
