package dev.reeve.server.metrics;

import dev.reeve.tally.DoorTally;
import dev.reeve.tally.Traffic;
import java.util.Map;

/** The metrics of the doors and their requests. */
final class DoorFamilies {
    private static final String DOOR = "door";
    private static final String COMMAND = "command";
    private static final double SECOND = 1e9;

    private DoorFamilies() {}

    static void add(Traffic traffic, MetricFamilies families) {
        Map<String, DoorTally> doors = traffic.byDoor();
        Map<String, DoorTally> listeners = listeners(traffic);
        families.gauges(
                "reeve_connections",
                "Open connections.",
                points -> listeners.forEach((name, door) -> points.add(door.connections(), DOOR, name)));
        families.counters(
                "reeve_connections_opened",
                "Accepted connections.",
                points -> listeners.forEach((name, door) -> points.add(door.opened(), DOOR, name)));
        families.histograms(
                "reeve_request_seconds",
                "Time from the arrival of a request to its reply, including time spent waiting.",
                SECOND,
                histograms -> doors.forEach((name, door) -> door.answered()
                        .forEach((command, tally) -> histograms.add(tally.nanos(), DOOR, name, COMMAND, command))));
        families.counters(
                "reeve_request_errors",
                "Requests that were answered with an error or a refusal.",
                points -> doors.forEach((name, door) -> door.answered()
                        .forEach((command, tally) -> points.add(tally.refusals(), DOOR, name, COMMAND, command))));
        families.counters(
                "reeve_refusals",
                "Refused requests and connections, by reason; see docs/operations.md.",
                points -> doors.forEach((name, door) ->
                        door.refusals().forEach((why, count) -> points.add(count, DOOR, name, "why", why))));
    }

    /** The doors that accept connections themselves. The HTTP doors share one listener. */
    private static Map<String, DoorTally> listeners(Traffic traffic) {
        Map<String, DoorTally> doors = traffic.byDoor();
        doors.values().removeIf(door -> door.opened() == 0);
        return doors;
    }
}
