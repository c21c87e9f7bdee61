package dev.reeve.server.door.qless.call;

import dev.reeve.server.door.qless.CallPlan;

/** Makes sense of the arguments of one call. */
@FunctionalInterface
interface CallParser {
    CallPlan parse(CallRequest request);
}
