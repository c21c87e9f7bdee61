package dev.reeve.campaign.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.testkit.DoorClient;
import dev.reeve.testkit.Violation;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Clients of all doors on two queues, each in a thread of its own. One queue is for all doors, with leases that do not end;
 * the other has short ones. Whoever loses the connection connects again, until the load is stopped.
 */
public final class HistoryLoad {
    private static final int LONGEST_MESSAGE = 5;
    private static final long SECONDS_PATIENCE = 120;
    private static final long MILLIS_BETWEEN_CONNECTIONS = 20;
    private static final long SECONDS_LOOKING = 60;
    private static final long MILLIS_BETWEEN_LOOKS = 500;
    private static final List<HistoryDoor> DOORS = List.of(
            HistoryDoor.WORKQ,
            HistoryDoor.GOQUEUE,
            HistoryDoor.QLESS,
            HistoryDoor.OCYPOD,
            HistoryDoor.JOBBER,
            HistoryDoor.API,
            HistoryDoor.WORKQ,
            HistoryDoor.API,
            HistoryDoor.BRIEF,
            HistoryDoor.BRIEF);

    private final CallLog log;
    private final Addresses addresses;
    private final List<HistoryClient> clients = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private volatile boolean stopped;

    /** Where the servers listen now. */
    public interface Addresses {
        /**
         * The address of a door for a client; null while there is none.
         *
         * @param client counts the clients from 0
         * @param listener such as workq or http
         */
        @Nullable
        InetSocketAddress of(int client, String listener);

        /** Whether servers may answer with an error, because they lack disk space or a leader. */
        default boolean areInTrouble() {
            return false;
        }
    }

    public HistoryLoad(String queue, Addresses addresses, CallLog log, SplittableRandom random) {
        this.addresses = addresses;
        this.log = log;
        for (HistoryDoor door : DOORS) {
            String of = door == HistoryDoor.BRIEF ? queue + "-brief" : queue;
            clients.add(new HistoryClient(door, queue + "-" + clients.size(), of, log, random.split()));
        }
    }

    public void start() {
        for (int i = 0; i < clients.size(); i++) {
            int number = i;
            run(() -> work(number));
        }
    }

    private interface Work {
        void run() throws InterruptedException;
    }

    private void run(Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (Throwable e) {
                        failure.compareAndSet(null, e);
                    }
                },
                "history");
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
    }

    private void work(int number) throws InterruptedException {
        HistoryClient client = clients.get(number);
        while (!stopped) {
            InetSocketAddress address = addresses.of(number, client.door().listener());
            if (address != null) {
                workAt(address, client);
            }
            Thread.sleep(MILLIS_BETWEEN_CONNECTIONS);
        }
    }

    private void workAt(InetSocketAddress address, HistoryClient client) {
        try (DoorClient connection = client.door().connect(address, client.queue(), client.name())) {
            while (!stopped) {
                client.step(connection);
            }
        } catch (UncheckedIOException lost) {
            // The history has it.
        } catch (Violation error) {
            if (!addresses.areInTrouble()) {
                throw error;
            }
        }
    }

    /** Waits for this many more replies. */
    public void awaitReplies(long count) throws InterruptedException {
        long wanted = log.replies() + count;
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS_PATIENCE);
        while (log.replies() < wanted) {
            rethrow();
            if (System.nanoTime() > deadline) {
                throw new Violation("the servers stopped answering");
            }
            Thread.sleep(1);
        }
    }

    void stop() throws InterruptedException {
        stopped = true;
        join();
    }

    /** Stops, looks at all jobs, and expects that the checker finds nothing. */
    public HistoryChecker end(long seed) throws InterruptedException {
        stop();
        long endedAt = log.now();
        lookAtAll();
        HistoryChecker checker = new HistoryChecker(log.calls());
        List<String> violations = checker.violationsAtEnd(endedAt);
        assertThat(violations.stream().limit(LONGEST_MESSAGE))
                .as("seed %d, %d violations", seed, violations.size())
                .isEmpty();
        return checker;
    }

    /** Looks at every job whose add was acknowledged, through the door by which it was added. */
    void lookAtAll() throws InterruptedException {
        for (int i = 0; i < clients.size(); i++) {
            int number = i;
            run(() -> lookAtAll(number));
        }
        join();
    }

    /** Looks until all jobs have been seen. Servers in trouble may be asked again for a while. */
    private void lookAtAll(int number) throws InterruptedException {
        Deque<Map.Entry<String, String>> jobs =
                new ArrayDeque<>(clients.get(number).idsByJob().entrySet());
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS_LOOKING);
        while (!jobs.isEmpty()) {
            try {
                look(number, jobs);
            } catch (UncheckedIOException | Violation e) {
                if (!addresses.areInTrouble() || System.nanoTime() > deadline) {
                    throw e;
                }
                System.out.println("history: looks again: " + e.getMessage());
                Thread.sleep(MILLIS_BETWEEN_LOOKS);
            }
        }
    }

    /** What Go Job Queue does not show, Ocypod shows by the same number. */
    private void look(int number, Deque<Map.Entry<String, String>> jobs) {
        HistoryClient client = clients.get(number);
        HistoryDoor door = client.door().can(CallKind.GET) ? client.door() : HistoryDoor.OCYPOD;
        InetSocketAddress address = addresses.of(number, door.listener());
        if (address == null) {
            throw new Violation("there is no server to look at");
        }
        try (DoorClient connection = door.connect(address, client.queue(), client.name())) {
            for (Map.Entry<String, String> job = jobs.peek(); job != null; job = jobs.peek()) {
                client.look(connection, job.getKey(), job.getValue());
                jobs.remove();
            }
        }
    }

    private void join() throws InterruptedException {
        for (Thread thread : threads) {
            thread.join(TimeUnit.SECONDS.toMillis(SECONDS_PATIENCE));
            if (thread.isAlive()) {
                throw new Violation("a client still waits for a reply");
            }
        }
        threads.clear();
        rethrow();
    }

    private void rethrow() {
        Throwable e = failure.get();
        if (e != null) {
            throw new AssertionError(e.toString(), e);
        }
    }
}
