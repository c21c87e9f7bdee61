package dev.reeve.server.metrics;

import dev.reeve.tally.DoorTally;
import dev.reeve.tally.Traffic;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.List;
import java.util.Map;

/** The metrics of the doors and their requests. */
final class DoorFamilies {
    private static final String DOOR = "door";
    private static final String COMMAND = "command";
    private static final String REASON = "why";
    private static final double SECOND = 1e9;

    private final Traffic traffic;

    DoorFamilies(Traffic traffic) {
        this.traffic = traffic;
    }

    List<MetricSnapshot> all() {
        return List.of(connections(), opened(), seconds(), errors(), refusals());
    }

    /** The doors that accept connections themselves. The HTTP doors share one listener. */
    private Map<String, DoorTally> listeners() {
        Map<String, DoorTally> doors = traffic.byDoor();
        doors.values().removeIf(door -> door.opened() == 0);
        return doors;
    }

    private GaugeSnapshot connections() {
        GaugeSnapshot.Builder family = MetricBuilders.gauge("reeve_connections", "Open connections.");
        listeners()
                .forEach((name, door) -> family.dataPoint(MetricBuilders.gaugePoint(door.connections(), DOOR, name)));
        return family.build();
    }

    private CounterSnapshot opened() {
        CounterSnapshot.Builder family = MetricBuilders.counter("reeve_connections_opened", "Accepted connections.");
        listeners().forEach((name, door) -> family.dataPoint(MetricBuilders.counterPoint(door.opened(), DOOR, name)));
        return family.build();
    }

    private HistogramSnapshot seconds() {
        HistogramSnapshot.Builder family = MetricBuilders.histogram(
                "reeve_request_seconds",
                "Time from the arrival of a request to its reply, including time spent waiting.");
        traffic.byDoor()
                .forEach((name, door) -> door.answered()
                        .forEach((command, tally) -> family.dataPoint(
                                MetricBuilders.histogramPoint(tally.nanos(), SECOND, DOOR, name, COMMAND, command))));
        return family.build();
    }

    private CounterSnapshot refusals() {
        CounterSnapshot.Builder family = MetricBuilders.counter(
                "reeve_refusals", "Refused requests and connections, by reason; see docs/operations.md.");
        traffic.byDoor()
                .forEach((name, door) -> door.refusals()
                        .forEach((why, count) ->
                                family.dataPoint(MetricBuilders.counterPoint(count, DOOR, name, REASON, why))));
        return family.build();
    }

    private CounterSnapshot errors() {
        CounterSnapshot.Builder family = MetricBuilders.counter(
                "reeve_request_errors", "Requests that were answered with an error or a refusal.");
        traffic.byDoor()
                .forEach((name, door) -> door.answered()
                        .forEach((command, tally) -> family.dataPoint(
                                MetricBuilders.counterPoint(tally.refusals(), DOOR, name, COMMAND, command))));
        return family.build();
    }
}
