/* What librsvg knows of every element: `rsvg FILE <IDS` asks it for the geometry of each id on
 * standard input (a line each), and prints how many it answered. */
#include <librsvg/rsvg.h>

#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: rsvg FILE <IDS\n");
        return 2;
    }
    g_autoptr(GError) error = NULL;
    g_autoptr(GFile) file = g_file_new_for_path(argv[1]);
    RsvgHandle *handle =
        rsvg_handle_new_from_gfile_sync(file, RSVG_HANDLE_FLAG_UNLIMITED, NULL, &error);
    if (!handle) {
        fprintf(stderr, "%s\n", error->message);
        return 1;
    }
    char *line = NULL;
    size_t size = 0;
    unsigned answered = 0;
    while (getline(&line, &size, stdin) > 0) {
        RsvgRectangle ink, logical;
        line[strcspn(line, "\n")] = '\0';
        g_autofree char *reference = g_strconcat("#", line, NULL);
        answered += rsvg_handle_get_geometry_for_element(handle, reference, &ink, &logical, NULL);
    }
    free(line);
    printf("%u\n", answered);
    g_object_unref(handle);
    return 0;
}
