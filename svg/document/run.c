/* Words are written where they stand. */
#include "document/run.h"

#include "document/document_priv.h"
#include "document/splice.h"
#include "document/start_tag.h"
#include "journal/log.h"

#define BLANKS " \t\r\n"

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

gboolean svg_run_is_plain(const SvgNode *text)
{
    gboolean own = !text->foreign && !text->parent->foreign && may_stand_beside(text->prev) &&
                   may_stand_beside(text->next);
    SvgSlice bytes = own ? *bytes_of(text) : (SvgSlice){NULL, 0};
    return bytes.len && !memchr(bytes.at, '<', bytes.len);
}

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

static const char *between(SvgDocument *doc, SvgSlice old, const char *words, gsize *len)
{
    gsize front = blanks_before(old), back = blanks_after(old);
    GString *out = g_string_new_len(old.at, (gssize)front);
    g_string_append(out, words);
    g_string_append_len(out, old.at + old.len - back, (gssize)back);
    const char *kept = svg_document_keep(doc, out->str, (gssize)out->len);
    *len = out->len;
    g_string_free(out, TRUE);
    return kept;
}

void svg_run_replace(SvgDocument *doc, SvgNode *text, const char *words)
{
    SvgNode *holder = holder_of(text);
    SvgSlice bytes;
    gsize len;
    g_autofree char *valid = g_utf8_make_valid(words, -1);
    GString *escaped = g_string_new(NULL);
    svg_escape(escaped, valid, '\0', doc->encoding != NULL);
    bytes.at = between(doc, *bytes_of(text), escaped->str, &bytes.len);
    g_string_free(escaped, TRUE);
    svg_log_touch(doc, text->parent);
    svg_log_touch(doc, holder);
    svg_log_touch(doc, text);
    *bytes_of(text) = bytes;
    text->text = between(doc, (SvgSlice){text->text, strlen(text->text)}, valid, &len);
}
