/* Labels files, path files, and plants files of a clip. */
#include "check.h"

void test_labels(void) {
    surefoot_skeleton *skeleton = make_skeleton();
    surefoot_clip *clip = make_clip(skeleton, 60, 0);
    surefoot_label_span spans[2];
    spans[0].label = "walk";
    spans[0].first = 0;
    spans[0].end = 40;
    spans[1].label = "sneak";
    spans[1].first = 30;
    spans[1].end = 60;
    surefoot_clip_labels items[2];
    memset(items, 0, sizeof items);
    items[0].clip = "first";
    items[0].labels = spans;
    items[0].label_count = 2;
    items[1].clip = "second";
    items[1].group_name = "stage";
    surefoot_labels *labels = NULL;
    OK(surefoot_labels_create(items, 2, &labels, &error));
    const surefoot_clip_labels *seen = NULL;
    size_t count = 0;
    OK(surefoot_labels_get(labels, &seen, &count, &error));
    CHECK(count == 2 && strcmp(seen[0].clip, "first") == 0 && seen[0].label_count == 2);
    /* The second clip has a group and leaves its labels open. */
    CHECK(seen[0].group_name == NULL && seen[0].group == 0 && seen[1].labels == NULL && seen[1].label_count == 0);
    CHECK(strcmp(seen[1].group_name, "stage") == 0 && seen[1].group == 1);
    CHECK(strcmp(seen[0].labels[1].label, "sneak") == 0 && seen[0].labels[1].first == 30);
    REFUSES_NULL(surefoot_labels_get(NULL, &seen, &count, &error));
    REFUSES_NULL(surefoot_labels_get(labels, NULL, &count, &error));
    REFUSES_NULL(surefoot_labels_get(labels, &seen, NULL, &error));

    surefoot_text *text = NULL;
    OK(surefoot_labels_text(labels, &text, &error));
    REFUSES_NULL(surefoot_labels_text(NULL, &text, &error));
    REFUSES_NULL(surefoot_labels_text(labels, NULL, &error));
    const char *file = path_in_folder("labels.json"), *characters = NULL;
    OK(surefoot_text_write(file, text, &error));
    OK(surefoot_text_get(text, &characters, NULL, &error));
    surefoot_labels *other = NULL;
    OK(surefoot_labels_read(file, &other, &error));
    OK(surefoot_labels_get(other, &seen, &count, &error));
    CHECK(count == 2 && seen[0].labels[0].end == 40 && seen[1].labels == NULL && seen[1].group == 1);
    surefoot_labels_free(other);
    OK(surefoot_labels_from_text(characters, &other, &error));
    surefoot_labels_free(other);
    /* No label at all is said by an array without entries. */
    const char *none = "{\"clips\": [{\"clip\": \"a\", \"labels\": []}]}";
    OK(surefoot_labels_from_text(none, &other, &error));
    OK(surefoot_labels_get(other, &seen, &count, &error));
    CHECK(count == 1 && seen[0].labels != NULL && seen[0].label_count == 0);
    surefoot_labels_free(other);
    other = NULL;
    surefoot_text_free(text);
    REFUSES_NULL(surefoot_labels_read(NULL, &other, &error));
    REFUSES_NULL(surefoot_labels_read(file, NULL, &error));
    REFUSES_NULL(surefoot_labels_from_text(NULL, &other, &error));
    REFUSES_NULL(surefoot_labels_from_text("{\"clips\": []}", NULL, &error));
    EXPECT(SUREFOOT_ERROR_FILE, surefoot_labels_read(path_in_folder("none.json"), &other, &error));
    EXPECT(SUREFOOT_ERROR_FORMAT, surefoot_labels_from_text("{", &other, &error));
    REFUSES_NULL(surefoot_labels_create(NULL, 1, &other, &error));
    REFUSES_NULL(surefoot_labels_create(items, 1, NULL, &error));
    items[1].clip = "first";
    EXPECT(SUREFOOT_ERROR_ARGUMENT, surefoot_labels_create(items, 2, &other, &error));
    items[1].clip = NULL;
    REFUSES_NULL(surefoot_labels_create(items, 2, &other, &error));
    spans[0].end = 0;
    EXPECT(SUREFOOT_ERROR_INVALID, surefoot_labels_create(items, 1, &other, &error));
    spans[0].label = NULL;
    REFUSES_NULL(surefoot_labels_create(items, 1, &other, &error));
    items[0].labels = NULL;
    REFUSES_NULL(surefoot_labels_create(items, 1, &other, &error));
    CHECK(other == NULL);

    OK(surefoot_automatic_labels(skeleton, clip, &other, &error));
    OK(surefoot_labels_get(other, &seen, &count, &error));
    CHECK(count == 1 && strcmp(seen[0].clip, "steps") == 0 && seen[0].label_count > 0 &&
          seen[0].labels[0].first == 0);
    surefoot_labels_free(other);
    REFUSES_NULL(surefoot_automatic_labels(NULL, clip, &other, &error));
    REFUSES_NULL(surefoot_automatic_labels(skeleton, NULL, &other, &error));
    REFUSES_NULL(surefoot_automatic_labels(skeleton, clip, NULL, &error));
    surefoot_labels_free(NULL);
    surefoot_labels_free(labels);
    surefoot_clip_free(clip);
    surefoot_skeleton_free(skeleton);
}

