/* The drawing before and after the latest turn, small, side by side. */
#pragma once

#include "model.h"

#include <gtk/gtk.h>

typedef struct _WinPictures WinPictures;

/* Makes it without pictures, and so not visible. Freed with its widget. */
WinPictures *win_pictures_new(void);
/* Returns the widget, to be added to a container once. */
GtkWidget *win_pictures_widget(WinPictures *pictures);
/* Shows those of a drawing; none for NULL. A file that isn't a picture shows nothing. */
void win_pictures_show(WinPictures *pictures, const WinDrawing *drawing);
