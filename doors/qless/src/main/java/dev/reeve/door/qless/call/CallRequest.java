package dev.reeve.door.qless.call;

import dev.reeve.engine.qless.CallerClock;
import dev.reeve.door.qless.CallingConvention;

/** A call with its arguments in the order of the current form, without name and clock. */
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

    /** In the function form lower priorities come first, as documented. In the other forms higher priorities come first. */
    long priority(double given) {
        long priority = (long) given;
        return function() ? -Math.max(priority, -Long.MAX_VALUE) : priority;
    }
}
