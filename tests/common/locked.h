/* What is locked, to compare with later. */
#pragma once

#include <svg/document.h>

/* The bytes of each locked element, and the pictures of the first `alone` of them, each drawn
 * without the rest. Free with g_ptr_array_unref(). */
GPtrArray *test_locked_find(SvgDocument *doc, guint alone);
/* Asserts that all of them are there, the same bytes and the same pixels. Returns how many pictures
 * were compared. The page must be the size it was. */
guint test_locked_assert_held(SvgDocument *doc, GPtrArray *before, guint alone);
/* Whether the guard refused it for what only shows when it is done; else a verb should have asked
 * first. */
gboolean test_locked_is_late(const GError *error);
/* The file with locks on some of its elements: one in `one_in`. The caller's. */
GBytes *test_locked_some(SvgDocument *doc, GRand *rand, guint one_in);
/* The file with `n` locked clones of shapes picked at random, below all else. The caller's. */
GBytes *test_locked_clones(SvgDocument *doc, GRand *rand, guint n);
