package dev.reeve.bench.compare;

import dev.reeve.bench.Backlog;
import dev.reeve.bench.ForkedReeve;
import dev.reeve.bench.load.Door;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A server under comparison: a separate process pinned to one processor, with its own data folder. */
record Contender(String name, Door door, int port, long pid, AutoCloseable server) implements AutoCloseable {
    static final String REEVE = "reeve";

    private static final int BACKLOG_GIB = 4;
    private static final int STARTING_MILLIS = 10_000;
    private static final int POLL_MILLIS = 20;

    static Contender reeve(Door door, SyncMode durability, List<String> pinned, Path data) throws IOException {
        ForkedReeve reeve = ForkedReeve.start(pinned, data, durability(durability), door.listener() + ".port=0");
        return of(REEVE, door, reeve);
    }

    /** Reeve with a heap of its own, and so many jobs that wait in the queue. */
    static Contender backlog(String name, int jobs, SyncMode durability, List<String> pinned, Path data)
            throws IOException {
        ForkedReeve reeve = Backlog.start(pinned, jobs == 0 ? 1 : BACKLOG_GIB, data, durability(durability));
        if (jobs > 0) {
            fill(reeve, jobs);
        }
        return of(name, Door.GOQUEUE, reeve);
    }

    private static void fill(ForkedReeve reeve, int jobs) throws IOException {
        try {
            Backlog.fill(reeve, Comparison.QUEUE, jobs);
        } catch (IOException | RuntimeException e) {
            reeve.close();
            throw e;
        }
    }

    private static String durability(SyncMode durability) {
        return "durability=" + (durability == SyncMode.SYNCED ? "always" : "interval");
    }

    private static Contender of(String name, Door door, ForkedReeve reeve) {
        return new Contender(name, door, reeve.port(door.listener()), reeve.pid(), reeve);
    }

    static Contender beanstalkd(SyncMode durability, List<String> pinned, Path data) throws IOException {
        int port = freePort();
        List<String> words = new ArrayList<>(pinned);
        words.addAll(List.of("beanstalkd", "-l", "127.0.0.1", "-p", "" + port, "-b", data.toString()));
        if (durability == SyncMode.SYNCED) {
            words.add("-f0");
        }
        return start("beanstalkd", Door.BEANSTALKD, port, words);
    }

    static Contender redis(SyncMode durability, List<String> pinned, Path data) throws IOException {
        return redis("redis", Door.REDIS, durability, pinned, data);
    }

    /** Redis with a protocol of its clients. */
    static Contender redis(String name, Door door, SyncMode durability, List<String> pinned, Path data)
            throws IOException {
        int port = freePort();
        List<String> words = new ArrayList<>(pinned);
        words.addAll(List.of("redis-server", "--bind", "127.0.0.1", "--port", "" + port, "--dir", data.toString()));
        words.addAll(List.of("--save", "", "--appendonly", "yes"));
        words.addAll(List.of("--appendfsync", durability == SyncMode.SYNCED ? "always" : "everysec"));
        return start(name, door, port, words);
    }

    /** The bare server, compiled in the folder; null where there is no C compiler. */
    static @Nullable Contender bare(SyncMode durability, List<String> pinned, Path data) throws IOException {
        Path program = BareServer.compile(data);
        if (program == null) {
            return null;
        }
        int port = freePort();
        List<String> words = new ArrayList<>(pinned);
        words.addAll(List.of(program.toString(), "" + port, data.resolve("log").toString(), durability.toString()));
        return start("bare", Door.BEANSTALKD, port, words);
    }

    private static Contender start(String name, Door door, int port, List<String> words) throws IOException {
        Path log = Files.createTempFile("compare-" + name, ".log");
        Process process = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        for (int waited = 0; !listens(port); waited += POLL_MILLIS) {
            if (!process.isAlive() || waited > STARTING_MILLIS) {
                process.destroyForcibly();
                throw new IOException(name + " did not start: " + Files.readString(log));
            }
            pause();
        }
        return new Contender(name, door, port, process.pid(), process::destroyForcibly);
    }

    private static boolean listens(int port) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (ConnectException e) {
            return false;
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static void pause() {
        try {
            Thread.sleep(POLL_MILLIS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Whether it has a JIT compiler, which takes long to warm up. */
    boolean isReeve() {
        return server instanceof ForkedReeve;
    }

    @Override
    public void close() throws Exception {
        server.close();
    }
}
