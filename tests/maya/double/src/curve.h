// Keys of one curve.
#pragma once

#include "scene.h"

namespace fake {

// The input of a key: seconds, or the driver's value.
double inputOf(const CurveData& curve, const AnimKey& key);
double slopeAt(const CurveData& curve, double input);

// What an MAnimCurveChange keeps: each curve as it was before the first edit and after the last.
struct CurveChange : Counted {
    struct Item {
        Ptr<Node> node;
        std::shared_ptr<CurveData> before;
        std::shared_ptr<CurveData> after;
    };
    std::vector<Item> items;
    bool undone = false;
    bool movedKeys = false;
    bool addedKeys = false;
    bool interactive = false;
};

// The curve to be edited, remembered first in the change or in the log of a command.
CurveData& editCurve(Node& node, CurveChange* change);
void insertSorted(CurveData& curve, const AnimKey& key, size_t& index);

}  // namespace fake
