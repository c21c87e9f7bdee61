package dev.reeve.server.testing;

import dev.reeve.server.Machine;
import dev.reeve.server.Server;
import dev.reeve.server.SettingsReader;
import dev.reeve.testkit.DoorPorts;
import dev.reeve.testkit.ServerProcess;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * The server as users have it, on real sockets, files and clocks, but in this JVM. It is for tests that talk to a server and ask nothing of its
 * process: its log, its memory, its end. Such a server starts with a tenth of the work of a {@link ServerProcess}.
 */
public final class LocalServer implements DoorPorts {
    private final Server server;
    private final FutureTask<?> start;

    private LocalServer(Server server) {
        this.server = server;
        this.start = new FutureTask<>(server::start, null);
    }

    /** Starts the server on the data folder, with settings as {@link ServerProcess#start} has them. */
    public static LocalServer start(Path data, String... settings) {
        LocalServer server = of(Machine.REAL, data, settings);
        server.start.run();
        server.awaitStart();
        return server;
    }

    /** Begins to start it: a node of a cluster waits for the others. */
    public static LocalServer begin(Machine machine, Path data, String... settings) {
        LocalServer server = of(machine, data, settings);
        new Thread(server.start, "start").start();
        return server;
    }

    private static LocalServer of(Machine machine, Path data, String... settings) {
        SettingsReader reader = new SettingsReader();
        reader.readAssignment("data=" + data);
        ServerProcess.settings(settings).forEach(reader::readAssignment);
        return new LocalServer(new Server(reader.settings(), machine));
    }

    private void awaitStart() {
        try {
            start.get();
        } catch (ExecutionException e) {
            server.stop();
            throw new IllegalStateException("the server did not start", e.getCause());
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted while the server started", e);
        }
    }

    public boolean isReady() {
        return start.isDone();
    }

    @Override
    public int awaitReady(String door) {
        awaitStart();
        return server.port(door);
    }

    public Server server() {
        return server;
    }

    /** Stops the server as SIGTERM does; false if a part of it could not be stopped cleanly. */
    public boolean stop() {
        return server.stop();
    }

    @Override
    public void close() {
        stop();
    }
}
