package dev.reeve.campaign.attack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * One client pipelines the worst command of each protocol, and two other clients work. What is checked is the processor time
 * of the turns of the server's loops, which other programs on the machine do not change: first uses of the command, in which
 * classes are loaded, are over by then. The latencies of the other clients are printed.
 */
final class SlowCommands {
    /**
     * How many turns may be long (see {@link WatchedProcess#longTurns}), at least, and one in how many. A command that is slow each time has
     * more of them.
     */
    private static final int MOST_LONG_TURNS = AttackTest.AT_LENGTH ? 10 : 20;

    private static final int TURNS_PER_LONG_TURN = 200;

    private final Path data;
    private final int size;
    private final int cycles;
    private final int heapMib;

    SlowCommands(Path data, int size, int cycles, int heapMib) {
        this.data = data;
        this.size = size;
        this.cycles = cycles;
        this.heapMib = heapMib;
    }

    static List<Attack> all() {
        return List.of(
                new QueuesAttack(),
                new KeysAttack(),
                new ScanAttack(),
                new DependentsAttack(),
                new CompleteAttack(),
                new UnfailAttack(),
                new TransactionAttack(),
                new RangeAttack(),
                new PublishAttack(),
                new InspectAttack(),
                new GoqueueAttack(),
                new JobIdsAttack(),
                new AllQueuesAttack(),
                new JobberAttack(),
                new TextSearchAttack(),
                new BulkAddAttack(),
                new EventsAttack());
    }

    /** All attacks on one server, and a restart: what was acknowledged is there. */
    void run(List<Attack> attacks) throws Exception {
        List<String> acknowledged;
        try (WatchedProcess server = new WatchedProcess(heapMib, data)) {
            AttackedServer target = AttackedServer.of(server.process());
            try (Victim workq = Victim.ofWorkq(target);
                    Victim http = Victim.ofHttp(target)) {
                work(workq, http);
                server.figures();
                Others alone = work(workq, http);
                print("alone", alone.toString(), server.figures());
                for (Attack attack : attacks) {
                    run(attack, target, workq, http, alone, server);
                }
                acknowledged = workq.waiting();
            }
            assertThat(server.process().lines())
                    .noneMatch(line -> line.contains("ERROR") || line.contains("Exception"));
            assertThat(server.process().isAlive()).isTrue();
            server.process().kill();
        }
        try (WatchedProcess server = new WatchedProcess(heapMib, data)) {
            Survivors.assertWaiting(server.process().awaitReady("workq"), acknowledged);
        }
    }

    private void run(
            Attack attack, AttackedServer target, Victim workq, Victim http, Others alone, WatchedProcess server)
            throws Exception {
        try {
            attack.prepare(target, size);
        } catch (RuntimeException e) {
            throw new AssertionError(
                    attack.name() + " could not be prepared: "
                            + server.process().lines(),
                    e);
        }
        print(attack.name() + " prepared", "", server.figures());
        try (Pipeline pipeline = new Pipeline(attack, target)) {
            if (!attack.isOnce()) {
                work(workq, http);
                await().atMost(Duration.ofMinutes(2)).until(() -> pipeline.receivedBytes() > 0);
                print(attack.name() + " first", "", server.figures());
            }
            Others beside = work(workq, http);
            await().atMost(Duration.ofMinutes(2)).until(() -> pipeline.receivedBytes() > 0);
            assertThat(pipeline.isAlive()).as(attack.name()).isTrue();
            List<String> figures = server.figures();
            print(
                    attack.name(),
                    beside + "; p99 " + beside.timesThatOf(alone) + " times; attacker got "
                            + pipeline.receivedBytes() / 1024 + " KiB",
                    figures);
            assertShortTurns("loop", attack, figures);
            assertShortTurns("http", attack, figures);
        }
    }

    private static void assertShortTurns(String loop, Attack attack, List<String> figures) {
        String about = attack.name() + " " + figures;
        assertThat(WatchedProcess.longestTurnMillis(loop, figures)).as(about).isLessThan(attack.longestTurnMillis());
        assertThat(WatchedProcess.longTurns(loop, figures))
                .as(about)
                .isLessThanOrEqualTo(
                        Math.max(MOST_LONG_TURNS, WatchedProcess.turns(loop, figures) / TURNS_PER_LONG_TURN));
    }

    /** What the two other clients notice. */
    private record Others(ReplyTimes workq, ReplyTimes http) {
        String timesThatOf(Others alone) {
            return "%.1f and %.1f"
                    .formatted(workq.p99Millis() / alone.workq.p99Millis(), http.p99Millis() / alone.http.p99Millis());
        }

        @Override
        public String toString() {
            return "workq " + workq + "; http " + http;
        }
    }

    private Others work(Victim workq, Victim http) throws Exception {
        CompletableFuture<ReplyTimes> other = CompletableFuture.supplyAsync(() -> http.work(cycles));
        ReplyTimes own = workq.work(cycles);
        return new Others(own, other.get());
    }

    private void print(String attack, String latencies, List<String> figures) {
        System.out.printf("attack: %-16s %d: %s%n", attack, size, latencies);
        figures.forEach(line -> System.out.println("attack:   " + line));
    }
}
