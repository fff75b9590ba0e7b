/* A drawing as another program saves it. */
#pragma once

#include <glib.h>

/* Read and written by libxml2: ids on all elements, attributes in another order. */
GBytes *test_save_otherwise(GBytes *bytes);
