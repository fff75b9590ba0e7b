/* What every fuzz target defines, as libFuzzer declares it. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Returns 0. `data` has no NUL at its end. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
