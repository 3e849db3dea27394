// Runs all cases, or those whose names contain one of the arguments. The last line counts them.

#include <cstring>
#include <exception>

#include "check.h"

int main(int count, char** arguments)
{
    int passed = 0;
    int failed = 0;
    for (const scenario::Case& item : scenario::cases()) {
        bool isWanted = count < 2;
        for (int index = 1; index < count; ++index) {
            isWanted = isWanted || std::strstr(item.name, arguments[index]);
        }
        if (!isWanted) {
            continue;
        }
        std::printf("%s\n", item.name);
        std::fflush(stdout);
        try {
            item.run();
            ++passed;
        } catch (const scenario::Failed&) {
            ++failed;
        } catch (const std::exception& thrown) {
            std::printf("  threw: %s\n", thrown.what());
            ++failed;
        }
        if (failed > 0) {
            std::fflush(stdout);
        }
    }
    std::printf("%d passed, %d failed\n", passed, failed);
    return failed == 0 && passed > 0 ? 0 : 1;
}
