package dev.reeve.test;

import dev.reeve.client.Credentials;
import dev.reeve.client.JobInfo;
import dev.reeve.client.JobQuery;
import dev.reeve.client.Reeve;
import dev.reeve.client.WorkerBuilder;
import dev.reeve.server.Machine;
import dev.reeve.server.Server;
import dev.reeve.server.SettingsReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A server in this JVM with everything in memory, a free port on the loopback address and a clock that stands still, and a client of it.
 */
public final class TestReeve implements AutoCloseable {
    private static final List<String> SETTINGS = List.of(
            "http.port=0",
            "workq.port=off",
            "goqueue.port=off",
            "qless.port=off",
            "journal.segment-size=1MiB",
            "metrics=false");

    private final Path folder;
    private final Server server;
    private final TestClock clock;
    private final Reeve client;

    private TestReeve(Path folder) {
        this.folder = folder;
        this.clock = new TestClock(this::settle);
        SettingsReader settings = new SettingsReader();
        SETTINGS.forEach(settings::readAssignment);
        settings.readAssignment("data=" + folder);
        MemoryDisk disk = new MemoryDisk();
        this.server = new Server(settings.settings(), new Machine(any -> disk, notBefore -> clock.forServer()));
        server.start();
        this.client = Reeve.connect(server(), Credentials.anonymous());
    }

    /** Starts a server, for tests without the extension. */
    public static TestReeve start() {
        try {
            return new TestReeve(Files.createTempDirectory("reeve-test"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A client of the server. */
    public Reeve client() {
        return client;
    }

    /** The address of the server, for clients of the program's own. */
    public URI server() {
        return URI.create("http://127.0.0.1:" + server.port("http"));
    }

    public TestClock clock() {
        return clock;
    }

    /**
     * Works on jobs in this thread until none is ready, those included that become so by it. A job that is to be retried later
     * waits until the clock is advanced. Returns the number of jobs.
     */
    public int runAll(WorkerBuilder worker) {
        return worker.runAll();
    }

    /** All jobs that match. */
    public List<JobInfo> jobs(JobQuery query) {
        return client.list(query.include("payload", "result", "error")).toList();
    }

    /** Any request makes the server do what is due. */
    private void settle() {
        client.request("GET", "/v1/queues").send();
    }

    @Override
    public void close() {
        client.close();
        server.stop();
        try {
            Files.deleteIfExists(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
