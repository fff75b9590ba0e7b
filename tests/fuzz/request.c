/* Fuzz target: what another process sends to a run is a request or isn't one; its words come
 * through whole, and written again they are the same request. */
#include "host/request.h"

#include "fuzz.h"

#include <string.h>

static void check_again(const FairyRequestLine *request)
{
    g_auto(FairyRequestLine) again = {0};
    g_autoptr(GError) error = NULL;
    g_autofree char *line = fairy_request_line(request->what, request->fairy, request->words);
    if (strchr(line, '\n') || !fairy_request_line_read(line, &again, &error)) {
        g_error("%s isn't a request: %s", line, error ? error->message : "it is two lines");
    }
    if (g_strcmp0(request->fairy, again.fairy) != 0 ||
        g_strcmp0(request->words, again.words) != 0) {
        g_error("%s is another request", line);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autofree char *line = g_strndup((const char *)data, size);
    g_auto(FairyRequestLine) request = {0};
    g_autoptr(GError) error = NULL;
    if (!g_utf8_validate(line, (gssize)strlen(line), NULL)) {
        return 0;
    }
    if (fairy_request_line_read(line, &request, &error)) {
        check_again(&request);
    } else if (!error) {
        g_error("it isn't said why %s is no request", line);
    }
    return 0;
}
