package dev.reeve.door.qless.call;

import dev.reeve.door.qless.CallingConvention;
import dev.reeve.engine.qless.CallerClock;
import java.util.List;
import org.jspecify.annotations.Nullable;

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

    /**
     * Refuses a delay together with dependencies, as the scripts of 2012 do. In the current form the delay counts after the
     * dependencies.
     *
     * @param title the start of the error text
     */
    void requireOneOf(String title, double delay, @Nullable List<String> depends) {
        if (!current() && delay > 0 && depends != null && !depends.isEmpty()) {
            throw new BadCall(title + "\"delay\" and \"depends\" are not allowed to be used together");
        }
    }

    /** In the function form lower priorities come first, as documented. In the other forms higher priorities come first. */
    long priority(double given) {
        long priority = (long) given;
        return function() ? -Math.max(priority, -Long.MAX_VALUE) : priority;
    }
}
