package dev.reeve.tally;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** The tallies of all doors. */
public final class Traffic {
    private final Map<String, DoorTally> byDoor = new ConcurrentHashMap<>();

    private final StreamTally streams = new StreamTally();

    /** The streams of events. */
    public StreamTally streams() {
        return streams;
    }

    public DoorTally door(String name) {
        return byDoor.computeIfAbsent(name, door -> new DoorTally());
    }

    public Map<String, DoorTally> byDoor() {
        return new TreeMap<>(byDoor);
    }
}
