/* What the person does in an editor while fairies are at work is taken into their drawing. */
#include "host/job_priv.h"

enum { MOST_LOST = 20 }; /* sentences that a fairy is told at once */

#define AUTHOR "user" /* as svg_edit_begin() calls the person */

SvgDocument *fairy_job_document(const FairyJob *job)
{
    return job->doc;
}

/* As an entry of its own: what is undone later is known to be the person's. */
static void record(const FairyJob *job, const SvgMerge *merge)
{
    if (job->record && merge->change) {
        g_autofree char *detail =
            g_strdup_printf("what the person did meanwhile: %u things", merge->n_kept);
        fairy_journal_writer_add(job->record, &(FairyOutcome){.type = (char *)"merge",
                                                              .status = FAIRY_OK,
                                                              .detail = detail,
                                                              .wrote = TRUE});
    }
}

static void tell_lost(const FairyJob *job, const char *const *lost)
{
    const GPtrArray *agents = job->team ? fairy_team_agents(job->team) : NULL;
    guint n = lost ? g_strv_length((char **)lost) : 0;
    GString *lines = g_string_new(NULL);
    for (guint i = 0; i < MIN(n, MOST_LOST); i++) {
        g_string_append_printf(lines, "%s%s", i ? "\n" : "", lost[i]);
    }
    if (n > MOST_LOST) {
        g_string_append_printf(lines, "\nand %u more like these", n - MOST_LOST);
    }
    for (guint i = 0; n && agents && i < agents->len; i++) {
        FairyAgent *agent = agents->pdata[i];
        if (fairy_agent_is_running(agent)) {
            fairy_agent_post(agent, &(FairyInput){.text = "The person works at the same drawing. "
                                                          "Their changes stay; of what you did "
                                                          "this isn't there:",
                                                  .quoted = lines->str,
                                                  .source = FAIRY_SOURCE_SELF,
                                                  .view = SVG_BOX_EMPTY});
        }
    }
    g_string_free(lines, TRUE);
}

/* The text of what was pushed, as it is with what the person did. */
static GBytes *rebase(SvgDocument *pushed, SvgDocument *was, SvgDocument *is)
{
    svg_merge_free(svg_merge_into(pushed, was, is, AUTHOR, TRUE));
    return svg_document_print_utf8(pushed);
}

GBytes *fairy_job_take(FairyJob *job, GBytes *pushed, GBytes *now, const char *const *lost,
                       GError **error)
{
    g_return_val_if_fail(job->doc, NULL);
    g_autoptr(SvgDocument) was = svg_document_with_text(job->doc, pushed, error);
    g_autoptr(SvgDocument) is = was ? svg_document_with_text(job->doc, now, error) : NULL;
    if (!is) {
        return NULL;
    }
    g_autoptr(GBytes) ours = svg_document_print_utf8(job->doc);
    g_autoptr(SvgMerge) merge = svg_merge_into(job->doc, was, is, AUTHOR, TRUE);
    record(job, merge);
    tell_lost(job, lost);
    if (g_bytes_equal(ours, pushed)) {
        return svg_document_print_utf8(job->doc);
    }
    g_autoptr(SvgDocument) copy = svg_document_with_text(job->doc, pushed, error);
    return copy ? rebase(copy, was, is) : NULL;
}
