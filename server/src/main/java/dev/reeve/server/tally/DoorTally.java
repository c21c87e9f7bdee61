package dev.reeve.server.tally;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** The connections and the requests of one door. But for refusals, all of it is written by the loop that serves the door. */
public final class DoorTally {
    /** Stands for what is no command of the door. */
    public static final String UNKNOWN = "unknown";

    private final Counter connections = new Counter();
    private final Counter opened = new Counter();
    private final Map<String, RequestTally> byCommand = new ConcurrentHashMap<>();
    private final RequestTally unknown = of(UNKNOWN);
    private final Map<String, LongAdder> refusals = new ConcurrentHashMap<>();

    public void connected() {
        connections.add(1);
        opened.add(1);
    }

    public void disconnected() {
        connections.add(-1);
    }

    /** The tally of a command, which has to be one that the door knows: what clients make up must not get here. */
    public RequestTally of(String command) {
        RequestTally tally = byCommand.get(command);
        return tally != null ? tally : byCommand.computeIfAbsent(command, name -> new RequestTally());
    }

    public RequestTally unknown() {
        return unknown;
    }

    /** Something was refused for that reason, of which there are few. Any thread. */
    public void refused(String why) {
        refusals.computeIfAbsent(why, first -> new LongAdder()).increment();
    }

    /** How often something was refused, by reason. */
    public Map<String, Long> refusals() {
        Map<String, Long> counts = new TreeMap<>();
        refusals.forEach((why, count) -> counts.put(why, count.sum()));
        return counts;
    }

    public long connections() {
        return connections.get();
    }

    /** How many connections there have been. */
    public long opened() {
        return opened.get();
    }

    /** The commands that have been answered, by name. */
    public Map<String, RequestTally> answered() {
        Map<String, RequestTally> answered = new TreeMap<>(byCommand);
        answered.values().removeIf(tally -> !tally.isUsed());
        return answered;
    }
}
