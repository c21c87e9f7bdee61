package dev.reeve.bench;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.reeve.engine.Engine;
import dev.reeve.journal.JournalListener;
import dev.reeve.journal.local.JournalSettings;
import dev.reeve.journal.local.LocalJournal;
import dev.reeve.journal.local.RealDisk;
import dev.reeve.node.EngineRecovery;
import dev.reeve.server.Main;
import dev.reeve.testkit.WorkqRequests;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Measures the time until the server is ready with many waiting jobs: from the journal alone, as after a kill, and from
 * the snapshot of a clean stop. Then the heap per job. The arguments are the number of jobs
 * (1,000,000) and the size of their payloads (200), then settings of the server ({@code payloads.memory=100%}) and, after
 * {@code --}, JVM options ({@code -Xmx4g}). Above 3,000,000 jobs only the snapshot is measured. Run it with {@code bench/run Restart}.
 */
public final class Restart {
    private static final Pattern WORKQ = Pattern.compile("workq listens on 127\\.0\\.0\\.1:(\\d+)");
    private static final int PIPELINE = 1_000;
    private static final int ROUNDS = 3;
    private static final double LIMIT_SECONDS = 60;

    private static final int MOST_IN_JOURNAL = 3_000_000;

    private final int jobs;
    private final int payloadBytes;
    private final Path data;
    private final List<String> options;

    private Restart(int jobs, int payloadBytes, Path data, List<String> options) {
        this.jobs = jobs;
        this.payloadBytes = payloadBytes;
        this.data = data;
        this.options = options;
    }

    public static void main(String[] args) throws Exception {
        int jobs = args.length > 0 ? Integer.parseInt(args[0]) : 1_000_000;
        int payloadBytes = args.length > 1 ? Integer.parseInt(args[1]) : 200;
        Path data = Files.createTempDirectory("reeve-restart");
        try {
            List<String> options = List.of(args).subList(Math.min(2, args.length), args.length);
            new Restart(jobs, payloadBytes, data, options).measure();
        } finally {
            delete(data);
        }
    }

    private void measure() throws Exception {
        Running loading = start();
        add(loading.port);
        if (jobs <= MOST_IN_JOURNAL) {
            loading.process.destroyForcibly().waitFor();
            for (int i = 0; i < ROUNDS; i++) {
                report("from the journal alone", false);
            }
            loading = start();
        }
        loading.stop();
        for (int i = 0; i < ROUNDS; i++) {
            report("from a clean snapshot", true);
        }
        measureHeap();
    }

    private void report(String how, boolean clean) throws Exception {
        long started = System.nanoTime();
        Running server = start();
        double seconds = (System.nanoTime() - started) / 1e9;
        double processor =
                server.process.info().totalCpuDuration().orElse(Duration.ZERO).toMillis() / 1e3;
        System.out.printf(
                "%s: ready after %.2f s, %.2f s of processor time (%s)%n", how, seconds, processor, server.recovered);
        if (clean) {
            server.stop();
        } else {
            server.process.destroyForcibly().waitFor();
        }
        if (seconds > LIMIT_SECONDS) {
            throw new IllegalStateException("expected to be ready within " + LIMIT_SECONDS + " s");
        }
    }

    private Running start() throws IOException {
        List<String> words = new ArrayList<>(ForkedReeve.java());
        options.stream().filter(option -> option.startsWith("-")).forEach(words::add);
        words.addAll(List.of(
                Main.class.getName(),
                "serve",
                "--data",
                data.toString(),
                "--set",
                "workq.port=0",
                "--set",
                "http.port=off",
                "--set",
                "qless.port=off",
                "--set",
                "goqueue.port=off"));
        options.stream()
                .filter(option -> !option.startsWith("-"))
                .forEach(setting -> words.addAll(List.of("--set", setting)));
        return new Running(new ProcessBuilder(words).start());
    }

    private void add(int port) throws IOException {
        String payload = "x".repeat(payloadBytes);
        long started = System.nanoTime();
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
                BufferedWriter out =
                        new BufferedWriter(new OutputStreamWriter(socket.getOutputStream(), US_ASCII), 1 << 16);
                BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII))) {
            for (int sent = 0; sent < jobs; sent += PIPELINE) {
                int count = Math.min(PIPELINE, jobs - sent);
                for (int i = 0; i < count; i++) {
                    out.write(WorkqRequests.add(UUID.randomUUID(), "mail", 60_000, 86_400_000, payload));
                }
                out.flush();
                for (int i = 0; i < count; i++) {
                    String line = in.readLine();
                    if (!"+OK".equals(line)) {
                        throw new IOException("expected +OK, but got " + line);
                    }
                }
            }
        }
        System.out.printf(
                "%,d jobs of %d bytes added through the Workq door in %.2f s%n",
                jobs, payloadBytes, (System.nanoTime() - started) / 1e9);
    }

    private void measureHeap() throws IOException {
        long before = usedBytes();
        EngineRecovery recovery = new EngineRecovery();
        try (LocalJournal journal =
                LocalJournal.open(RealDisk.open(data), JournalSettings.defaults(), recovery, new Silent())) {
            Engine engine = recovery.engine();
            long perJob = (usedBytes() - before) / engine.jobCount();
            System.out.printf(
                    "%,d jobs, %,d payloads on disk: %d bytes of heap per job; estimated as %d; position %d%n",
                    engine.jobCount(),
                    engine.payloads().count(),
                    perJob,
                    engine.heapBytes() / engine.jobCount(),
                    journal.lastAppended());
        }
    }

    private static long usedBytes() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    /** A running server that is ready. */
    private static final class Running {
        final Process process;
        final BufferedReader err;
        int port;
        String recovered = "";

        Running(Process process) throws IOException {
            this.process = process;
            err = process.errorReader();
            String line = err.readLine();
            while (line != null && !line.contains("Reeve is ready")) {
                heard(line);
                line = err.readLine();
            }
            if (line == null) {
                throw new IOException("the server did not start: " + recovered);
            }
        }

        private void heard(String line) {
            Matcher workq = WORKQ.matcher(line);
            if (workq.find()) {
                port = Integer.parseInt(workq.group(1));
            }
            int at = line.indexOf("recovered ");
            if (at >= 0 || line.startsWith("reeve: ")) {
                recovered = line.substring(Math.max(0, at));
            }
        }

        void stop() throws IOException, InterruptedException {
            process.toHandle().destroy();
            while (err.readLine() != null) {
                // Drain the last lines.
            }
            if (process.waitFor() != 0) {
                throw new IOException("the server did not stop cleanly: exit code " + process.exitValue());
            }
        }
    }

    /** A journal listener that ignores progress; the journal is only read. */
    private static final class Silent implements JournalListener {
        @Override
        public void advanced() {}

        @Override
        public void failed(String what, Throwable cause) {
            throw new IllegalStateException(what, cause);
        }
    }
}
