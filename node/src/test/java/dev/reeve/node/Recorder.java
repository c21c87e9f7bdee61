package dev.reeve.node;

import dev.reeve.engine.Rejection;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Records the calls of a completion. */
class Recorder<R> implements WaitCompletion<R> {
    final List<String> told = new ArrayList<>();

    @Nullable
    R value;

    boolean decided;

    @Override
    public void reply(R reply) {
        value = reply;
        told.add("reply");
    }

    @Override
    public void refused(Rejection why) {
        told.add(why.name());
    }

    @Override
    public void outcomeUnknown() {
        told.add("unknown");
    }

    @Override
    public void timedOut() {
        told.add("timed out");
    }

    @Override
    public void decided() {
        if (decided) {
            throw new AssertionError("decided twice");
        }
        decided = true;
    }

    boolean replied() {
        return told.equals(List.of("reply"));
    }

    R value() {
        if (value == null) {
            throw new AssertionError("no reply, but " + told);
        }
        return value;
    }
}
