/* What a commit did, as it is told. Private to svg/. */
#pragma once

#include "document/log.h"

#include <svg/journal.h>

/* The record of a transaction that is over; svg_change_free(). */
SvgChange *svg_change_new(const SvgLog *log);
