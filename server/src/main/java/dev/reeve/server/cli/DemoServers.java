package dev.reeve.server.cli;

import dev.reeve.server.Server;
import dev.reeve.server.Settings;
import dev.reeve.server.SettingsReader;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The servers of a demo, in this process: one, or three that are a cluster. Their dashboards are on a port and those after it.
 */
final class DemoServers {
    private static final int NODES = 3;
    /** The nodes reach each other on ports so far above those of their dashboards. */
    private static final int PEER_PORTS = 1_000;

    private final Path folder;
    private final int port;
    private final List<Settings> settings;
    private final List<Server> servers;

    private DemoServers(Path folder, int port, boolean isCluster) {
        this.folder = folder;
        this.port = port;
        settings = isCluster
                ? IntStream.range(0, NODES).mapToObj(this::node).toList()
                : List.of(read(List.of("data=" + folder.resolve("data"), "http.port=" + port, "durability=os")));
        servers = settings.stream().map(Server::new).toList();
    }

    static DemoServers one(Path folder, int port) {
        return new DemoServers(folder, port, false);
    }

    static DemoServers cluster(Path folder, int port) {
        return new DemoServers(folder, port, true);
    }

    private static String name(int index) {
        return "n" + (index + 1);
    }

    private Settings node(int index) {
        String peers = IntStream.range(0, NODES)
                .mapToObj(i -> "\"" + name(i) + "=127.0.0.1:" + (port + PEER_PORTS + i) + "\"")
                .collect(Collectors.joining(", ", "[", "]"));
        return read(List.of(
                "data=" + folder.resolve(name(index)),
                "http.port=" + (port + index),
                "cluster.name=" + name(index),
                "cluster.peers=" + peers));
    }

    private static Settings read(List<String> assignments) {
        SettingsReader reader = new SettingsReader();
        List.of("workq.port=off", "goqueue.port=off", "qless.port=off", "webhooks.allow=[\"127.0.0.1\"]")
                .forEach(reader::readAssignment);
        assignments.forEach(reader::readAssignment);
        return reader.settings();
    }

    /** The settings of the first one. */
    Settings settings() {
        return settings.get(0);
    }

    /** The addresses of the dashboards. */
    List<String> addresses() {
        return IntStream.range(0, servers.size())
                .mapToObj(index -> "http://127.0.0.1:" + (port + index))
                .toList();
    }

    /** Starts all at once, because the nodes of a cluster wait for each other. Ends as soon as one cannot start. */
    void start() {
        List<CompletableFuture<Void>> starts = servers.stream()
                .map(server -> CompletableFuture.runAsync(server::start, DemoServers::inThread))
                .toList();
        CompletableFuture<Void> all = CompletableFuture.allOf(starts.toArray(CompletableFuture<?>[]::new));
        for (CompletableFuture<Void> start : starts) {
            var unused = start.whenComplete((done, problem) -> {
                if (problem != null) {
                    all.completeExceptionally(problem);
                }
            });
        }
        try {
            all.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException problem) {
                throw problem;
            }
            throw e;
        }
    }

    /** False if one did not stop cleanly. */
    boolean stop() {
        List<CompletableFuture<Boolean>> stops = servers.stream()
                .map(server -> CompletableFuture.supplyAsync(() -> server.stop("the demo ends"), DemoServers::inThread))
                .toList();
        return stops.stream().map(CompletableFuture::join).reduce(true, Boolean::logicalAnd);
    }

    private static void inThread(Runnable task) {
        Thread thread = new Thread(task, "reeve-demo");
        thread.setDaemon(true);
        thread.start();
    }
}
