package dev.reeve.campaign.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.campaign.history.HistoryLoad.Addresses;
import dev.reeve.testkit.Folders;
import dev.reeve.testkit.ServerProcess;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The real server under load through all doors on the same jobs, killed and started again; the history of all clients is
 * checked. More kills: {@code -Dreeve.history-kills=500}; the same choices again: {@code -Dreeve.seed=N}.
 */
class HistoryTest {
    private static final int KILLS = Integer.getInteger("reeve.history-kills", 2);
    private static final long SEED = Long.getLong("reeve.seed", System.nanoTime());
    private static final int KILLS_A_HISTORY = 10;
    private static final int MOST_REPLIES = 1_500;

    private final SplittableRandom random = new SplittableRandom(SEED);
    private volatile @Nullable ServerProcess server;

    @TempDir
    private Path folder;

    @Test
    void whatever_is_answered_one_machine_could_have_answered() throws Exception {
        Path data = folder.resolve("data");
        long calls = 0;
        long jobs = 0;
        for (int kill = 0, history = 0; kill < KILLS; history++) {
            CallLog log = new CallLog(true);
            HistoryLoad load = new HistoryLoad("h" + history, this::address, log, random.split());
            start(data, "always");
            load.start();
            for (int i = 0; i < KILLS_A_HISTORY && kill < KILLS; i++, kill++) {
                load.awaitReplies(random.nextInt(1, MOST_REPLIES));
                kill();
                start(data, "always");
            }
            load.awaitReplies(random.nextInt(1, MOST_REPLIES));
            HistoryChecker checker = load.end(SEED);
            jobs += checker.jobs();
            calls += log.calls().size();
            kill();
        }
        System.out.printf("history: seed %d, %d kills, %d jobs, %d calls, 0 violations%n", SEED, KILLS, jobs, calls);
    }

    /** The negative control: without syncs a power cut leaves the disk as it was some time before the last replies. */
    @Test
    void a_disk_that_forgets_what_was_acknowledged_is_found_out() throws Exception {
        Path data = folder.resolve("data");
        Path earlier = folder.resolve("earlier");
        CallLog log = new CallLog(true);
        HistoryLoad load = new HistoryLoad(
                "h",
                new Addresses() {
                    @Override
                    public @Nullable InetSocketAddress of(int client, String listener) {
                        return address(client, listener);
                    }

                    @Override
                    public boolean areInTrouble() {
                        return true;
                    }
                },
                log,
                random.split());
        start(data, "os");
        load.start();
        load.awaitReplies(300);
        copyWhilePaused(data, earlier);
        load.awaitReplies(300);
        kill();
        start(earlier, "os");
        long restartedAt = log.now();
        load.awaitReplies(200);
        while (log.calls().stream().noneMatch(call -> call.from() > restartedAt && call.showsToken())) {
            load.awaitReplies(20);
        }
        load.stop();
        long endedAt = log.now();
        load.lookAtAll();
        kill();
        List<String> violations = new HistoryChecker(log.calls()).violationsAtEnd(endedAt);
        System.out.printf("history: %d violations by a forgetful disk%n", violations.size());
        assertThat(violations)
                .anyMatch(text -> text.startsWith("lost"))
                .anyMatch(text -> text.startsWith("end undone"))
                .anyMatch(text -> text.startsWith("token"));
    }

    private void copyWhilePaused(Path from, Path to) throws Exception {
        ServerProcess process = Objects.requireNonNull(server);
        process.signal("STOP");
        try {
            Folders.copy(from, to);
        } finally {
            process.signal("CONT");
        }
    }

    private @Nullable InetSocketAddress address(int client, String listener) {
        ServerProcess process = server;
        try {
            return process == null
                    ? null
                    : new InetSocketAddress(InetAddress.getLoopbackAddress(), process.awaitReady(listener));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    private void start(Path data, String durability) throws Exception {
        ServerProcess process = ServerProcess.start(
                data,
                "workq.port=0",
                "qless.port=0",
                "goqueue.port=0",
                "http.port=0",
                "journal.segment-size=256KiB",
                "jobber.visibility-timeout=24h",
                "durability=" + durability);
        process.awaitReady();
        server = process;
    }

    /** Nobody connects to a server that is being killed. */
    @AfterEach
    void kill() throws InterruptedException {
        ServerProcess process = server;
        server = null;
        if (process != null) {
            process.kill();
        }
    }
}
