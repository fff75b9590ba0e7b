/* Whether what this layer stands on is there and works, and what is set can be used. No key and no
 * value of a setting is told. */
#pragma once

#include <svg/health.h>

/* Loads the libraries, and looks at the settings, the keys, the model that answers by default, and
 * the journal, none of which is made or changed. */
void fairy_health(SvgHealthFunc func, gpointer data);
