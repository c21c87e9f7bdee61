package dev.reeve.campaign.abuse;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.awaitility.Awaitility.await;

import dev.reeve.testkit.ServerProcess;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Measurements of well-behaved clients: alone, while misbehaving clients connect, among them, and after they left.
 *
 * @param timesCut how many times a misbehaving client was disconnected
 * @param before resource usage before the misbehaving clients connected; the others accordingly
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

    /** Whether the 99th percentile of every door stayed within three times its value without misbehaving clients. */
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
