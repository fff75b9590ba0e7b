/* A drawing as another program saves it, and what another spelling says. */
#pragma once

#include <glib.h>

/* Read and written by libxml2: ids on all elements, attributes in another order. */
GBytes *test_save_otherwise(GBytes *bytes);
/* An attribute's value, or that of a style attribute, with each paint that is one colour in digits,
 * and its alpha behind it unless that is 1: "red", "#f00" and "rgb(255,0,0)" are "#ff0000". The
 * caller's. */
char *test_spell_colors(const char *name, const char *value);
