package dev.reeve.server.door.qless;

import dev.reeve.server.door.qless.call.CallLimits;
import dev.reeve.server.door.qless.call.CallTable;
import java.util.List;
import java.util.function.Consumer;

/** All qless calls, in all three forms. */
public final class QlessCalls {
    private final CallTable calls;

    public QlessCalls(QlessSettings settings) {
        calls = new CallTable(new CallLimits(settings.longestNameBytes(), settings.mostPayloadBytes()));
    }

    /**
     * What the call asks for.
     *
     * @param call the call's name; for the current script it is the first of the arguments, and this does not matter
     * @param keys as they were sent
     * @param args as they were sent, after the keys
     * @param called is told the call's current name if there is such a call
     */
    public CallPlan parse(
            CallingConvention form, String call, List<byte[]> keys, List<byte[]> args, Consumer<String> called) {
        return calls.parse(form, call, keys, args, called);
    }
}
