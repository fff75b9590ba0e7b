/* Fuzz target: whatever the bytes are and however they are split, the reader gives the same. */
#include "reader_log.h"

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0) {
        return 0;
    }
    const char *bytes = (const char *)data + 1;
    size_t step = data[0] % 16 + 1;
    g_autofree char *whole = reader_log(bytes, size - 1, size);
    g_autofree char *split = reader_log(bytes, size - 1, step);
    if (!g_str_equal(whole, split)) {
        g_error("split every %zu bytes gives\n%s\ninstead of\n%s", step, split, whole);
    }
    return 0;
}
