package dev.reeve.campaign.attack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.testkit.ServerProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Attacks a server process with a small heap while a bystander works. Then the server stops, starts on the same heap, is
 * killed and starts once more; each time everything acknowledged is there.
 */
final class Siege {
    private final Path data;
    private final int heapMib;
    private final int bystanderJobs;
    private final String[] settings;

    Siege(Path data, int heapMib, int bystanderJobs, String... settings) {
        this.data = data;
        this.heapMib = heapMib;
        this.bystanderJobs = bystanderJobs;
        this.settings = settings;
    }

    /** Work on the server, through its doors. */
    interface Step {
        void on(AttackedServer server) throws Exception;
    }

    void withstand(String name, Step attack, Step check) throws Exception {
        List<String> acknowledged;
        try (WatchedProcess watched = new WatchedProcess(heapMib, data, settings)) {
            ServerProcess server = watched.process();
            AttackedServer target = AttackedServer.of(server);
            try (Bystander bystander = new Bystander(target.workq(), bystanderJobs)) {
                watched.figures();
                long began = System.nanoTime();
                try {
                    attack.on(target);
                } catch (Exception | AssertionError e) {
                    String end = server.awaitExit(1_000_000) ? "ended with " + server.awaitExit() : "lives";
                    throw new AssertionError(name + ": the server " + end + ", it said " + server.lines(), e);
                }
                ReplyTimes latencies = bystander.stop();
                acknowledged = bystander.waiting();
                System.out.printf(
                        "attack: %s, heap %d MiB, %.1f s: others %s%n",
                        name, heapMib, (System.nanoTime() - began) / 1e9, latencies);
                watched.figures().forEach(line -> System.out.println("attack:   " + line));
            }
            check(server, acknowledged, check);
            server.terminate();
            assertThat(server.awaitExit()).as(name).isZero();
        }
        try (ServerProcess server = start()) {
            check(server, acknowledged, check);
            server.kill();
        }
        try (ServerProcess server = start()) {
            check(server, acknowledged, check);
        }
    }

    private static void check(ServerProcess server, List<String> acknowledged, Step check) throws Exception {
        AttackedServer target = AttackedServer.of(server);
        Survivors.assertWaiting(target.workq(), acknowledged);
        check.on(target);
        assertThat(server.lines()).noneMatch(line -> line.contains("ERROR") || line.contains("Exception"));
    }

    private ServerProcess start() throws IOException {
        List<String> all = new ArrayList<>(AttackedServer.DOORS);
        all.addAll(List.of(settings));
        return ServerProcess.startWith(WatchedProcess.options(heapMib), data, all.toArray(String[]::new));
    }
}
