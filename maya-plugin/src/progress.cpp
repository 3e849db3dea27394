#include "progress.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <future>

namespace surefoot {

namespace {

struct Shared {
    std::atomic<double> share{0.0};
    std::atomic<bool> isCancelled{false};
};

// Called from any thread of the library.
std::int32_t report(double share, void* user)
{
    Shared& shared = *static_cast<Shared*>(user);
    double known = shared.share.load();
    while (share > known && !shared.share.compare_exchange_weak(known, share)) {
    }
    return shared.isCancelled.load() ? 1 : 0;
}

}  // namespace

Progress::Progress()
{
    m_computation.beginComputation(true, true, false);
    m_computation.setProgressRange(0, 100);
}

Progress::~Progress()
{
    m_computation.endComputation();
}

void Progress::stage(const std::string& name, double end)
{
    m_start = m_end;
    m_end = end;
    m_computation.setProgressStatus(MString(name.c_str()));
    step(0.0);
}

void Progress::step(double share)
{
    if (m_computation.isInterruptRequested()) {
        throw Cancelled();
    }
    const double done = m_start + (m_end - m_start) * std::min(std::max(share, 0.0), 1.0);
    const int percent = static_cast<int>(100.0 * done);
    // Every change redraws the help line.
    if (percent != m_shown) {
        m_shown = percent;
        m_computation.setProgress(percent);
    }
}

void Progress::run(const std::function<surefoot_status(surefoot_progress, void*, surefoot_error*)>& work)
{
    // Often enough that a person feels no delay.
    constexpr std::chrono::milliseconds kPause(30);
    Shared shared;
    surefoot_error error = {};
    std::future<surefoot_status> result = std::async(std::launch::async, [&] { return work(report, &shared, &error); });
    while (result.wait_for(kPause) != std::future_status::ready) {
        try {
            step(shared.share.load());
        } catch (const Cancelled&) {
            // The library ends at its next look at the callback; the thread uses what lives here until then.
            shared.isCancelled = true;
            result.wait();
            throw;
        }
    }
    check(result.get(), error);
    step(1.0);
}

}  // namespace surefoot
