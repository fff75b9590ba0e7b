/* A long id is told by its beginning and a digest: short enough for a prompt, and still a name. */
#include "view/ids.h"

#include "base/json.h"
#include "base/quote.h"

#include <fairy/limits.h>
#include <svg/shape.h>

#include <string.h>

#define HEAD   48 /* bytes of it */
#define MARK   "…"
#define DIGEST 8 /* characters */

static gboolean is_long(const char *id)
{
    return strnlen(id, FAIRY_SHOWN_NAME_BYTES + 1) > FAIRY_SHOWN_NAME_BYTES;
}

char *fairy_id_shown(const char *id)
{
    if (!is_long(id)) {
        return g_strdup(id);
    }
    g_autofree char *head = fairy_text_head(id, HEAD);
    g_autofree char *digest = g_compute_checksum_for_string(G_CHECKSUM_SHA256, id, -1);
    digest[DIGEST] = '\0';
    return g_strconcat(head, MARK, digest, NULL);
}

void fairy_json_id(GString *out, const char *id)
{
    g_autofree char *told = is_long(id) ? fairy_id_shown(id) : NULL;
    fairy_json_string(out, told ? told : id);
}

void fairy_json_add_id(GString *out, const char *name, const char *id)
{
    if (id) {
        fairy_json_name(out, name);
        fairy_json_id(out, id);
    }
}

static gboolean is_told_so(const char *id, gpointer said)
{
    g_autofree char *told = is_long(id) ? fairy_id_shown(id) : NULL;
    return told && g_str_equal(told, said);
}

const char *fairy_id_meant(SvgDocument *doc, const char *said)
{
    gsize len = strlen(said), tail = strlen(MARK) + DIGEST;
    gboolean cut = len > tail && g_str_has_prefix(said + len - tail, MARK);
    return cut ? svg_document_find_id(doc, is_told_so, (gpointer)said) : NULL;
}
