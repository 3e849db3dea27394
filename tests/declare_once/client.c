/* client CLIP: the added option from C is there with its default, comes last in its struct, and is checked. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <surefoot.h>

int main(int count, char **arguments) {
    surefoot_error error;
    surefoot_document *document = NULL;
    surefoot_plants *plants = NULL;
    surefoot_clip *cleaned = NULL;
    const surefoot_document_view *file = NULL;
    surefoot_remove_footskate_options options;
    if (count != 2 || surefoot_remove_footskate_default_options(&options, sizeof options, &error) ||
        surefoot_read(arguments[1], NULL, &document, &error) || surefoot_document_get(document, &file, &error) ||
        surefoot_detect_plants(file->skeleton, file->clips[0], NULL, NULL, &plants, NULL, NULL, &error))
        return 1;
    int is_default = options.boot_reach == 2.5;
    int is_last = offsetof(surefoot_remove_footskate_options, boot_reach) + sizeof(double) == sizeof options;
    options.boot_reach = 10;
    int is_checked = surefoot_remove_footskate(file->skeleton, file->clips[0], plants, NULL, &options, &cleaned, NULL,
                                               &error) != SUREFOOT_OK &&
                     strstr(error.message, "boot_reach") != NULL;
    surefoot_plants_free(plants);
    surefoot_document_free(document);
    if (is_default && is_last && is_checked)
        puts("boot_reach 2.5, last, checked");
    return 0;
}
