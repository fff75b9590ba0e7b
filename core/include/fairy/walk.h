/* Which drawings are meant by what a person names: files, folders, patterns, lists. */
#pragma once

#include <fairy/error.h>

/* A file that was found, or something that was named and isn't one. */
typedef struct {
    char *path;     /* as it is shown: what was given, and what was found below it */
    char *absolute; /* the same, from the root, without "." and ".." */
    char *place;    /* below a folder of results; never "" */
    char *fault;    /* a sentence: why it can't be read; NULL = it is a regular file */
    guint64 device, inode;
} FairyWalked;

/* Finds all files that `inputs` (as FairyBatchOptions has them) name, each path once, sorted by
 * `absolute`. The folder `except` (may be NULL, or not be there) isn't looked into where it lies in
 * another, nor by patterns. With `once` each file is there once, whatever links lead to it. Free
 * with g_ptr_array_unref(). Returns NULL with an error if a list can't be read, or if there are
 * more than FAIRY_MAX_BATCH_FILES. */
GPtrArray *fairy_walk(const char *const *inputs, const char *except, gboolean once, GError **error);
