/* hold_feet IN OUT: finds when feet are planted, stops them from sliding, and writes a copy of the file. */
#include <stdio.h>
#include <surefoot.h>

int main(int count, char **arguments) {
    surefoot_error error;
    surefoot_document *document = NULL;
    surefoot_plants *plants = NULL;
    surefoot_clip *cleaned = NULL;
    const surefoot_document_view *file = NULL;
    int failed =
        count != 3 || surefoot_read(arguments[1], NULL, &document, &error) ||
        surefoot_document_get(document, &file, &error) ||
        surefoot_detect_plants(file->skeleton, file->clips[0], NULL, NULL, &plants, NULL, NULL, &error) ||
        surefoot_remove_footskate(file->skeleton, file->clips[0], plants, NULL, NULL, &cleaned, NULL, &error) ||
        surefoot_write_edited(arguments[2], document, (const surefoot_clip *const *)&cleaned, 1, NULL, &error);
    if (failed) {
        fprintf(stderr, "%s\n", count == 3 ? error.message : "usage: hold_feet IN OUT");
    }
    surefoot_clip_free(cleaned);
    surefoot_plants_free(plants);
    surefoot_document_free(document);
    return failed;
}
