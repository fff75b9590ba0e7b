/* Runs of bytes in a temporary file, each behind its length. */
#include "store/spool.h"

#include <stdio.h>

struct _FairySpool {
    FILE *file;
};

FairySpool *fairy_spool_new(void)
{
    FILE *file = tmpfile();
    FairySpool *spool = file ? g_new(FairySpool, 1) : NULL;
    if (spool) {
        spool->file = file;
    }
    return spool;
}

void fairy_spool_free(FairySpool *spool)
{
    if (spool) {
        fclose(spool->file);
        g_free(spool);
    }
}

void fairy_spool_put(FairySpool *spool, gconstpointer bytes, gsize len)
{
    gint64 size = bytes ? (gint64)len : -1;
    fwrite(&size, sizeof size, 1, spool->file);
    fwrite(bytes ? bytes : "", 1, bytes ? len : 0, spool->file);
}

gboolean fairy_spool_flush(FairySpool *spool)
{
    return fflush(spool->file) == 0 && !ferror(spool->file);
}

void fairy_spool_rewind(FairySpool *spool)
{
    rewind(spool->file);
}

char *fairy_spool_take(FairySpool *spool, gsize *len, gboolean *failed)
{
    gint64 size = -1;
    *failed = *failed || fread(&size, sizeof size, 1, spool->file) != 1;
    if (*failed || size < 0) {
        return NULL;
    }
    *len = (gsize)size;
    char *bytes = g_malloc(*len + 1);
    bytes[*len] = '\0';
    if (fread(bytes, 1, *len, spool->file) != *len) {
        *failed = TRUE;
        g_clear_pointer(&bytes, g_free);
    }
    return bytes;
}
