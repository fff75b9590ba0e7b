/* Elements in another parent, looking as they did. Private to svg/edit. */
#pragma once

#include "edit/edit_priv.h"

typedef struct _SvgAdoption SvgAdoption;

/* How the elements (SvgNode *, none inside another) look where they stand, before the tree is
 * changed. NULL with SVG_ERROR_INVALID when a transform around one flattens it to nothing. */
SvgAdoption *svg_adoption_new(SvgEdit *edit, GPtrArray *nodes, GError **error);
void svg_adoption_free(SvgAdoption *adoption);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(SvgAdoption, svg_adoption_free)
/* Now that they stand elsewhere: works in what their new parents do to them and their old ones did,
 * transforms and inherited properties. FALSE with SVG_ERROR_INVALID when that can't be. */
gboolean svg_adoption_settle(SvgEdit *edit, SvgAdoption *adoption, GError **error);

/* Whether the element, which must be part of the drawing and not of a definition, can go into `to`
 * as far as groups are concerned that do more than transforming and handing down properties (clip
 * paths, opacity), or that have clones. FALSE with SVG_ERROR_INVALID. */
gboolean svg_adopt_check(SvgEdit *edit, SvgNode *node, SvgNode *to, GError **error);
/* What a container does to its children as a whole, in words ("clip path"); NULL if nothing. */
const char *svg_container_effect(SvgEdit *edit, SvgNode *container);
