#include "model/rehearse.h"

#include <fairy/executor.h>
#include <svg/compare.h>
#include <svg/journal.h>

#include <string.h>

typedef struct {
    const FairyRequest *request;
    const char *reply;
    guint most;
    GPtrArray *worse;
} Rehearsal;

static void rehearse(SvgDocument *doc, gpointer data)
{
    Rehearsal *rehearsal = data;
    const FairyExecutorOptions options = {.origin = rehearsal->request->origin,
                                          .step = rehearsal->request->step};
    guint depth = svg_document_undo_depth(doc);
    g_autoptr(FairyExecutor) executor = fairy_executor_new(doc, fairy_actions(), &options);
    fairy_executor_feed(executor, rehearsal->reply, strlen(rehearsal->reply), NULL);
    rehearsal->worse = svg_document_worse(doc, depth, rehearsal->most);
}

GPtrArray *fairy_rehearse(const FairyRequest *request, const char *reply, guint most)
{
    Rehearsal rehearsal = {request, reply, most, NULL};
    svg_document_rehearse(request->doc, rehearse, &rehearsal);
    return rehearsal.worse ? rehearsal.worse : g_ptr_array_new();
}
