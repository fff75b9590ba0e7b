/* Drawings written in a test. */
#pragma once

#include <svg/document.h>

/* Must be one. */
SvgDocument *test_parse(const char *text);
/* `body` in a root of 200 × 100, with the prefix xlink. */
SvgDocument *test_parse_body(const char *body);
