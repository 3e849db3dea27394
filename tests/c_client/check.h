/* Checks for clients of the C API. Plain C99 that is C++17 as well: every file here is compiled as both. */
#ifndef CHECK_H
#define CHECK_H

#include <surefoot.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int failures;

#define CHECK(condition)                                                                                             \
    do {                                                                                                             \
        if (!(condition)) {                                                                                          \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                                          \
            failures++;                                                                                              \
        }                                                                                                            \
    } while (0)

/* Calls with `&error` as the last argument of `call` and compares the status; a failure must tell itself. */
#define EXPECT(status, call)                                                                                         \
    do {                                                                                                             \
        surefoot_error error;                                                                                        \
        memset(&error, 0x5a, sizeof error);                                                                          \
        const surefoot_status got = call;                                                                            \
        if (got != (status)) {                                                                                       \
            fprintf(stderr, "%s:%d: %s: expected %s, got %s: %s\n", __FILE__, __LINE__, #call,                       \
                    surefoot_status_name(status), surefoot_status_name(got),                                         \
                    got == SUREFOOT_OK ? "" : error.message);                                                        \
            failures++;                                                                                              \
        } else if (got != SUREFOOT_OK) {                                                                             \
            CHECK(error.code == got);                                                                                \
            CHECK(error.message[0] != '\0' && strlen(error.message) < SUREFOOT_MESSAGE_SIZE);                        \
            CHECK(strlen(error.joint) < SUREFOOT_JOINT_SIZE);                                                        \
        } else {                                                                                                     \
            CHECK(error.message[0] == 0x5a);                                                                         \
        }                                                                                                            \
    } while (0)

#define OK(call) EXPECT(SUREFOOT_OK, call)
#define REFUSES_NULL(call) EXPECT(SUREFOOT_ERROR_NULL, call)

/* A folder that exists, given to the program; paths below it. */
const char *path_in_folder(const char *name);

/* Whether a file holds exactly these bytes. */
int is_content(const char *file, const uint8_t *data, size_t count);

/* Figures of a report that must be there. */
double number_at(const surefoot_report *report, const char *path);
int is_text_at(const surefoot_report *report, const char *path, const char *expected);
size_t count_at(const surefoot_report *report, const char *path);

/* A biped of 19 joints, and a clip in which it steps on the spot while its root drifts: its feet skate. */
enum { BODY_JOINTS = 19 };
surefoot_skeleton *make_skeleton(void);
surefoot_clip *make_clip(const surefoot_skeleton *skeleton, size_t frame_count, double phase);
surefoot_plants *make_plants(size_t frame_count);

void test_model(void);
void test_ground(void);
void test_skin(void);
void test_roles(void);
void test_soles(void);
void test_shape(void);
void test_balance(void);
void test_files(void);
void test_labels(void);
void test_paths(void);
void test_plants_of(void);
void test_footskate(void);
void test_reports(void);
void test_edit(void);
void test_kinematics(void);
void test_stream(void);
void test_graph(void);
void test_page(void);
void test_options(void);
void test_without_error(void);
void test_threads(int thread_count, int rounds, int uses_pool);

#endif
