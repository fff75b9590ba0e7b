/* Fuzz target: whatever the bytes are and however they are cut, each wire reads the same of them.
 */
#include "answer_log.h"
#include "fuzz.h"

/* The first byte says which wire, what the server says it sends, and how it is cut. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const models[] = {"anthropic/claude-sonnet-4-20250514", "openai/x",
                                         "gemini/x", "ollama/x"};
    static const char *const types[] = {"content-type: text/event-stream",
                                        "content-type: application/json", NULL, NULL};
    if (size == 0) {
        return 0;
    }
    const char *const headers[] = {types[data[0] >> 2 & 3], "retry-after: 1", NULL};
    AnswerKind kind = {models[data[0] & 3], data[0] & 16 ? 400 : 200, headers};
    const char *bytes = (const char *)data + 1;
    g_autofree char *whole = answer_log(&kind, bytes, size - 1, size, 0);
    g_autofree char *split = answer_log(&kind, bytes, size - 1, (data[0] >> 5) + 1u, 0);
    if (!g_str_equal(whole, split)) {
        g_error("in pieces it gives\n%s\ninstead of\n%s", split, whole);
    }
    return 0;
}
