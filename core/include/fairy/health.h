/* The checks behind `fairy doctor`: whether the libraries, settings, keys, the model and the
 * journal can be used. No result contains a key or a setting's value, except the name of the
 * default model. */
#pragma once

#include <svg/health.h>

/* Runs the checks of core/, and calls `func` with the result of each. It loads the libraries that
 * are loaded on demand, and reads the settings and the journal, but creates and changes nothing. */
void fairy_health(SvgHealthFunc func, gpointer data);
