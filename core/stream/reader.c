/* The envelope of a reply: finding where it starts, going back when that was wrong, and telling how
 * it ended. */
#include "base/quote.h"
#include "stream/reader_priv.h"

#define MAX_REREAD (64u << 10) /* bytes read a second time, in all: keeps it linear */

FairyReader *fairy_reader_new(const FairyReaderFuncs *funcs, gpointer data)
{
    g_assert(funcs && funcs->action);
    FairyReader *reader = g_new0(FairyReader, 1);
    reader->funcs = *funcs;
    reader->data = data;
    reader->back = g_string_new(NULL);
    reader->early = g_ptr_array_new_with_free_func(g_free);
    fairy_text_init(&reader->text);
    return reader;
}

void fairy_reader_free(FairyReader *reader)
{
    if (!reader) {
        return;
    }
    fairy_tree_reset(reader);
    fairy_text_finish(&reader->text);
    g_string_free(reader->back, TRUE);
    g_ptr_array_unref(reader->early);
    g_free(reader->problem);
    g_free(reader->first_problem);
    g_free(reader);
}

void fairy_reader_fail(FairyReader *reader, const char *format, ...)
{
    if (reader->problem) {
        return;
    }
    va_list args;
    va_start(args, format);
    reader->problem = g_strdup_vprintf(format, args);
    va_end(args);
}

/* --- feeding ---------------------------------------------------------------------------------- */

/* Keeps what was just read, in case the guess is wrong. */
static void keep(FairyReader *reader, const char *bytes, gsize len)
{
    if (reader->candidate) {
        g_string_erase(reader->back, 0, (gssize)reader->candidate);
        reader->candidate = 0;
    }
    if (reader->back->len + len > MAX_REREAD) {
        reader->lost = TRUE;
    }
    if (!reader->lost) {
        g_string_append_len(reader->back, bytes, (gssize)len);
    }
    reader->pos = reader->back->len;
}

static void forget(FairyReader *reader)
{
    g_string_truncate(reader->back, 0);
    reader->pos = 0;
    reader->candidate = 0;
    reader->lost = FALSE;
}

static void stop(FairyReader *reader, char *message)
{
    g_free(reader->problem);
    reader->problem = message;
    reader->state = FAIRY_AT_FAILED;
    fairy_tree_reset(reader);
    forget(reader);
}

static gsize count_behind(const FairyReader *reader)
{
    return reader->back->len - reader->pos;
}

/* The byte just read can't stand there. Either the guess where the reply starts was wrong, and the
 * search goes on behind it, or that is the end. */
static void handle_problem(FairyReader *reader)
{
    gsize offset = reader->fed - count_behind(reader) - 1;
    char *message = g_strdup_printf("byte %" G_GSIZE_FORMAT ": %s", offset, reader->problem);
    if (!reader->tentative || reader->lost || reader->reread > MAX_REREAD) {
        stop(reader, message);
        return;
    }
    if (reader->first_problem) {
        g_free(message);
    } else {
        reader->first_problem = message;
    }
    g_clear_pointer(&reader->problem, g_free);
    reader->tentative = FALSE;
    fairy_tree_reset(reader);
    reader->pos = reader->candidate + 1;
    reader->state = FAIRY_AT_PROSE;
}

/* Reads bytes that come from the caller, or, where `again`, from `back`. Returns how many. */
static gsize read_some(FairyReader *reader, const char *bytes, gsize len, gboolean again)
{
    gboolean was_tentative = reader->tentative;
    gsize n = fairy_reader_advance(reader, bytes, len);
    if (reader->tentative && !was_tentative) {
        reader->candidate = reader->pos;
    }
    if (again) {
        reader->pos += n;
        reader->reread += n;
    } else {
        reader->fed += n;
        if (reader->tentative) {
            keep(reader, bytes, n);
        }
    }
    if (reader->problem) {
        handle_problem(reader);
    }
    if (reader->back->len && !reader->tentative && reader->pos == reader->back->len) {
        forget(reader);
    }
    return n;
}

static void read_all(FairyReader *reader, const char *bytes, gsize len)
{
    gsize i = 0;
    while (reader->state != FAIRY_AT_FAILED) {
        gsize behind = count_behind(reader);
        if (behind) {
            read_some(reader, reader->back->str + reader->pos, behind, TRUE);
        } else if (i < len) {
            i += read_some(reader, bytes + i, len - i, FALSE);
        } else {
            return;
        }
    }
}

