/* Model space, and the memory of what was rounded on the way to it. */
#include <fairy/coords.h>
#include <svg/survey.h>

#include <math.h>
#include <string.h>

#define MOST_STEPS    100000 /* along the longer side of a page */
#define LEAST_LETTERS 8      /* steps: what is told of places is as fine as what is read there */

/* What is remembered of a shape. */
static const char *const properties[] = {"x", "y", "w", "h", "x1", "y1", "x2", "y2", "bend"};

typedef struct {
    guint known; /* bit i: property i */
    double exact[G_N_ELEMENTS(properties)];
    char id[]; /* of the shape */
} Shown;

struct _FairyCoords {
    SvgPoint origin;
    double step;
    double per_unit;   /* what is shown is a multiple of 1 / per_unit */
    GHashTable *shown; /* shape id → Shown */
};

static double round_half_up(double v)
{
    double below = floor(v);
    return (v - below >= 0.5 ? below + 1 : below) + 0.0;
}

FairyCoords *fairy_coords_new(SvgPoint origin, double step)
{
    FairyCoords *coords = g_new0(FairyCoords, 1);
    coords->origin = origin;
    coords->step = isfinite(step) && step > 0 ? step : 1;
    coords->per_unit = 1;
    coords->shown = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, g_free);
    return coords;
}

void fairy_coords_free(FairyCoords *coords)
{
    if (coords) {
        g_hash_table_unref(coords->shown);
        g_free(coords);
    }
}

/* Powers of ten and their inverses are exact or correctly rounded this way; sums of tenths aren't.
 */
double fairy_coords_step_for(SvgBox page)
{
    double longer = MAX(page.w, page.h), power = 1;
    if (!isfinite(longer) || longer <= 0) {
        return 1;
    }
    if (longer < 100) {
        while (longer * power < 1000 && power < 1e15) {
            power *= 10;
        }
        return 1 / power;
    }
    while (longer / power > MOST_STEPS && power < 1e15) {
        power *= 10;
    }
    return power;
}

double fairy_coords_step_of(SvgDocument *doc)
{
    SvgBox page = svg_document_page(doc);
    double step = fairy_coords_step_for(page), longer = MAX(page.w, page.h);
    g_auto(SvgLetters) letters = {0};
    svg_document_letters(doc, &letters);
    while (letters.size > 0 && letters.size < LEAST_LETTERS * step &&
           longer < MOST_STEPS * step / 10) {
        step /= 10;
    }
    return step;
}

FairyCoords *fairy_coords_new_document(SvgPoint origin, SvgBox page)
{
    FairyCoords *coords = fairy_coords_new(origin, 1);
    coords->per_unit = MAX(1, round_half_up(1 / fairy_coords_step_for(page)));
    return coords;
}

FairyPoint fairy_coords_to_model(const FairyCoords *coords, SvgPoint p)
{
    return (FairyPoint){(p.x - coords->origin.x) / coords->step,
                        (p.y - coords->origin.y) / coords->step};
}

SvgPoint fairy_coords_to_document(const FairyCoords *coords, FairyPoint p)
{
    return (SvgPoint){p.x * coords->step + coords->origin.x, p.y * coords->step + coords->origin.y};
}

double fairy_coords_length_to_model(const FairyCoords *coords, double length)
{
    return length / coords->step;
}

double fairy_coords_length_to_document(const FairyCoords *coords, double length)
{
    return length * coords->step;
}

/* Where 0 lies on the axis of a property: "x", "x2" … "y" … or, for lengths, nowhere. */
static double origin_of(const FairyCoords *coords, const char *property)
{
    return property[0] == 'x' ? coords->origin.x : property[0] == 'y' ? coords->origin.y : 0;
}

double fairy_coords_round(const FairyCoords *coords, const char *property, double document_value)
{
    double value = (document_value - origin_of(coords, property)) / coords->step;
    return round_half_up(value * coords->per_unit) / coords->per_unit;
}

FairyBox fairy_coords_round_box(const FairyCoords *coords, SvgBox box)
{
    return (FairyBox){fairy_coords_round(coords, "x", box.x),
                      fairy_coords_round(coords, "y", box.y),
                      fairy_coords_round(coords, "w", MAX(box.w, 0)),
                      fairy_coords_round(coords, "h", MAX(box.h, 0))};
}

static guint place_of(const char *property)
{
    guint place = 0;
    while (place < G_N_ELEMENTS(properties) && !g_str_equal(properties[place], property)) {
        place++;
    }
    return place;
}

static Shown *shown_of(FairyCoords *coords, const char *id)
{
    Shown *shown = g_hash_table_lookup(coords->shown, id);
    if (!shown) {
        gsize size = strlen(id) + 1;
        shown = g_malloc(sizeof *shown + size);
        shown->known = 0;
        memcpy(shown->id, id, size);
        g_hash_table_insert(coords->shown, shown->id, shown);
    }
    return shown;
}

static void remember(Shown *shown, guint place, double exact)
{
    if (place < G_N_ELEMENTS(properties)) {
        shown->known |= 1u << place;
        shown->exact[place] = exact;
    }
}

double fairy_coords_show(FairyCoords *coords, const char *id, const char *property,
                         double document_value)
{
    if (id) {
        remember(shown_of(coords, id), place_of(property), document_value);
    }
    return fairy_coords_round(coords, property, document_value);
}

FairyBox fairy_coords_show_box(FairyCoords *coords, const char *id, SvgBox box)
{
    const double values[] = {box.x, box.y, box.w, box.h};
    Shown *shown = id ? shown_of(coords, id) : NULL;
    for (guint i = 0; shown && i < G_N_ELEMENTS(values); i++) {
        remember(shown, i, values[i]);
    }
    return (FairyBox){
        .x = fairy_coords_round(coords, "x", box.x),
        .y = fairy_coords_round(coords, "y", box.y),
        .w = fairy_coords_round(coords, "w", box.w),
        .h = fairy_coords_round(coords, "h", box.h),
    };
}

double fairy_coords_read(const FairyCoords *coords, const char *id, const char *property,
                         double value)
{
    const Shown *shown = id ? g_hash_table_lookup(coords->shown, id) : NULL;
    guint place = place_of(property);
    if (shown && shown->known >> place & 1 &&
        fairy_coords_round(coords, property, shown->exact[place]) == value) {
        return shown->exact[place];
    }
    return value * coords->step + origin_of(coords, property);
}
