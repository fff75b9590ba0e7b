/* A session for people to read. */
#include "base/quote.h"

#include <fairy/session.h>

#include <string.h>

/* Text between others in Markdown: as it is written, not as markup. */
static void append_plain(GString *out, const char *text)
{
    for (const char *at = text; *at; at++) {
        gboolean start = at == text || at[-1] == '\n';
        if (strchr("\\`*_[]<>|", *at) || (start && strchr("#+-=~", *at))) {
            g_string_append_c(out, '\\');
        }
        g_string_append_c(out, *at);
    }
}

/* The same as a quotation: every line behind "> ". */
static void append_quotation(GString *out, const char *text)
{
    g_autofree char *valid = g_utf8_make_valid(text, -1);
    g_auto(GStrv) lines = g_strsplit(g_strchomp(valid), "\n", -1);
    for (guint i = 0; lines[i]; i++) {
        g_autofree char *line = fairy_one_line(lines[i]);
        g_string_append(out, *line ? "> " : ">");
        append_plain(out, line);
        g_string_append_c(out, '\n');
    }
    g_string_append_c(out, '\n');
}

static char *local_time(gint64 time, const char *format)
{
    g_autoptr(GDateTime) date = g_date_time_new_from_unix_local(time / G_USEC_PER_SEC);
    return date ? g_date_time_format(date, format) : g_strdup("");
}

/* --- what was said and done ------------------------------------------------------------------- */

static void append_speaker(GString *out, const char *who, gint64 time)
{
    g_autofree char *clock = local_time(time, "%H:%M");
    g_string_append_printf(out, "**%s** (%s)\n\n", who, clock);
}

static void append_told(GString *out, const FairyMemoryItem *item)
{
    gboolean user = item->kind == FAIRY_MEMORY_PROMPT && item->source == FAIRY_SOURCE_USER;
    const char *who = user ? "Person" : item->from ? item->from : "Automatic";
    g_autofree char *name = fairy_one_line(who);
    append_speaker(out, name, item->time);
    g_autofree char *told = fairy_memory_item_text(item);
    append_quotation(out, told);
}

static gboolean is_message(const FairyMemoryItem *item)
{
    return g_str_equal(item->type, "message") && item->status == FAIRY_OK;
}

/* A line of a list; a message stands by itself. */
static void append_action(GString *out, const FairyMemoryItem *item)
{
    g_autofree char *type = fairy_one_line(item->type), *words = fairy_memory_item_text_line(item);
    g_string_append(out, "- ");
    append_plain(out, words);
    if (!g_str_equal(words, type)) {
        g_string_append_printf(out, " (`%s`)", g_strdelimit(type, "`", '\''));
    }
    if (item->status != FAIRY_OK) {
        g_autofree char *detail = fairy_one_line(item->detail ? item->detail : "");
        g_string_append_printf(out, " — **%s**: ", fairy_status_name(item->status));
        append_plain(out, detail);
    }
    if (item->made) {
        g_autofree char *ids = g_strjoinv(", ", item->made);
        g_autofree char *line = fairy_one_line(ids);
        g_string_append(out, " — made ");
        append_plain(out, line);
    }
    g_string_append_c(out, '\n');
}

static void append_message(GString *out, const FairyMemoryItem *item)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(item->action, "text"));
    append_speaker(out, "Fairy", item->time);
    append_quotation(out, text ? text : "");
}

static void append_day(GString *out, gint64 time, char **day)
{
    char *now = local_time(time, "%A, %-d %B %Y");
    if (g_strcmp0(now, *day) != 0) {
        g_string_append_printf(out, "## %s\n\n", now);
    }
    g_free(*day);
    *day = now;
}

static void append_chat(GString *out, const GPtrArray *items)
{
    g_autofree char *day = NULL;
    gboolean list = FALSE;
    for (guint i = 0; i < items->len; i++) {
        const FairyMemoryItem *item = items->pdata[i];
        gboolean line = item->kind == FAIRY_MEMORY_ACTION && !is_message(item);
        if (list && !line) {
            g_string_append_c(out, '\n');
        }
        list = line;
        append_day(out, item->time, &day);
        if (line) {
            append_action(out, item);
        } else if (item->kind == FAIRY_MEMORY_ACTION) {
            append_message(out, item);
        } else if (item->kind == FAIRY_MEMORY_TEXT) {
            append_speaker(out, "Fairy", item->time);
            append_quotation(out, item->text);
        } else {
            append_told(out, item);
        }
    }
}

/* --- the whole -------------------------------------------------------------------------------- */

static void append_head(GString *out, const FairySession *session)
{
    g_autofree char *name = g_filename_display_basename(session->document ? session->document : "");
    g_autofree char *begun = local_time(session->begun, "%Y-%m-%d %H:%M");
    g_autofree char *used = local_time(session->used, "%Y-%m-%d %H:%M");
    g_string_append(out, "# ");
    append_plain(out, name);
    g_string_append(out, ": ");
    append_plain(out, session->name);
    g_string_append_printf(out, "\n\n%u run%s, from %s to %s", session->n_runs,
                           session->n_runs == 1 ? "" : "s", begun, used);
    if (session->model) {
        g_autofree char *model = fairy_one_line(session->model);
        g_string_append(out, "; last answered by ");
        append_plain(out, model);
    }
    if (session->n_requests) {
        g_autofree char *spent = fairy_usage_text(&session->usage, session->cost);
        g_string_append_printf(out, "; %" G_GUINT64_FORMAT " request%s, %s", session->n_requests,
                               session->n_requests == 1 ? "" : "s", spent);
    }
    g_string_append(out, ".\n\n");
    if (session->n_dropped) {
        g_string_append_printf(out, "What was said before that (%u items) isn't kept any more.\n\n",
                               session->n_dropped);
    }
}

static void append_todos(GString *out, const FairySession *session)
{
    const GPtrArray *todos = fairy_todos_items(session->todos);
    g_string_append(out, todos->len ? "## To do\n\n" : "");
    for (guint i = 0; i < todos->len; i++) {
        const FairyTodo *todo = todos->pdata[i];
        g_autofree char *text = fairy_one_line(todo->text);
        g_string_append(out, todo->status == FAIRY_TODO_DONE ? "- [x] " : "- [ ] ");
        append_plain(out, text);
        g_string_append_c(out, '\n');
    }
}

char *fairy_session_markdown(const FairySession *session)
{
    GString *out = g_string_new(NULL);
    append_head(out, session);
    if (session->memory) {
        append_chat(out, fairy_memory_items(session->memory));
    }
    while (g_str_has_suffix(out->str, "\n\n")) {
        g_string_truncate(out, out->len - 1);
    }
    if (fairy_todos_items(session->todos)->len) {
        g_string_append_c(out, '\n');
        append_todos(out, session);
    }
    return g_string_free(out, FALSE);
}
