/* Files: written new, read, edited, written back. */
#include "check.h"

void test_files(void) {
    surefoot_skeleton *skeleton = make_skeleton();
    surefoot_clip *clip = make_clip(skeleton, 30, 0);
    const surefoot_clip *clips[1];
    clips[0] = clip;
    const char *file = path_in_folder("new.bvh");

    surefoot_write_options write;
    OK(surefoot_write_default_options(&write, sizeof write, &error));
    CHECK(write.struct_size == sizeof write && write.unit_metres == 1 && write.up_axis == SUREFOOT_UP_AXIS_Y);
    REFUSES_NULL(surefoot_write_default_options(NULL, sizeof write, &error));
    EXPECT(SUREFOOT_ERROR_ARGUMENT, surefoot_write_default_options(&write, 1, &error));
    write.unit_metres = 0.01;
    surefoot_notes *notes = NULL;
    OK(surefoot_write_new(file, skeleton, clips, 1, NULL, 0, &write, &notes, &error));
    const surefoot_note *items = NULL;
    size_t count = 99;
    OK(surefoot_notes_get(notes, &items, &count, &error));
    for (size_t i = 0; i < count; i++) {
        CHECK(items[i].code[0] != '\0' && items[i].text[0] != '\0' && items[i].frame_count == 0);
        CHECK(items[i].severity == SUREFOOT_SEVERITY_INFO || items[i].severity == SUREFOOT_SEVERITY_WARNING);
    }
    REFUSES_NULL(surefoot_notes_get(NULL, &items, &count, &error));
    REFUSES_NULL(surefoot_notes_get(notes, NULL, &count, &error));
    REFUSES_NULL(surefoot_notes_get(notes, &items, NULL, &error));
    surefoot_notes_free(NULL);
    surefoot_notes_free(notes);
    OK(surefoot_write_new(file, skeleton, clips, 1, NULL, 0, NULL, NULL, &error));
    REFUSES_NULL(surefoot_write_new(NULL, skeleton, clips, 1, NULL, 0, NULL, NULL, &error));
    REFUSES_NULL(surefoot_write_new(file, NULL, clips, 1, NULL, 0, NULL, NULL, &error));
    REFUSES_NULL(surefoot_write_new(file, skeleton, NULL, 1, NULL, 0, NULL, NULL, &error));
    REFUSES_NULL(surefoot_write_new(file, skeleton, clips, 1, NULL, 1, NULL, NULL, &error));
    const surefoot_clip *none[1] = {NULL};
    REFUSES_NULL(surefoot_write_new(file, skeleton, none, 1, NULL, 0, NULL, NULL, &error));
    EXPECT(SUREFOOT_ERROR_UNSUPPORTED,
           surefoot_write_new(path_in_folder("new.xyz"), skeleton, clips, 1, NULL, 0, NULL, NULL, &error));
    write.up_axis = 9;
    EXPECT(SUREFOOT_ERROR_OPTION, surefoot_write_new(file, skeleton, clips, 1, NULL, 0, &write, NULL, &error));

    surefoot_read_options read;
    OK(surefoot_read_default_options(&read, sizeof read, &error));
    CHECK(read.unit_metres == 0 && read.up_axis == SUREFOOT_UP_AXIS_FROM_FILE && read.frame_rate == 0);
    REFUSES_NULL(surefoot_read_default_options(NULL, sizeof read, &error));
    read.unit_metres = 1;
    read.up_axis = SUREFOOT_UP_AXIS_Y;
    surefoot_document *document = NULL;
    OK(surefoot_read(file, &read, &document, &error));
    const surefoot_document_view *view = NULL;
    OK(surefoot_document_get(document, &view, &error));
    CHECK(view->format == SUREFOOT_FORMAT_BVH && view->clip_count == 1 && view->skin_count == 0);
    CHECK(view->unit_metres == 1 && view->unit_origin == SUREFOOT_UNIT_GIVEN && view->up_axis == SUREFOOT_UP_AXIS_Y);
    CHECK(strstr(view->path, "new.bvh") != NULL && view->loss_count == 0);
    const surefoot_skeleton_view *joints = NULL;
    OK(surefoot_skeleton_get(view->skeleton, &joints, &error));
    CHECK(joints->joint_count == BODY_JOINTS);
    const surefoot_clip_view *motion = NULL;
    OK(surefoot_clip_get(view->clips[0], &motion, &error));
    CHECK(motion->frame_count == 30 && fabs(motion->root_positions[1] - 0.95) < 1e-5);
    REFUSES_NULL(surefoot_document_get(NULL, &view, &error));
    REFUSES_NULL(surefoot_document_get(document, NULL, &error));

    /* Written back unchanged, the file keeps its bytes. */
    const char *copy = path_in_folder("copy.bvh");
    OK(surefoot_write_edited(copy, document, view->clips, 1, &notes, &error));
    surefoot_notes_free(notes);
    OK(surefoot_write_edited(copy, document, view->clips, 1, NULL, &error));
    REFUSES_NULL(surefoot_write_edited(NULL, document, view->clips, 1, NULL, &error));
    REFUSES_NULL(surefoot_write_edited(copy, NULL, view->clips, 1, NULL, &error));
    REFUSES_NULL(surefoot_write_edited(copy, document, NULL, 1, NULL, &error));
    EXPECT(SUREFOOT_ERROR_LENGTH, surefoot_write_edited(copy, document, NULL, 0, NULL, &error));

    /* Into memory the same bytes. */
    surefoot_bytes *bytes = NULL;
    const uint8_t *data = NULL;
    size_t data_count = 0;
    OK(surefoot_encode_edited(document, view->clips, 1, SUREFOOT_FORMAT_BVH, &bytes, &notes, &error));
    OK(surefoot_bytes_get(bytes, &data, &data_count, &error));
    CHECK(is_content(copy, data, data_count));
    surefoot_notes_free(notes);
    surefoot_bytes_free(bytes);
    bytes = NULL;
    REFUSES_NULL(surefoot_encode_edited(NULL, view->clips, 1, SUREFOOT_FORMAT_BVH, &bytes, NULL, &error));
    REFUSES_NULL(surefoot_encode_edited(document, NULL, 1, SUREFOOT_FORMAT_BVH, &bytes, NULL, &error));
    REFUSES_NULL(surefoot_encode_edited(document, view->clips, 1, SUREFOOT_FORMAT_BVH, NULL, NULL, &error));
    EXPECT(SUREFOOT_ERROR_UNSUPPORTED,
           surefoot_encode_edited(document, view->clips, 1, SUREFOOT_FORMAT_GLB, &bytes, NULL, &error));
    EXPECT(SUREFOOT_ERROR_ARGUMENT, surefoot_encode_edited(document, view->clips, 1, 5, &bytes, NULL, &error));
    OK(surefoot_encode_new(SUREFOOT_FORMAT_BVH, skeleton, clips, 1, NULL, 0, NULL, &bytes, &notes, &error));
    OK(surefoot_bytes_get(bytes, &data, &data_count, &error));
    CHECK(is_content(file, data, data_count));
    surefoot_notes_free(notes);
    surefoot_bytes_free(bytes);
    OK(surefoot_encode_new(SUREFOOT_FORMAT_GLB, skeleton, clips, 1, NULL, 0, NULL, &bytes, NULL, &error));
    OK(surefoot_bytes_get(bytes, &data, &data_count, &error));
    surefoot_document *other = NULL;
    OK(surefoot_read_bytes("memory.glb", data, data_count, NULL, &other, &error));
    surefoot_document_free(other);
    other = NULL;
    surefoot_bytes_free(bytes);
    bytes = NULL;
    REFUSES_NULL(surefoot_encode_new(0, NULL, clips, 1, NULL, 0, NULL, &bytes, NULL, &error));
    REFUSES_NULL(surefoot_encode_new(0, skeleton, NULL, 1, NULL, 0, NULL, &bytes, NULL, &error));
    REFUSES_NULL(surefoot_encode_new(0, skeleton, clips, 1, NULL, 1, NULL, &bytes, NULL, &error));
    REFUSES_NULL(surefoot_encode_new(0, skeleton, clips, 1, NULL, 0, NULL, NULL, NULL, &error));
    EXPECT(SUREFOOT_ERROR_ARGUMENT, surefoot_encode_new(-1, skeleton, clips, 1, NULL, 0, NULL, &bytes, NULL, &error));
    CHECK(bytes == NULL);

    REFUSES_NULL(surefoot_read(NULL, NULL, &other, &error));
    REFUSES_NULL(surefoot_read(file, NULL, NULL, &error));
    EXPECT(SUREFOOT_ERROR_FILE, surefoot_read(path_in_folder("none.bvh"), NULL, &other, &error));
    read.unit_metres = -1;
    EXPECT(SUREFOOT_ERROR_OPTION, surefoot_read(file, &read, &other, &error));
    read.up_axis = 6;
    EXPECT(SUREFOOT_ERROR_OPTION, surefoot_read(file, &read, &other, &error));
    const uint8_t nonsense[] = "HIERARCHY\nnonsense";
    EXPECT(SUREFOOT_ERROR_FORMAT, surefoot_read_bytes("x.bvh", nonsense, sizeof nonsense - 1, NULL, &other, &error));
    REFUSES_NULL(surefoot_read_bytes(NULL, nonsense, 4, NULL, &other, &error));
    REFUSES_NULL(surefoot_read_bytes("x.bvh", NULL, 4, NULL, &other, &error));
    REFUSES_NULL(surefoot_read_bytes("x.bvh", nonsense, 4, NULL, NULL, &error));
    CHECK(other == NULL);
    surefoot_document_free(NULL);
    surefoot_document_free(document);
    surefoot_clip_free(clip);
    surefoot_skeleton_free(skeleton);
}
