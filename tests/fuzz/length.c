/* Numbers and lengths: what any bytes read as is finite, and a number printed reads back. */
#include "fuzz.h"
#include "values/values.h"

#include <math.h>
#include <string.h>

static void check_number(double value)
{
    char buf[SVG_NUMBER_SIZE];
    double back;
    g_assert(isfinite(value));
    svg_number_print(value, buf);
    g_assert(strlen(buf) < sizeof buf && strspn(buf, "-.0123456789") == strlen(buf));
    /* The largest doubles round to more than there is. */
    if (fabs(value) < 1e308) {
        g_assert(svg_number_parse(buf, &back));
        g_assert(fabs(back - value) <= 1e-9 * fabs(value) + 1e-320);
    }
}

/* Each number agrees with the C library's. */
static void check_numbers(const char *text)
{
    while (*text) {
        const char *at = text;
        double value;
        if (!svg_number_read(&text, &value)) {
            text++;
            continue;
        }
        g_assert(text > at);
        g_autofree char *token = g_strndup(at, (gsize)(text - at));
        g_assert(value == g_ascii_strtod(token, NULL));
        check_number(value);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const SvgLengthContext CONTEXT = {.width = 640, .height = 480, .font_size = 16};
    g_autofree char *text = g_strndup((const char *)data, size);
    double value;
    check_numbers(text);
    for (SvgAxis axis = SVG_AXIS_X; axis <= SVG_AXIS_OTHER; axis++) {
        gboolean good = svg_length_parse(text, &CONTEXT, axis, &value);
        g_assert(!good || isfinite(value));
        g_assert(!good || svg_length_is_percent(text) == (strchr(text, '%') != NULL));
    }
    return 0;
}
