/* One that stays: it has its libraries and the fonts' configuration, and makes a copy of itself for
 * each picture. */
#pragma once

/* Answers what comes through standard input, as protocol.h says, until nobody is at its other end;
 * then ends the program, and with it all copies. Returns in each copy, which is as if it had been
 * started by who asked: with that one's standard descriptors and no other, and with the arguments
 * in *argc and *argv. Must be called before there is a second thread. */
void warm_serve(int *argc, char ***argv);
