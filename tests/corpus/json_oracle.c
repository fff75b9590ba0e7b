/* What the reader sees in replies: reads lines of base64, and prints for each reply
 *   = BASE64
 *   @ AT N PARTIAL   after AT bytes N elements have been told, and the unfinished action is PARTIAL
 *                    (JSON, null, or "failed"); only where it isn't as before
 *   + JSON           an action
 *   ! WHY            an element that is none
 *   . MESSAGE        how it ended
 * Every reply is read byte by byte, in two parts of every size and in parts of 1 to 7 bytes; that
 * this makes no difference is checked here. */
#include <fairy/reader.h>

#include <stdio.h>
#include <string.h>

typedef struct {
    const char *bytes;
    gsize len;
    GString *told; /* lines of elements */
    guint n;
} Reading;

/* cJSON prints 15 digits where that is nearly the same. */
static void spell_numbers(cJSON *node)
{
    if (cJSON_IsNumber(node)) {
        char digits[G_ASCII_DTOSTR_BUF_SIZE];
        g_ascii_formatd(digits, sizeof digits, "%.17g", node->valuedouble);
        node->type = cJSON_Raw | (node->type & cJSON_StringIsConst);
        node->valuestring = memcpy(cJSON_malloc(sizeof digits), digits, sizeof digits);
    }
    for (cJSON *child = node->child; child; child = child->next) {
        spell_numbers(child);
    }
}

/* The caller's. */
static char *json_of(const cJSON *value)
{
    cJSON *copy = cJSON_Duplicate(value, TRUE);
    spell_numbers(copy);
    char *text = cJSON_PrintUnformatted(copy);
    cJSON_Delete(copy);
    return text;
}

static void tell_action(guint index, cJSON *action, gpointer data)
{
    Reading *reading = data;
    char *text = json_of(action);
    g_assert_cmpuint(index, ==, reading->n);
    g_string_append_printf(reading->told, "+ %s\n", text);
    reading->n++;
    cJSON_free(text);
    cJSON_Delete(action);
}

static void tell_invalid(guint index, const char *why, gpointer data)
{
    Reading *reading = data;
    g_assert_cmpuint(index, ==, reading->n);
    g_string_append_printf(reading->told, "! %s\n", why);
    reading->n++;
}

/* "N PARTIAL" */
static char *state_of(const FairyReader *reader, const Reading *reading, gboolean going)
{
    const cJSON *partial = fairy_reader_partial(reader, NULL);
    char *text = partial ? json_of(partial) : NULL;
    char *state = g_strdup_printf("%u %s", reading->n, !going ? "failed" : text ? text : "null");
    cJSON_free(text);
    return state;
}

/* Reads the pieces that end at `ends`, and gives how it ended. The state after each piece is put
 * into `states` (by where it ends), or must be as it is there. */
static char *read_pieces(Reading *reading, const GArray *ends, char **states, gboolean *same)
{
    static const FairyReaderFuncs funcs = {.action = tell_action, .invalid = tell_invalid};
    g_autoptr(FairyReader) reader = fairy_reader_new(&funcs, reading);
    g_autoptr(GError) error = NULL;
    gboolean going = TRUE;
    gsize start = 0;
    for (guint i = 0; i < ends->len; i++) {
        gsize end = g_array_index(ends, gsize, i);
        going = going && fairy_reader_feed(reader, reading->bytes + start, end - start, &error);
        start = end;
        g_autofree char *state = state_of(reader, reading, going);
        if (!states[end]) {
            states[end] = g_steal_pointer(&state);
        } else if (!g_str_equal(states[end], state)) {
            *same = FALSE;
        }
    }
    if (going) {
        fairy_reader_end(reader, &error);
    }
    return g_strdup(error ? error->message : "end");
}

/* Pieces of `first` bytes, then of 1 to `most`, or all that is left where that is 0. */
static GArray *cut(gsize len, gsize first, guint most, GRand *rand)
{
    GArray *ends = g_array_new(FALSE, FALSE, sizeof(gsize));
    for (gsize end = MIN(first, len);;) {
        g_array_append_val(ends, end);
        if (end == len) {
            return ends;
        }
        gsize step = most ? (gsize)g_rand_int_range(rand, 1, (gint32)most + 1) : len;
        end = MIN(len, end + step);
    }
}

/* FALSE when it isn't as it was byte by byte. */
static gboolean read_again(const Reading *first, const char *ended, char **states, GArray *ends)
{
    Reading reading = {.bytes = first->bytes, .len = first->len, .told = g_string_new(NULL)};
    gboolean same = TRUE;
    g_autofree char *end = read_pieces(&reading, ends, states, &same);
    same = same && g_str_equal(end, ended) && g_string_equal(reading.told, first->told);
    g_string_free(reading.told, TRUE);
    g_array_unref(ends);
    return same;
}

static gboolean try_splits(const Reading *first, const char *ended, char **states, GRand *rand)
{
    gboolean same = TRUE;
    for (gsize at = 0; same && at < first->len; at++) {
        same = read_again(first, ended, states, cut(first->len, at, 0, rand));
    }
    return same && read_again(first, ended, states, cut(first->len, 0, 7, rand)) &&
           read_again(first, ended, states, cut(first->len, 3, 7, rand));
}

static void print(const Reading *reading, const char *ended, char **states, const char *base64)
{
    printf("= %s\n@ 0 0 null\n", base64);
    for (gsize at = 1; at <= reading->len; at++) {
        if (!states[at - 1] || !g_str_equal(states[at], states[at - 1])) {
            printf("@ %zu %s\n", at, states[at]);
        }
    }
    printf("%s. %s\n", reading->told->str, ended);
}

static gboolean run(const char *base64, GRand *rand)
{
    gsize len;
    g_autofree guchar *bytes = g_base64_decode(base64, &len);
    Reading reading = {.bytes = (const char *)bytes, .len = len, .told = g_string_new(NULL)};
    char **states = g_new0(char *, len + 1);
    gboolean same = TRUE;
    GArray *each = cut(len, MIN(len, 1), 1, rand);
    g_autofree char *ended = read_pieces(&reading, each, states, &same);
    same = try_splits(&reading, ended, states, rand);
    if (same) {
        print(&reading, ended, states, base64);
    } else {
        fprintf(stderr, "splitting makes a difference: %s\n", base64);
    }
    for (gsize at = 0; at <= len; at++) {
        g_free(states[at]);
    }
    g_free(states);
    g_array_unref(each);
    g_string_free(reading.told, TRUE);
    return same;
}

int main(void)
{
    char line[1 << 16];
    GRand *rand = g_rand_new_with_seed(1);
    gboolean same = TRUE;
    while (fgets(line, sizeof line, stdin)) {
        same = run(g_strchomp(line), rand) && same;
    }
    g_rand_free(rand);
    return same ? 0 : 1;
}
