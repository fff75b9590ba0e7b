/* What others did to the drawing between two runs, and while one was under way. */
#include "host/job_priv.h"

#include <fairy/compose.h>
#include <fairy/former.h>
#include <fairy/limits.h>

#include <string.h>

static const char changed[] =
    "Since you saw it last, others have changed the drawing: what you remember otherwise isn't so any "
    "more. It is meant to be so: keep it, unless it is what you are to change.";
static const char written[] =
    "Since you saw it last, something else has written the drawing anew; its shapes are as you left "
    "them.";
static const char unknown[] =
    "Since you saw it last, something else has changed the drawing: what you made may be another "
    "now, or gone. It is as shown below.";

static const char merged[] =
    "While you worked, another program saved the drawing, and what you did was merged into that. Of "
    "what both had changed, the other program's change stayed:";

/* The drawing was left in another state than it is in now. A run that was killed has been told so
 * already. */
static gboolean is_another(const FairyJob *job)
{
    g_autofree char *digest = svg_document_digest(job->doc);
    gboolean told = job->as_left && job->resumed && job->resumed->chat;
    return !told && job->session->digest && strcmp(job->session->digest, digest) != 0;
}

static void say(FairyJob *job, const char *text, const char *quoted)
{
    fairy_memory_add_prompt(job->session->memory, FAIRY_SOURCE_SELF, NULL, text, quoted, NULL);
}

void fairy_job_tell_others(FairyJob *job)
{
    const FairySession *session = job->session;
    if (fairy_memory_items(session->memory)->len == 0 || !is_another(job)) {
        return;
    }
    g_autoptr(FairyCoords) coords = fairy_coords_new(session->origin, session->step);
    g_autofree char *changes =
        session->former ? fairy_former_changes(session->former, job->doc, coords) : NULL;
    g_autofree char *lines = changes ? fairy_prompt_changes(changes, FAIRY_CHANGES_TOKENS) : NULL;
    say(job, !changes ? unknown : lines ? changed : written, lines);
}

/* Of several that were lost the first are told. */
static char *lost_of(const SvgMerge *merge)
{
    GString *lines = g_string_new(NULL);
    guint n = 0;
    for (guint i = 0; i < merge->items->len; i++) {
        const SvgMergeItem *item = merge->items->pdata[i];
        if (item->fate != SVG_MERGE_KEPT && n++ < FAIRY_MAX_CONFLICTS_TOLD) {
            g_autofree char *text = svg_merge_item_text(item);
            g_string_append_printf(lines, "%s\n", text);
        }
    }
    if (n > FAIRY_MAX_CONFLICTS_TOLD) {
        g_string_append_printf(lines, "and %u more like these\n", n - FAIRY_MAX_CONFLICTS_TOLD);
    }
    return g_string_free(lines, lines->len == 0);
}

void fairy_job_remember_merge(FairyJob *job)
{
    g_autofree char *lost = lost_of(job->merge);
    if (lost && job->session && !job->session->unread) {
        say(job, merged, lost);
    }
}

void fairy_job_keep_former(FairyJob *job)
{
    FairySession *session = job->session;
    SvgDocument *own = fairy_job_own_doc(job);
    char *digest = svg_document_digest(own);
    gboolean kept = session->former && g_strcmp0(digest, session->digest) == 0;
    g_free(session->digest);
    session->digest = digest;
    if (!kept) {
        fairy_session_set_former(session, session->keeps_former ? fairy_former_keep(own) : NULL);
    }
}
