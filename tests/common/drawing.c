/* Drawings written in a test. */
#include "common/drawing.h"

#include <string.h>

SvgDocument *test_parse(const char *text)
{
    g_autoptr(GError) error = NULL;
    SvgDocument *doc = svg_document_parse(text, strlen(text), "test", &error);
    g_assert_no_error(error);
    return doc;
}

SvgDocument *test_parse_body(const char *body)
{
    g_autofree char *text = g_strdup_printf("<svg xmlns='http://www.w3.org/2000/svg' "
                                            "xmlns:xlink='http://www.w3.org/1999/xlink' "
                                            "width='200' height='100'>%s</svg>",
                                            body);
    return test_parse(text);
}
