/* The page, and the table of options. */
#include "check.h"

void test_page(void) {
    surefoot_skeleton *skeleton = make_skeleton();
    surefoot_clip *clip = make_clip(skeleton, 60, 0), *cleaned = NULL;
    surefoot_plants *plants = make_plants(60);
    surefoot_report *report = NULL;
    OK(surefoot_remove_footskate(skeleton, clip, plants, NULL, NULL, &cleaned, &report, &error));
    surefoot_before_after pair;
    pair.before = clip;
    pair.after = cleaned;
    pair.plants = plants;
    pair.report = report;
    const char *notes[1] = {"a <note>"};
    surefoot_text *page = NULL;
    OK(surefoot_footskate_page("steps", skeleton, &pair, 1, NULL, 0, NULL, notes, 1, &page, &error));
    const char *characters = NULL;
    size_t length = 0;
    OK(surefoot_text_get(page, &characters, &length, &error));
    CHECK(length > 10000 && strstr(characters, "<html") != NULL);
    surefoot_text_free(page);
    page = NULL;
    REFUSES_NULL(surefoot_footskate_page(NULL, skeleton, &pair, 1, NULL, 0, NULL, NULL, 0, &page, &error));
    REFUSES_NULL(surefoot_footskate_page("s", NULL, &pair, 1, NULL, 0, NULL, NULL, 0, &page, &error));
    REFUSES_NULL(surefoot_footskate_page("s", skeleton, NULL, 1, NULL, 0, NULL, NULL, 0, &page, &error));
    REFUSES_NULL(surefoot_footskate_page("s", skeleton, &pair, 1, NULL, 1, NULL, NULL, 0, &page, &error));
    REFUSES_NULL(surefoot_footskate_page("s", skeleton, &pair, 1, NULL, 0, NULL, NULL, 1, &page, &error));
    REFUSES_NULL(surefoot_footskate_page("s", skeleton, &pair, 1, NULL, 0, NULL, NULL, 0, NULL, &error));
    surefoot_report *other = NULL;
    OK(surefoot_check_clip(skeleton, clip, NULL, &other, &error));
    pair.report = other;
    EXPECT(SUREFOOT_ERROR_ARGUMENT,
           surefoot_footskate_page("s", skeleton, &pair, 1, NULL, 0, NULL, NULL, 0, &page, &error));
    surefoot_report_free(other);
    pair.report = NULL;
    REFUSES_NULL(surefoot_footskate_page("s", skeleton, &pair, 1, NULL, 0, NULL, NULL, 0, &page, &error));
    CHECK(page == NULL);
    surefoot_report_free(report);
    surefoot_clip_free(cleaned);
    surefoot_plants_free(plants);
    surefoot_clip_free(clip);
    surefoot_skeleton_free(skeleton);
}

/* surefoot_detect_plants_options as a later version may have it, with a field more. */
typedef struct {
    surefoot_detect_plants_options known;
    double later;
} newer_options;

/* The place of an option in the table. */
static size_t place_of(const surefoot_operation *operation, const char *name) {
    size_t place = 0;
    while (place < operation->option_count && strcmp(operation->options[place]->name, name) != 0) {
        place++;
    }
    CHECK(place < operation->option_count);
    return place;
}

static void test_used_options(const surefoot_operation *remove) {
    double values[64];
    int32_t used[64];
    const size_t count = remove->option_count;
    const size_t method = place_of(remove, "method"), cutoff = place_of(remove, "cutoff");
    const size_t snap = place_of(remove, "snap_to_ground");
    surefoot_input_state ground = {"ground", "none"};
    CHECK(count <= 64);
    OK(surefoot_used_options(remove->name, NULL, 0, NULL, 0, used, count, &error));
    CHECK(used[method] == 1 && used[cutoff] == 1 && used[snap] == 1);
    OK(surefoot_used_options(remove->name, NULL, 0, &ground, 1, used, count, &error));
    CHECK(used[cutoff] == 1 && used[snap] == 0);
    for (size_t i = 0; i < count; i++) {
        values[i] = remove->options[i]->default_value;
    }
    values[method] = SUREFOOT_FOOTSKATE_METHOD_ROOT;
    OK(surefoot_used_options(remove->name, values, count, NULL, 0, used, count, &error));
    CHECK(used[method] == 1 && used[cutoff] == 0);
    values[place_of(remove, "rounds")] = 2.5;
    EXPECT(SUREFOOT_ERROR_OPTION, surefoot_used_options(remove->name, values, count, NULL, 0, used, count, &error));
    values[place_of(remove, "rounds")] = 2.0;
    OK(surefoot_used_options(remove->name, values, count, NULL, 0, used, count, &error));
    values[method] = 99;
    EXPECT(SUREFOOT_ERROR_OPTION, surefoot_used_options(remove->name, values, count, NULL, 0, used, count, &error));
    EXPECT(SUREFOOT_ERROR_LENGTH,
           surefoot_used_options(remove->name, values, count - 1, NULL, 0, used, count, &error));
    EXPECT(SUREFOOT_ERROR_LENGTH, surefoot_used_options(remove->name, NULL, 0, NULL, 0, used, 1, &error));
    EXPECT(SUREFOOT_ERROR_ARGUMENT, surefoot_used_options("fly", NULL, 0, NULL, 0, used, count, &error));
    REFUSES_NULL(surefoot_used_options(NULL, NULL, 0, NULL, 0, used, count, &error));
    REFUSES_NULL(surefoot_used_options(remove->name, NULL, 0, NULL, 1, used, count, &error));
    REFUSES_NULL(surefoot_used_options(remove->name, NULL, 0, &ground, 1, NULL, count, &error));
    ground.value = NULL;
    REFUSES_NULL(surefoot_used_options(remove->name, NULL, 0, &ground, 1, used, count, &error));
}

