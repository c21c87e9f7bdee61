package dev.reeve.tally;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Counters of one door: connections, requests and refusals. Only the door's event loop writes them, except refusals. */
public final class DoorTally {
    /** The label of requests that are not a command of the door. */
    public static final String UNKNOWN = "unknown";

    private final Counter connections = new Counter();
    private final Counter opened = new Counter();
    private final Counter finishedHandshakes = new Counter();
    private final Counter failedHandshakes = new Counter();
    private final Map<String, RequestTally> byCommand = new ConcurrentHashMap<>();
    private final Map<String, LongAdder> refusals = new ConcurrentHashMap<>();

    public void connected() {
        connections.add(1);
        opened.add(1);
    }

    public void disconnected() {
        connections.add(-1);
    }

    /** Counts a TLS handshake that has ended. */
    public void handshake(boolean finished) {
        (finished ? finishedHandshakes : failedHandshakes).add(1);
    }

    public long finishedHandshakes() {
        return finishedHandshakes.get();
    }

    public long failedHandshakes() {
        return failedHandshakes.get();
    }

    /** The tally of a command: one of the door's own names or {@link #UNKNOWN}, never text from a client. */
    public RequestTally of(String command) {
        RequestTally tally = byCommand.get(command);
        return tally != null ? tally : byCommand.computeIfAbsent(command, name -> new RequestTally());
    }

    /** Counts an answered request, see {@link #of}. */
    public void answered(String command, long nanos, boolean refused) {
        of(command).answered(nanos, refused);
    }

    /** Counts a refusal. The number of different reasons must be small and fixed. Thread-safe. */
    public void refused(String why) {
        refusals.computeIfAbsent(why, first -> new LongAdder()).increment();
    }

    /** The number of refusals by reason. */
    public Map<String, Long> refusals() {
        Map<String, Long> counts = new TreeMap<>();
        refusals.forEach((why, count) -> counts.put(why, count.sum()));
        return counts;
    }

    public long connections() {
        return connections.get();
    }

    /** The total number of accepted connections. */
    public long opened() {
        return opened.get();
    }

    /** The tallies of the commands that were answered at least once, by name. */
    public Map<String, RequestTally> answered() {
        Map<String, RequestTally> answered = new TreeMap<>(byCommand);
        answered.values().removeIf(tally -> !tally.isUsed());
        return answered;
    }
}
