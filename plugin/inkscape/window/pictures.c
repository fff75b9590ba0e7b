/* Two images, each in a frame with a title. A picture is read when it is another one. */
#include "pictures.h"

#include "theme.h"

enum { WIDTH = 180, HEIGHT = 120 };

struct _WinPictures {
    GtkWidget *box, *frames[2], *images[2];
    char *paths[2]; /* what is shown */
    guint turn;     /* of which it is: another one may write to the same files */
};

static const char *const titles[] = {[WIN_BEFORE] = "Before", [WIN_AFTER] = "After"};

/* Returns whether there is one. */
static gboolean show_picture(WinPictures *pictures, WinWhen when, const char *path, gboolean again)
{
    if (again || g_strcmp0(path, pictures->paths[when]) != 0) {
        g_autoptr(GdkPixbuf) pixbuf =
            path ? gdk_pixbuf_new_from_file_at_scale(path, WIDTH, HEIGHT, TRUE, NULL) : NULL;
        g_free(pictures->paths[when]);
        pictures->paths[when] = pixbuf ? g_strdup(path) : NULL;
        gtk_image_set_from_pixbuf(GTK_IMAGE(pictures->images[when]), pixbuf);
    }
    gtk_widget_set_visible(pictures->frames[when], pictures->paths[when] != NULL);
    return pictures->paths[when] != NULL;
}

void win_pictures_show(WinPictures *pictures, const WinDrawing *drawing)
{
    gboolean any = FALSE, again = drawing && drawing->turn != pictures->turn;
    pictures->turn = drawing ? drawing->turn : 0;
    for (guint i = WIN_BEFORE; i <= WIN_AFTER; i++) {
        any |= show_picture(pictures, (WinWhen)i, drawing ? drawing->pictures[i] : NULL, again);
    }
    gtk_widget_set_visible(pictures->box, any);
}

static void free_pictures(G_GNUC_UNUSED GtkWidget *widget, gpointer data)
{
    WinPictures *pictures = data;
    g_free(pictures->paths[WIN_BEFORE]);
    g_free(pictures->paths[WIN_AFTER]);
    g_free(pictures);
}

static void add_frame(WinPictures *pictures, WinWhen when)
{
    g_autofree char *name = g_strdup_printf("The drawing: %s", titles[when]);
    GtkWidget *frame = gtk_box_new(GTK_ORIENTATION_VERTICAL, 2);
    GtkWidget *label = gtk_label_new(titles[when]);
    pictures->images[when] = gtk_image_new();
    pictures->frames[when] = frame;
    gtk_style_context_add_class(gtk_widget_get_style_context(label), "fairies-dim");
    gtk_box_pack_start(GTK_BOX(frame), pictures->images[when], TRUE, TRUE, 0);
    gtk_box_pack_start(GTK_BOX(frame), label, FALSE, FALSE, 0);
    gtk_widget_show_all(frame);
    win_name(pictures->images[when], name);
    gtk_box_pack_start(GTK_BOX(pictures->box), frame, TRUE, TRUE, 0);
}

WinPictures *win_pictures_new(void)
{
    WinPictures *pictures = g_new0(WinPictures, 1);
    pictures->box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8);
    gtk_box_set_homogeneous(GTK_BOX(pictures->box), TRUE);
    add_frame(pictures, WIN_BEFORE);
    add_frame(pictures, WIN_AFTER);
    gtk_widget_set_no_show_all(pictures->box, TRUE);
    g_signal_connect(pictures->box, "destroy", G_CALLBACK(free_pictures), pictures);
    return pictures;
}

GtkWidget *win_pictures_widget(WinPictures *pictures)
{
    return pictures->box;
}
