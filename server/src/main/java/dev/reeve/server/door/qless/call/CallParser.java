package dev.reeve.server.door.qless.call;

import dev.reeve.server.door.qless.CallPlan;

/** Parses the arguments of one call. */
@FunctionalInterface
interface CallParser {
    CallPlan parse(CallRequest request);
}
