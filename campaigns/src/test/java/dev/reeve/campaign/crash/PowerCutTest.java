package dev.reeve.campaign.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.journal.JournalCorruptException;
import dev.reeve.journal.local.Durability;
import dev.reeve.journal.local.JournalSettings;
import dev.reeve.journal.local.SimDisk;
import dev.reeve.node.ManualClock;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The node on a simulated disk that loses power, and its unsynced data, at random times. More tests of five server runs
 * each: {@code -Dreeve.cuts=1000}, from another first seed: {@code -Dreeve.seed=N}.
 */
class PowerCutTest {
    private static final int RUNS = Integer.getInteger("reeve.cuts", 100);
    private static final long FIRST_SEED = Long.getLong("reeve.seed", 1);
    private static final int LIVES = 5;

    @Test
    void nothing_acknowledged_is_lost_in_a_power_cut() {
        long acknowledged = 0;
        long cuts = 0;
        for (long seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed++) {
            Run run = new Run(seed, Durability.ALWAYS);
            acknowledged += run.run();
            cuts += run.cuts;
        }
        System.out.printf(
                "power cut: seeds from %d, %d cuts and %d kills, %d acknowledgements kept%n",
                FIRST_SEED, cuts, (long) RUNS * LIVES - cuts, acknowledged);
        assertThat(cuts).isGreaterThan(RUNS);
        assertThat(acknowledged).isGreaterThan(RUNS);
    }

    @Test
    void answers_after_the_write_survive_the_end_of_the_process() {
        for (long seed = FIRST_SEED; seed < FIRST_SEED + RUNS / 4; seed++) {
            new Run(seed, seed % 2 == 0 ? Durability.INTERVAL : Durability.OS).run();
        }
    }

    /** Negative control: the verifier detects a loss. */
    @Test
    void ignored_syncs_are_noticed() {
        int noticed = 0;
        for (long seed = FIRST_SEED; seed < FIRST_SEED + 20; seed++) {
            Run run = new Run(seed, Durability.ALWAYS);
            run.disk.ignoreSyncs(true);
            try {
                run.run();
            } catch (AssertionError loss) {
                noticed++;
            }
        }
        assertThat(noticed).isGreaterThan(15);
    }

    /** Several server runs on one disk. */
    private static final class Run {
        final SimDisk disk;
        int cuts;
        private final long seed;
        private final SplittableRandom random;
        private final JournalSettings settings;
        private final ManualClock clock = new ManualClock(1_700_000_000_000_000L);
        private final List<SimClient> clients;

        Run(long seed, Durability durability) {
            this.seed = seed;
            random = new SplittableRandom(seed);
            disk = new SimDisk(seed);
            settings = JournalSettings.defaults()
                    .withSegmentBytes(JournalSettings.SMALLEST_SEGMENT_BYTES << random.nextInt(3))
                    .withDurability(durability);
            clients = IntStream.range(0, 3)
                    .mapToObj(i -> new SimClient("q" + i, random.split()))
                    .toList();
        }

        /** Returns the number of acknowledged steps. */
        long run() {
            try {
                for (int life = 0; life < LIVES; life++) {
                    oneLife();
                }
                open();
            } catch (IOException | RuntimeException | AssertionError e) {
                throw new AssertionError("seed " + seed + ": " + e, e);
            }
            return clients.stream()
                    .mapToLong(client -> client.record().acknowledged())
                    .sum();
        }

        private void oneLife() throws IOException {
            disk.writeShort(random.nextInt(4) == 0);
            disk.powerOffAfter(1 + random.nextInt(random.nextBoolean() ? 30 : 500));
            SimServer server = openOrNull();
            if (server != null) {
                live(server);
                clients.forEach(SimClient::lostConnection);
            }
            boolean keepsUnsynced = settings.durability() != Durability.ALWAYS || random.nextInt(3) == 0;
            if (keepsUnsynced) {
                disk.kill();
            } else {
                disk.powerCut();
                cuts++;
            }
        }

        private void live(SimServer server) {
            server.node().start();
            int turns = 100 + random.nextInt(4_000);
            for (int i = 0; i < turns && !disk.isOff(); i++) {
                if (random.nextInt(4) == 0) {
                    clients.get(random.nextInt(clients.size())).step(server);
                }
                server.someTurn(random);
            }
            if (disk.isOff()) {
                // A reply from now on must be durable already.
                server.settle();
            } else if (random.nextInt(4) == 0) {
                stop(server);
            }
        }

        private void stop(SimServer server) {
            boolean[] answered = {false};
            server.node().stop(() -> answered[0] = true);
            while (!answered[0] && !disk.isOff()) {
                server.someTurn(random);
            }
            if (answered[0]) {
                server.node().close();
            } else {
                assertThat(disk.isOff()).as("stopping ended").isTrue();
            }
        }

        private @Nullable SimServer openOrNull() throws IOException {
            try {
                return open();
            } catch (JournalCorruptException e) {
                throw e;
            } catch (IOException e) {
                assertThat(disk.isOff()).as("%s", e).isTrue();
                return null;
            }
        }

        private SimServer open() throws IOException {
            SimServer server = new SimServer(disk, settings, clock, random);
            for (SimClient client : clients) {
                client.verify(server, clock.nowMicros());
            }
            return server;
        }
    }
}
