package dev.reeve.bench;

import dev.reeve.server.Main;
import dev.reeve.server.MeasuredServer;
import dev.reeve.testkit.LoopWatch;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A server in a separate process, so that the client's processor time is not counted as the server's. It runs with the launcher's
 * JVM options; its doors are closed unless a setting opens them.
 */
public final class ForkedReeve implements AutoCloseable {
    private static final Pattern LISTENS = Pattern.compile("(\\w+) listens on .*:(\\d+)");
    private static final Pattern LEADS = Pattern.compile("this node leads the cluster in term (\\d+)");
    private static final int NEWEST_OPTIONS = 24;
    private static final List<String> LAUNCHER_OPTIONS = List.of(
            "-XX:+UseG1GC",
            "-XX:MaxGCPauseMillis=8",
            "-XX:+UnlockExperimentalVMOptions",
            "-XX:G1NewSizePercent=0",
            "-XX:G1RSetUpdatingPauseTimePercent=60",
            "-XX:MaxTenuringThreshold=0",
            "-XX:G1HeapRegionSize=4m",
            "-XX:+ExitOnOutOfMemoryError",
            "-XX:MaxRAMPercentage=50");

    private final Process process;
    private final BlockingQueue<String> figures = new LinkedBlockingQueue<>();
    private final Map<String, Integer> ports = new HashMap<>();
    private volatile long leadTerm;

    private ForkedReeve(Process process) {
        this.process = process;
    }

    static ForkedReeve start(Path data, String... settings) throws IOException {
        return start(List.of(), data, settings);
    }

    /** Starts the server with a command prefix such as taskset. */
    public static ForkedReeve start(List<String> before, Path data, String... settings) throws IOException {
        return start(before, System.getProperty("java.class.path"), data, settings);
    }

    /** Starts the server of another build, whose jars are in a folder. */
    static ForkedReeve startBuild(Path jars, Path data, String... settings) throws IOException {
        return start(List.of(), jars.resolve("*").toString(), data, settings);
    }

    private static ForkedReeve start(List<String> before, String classPath, Path data, String... settings)
            throws IOException {
        List<String> words = new ArrayList<>(before);
        words.addAll(java(classPath));
        words.addAll(List.of(Main.class.getName(), "serve", "--data", data.toString()));
        all(settings).forEach(setting -> words.addAll(List.of("--set", setting)));
        return start(words);
    }

    /** Starts the server with JVM options, and has it measure the turns of its loop. */
    static ForkedReeve startWatched(String options, Path data, String... settings) throws IOException {
        List<String> words = new ArrayList<>(List.of("env", "JAVA_TOOL_OPTIONS=" + options));
        words.addAll(java());
        words.addAll(List.of(MeasuredServer.class.getName(), "data=" + data));
        words.addAll(all(settings));
        return start(words);
    }

    private static List<String> all(String... settings) {
        List<String> all =
                new ArrayList<>(List.of("workq.port=off", "qless.port=off", "goqueue.port=off", "http.port=off"));
        all.addAll(List.of(settings));
        return all;
    }

    private static ForkedReeve start(List<String> words) throws IOException {
        ForkedReeve reeve = new ForkedReeve(new ProcessBuilder(words).start());
        reeve.awaitReady();
        return reeve;
    }

    /** The turns of the loop since the last call, if the server measures them. */
    String turns() throws IOException, InterruptedException {
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
        return figures.take();
    }

    /** The java command line of the launcher, up to the main class. */
    static List<String> java() {
        return java(System.getProperty("java.class.path"));
    }

    private static List<String> java(String classPath) {
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        if (Runtime.version().feature() >= NEWEST_OPTIONS) {
            words.addAll(List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"));
        }
        words.addAll(LAUNCHER_OPTIONS);
        words.addAll(List.of("-cp", classPath));
        return words;
    }

    private void awaitReady() throws IOException {
        BufferedReader lines = process.errorReader();
        String line;
        while ((line = lines.readLine()) != null && !line.contains("Reeve is ready")) {
            Matcher listens = LISTENS.matcher(line);
            if (listens.find()) {
                ports.put(listens.group(1), Integer.parseInt(listens.group(2)));
            }
            hearLeader(line);
        }
        if (line == null) {
            throw new IOException("the server did not start");
        }
        // A server whose log nobody reads stops at the next line when the pipe is full.
        Thread reader = new Thread(() -> read(lines), "server-log");
        reader.setDaemon(true);
        reader.start();
    }

    private void read(BufferedReader lines) {
        try {
            String line;
            while ((line = lines.readLine()) != null) {
                if (line.startsWith(LoopWatch.LINE)) {
                    figures.add(line.substring(LoopWatch.LINE.length()));
                }
                hearLeader(line);
            }
        } catch (IOException e) {
            // The server has been stopped.
        }
    }

    private void hearLeader(String line) {
        Matcher leads = LEADS.matcher(line);
        if (leads.find()) {
            leadTerm = Long.parseLong(leads.group(1));
        }
    }

    /** The last term in which it said that it leads its cluster; 0 if it never has. */
    long leadTerm() {
        return leadTerm;
    }

    public int port(String door) {
        return ports.getOrDefault(door, -1);
    }

    public long pid() {
        return process.pid();
    }

    Duration cpu() {
        return process.info().totalCpuDuration().orElseThrow();
    }

    /**
     * The CPU time of the server's own threads, without those of the JVM, which compile code and collect garbage at times of their own.
     * Linux only.
     */
    Duration ownThreadsCpu() {
        return threadsCpu("reeve-");
    }

    /** The CPU time of the threads whose names begin so. Linux only. */
    Duration threadsCpu(String prefix) {
        Path tasks = Path.of("/proc", Long.toString(pid()), "task");
        try (Stream<Path> all = Files.list(tasks)) {
            return Duration.ofNanos(
                    all.filter(task -> read(task.resolve("comm")).startsWith(prefix))
                            .mapToLong(ForkedReeve::nanosOfThread)
                            .sum());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long nanosOfThread(Path task) {
        return Long.parseLong(read(task.resolve("schedstat")).split(" ", -1)[0]);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
