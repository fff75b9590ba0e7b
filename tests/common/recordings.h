/* Recordings in a folder of their own, with a clock that stands still. */
#pragma once

#include "model/recording.h"
#include "model/recording_reader.h"

/* Before the first of the others; the folder and its files are gone after the program's end. */
void test_recordings_begin(void);
/* Of a file that isn't there; the caller's. */
char *test_recording_path(void);
/* What the clock says, µs. */
extern gint64 test_recording_now;
/* A recording to `path`; `options` may be NULL: the clock, and nothing else. */
FairyRecording *test_record(const char *path, const FairyRecordingOptions *options);
extern const FairyRecordingOptions test_recording_options;
void test_recording_close(FairyRecording *recording);
/* Of a file, as text; the caller's. */
char *test_contents(const char *path);
/* A request to the offline model. */
guint test_recording_ask(FairyRecording *recording, const char *body);
/* A model whose answers are HTTP. Static. */
const FairyProfile *test_recording_profile(void);

/* One line for what came of a request. */
void test_recorded_note(GString *log, const FairyRecordingEvent *event);
/* All that came of one; the caller's. */
char *test_recorded_log(FairyRecordingReader *recorded, guint number);
