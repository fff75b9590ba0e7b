/* The error domain of the agent layer. */
#include <fairy/error.h>

G_DEFINE_QUARK(fairy - error - quark, fairy_error)