void test_options(void) {
    const surefoot_operation *const *operations = NULL;
    size_t count = 0;
    OK(surefoot_operations_get(&operations, &count, &error));
    CHECK(count >= 8 && strcmp(operations[1]->name, "detect_plants") == 0 && operations[1]->is_edit == 0);
    CHECK(strcmp(operations[1]->label, "Detect Plants") == 0);
    REFUSES_NULL(surefoot_operations_get(NULL, &count, &error));
    REFUSES_NULL(surefoot_operations_get(&operations, NULL, &error));
    for (size_t i = 0; i < count; i++) {
        CHECK(operations[i]->label[0] != '\0' && operations[i]->help[0] != '\0');
        CHECK(operations[i]->is_edit == (strstr(operations[i]->name, "_clip") != NULL && i > 0));
        for (size_t k = 0; k < operations[i]->option_count; k++) {
            const surefoot_option *option = operations[i]->options[k];
            CHECK(option->name[0] != '\0' && option->help[0] != '\0' && option->unit != NULL);
            CHECK(option->min <= option->default_value && option->default_value <= option->max);
            CHECK(option->label[0] != '\0' && (option->kind == SUREFOOT_OPTION_CHOICE) == (option->choice_count > 0));
            for (size_t c = 0; c < option->choice_count; c++) {
                CHECK(option->choices[c].name[0] != '\0' && option->choices[c].label[0] != '\0');
                CHECK(option->choices[c].help[0] != '\0');
            }
            for (size_t c = 0; c < option->condition_count; c++) {
                CHECK(option->used_when[c].subject[0] != '\0' && option->used_when[c].value_count > 0);
                CHECK(option->used_when[c].values[0][0] != '\0');
            }
        }
    }

    size_t cleanup = 0;
    while (cleanup < count && strcmp(operations[cleanup]->name, "remove_footskate") != 0) {
        cleanup++;
    }
    CHECK(cleanup < count);
    test_used_options(operations[cleanup]);

    surefoot_skeleton *skeleton = make_skeleton();
    surefoot_clip *clip = make_clip(skeleton, 40, 0);
    surefoot_plants *plants = NULL;
    /* A caller with a newer header: what this library does not know must be zero. */
    newer_options newer;
    memset(&newer, 0x77, sizeof newer);
    OK(surefoot_detect_plants_default_options(&newer.known, sizeof newer, &error));
    CHECK(newer.known.struct_size == sizeof newer && newer.later == 0);
    OK(surefoot_detect_plants(skeleton, clip, NULL, &newer.known, &plants, NULL, NULL, &error));
    surefoot_plants_free(plants);
    plants = NULL;
    newer.later = 1;
    EXPECT(SUREFOOT_ERROR_ARGUMENT,
           surefoot_detect_plants(skeleton, clip, NULL, &newer.known, &plants, NULL, NULL, &error));
    newer.known.struct_size = 12;
    EXPECT(SUREFOOT_ERROR_ARGUMENT,
           surefoot_detect_plants(skeleton, clip, NULL, &newer.known, &plants, NULL, NULL, &error));
    newer.known.struct_size = (size_t)-1;
    EXPECT(SUREFOOT_ERROR_ARGUMENT,
           surefoot_detect_plants(skeleton, clip, NULL, &newer.known, &plants, NULL, NULL, &error));
    CHECK(plants == NULL);
    surefoot_clip_free(clip);
    surefoot_skeleton_free(skeleton);
}
