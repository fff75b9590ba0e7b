/* The helper that stays, of which each picture gets a copy. Private to svg/. */
#pragma once

#include "render/process.h"

/* As svg_run_start(), of a picture helper: by a copy where svg_render_keep_warm() asks for that and
 * one can be had. What ends as lost is to be given to svg_run_start(). Safe in any thread. */
SvgRun *svg_warm_start(const SvgProcess *process, GError **error);
