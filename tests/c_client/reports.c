/* Reports, read by path. */
#include "check.h"

/* What a path that cannot be read is told. */
static int is_told(const surefoot_report *report, const char *path, surefoot_status status, const char *part) {
    surefoot_error error;
    double number = 7;
    return surefoot_report_number(report, path, &number, &error) == status && number == 7 &&
           strstr(error.message, part) != NULL;
}

static void test_paths_of(const surefoot_report *report) {
    CHECK(number_at(report, "plants") == 2 && is_text_at(report, "method", "limbs"));
    CHECK(count_at(report, "before.slides") == 2 && is_text_at(report, "before.slides.1.point", "toe"));
    /* The same text, not a copy each time. */
    const char *first = NULL, *second = NULL;
    OK(surefoot_report_text(report, "solver", &first, &error));
    OK(surefoot_report_text(report, "solver", &second, &error));
    CHECK(first == second && strcmp(first, "least-squares") == 0);

    CHECK(is_told(report, "after.toes", SUREFOOT_ERROR_ARGUMENT, "after has slides, slide_mean"));
    CHECK(is_told(report, "before.slides.2.mean", SUREFOOT_ERROR_ARGUMENT, "before.slides is a list of 2"));
    CHECK(is_told(report, "before.slides.1.mean.x", SUREFOOT_ERROR_ARGUMENT, "before.slides.1.mean is a number"));
    CHECK(is_told(report, "feet", SUREFOOT_ERROR_ARGUMENT, "the report has summary, method"));
    CHECK(is_told(report, "", SUREFOOT_ERROR_ARGUMENT, "the report has summary, method"));
    CHECK(is_told(report, "method", SUREFOOT_ERROR_ARGUMENT, "'method' is not a number: it is a text"));
    CHECK(is_told(report, "after", SUREFOOT_ERROR_ARGUMENT, "'after' is not a number: it has slides"));
    /* Nothing shook: neither the group nor what would be in it is there. */
    CHECK(is_told(report, "root_noise", SUREFOOT_ERROR_NO_VALUE, "no value at 'root_noise'"));
    CHECK(is_told(report, "root_noise.moved", SUREFOOT_ERROR_NO_VALUE, "no value at 'root_noise.moved'"));
    size_t count = 7;
    EXPECT(SUREFOOT_ERROR_ARGUMENT, surefoot_report_text(report, "plants", &first, &error));
    EXPECT(SUREFOOT_ERROR_ARGUMENT, surefoot_report_count(report, "plants", &count, &error));
    EXPECT(SUREFOOT_ERROR_ARGUMENT, surefoot_report_count(report, "\xff", &count, &error));
    EXPECT(SUREFOOT_ERROR_NO_VALUE, surefoot_report_text(report, "root_noise", &first, &error));
    EXPECT(SUREFOOT_ERROR_NO_VALUE, surefoot_report_count(report, "root_noise", &count, &error));
    CHECK(first == second && count == 7 && strcmp(surefoot_status_name(SUREFOOT_ERROR_NO_VALUE), "no-value") == 0);

    double number = 0;
    REFUSES_NULL(surefoot_report_number(NULL, "plants", &number, &error));
    REFUSES_NULL(surefoot_report_number(report, NULL, &number, &error));
    REFUSES_NULL(surefoot_report_number(report, "plants", NULL, &error));
    REFUSES_NULL(surefoot_report_text(NULL, "method", &first, &error));
    REFUSES_NULL(surefoot_report_text(report, NULL, &first, &error));
    REFUSES_NULL(surefoot_report_text(report, "method", NULL, &error));
    REFUSES_NULL(surefoot_report_count(NULL, "missed", &count, &error));
    REFUSES_NULL(surefoot_report_count(report, NULL, &count, &error));
    REFUSES_NULL(surefoot_report_count(report, "missed", NULL, &error));
}

static void test_whole(const surefoot_report *report) {
    const char *text = NULL;
    OK(surefoot_report_summary(report, &text, &error));
    CHECK(strncmp(text, "slide ", 6) == 0 && is_text_at(report, "summary", text));
    REFUSES_NULL(surefoot_report_summary(NULL, &text, &error));
    REFUSES_NULL(surefoot_report_summary(report, NULL, &error));
    OK(surefoot_report_json(report, &text, &error));
    CHECK(strncmp(text, "{\"summary\":\"slide ", 18) == 0 && strstr(text, "\"missed\":[") != NULL);
    REFUSES_NULL(surefoot_report_json(NULL, &text, &error));
    REFUSES_NULL(surefoot_report_json(report, NULL, &error));
}

/* The plant whose ankle is far away is missed, and a note tells of it. */
static void test_notes(const surefoot_report *report) {
    const surefoot_note *notes = NULL;
    size_t count = 0;
    OK(surefoot_report_notes(report, &notes, &count, &error));
    CHECK(count == count_at(report, "notes") && count > 0);
    for (size_t i = 0; i < count; i++) {
        char path[32];
        snprintf(path, sizeof path, "notes.%u.code", (unsigned)i);
        CHECK(is_text_at(report, path, notes[i].code) && notes[i].text[0] != '\0');
        for (size_t k = 0; k < notes[i].frame_count; k++) {
            CHECK(notes[i].frames[k].first < notes[i].frames[k].end);
        }
    }
    REFUSES_NULL(surefoot_report_notes(NULL, &notes, &count, &error));
    REFUSES_NULL(surefoot_report_notes(report, NULL, &count, &error));
    REFUSES_NULL(surefoot_report_notes(report, &notes, NULL, &error));
}

void test_reports(void) {
    surefoot_skeleton *skeleton = make_skeleton();
    surefoot_clip *clip = make_clip(skeleton, 120, 0), *cleaned = NULL;
    surefoot_plants *plants = make_plants(120);
    surefoot_report *report = NULL;
    OK(surefoot_remove_footskate(skeleton, clip, plants, NULL, NULL, &cleaned, &report, &error));
    test_paths_of(report);
    test_whole(report);
    surefoot_report_free(report);
    surefoot_report_free(NULL);
    surefoot_clip_free(cleaned);

    /* Options that have no effect are a note. */
    surefoot_remove_footskate_options options;
    OK(surefoot_remove_footskate_default_options(&options, sizeof options, &error));
    options.method = SUREFOOT_FOOTSKATE_METHOD_ROOT;
    options.cutoff = 1;
    OK(surefoot_remove_footskate(skeleton, clip, plants, NULL, &options, &cleaned, &report, &error));
    test_notes(report);
    surefoot_report_free(report);
    surefoot_clip_free(cleaned);
    surefoot_plants_free(plants);
    surefoot_clip_free(clip);
    surefoot_skeleton_free(skeleton);
}