void test_paths(void) {
    const double points[12] = {0, 0, 0, 0, 0, 4, 0, 0, 4, 3, 0, 4};
    surefoot_style_piece styles[2];
    styles[0].label = "walk";
    styles[0].end = 2.5;
    styles[1].label = NULL;
    styles[1].end = INFINITY;
    surefoot_path *path = NULL;
    OK(surefoot_path_create(SUREFOOT_PATH_POLYLINE, points, 4, styles, 2, &path, &error));
    const surefoot_path_view *view = NULL;
    OK(surefoot_path_get(path, &view, &error));
    CHECK(view->kind == SUREFOOT_PATH_POLYLINE && view->point_count == 4 && fabs(view->length - 7) < 1e-12);
    CHECK(memcmp(view->points, points, sizeof points) == 0 && view->corner_count == 3 && view->corners[5] == 4);
    CHECK(view->style_count == 2 && strcmp(view->styles[0].label, "walk") == 0 && view->styles[0].end == 2.5);
    CHECK(view->styles[1].label == NULL && isinf(view->styles[1].end));
    REFUSES_NULL(surefoot_path_get(NULL, &view, &error));
    REFUSES_NULL(surefoot_path_get(path, NULL, &error));

    surefoot_text *text = NULL;
    OK(surefoot_path_text(path, &text, &error));
    REFUSES_NULL(surefoot_path_text(NULL, &text, &error));
    REFUSES_NULL(surefoot_path_text(path, NULL, &error));
    const char *file = path_in_folder("path.json"), *characters = NULL;
    OK(surefoot_text_write(file, text, &error));
    OK(surefoot_text_get(text, &characters, NULL, &error));
    surefoot_path *other = NULL;
    OK(surefoot_path_read(file, &other, &error));
    OK(surefoot_path_get(other, &view, &error));
    CHECK(view->point_count == 4 && view->style_count == 2);
    surefoot_path_free(other);
    OK(surefoot_path_from_text(characters, &other, &error));
    surefoot_path_free(other);
    other = NULL;
    surefoot_text_free(text);
    OK(surefoot_path_create(SUREFOOT_PATH_BEZIER, points, 4, NULL, 0, &other, &error));
    OK(surefoot_path_get(other, &view, &error));
    CHECK(view->kind == SUREFOOT_PATH_BEZIER && view->corner_count > 4 && view->length > 5 && view->length < 7);
    surefoot_path_free(other);
    other = NULL;
    REFUSES_NULL(surefoot_path_read(NULL, &other, &error));
    REFUSES_NULL(surefoot_path_read(file, NULL, &error));
    REFUSES_NULL(surefoot_path_from_text(NULL, &other, &error));
    REFUSES_NULL(surefoot_path_from_text("{\"points\": [[0, 0, 0], [1, 0, 0]]}", NULL, &error));
    REFUSES_NULL(surefoot_path_create(0, NULL, 4, NULL, 0, &other, &error));
    REFUSES_NULL(surefoot_path_create(0, points, 4, NULL, 1, &other, &error));
    REFUSES_NULL(surefoot_path_create(0, points, 4, NULL, 0, NULL, &error));
    EXPECT(SUREFOOT_ERROR_ARGUMENT, surefoot_path_create(2, points, 4, NULL, 0, &other, &error));
    EXPECT(SUREFOOT_ERROR_INVALID, surefoot_path_create(0, points, 1, NULL, 0, &other, &error));
    styles[0].end = 9;
    EXPECT(SUREFOOT_ERROR_FORMAT, surefoot_path_create(0, points, 4, styles, 2, &other, &error));
    EXPECT(SUREFOOT_ERROR_FORMAT, surefoot_path_from_text("[]", &other, &error));
    CHECK(other == NULL);
    surefoot_path_free(NULL);
    surefoot_path_free(path);
}

/* A plants file for a clip that is at hand. */
void test_plants_of(void) {
    surefoot_skeleton *skeleton = make_skeleton();
    surefoot_clip *clip = make_clip(skeleton, 60, 0);
    surefoot_plants *plants = make_plants(60), *read = NULL;
    const char *file = path_in_folder("plants_of.json");
    OK(surefoot_plants_write(file, plants, &error));
    surefoot_notes *notes = NULL;
    OK(surefoot_plants_read_of(file, skeleton, clip, &read, &notes, &error));
    surefoot_plants_free(read);
    const surefoot_note *items = NULL;
    size_t count = 9;
    OK(surefoot_notes_get(notes, &items, &count, &error));
    CHECK(count == 0);
    surefoot_notes_free(notes);
    OK(surefoot_plants_read_of(file, skeleton, clip, &read, NULL, &error));
    surefoot_plants_free(read);
    read = NULL;
    REFUSES_NULL(surefoot_plants_read_of(NULL, skeleton, clip, &read, NULL, &error));
    REFUSES_NULL(surefoot_plants_read_of(file, NULL, clip, &read, NULL, &error));
    REFUSES_NULL(surefoot_plants_read_of(file, skeleton, NULL, &read, NULL, &error));
    REFUSES_NULL(surefoot_plants_read_of(file, skeleton, clip, NULL, NULL, &error));
    CHECK(read == NULL);
    surefoot_plants_free(plants);
    surefoot_clip_free(clip);
    surefoot_skeleton_free(skeleton);
}
