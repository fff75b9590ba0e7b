/* The checks behind `fairy doctor`: whether the libraries, settings, keys, the model and the
 * journal can be used. No check result contains a key or the value of a setting. */
#pragma once

#include <svg/health.h>

/* Runs the checks of core/, and calls `func` with the result of each. It loads the libraries that
 * are loaded on demand, and reads the settings and the journal, but creates and changes nothing. */
void fairy_health(SvgHealthFunc func, gpointer data);
