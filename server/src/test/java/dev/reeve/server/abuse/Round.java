package dev.reeve.server.abuse;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.awaitility.Awaitility.await;

import dev.reeve.server.crash.ServerProcess;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Clients that behave: alone, while those come that do not, among them, and when they have left again.
 *
 * @param timesCut how often one of those that do not behave was cut off
 * @param before what the server took before they came, and so on
 */
record Round(
        Map<String, Latencies> alone,
        Map<String, Latencies> arrival,
        Map<String, Latencies> among,
        int timesCut,
        Footprint before,
        Footprint meanwhile,
        Footprint after) {
    private static final int MOST_TIMES_SLOWER = 3;

    static Round of(ServerProcess server, Healthy healthy, Bait bait, int nuisances, int cycles, long seed)
            throws Exception {
        Ports ports = Ports.of(server);
        Footprint before = Footprint.afterCollection(server, ports.http());
        Map<String, Latencies> alone = healthy.work(cycles);
        try (Nuisances crowd = new Nuisances(ports, bait, nuisances, seed)) {
            Map<String, Latencies> arrival = healthy.work(cycles);
            Map<String, Latencies> among = healthy.work(cycles);
            Footprint meanwhile = Footprint.of(server, ports.http());
            crowd.leave();
            await().atMost(60, SECONDS)
                    .until(() -> Footprint.of(server, ports.http()).connections() <= healthy.size());
            Footprint after = Footprint.afterCollection(server, ports.http());
            return new Round(alone, arrival, among, crowd.timesCut(), before, meanwhile, after);
        }
    }

    /** Whether no door was more than three times as slow among those that do not behave, for 99 of 100 answers. */
    boolean isUndisturbed() {
        return alone.entrySet().stream()
                .allMatch(
                        door -> Objects.requireNonNull(among.get(door.getKey())).p99Micros()
                                <= MOST_TIMES_SLOWER * door.getValue().p99Micros());
    }

    @Override
    public String toString() {
        return "load: alone " + all(alone) + "; while they come " + all(arrival) + "; among them " + all(among)
                + "; " + timesCut + " times one was cut off" + "\nload: before " + before + "\nload: among them "
                + meanwhile + "\nload: after " + after + "\nload: by door, alone " + alone + ", among them " + among;
    }

    private static Latencies all(Map<String, Latencies> doors) {
        return Latencies.all(List.copyOf(doors.values()));
    }
}
