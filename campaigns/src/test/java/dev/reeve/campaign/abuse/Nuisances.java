package dev.reeve.campaign.abuse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.campaign.abuse.Nuisance.Habit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Misbehaving clients at all doors. One thread runs a turn of each about once a second, until they are closed. */
final class Nuisances implements AutoCloseable {
    private static final int ROUND_MILLIS = 100;
    private static final int ROUNDS_A_TURN = 10;
    private static final int DOORS = 4;
    private static final String PAYLOAD = "x".repeat(60_000);
    /** Incomplete requests that wait for the rest of a payload, one per door in the order of the ports. */
    private static final List<String> UNFINISHED = List.of(
            "add 6ba7b810-9dad-11d1-80b4-00c04fd430c5 slow 1000 60000 99999\r\n" + PAYLOAD,
            "ADD\0slow\0\1\0\0\0\1\0\0\0\0\0\1\0" + PAYLOAD,
            "*2\r\n$4\r\nECHO\r\n$99999\r\n" + PAYLOAD,
            "POST /queue/slow/job HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99999\r\n\r\n"
                    + PAYLOAD);
    /** Incomplete first bytes of a request, one per door. */
    private static final List<String> UNCLEAR = List.of(
            "add " + "6".repeat(500),
            "ADD\0" + "q".repeat(200),
            "*2\r\n$4\r\nECHO\r\n",
            "GET /queue HTTP/1.1\r\nHost: localhost\r\nX-Slow: " + "x".repeat(4000));

    private final Ports ports;
    private final SplittableRandom random;
    private final List<Nuisance> active = new ArrayList<>();
    private final List<Nuisance> silent = new ArrayList<>();
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
    private final Future<?> rounds;

    /** A tenth send slowly, a tenth never read, a tenth stop in a request, a hundredth reset, and the rest are idle. */
    Nuisances(Ports ports, Bait bait, int count, long seed) throws IOException {
        this.ports = ports;
        this.random = new SplittableRandom(seed);
        int tenth = count / 10;
        for (int i = 0; i < tenth; i++) {
            int door = i % DOORS;
            active.add(new Nuisance(port(door), Habit.ASK, bait.request(door)));
            active.add(new Nuisance(port(door), Habit.DRIBBLE, unfinished(door)));
            silent.add(new Nuisance(port(door), Habit.FALL_SILENT, half(unfinished(door))));
        }
        for (int i = 0; i < count / 100; i++) {
            int door = i % DOORS;
            active.add(new Nuisance(port(door), Habit.BREAK_OFF, half(unfinished(door))));
        }
        for (int i = size(); i < count; i++) {
            silent.add(new Nuisance(port(i % DOORS), Habit.FALL_SILENT, new byte[0]));
        }
        for (Nuisance one : silent) {
            one.act();
        }
        for (Nuisance one : active) {
            one.act();
        }
        rounds = thread.scheduleWithFixedDelay(this::round, 0, ROUND_MILLIS, TimeUnit.MILLISECONDS);
    }

    private int port(int door) {
        return ports.all().get(door);
    }

    private byte[] unfinished(int door) {
        String text = (random.nextInt(4) == 0 ? UNCLEAR : UNFINISHED).get(door);
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private byte[] half(byte[] text) {
        return Arrays.copyOf(text, 1 + random.nextInt(text.length));
    }

    private void round() {
        try {
            for (Nuisance one : active) {
                if (random.nextInt(ROUNDS_A_TURN) == 0 && !thread.isShutdown()) {
                    one.act();
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int size() {
        return active.size() + silent.size();
    }

    /** How many times the server has disconnected one of them. */
    int timesCut() {
        return active.stream().mapToInt(Nuisance::timesCut).sum();
    }

    /** Closes all clients, and throws if the thread failed. */
    void leave() throws Exception {
        thread.shutdown();
        assertThat(thread.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
        if (!rounds.isCancelled()) {
            // The turns run until the shutdown cancels them, unless one failed.
            rounds.get();
        }
        close();
    }

    @Override
    public void close() throws IOException {
        thread.shutdown();
        for (Nuisance one : active) {
            one.close();
        }
        for (Nuisance one : silent) {
            one.close();
        }
    }
}
