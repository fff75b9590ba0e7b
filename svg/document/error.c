/* The domain of what can go wrong in the canvas layer. */
#include <svg/error.h>

G_DEFINE_QUARK(svg - error - quark, svg_error)
