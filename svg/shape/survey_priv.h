/* A look at a part of the drawing. Private to svg/shape. */
#pragma once

#include "document/node.h"

#include <svg/survey.h>

/* svg_document_survey() of the first `most` elements; *looked is how many there were. */
SvgSurvey *svg_survey_some(SvgDocument *doc, guint most, guint *looked);
/* The first of a list of families, without its quotes. The caller's. */
char *svg_family_first(const char *families);
