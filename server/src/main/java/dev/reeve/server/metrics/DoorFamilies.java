package dev.reeve.server.metrics;

import dev.reeve.server.tally.DoorTally;
import dev.reeve.server.tally.Traffic;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.List;
import java.util.Map;

/** What is told of doors and the requests that come through them. */
final class DoorFamilies {
    private static final String DOOR = "door";
    private static final String COMMAND = "command";
    private static final String WHY = "why";
    private static final double SECOND = 1e9;

    private final Traffic traffic;

    DoorFamilies(Traffic traffic) {
        this.traffic = traffic;
    }

    List<MetricSnapshot> all() {
        return List.of(connections(), opened(), seconds(), errors(), refusals());
    }

    /** The doors that have had connections of their own; those over HTTP share theirs. */
    private Map<String, DoorTally> listeners() {
        Map<String, DoorTally> doors = traffic.byDoor();
        doors.values().removeIf(door -> door.opened() == 0);
        return doors;
    }

    private GaugeSnapshot connections() {
        GaugeSnapshot.Builder family = MetricBuilders.gauge("reeve_connections", "Clients that are connected.");
        listeners()
                .forEach((name, door) -> family.dataPoint(MetricBuilders.gaugePoint(door.connections(), DOOR, name)));
        return family.build();
    }

    private CounterSnapshot opened() {
        CounterSnapshot.Builder family =
                MetricBuilders.counter("reeve_connections_opened", "Connections that were accepted.");
        listeners().forEach((name, door) -> family.dataPoint(MetricBuilders.counterPoint(door.opened(), DOOR, name)));
        return family.build();
    }

    private HistogramSnapshot seconds() {
        HistogramSnapshot.Builder family = MetricBuilders.histogram(
                "reeve_request_seconds",
                "Requests, and the time from their arrival to their answer, waiting included.");
        traffic.byDoor()
                .forEach((name, door) -> door.answered()
                        .forEach((command, tally) -> family.dataPoint(
                                MetricBuilders.histogramPoint(tally.nanos(), SECOND, DOOR, name, COMMAND, command))));
        return family.build();
    }

    private CounterSnapshot refusals() {
        CounterSnapshot.Builder family = MetricBuilders.counter(
                "reeve_refusals", "What was refused for a reason that the log tells of: see docs/operations.md.");
        traffic.byDoor()
                .forEach((name, door) -> door.refusals()
                        .forEach((why, count) ->
                                family.dataPoint(MetricBuilders.counterPoint(count, DOOR, name, WHY, why))));
        return family.build();
    }

    private CounterSnapshot errors() {
        CounterSnapshot.Builder family =
                MetricBuilders.counter("reeve_request_errors", "Requests whose answer was a refusal or an error.");
        traffic.byDoor()
                .forEach((name, door) -> door.answered()
                        .forEach((command, tally) -> family.dataPoint(
                                MetricBuilders.counterPoint(tally.refusals(), DOOR, name, COMMAND, command))));
        return family.build();
    }
}
