/* Fuzz target: whatever the bytes are and however they are split, the same events come, and all
 * that is delivered is UTF-8. */
#include "fuzz.h"
#include "sse_log.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0) {
        return 0;
    }
    const char *bytes = (const char *)data + 1;
    size_t step = data[0] % 16 + 1;
    g_autofree char *whole = sse_log(bytes, size - 1, size);
    g_autofree char *split = sse_log(bytes, size - 1, step);
    if (!g_str_equal(whole, split)) {
        g_error("split every %zu bytes gives\n%s\ninstead of\n%s", step, split, whole);
    }
    return 0;
}
