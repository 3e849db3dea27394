// A counted reference to something in the fake scene.
#pragma once

namespace fake {

class Counted;

class Ref {
public:
    Ref() noexcept = default;
    explicit Ref(Counted* counted) noexcept;
    Ref(const Ref& other) noexcept;
    ~Ref();
    Ref& operator=(const Ref& other) noexcept;
    Counted* get() const { return m_counted; }

private:
    Counted* m_counted = nullptr;
};

}  // namespace fake
