/* fairy see --prompt: all that a model is sent. */
#pragma once

#include "options.h"

#include <svg/shape.h>

/* Prints what a fairy would send that is asked about the drawing of the options. */
gboolean cli_see_prompt(SvgDocument *doc, const CliOptions *options, GError **error);
