/* Words are written where they stand. */
#include "document/run.h"

#include "document/document_priv.h"
#include "document/log.h"
#include "document/splice.h"
#include "document/start_tag.h"

#define BLANKS     " \t\r\n"
#define DATA_OPEN  "<![CDATA["
#define DATA_CLOSE "]]>"

/* Its bytes belong to the element that follows it, or else to the one it is in. */
static SvgNode *holder_of(const SvgNode *text)
{
    SvgNode *next = svg_node_next_element(text);
    return next ? next : text->parent;
}

static SvgSlice *bytes_of(const SvgNode *text)
{
    SvgNode *holder = holder_of(text);
    return holder == text->parent ? &holder->tail : &holder->before;
}

/* An element with bytes of its own, or nothing; a copy begins with a text node that is empty. */
static gboolean may_stand_beside(const SvgNode *node)
{
    return !node || (node->name ? !node->foreign : !*node->text && !node->prev);
}

static gboolean stands_alone(const SvgNode *text)
{
    return !text->foreign && !text->parent->foreign && may_stand_beside(text->prev) &&
           may_stand_beside(text->next);
}

gboolean svg_run_is_plain(const SvgNode *text)
{
    SvgSlice bytes = stands_alone(text) ? *bytes_of(text) : (SvgSlice){NULL, 0};
    return bytes.len && !memchr(bytes.at, '<', bytes.len);
}

/* --- what stays around the words -------------------------------------------------------------- */

static gsize blanks_before(SvgSlice bytes)
{
    gsize n = 0;
    while (n < bytes.len && strchr(BLANKS, bytes.at[n])) {
        n++;
    }
    return n;
}

static gsize blanks_after(SvgSlice bytes)
{
    gsize n = 0;
    while (n < bytes.len && strchr(BLANKS, bytes.at[bytes.len - 1 - n])) {
        n++;
    }
    return n;
}

static SvgSlice trimmed(SvgSlice bytes)
{
    gsize front = blanks_before(bytes);
    bytes = (SvgSlice){bytes.at + front, bytes.len - front};
    bytes.len -= blanks_after(bytes);
    return bytes;
}

/* The inside of the one CDATA section that all of it is; FALSE when it isn't. */
static gboolean find_data(SvgSlice bytes, SvgSlice *inside)
{
    SvgSlice all = trimmed(bytes);
    gsize open = strlen(DATA_OPEN), close = strlen(DATA_CLOSE);
    if (all.len < open + close || memcmp(all.at, DATA_OPEN, open) != 0) {
        return FALSE;
    }
    *inside = (SvgSlice){all.at + open, all.len - open - close};
    const char *end = g_strstr_len(inside->at, (gssize)(inside->len + close), DATA_CLOSE);
    return end == inside->at + inside->len;
}

gboolean svg_run_is_data(const SvgNode *text)
{
    SvgSlice inside;
    return svg_run_is_plain(text) || (stands_alone(text) && find_data(*bytes_of(text), &inside));
}

/* `old` with `words` in place of the part `gone` of it. */
static SvgSlice put(SvgDocument *doc, SvgSlice old, SvgSlice gone, SvgSlice words)
{
    GString *out = g_string_new_len(old.at, gone.at - old.at);
    g_string_append_len(out, words.at, (gssize)words.len);
    const char *rest = gone.at + gone.len;
    g_string_append_len(out, rest, old.at + old.len - rest);
    SvgSlice kept = {svg_document_keep(doc, out->str, (gssize)out->len), out->len};
    g_string_free(out, TRUE);
    return kept;
}

void svg_run_replace(SvgDocument *doc, SvgNode *text, const char *words)
{
    g_autofree char *valid = g_utf8_make_valid(words, -1);
    SvgSlice inside, bytes = *bytes_of(text), now = trimmed((SvgSlice){valid, strlen(valid)});
    gboolean data = find_data(bytes, &inside);
    g_autofree char *plain = g_strndup(now.at, now.len);
    GString *escaped = g_string_new(NULL);
    svg_escape(escaped, plain, '\0', doc->encoding != NULL);
    SvgSlice written = data ? now : (SvgSlice){escaped->str, escaped->len};
    SvgSlice old = {text->text, strlen(text->text)};
    svg_log_touch(doc, text->parent);
    svg_log_touch(doc, holder_of(text));
    svg_log_touch(doc, text);
    *bytes_of(text) = put(doc, bytes, trimmed(data ? inside : bytes), written);
    text->text = put(doc, old, trimmed(old), now).at;
    g_string_free(escaped, TRUE);
}
