/* client FOLDER: every function of the C API, files go to FOLDER. client FOLDER THREADS ROUNDS [pool]: many at once,
 * after that; with "pool" also those that use the library's own threads. */
#include "check.h"

int failures = 0;
static const char *folder = ".";

const char *path_in_folder(const char *name) {
    /* A test holds a few paths at a time. */
    static char paths[8][4096];
    static int next = 0;
    char *path = paths[next++ % 8];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

int is_content(const char *file, const uint8_t *data, size_t count) {
    FILE *stream = fopen(file, "rb");
    if (stream == NULL) {
        return 0;
    }
    size_t at = 0;
    int byte = fgetc(stream);
    for (; byte != EOF && at < count && (uint8_t)byte == data[at]; at++) {
        byte = fgetc(stream);
    }
    fclose(stream);
    return at == count && byte == EOF;
}

double number_at(const surefoot_report *report, const char *path) {
    double number = NAN;
    OK(surefoot_report_number(report, path, &number, &error));
    return number;
}

int is_text_at(const surefoot_report *report, const char *path, const char *expected) {
    const char *text = NULL;
    OK(surefoot_report_text(report, path, &text, &error));
    return text != NULL && strcmp(text, expected) == 0;
}

size_t count_at(const surefoot_report *report, const char *path) {
    size_t count = (size_t)-1;
    OK(surefoot_report_count(report, path, &count, &error));
    return count;
}

int main(int count, char **arguments) {
    if (count > 1) {
        folder = arguments[1];
    }
    if (count > 3) {
        test_threads(atoi(arguments[2]), atoi(arguments[3]), count > 4);
    } else {
        test_model();
        test_ground();
        test_skin();
        test_roles();
        test_soles();
        test_shape();
        test_balance();
        test_files();
        test_labels();
        test_paths();
        test_plants_of();
        test_footskate();
        test_reports();
        test_edit();
        test_kinematics();
        test_stream();
        test_graph();
        test_page();
        test_options();
        test_without_error();
        test_threads(4, 16, 1);
    }
    printf("%s: %d failures\n", failures == 0 ? "ok" : "FAILED", failures);
    return failures == 0 ? 0 : 1;
}
