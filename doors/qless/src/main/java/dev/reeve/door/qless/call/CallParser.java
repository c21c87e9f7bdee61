package dev.reeve.door.qless.call;

import dev.reeve.door.qless.CallPlan;

/** Parses the arguments of one call. */
@FunctionalInterface
interface CallParser {
    CallPlan parse(CallRequest request);
}
