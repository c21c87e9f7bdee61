package dev.reeve.server.door.qless.call;

import dev.reeve.engine.qless.CallerClock;
import dev.reeve.server.door.qless.CallingConvention;

/** A call whose arguments are in the order of the current form, without its name and its clock. */
record CallRequest(CallingConvention form, CallerClock caller, Arguments args) {
    boolean current() {
        return form == CallingConvention.CURRENT;
    }

    boolean function() {
        return form == CallingConvention.FUNCTION;
    }

    long nowMicros() {
        return caller.nowMicros();
    }

    /** By their description lower priorities come first; all programs have it the other way round. */
    long priority(double given) {
        long priority = (long) given;
        return function() ? -Math.max(priority, -Long.MAX_VALUE) : priority;
    }
}
