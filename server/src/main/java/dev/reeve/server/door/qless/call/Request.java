package dev.reeve.server.door.qless.call;

import dev.reeve.engine.Caller;
import dev.reeve.server.door.qless.Form;

/** A call whose arguments are in the order of the current form, without its name and its clock. */
record Request(Form form, Caller caller, Arguments args) {
    boolean current() {
        return form == Form.CURRENT;
    }

    boolean function() {
        return form == Form.FUNCTION;
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
