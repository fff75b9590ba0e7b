/* What the client and the helper program fairy-render agree on. Private to svg/.
 *
 *     fairy-render --width=640 --height=480 --format=png < drawing.svg > picture.png
 *
 * The helper reads SVG in UTF-8 from standard input until its end, and draws it to fill a picture
 * of exactly the given size. It may do so in bands, from the top down, at the same time. Then there
 * may also be one drawing for each of them, with a NUL between one and the next: all are of the
 * whole picture, but nobody looks at what is outside of its band. It writes the picture to standard
 * output only when it is whole; otherwise it writes one line to standard error and ends with a
 * status other than 0.
 *
 * One that is started with --warm alone stays, and makes a copy of itself for each picture. Its
 * standard input is a socket of packets (SOCK_SEQPACKET), and each packet a request: the arguments
 * of a picture's own call, a NUL after each, and with them (SCM_RIGHTS) its standard input, output
 * and error, and a socket of packets, in this order. Through that comes an int when the copy is
 * made, its process, and another when it has ended: its status, as waitpid() gives it. Whoever
 * closes it before has the copy killed. Where it ends without a status, the one that stayed is
 * gone, and its copies with it. When its standard input ends, so does it, and so do they. */
#pragma once

/* Options, each "--NAME=VALUE". */
#define RENDER_OPTION_WIDTH      "width"      /* px */
#define RENDER_OPTION_HEIGHT     "height"     /* px */
#define RENDER_OPTION_FORMAT     "format"     /* RENDER_FORMAT_* */
#define RENDER_OPTION_QUALITY    "quality"    /* JPEG, 1–100 */
#define RENDER_OPTION_BACKGROUND "background" /* RRGGBB, or RENDER_TRANSPARENT (PNG only) */
#define RENDER_OPTION_BANDS      "bands"      /* 1–RENDER_MAX_BANDS */
#define RENDER_OPTION_CPU        "cpu"        /* seconds of processor time */
/* Alone: it prints "NAME VERSION", a line for each library that it draws with, and ends. */
#define RENDER_OPTION_VERSION "version"
/* Alone: it stays. */
#define RENDER_OPTION_WARM "warm"

#define RENDER_MAX_REQUEST   4096
#define RENDER_MAX_ARGUMENTS 16
#define RENDER_N_REQUEST_FDS 4
#define RENDER_CONTROL_FD    3 /* of these, the last */

#define RENDER_FORMAT_PNG  "png"
#define RENDER_FORMAT_JPEG "jpeg"
#define RENDER_TRANSPARENT "none"

#define RENDER_DEFAULT_QUALITY 80
#define RENDER_MAX_BANDS       4
/* Address space. A picture of 8000 × 8000 px takes 256 MB, and librsvg draws each group with an
 * opacity or a filter on a surface of that size. */
#define RENDER_MAX_MEMORY_GIB 2
/* librsvg spreads filters over threads; each takes address space. */
#define RENDER_MAX_THREADS 4
