/* Lines and arrows that are to end elsewhere, whatever drew them. Private to svg/edit. */
#pragma once

#include "edit/edit_priv.h"

/* Whether the line is one whose ends are set here: it isn't plain, has heads that are shapes of
 * their own, or is bound to its shapes by where it lies alone. Others are connect.h's. */
gboolean svg_reend_is_meant(SvgEdit *edit, SvgNode *line, const SvgSpec *spec);
/* Its ends as spec has them: from_id, to_id, or points; and its way: straight, bent, or with right
 * angles. What is the other way round then turns round. FALSE with SVG_ERROR_INVALID when it
 * wouldn't be read as one from and to these, or can't go so. */
gboolean svg_reend(SvgEdit *edit, SvgNode *line, const SvgSpec *spec, GError **error);
/* Right angles are for an arrow between two shapes that isn't bent: else FALSE with
 * SVG_ERROR_INVALID. */
gboolean svg_reend_check_square(SvgEdit *edit, SvgNode *line, SvgNode *const shapes[2], double bend,
                                GError **error);
/* After a line was to get right angles: a remark where it is straight, as there is no corner to go
 * around or no such way. */
void svg_reend_tell_square(SvgEdit *edit, SvgNode *line);