static gboolean check_state(const FairyReader *reader, GError **error)
{
    if (reader->state == FAIRY_AT_FAILED) {
        g_set_error_literal(error, FAIRY_ERROR, FAIRY_ERROR_REPLY, reader->problem);
        return FALSE;
    }
    return TRUE;
}

static gboolean feed_any(FairyReader *reader, const char *bytes, gsize len, GError **error)
{
    gsize room = FAIRY_MAX_REPLY_BYTES - reader->fed;
    if (reader->state != FAIRY_AT_FAILED) {
        read_all(reader, bytes, MIN(len, room));
    }
    if (len > room && reader->state != FAIRY_AT_FAILED) {
        stop(reader, g_strdup_printf("the reply is longer than %u bytes", FAIRY_MAX_REPLY_BYTES));
    }
    return check_state(reader, error);
}

/* The short way of a piece that starts inside of a string, where nothing has to be kept: most of a
 * long one end there, too. Returns how many bytes it took. */
static gsize feed_text(FairyReader *reader, const char *bytes, gsize len)
{
    gsize room = FAIRY_MAX_REPLY_BYTES - reader->fed;
    if (reader->state != FAIRY_AT_STRING || reader->back->len || len == 0 || len > room) {
        return 0;
    }
    gsize n = fairy_text_push(&reader->text, bytes, len);
    reader->fed += n;
    if (reader->text.result != FAIRY_TEXT_MORE) {
        fairy_reader_end_string(reader, (guchar)bytes[n - 1]);
    }
    if (reader->problem) {
        handle_problem(reader);
    }
    return n;
}

gboolean fairy_reader_feed(FairyReader *reader, const char *bytes, gsize len, GError **error)
{
    gsize n = feed_text(reader, bytes, len);
    return (n == len && reader->state == FAIRY_AT_STRING) ||
           feed_any(reader, bytes + n, len - n, error);
}

/* --- the end ---------------------------------------------------------------------------------- */

static gboolean fail_without_actions(const FairyReader *reader, GError **error)
{
    if (reader->state == FAIRY_AT_THINKING) {
        g_set_error_literal(error, FAIRY_ERROR, FAIRY_ERROR_REPLY,
                            "the reply holds no actions: its <think> is never closed");
    } else if (reader->first_problem) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_REPLY, "the reply holds no actions (%s)",
                    reader->first_problem);
    } else {
        g_set_error_literal(error, FAIRY_ERROR, FAIRY_ERROR_REPLY,
                            "the reply holds no actions: {\"actions\":[…]} was expected");
    }
    return FALSE;
}

static gboolean fail_cut_off(const FairyReader *reader, GError **error)
{
    gboolean inside = reader->action || reader->element || reader->open_text;
    if (reader->action && reader->typed) {
        const cJSON *type = cJSON_GetObjectItemCaseSensitive(reader->action, "_type");
        g_autofree char *name = fairy_quote(type->valuestring);
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_REPLY,
                    "the reply was cut off inside action %u (%s), counting from 0", reader->index,
                    name);
    } else if (reader->listed && inside) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_REPLY,
                    "the reply was cut off inside action %u, counting from 0", reader->index);
    } else if (reader->tentative || reader->index == 0) {
        g_set_error_literal(error, FAIRY_ERROR, FAIRY_ERROR_REPLY,
                            "the reply was cut off before its first action");
    } else {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_REPLY,
                    "the reply was cut off after %u whole action%s", reader->index,
                    reader->index == 1 ? "" : "s");
    }
    return FALSE;
}

gboolean fairy_reader_end(FairyReader *reader, GError **error)
{
    if (!check_state(reader, error)) {
        return FALSE;
    }
    if (reader->state == FAIRY_AT_PROSE || reader->state == FAIRY_AT_THINKING) {
        return fail_without_actions(reader, error);
    }
    if (reader->state != FAIRY_AT_REST) {
        return fail_cut_off(reader, error);
    }
    return TRUE;
}

const cJSON *fairy_reader_partial(const FairyReader *reader, guint *index)
{
    if (!reader->action || !reader->typed) {
        return NULL;
    }
    if (reader->open_text) {
        reader->open_text->valuestring = reader->text.out->str;
    }
    if (index) {
        *index = reader->index;
    }
    return reader->action;
}
