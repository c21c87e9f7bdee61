package dev.reeve.testkit;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The real server as a separate process, and its stderr output. */
public final class ServerProcess implements DoorPorts {
    private static final String LISTENS = " listens on 127\\.0\\.0\\.1:(\\d+)";
    private static final long SECONDS_PATIENCE = 60;

    /** Ended through its handle only: {@link Process#destroy} would close the pipe and lose the last lines. */
    private final Process process;

    private final Thread reader;
    private final List<String> lines = new ArrayList<>();
    private boolean hasEnded;
    private final CountDownLatch ready = new CountDownLatch(1);
    private volatile CountDownLatch mayRead = new CountDownLatch(0);

    private ServerProcess(Process process) {
        this.process = process;
        this.reader = new Thread(this::readLines, "server-stderr");
        reader.setDaemon(true);
        reader.start();
    }

    /** By default only Workq is open, on a free port: parallel builds on one machine must not collide. */
    private static final List<String> QUIET_DOORS =
            List.of("workq.port=0", "http.port=off", "goqueue.port=off", "qless.port=off");

    /** An empty server writes two segments, and most servers of tests have little to write into them. */
    private static final List<String> DEFAULTS = Stream.concat(
                    QUIET_DOORS.stream(),
                    Stream.of(System.getProperty("reeve.segment-size", ""))
                            .filter(size -> !size.isEmpty())
                            .map(size -> "journal.segment-size=" + size))
            .toList();

    /** Starts the server on the data folder, with settings as {@code key=value}. */
    public static ServerProcess start(Path data, String... settings) throws IOException {
        return startWith(List.of(), data, settings);
    }

    /** Starts the server with JVM options, which override the defaults. */
    public static ServerProcess startWith(List<String> options, Path data, String... settings) throws IOException {
        List<String> all = new ArrayList<>(ServerClasses.OPTIONS);
        all.addAll(options);
        return startFrom(all, data, settings);
    }

    /** Starts the server with JVM options that include the class path. */
    public static ServerProcess startFrom(List<String> options, Path data, String... settings) throws IOException {
        return start("dev.reeve.server.Main", options, arguments(data, settings));
    }

    /** The same with a program that takes the arguments of the server. */
    static ServerProcess startFrom(Class<?> program, List<String> options, Path data, String... settings)
            throws IOException {
        return start(program.getName(), options, arguments(data, settings));
    }

    private static List<String> arguments(Path data, String... settings) {
        List<String> arguments = new ArrayList<>(List.of("serve", "--data", data.toString()));
        settings(settings).forEach(setting -> arguments.addAll(List.of("--set", setting)));
        return arguments;
    }

    /** The settings of a test's server, with those of the test last. */
    public static List<String> settings(String... settings) {
        return Stream.concat(DEFAULTS.stream(), Arrays.stream(settings)).toList();
    }

    /** Starts the server with this limit on its open files. */
    public static ServerProcess startWithFiles(int openFiles, Path data, String... settings) throws IOException {
        String shell = "ulimit -n " + openFiles + " && exec \"$@\"";
        return start(
                List.of("sh", "-c", shell, "sh"),
                "dev.reeve.server.Main",
                ServerClasses.OPTIONS,
                arguments(data, settings));
    }

    /** Starts the server by another program, which takes the command line as its last arguments, such as ip netns exec. */
    public static ServerProcess startBy(List<String> program, Path data, String... settings) throws IOException {
        return start(program, "dev.reeve.server.Main", ServerClasses.OPTIONS, arguments(data, settings));
    }

    /** Starts a program that takes its own arguments before the settings, with small segments. */
    public static ServerProcess start(Class<?> program, String[] words, Path data, String... settings)
            throws IOException {
        List<String> arguments = new ArrayList<>(List.of(words));
        arguments.add("data=" + data);
        arguments.addAll(QUIET_DOORS);
        arguments.add("journal.segment-size=64KiB");
        arguments.addAll(List.of(settings));
        return start(program, arguments);
    }

    /** Starts a program that takes settings, with JVM options, which override the defaults. */
    public static ServerProcess startWith(Class<?> program, List<String> options, Path data, String... settings)
            throws IOException {
        List<String> all = new ArrayList<>(ServerClasses.OPTIONS);
        all.addAll(options);
        List<String> arguments = new ArrayList<>(List.of("data=" + data));
        arguments.addAll(DEFAULTS);
        arguments.addAll(List.of(settings));
        return start(program.getName(), all, arguments);
    }

    public static ServerProcess start(Class<?> program, List<String> arguments) throws IOException {
        return start(program.getName(), ServerClasses.OPTIONS, arguments);
    }

    private static ServerProcess start(String program, List<String> options, List<String> arguments)
            throws IOException {
        return start(List.of(), program, options, arguments);
    }

    private static ServerProcess start(
            List<String> prefix, String program, List<String> options, List<String> arguments) throws IOException {
        List<String> words = new ArrayList<>(prefix);
        words.addAll(java(options));
        words.add(program);
        words.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(words).redirectOutput(ProcessBuilder.Redirect.DISCARD);
        builder.environment().keySet().removeIf(name -> name.startsWith("REEVE_") || name.equals("JAVA_TOOL_OPTIONS"));
        return new ServerProcess(builder.start());
    }

    /** The words that run a class of the server quickly: the JVM with its options and the class path. */
    public static List<String> java() {
        return java(ServerClasses.OPTIONS);
    }

    private static List<String> java(List<String> options) {
        List<String> words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx96m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                // Most servers end before what runs some hundred times is worth compiling.
                "-XX:CompileThresholdScaling=2",
                "-Xshare:auto",
                "-XX:-UsePerfData",
                // As the launcher does: a server that is out of memory would go on with half of its threads.
                "-XX:+ExitOnOutOfMemoryError",
                // Classes for Java 5, those of the command line, are not in the archive, and are slow to verify.
                "-XX:+UnlockDiagnosticVMOptions",
                "-XX:-BytecodeVerificationRemote",
                // The archive is mapped where it was made for, so that its pointers need no change.
                "-XX:ArchiveRelocationMode=0"));
        words.addAll(options);
        if (Runtime.version().feature() >= 24) {
            // Without them the JVM prints warnings into the log. The launcher names who may, which the archive does not
            // like.
            words.addAll(1, List.of("--illegal-native-access=allow", "--sun-misc-unsafe-memory-access=allow"));
        }
        return words;
    }

    private void readLines() {
        try (BufferedReader err = process.errorReader()) {
            String line;
            while ((line = err.readLine()) != null) {
                heard(line);
                mayRead.await();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            synchronized (lines) {
                hasEnded = true;
                lines.notifyAll();
            }
            ready.countDown();
        }
    }

    private void heard(String line) {
        synchronized (lines) {
            lines.add(line);
            lines.notifyAll();
        }
        if (line.contains("Reeve is ready")) {
            ready.countDown();
        }
    }

    /** Leaves the pipe of stderr unread until {@link #readOn}, but for a line or two. */
    public void stopReading() {
        mayRead = new CountDownLatch(1);
    }

    public void readOn() {
        mayRead.countDown();
    }

    /** The lines so far. */
    public List<String> lines() {
        synchronized (lines) {
            return List.copyOf(lines);
        }
    }

    /** Waits until the server is ready, and returns the port of the Workq door. */
    public int awaitReady() throws InterruptedException {
        return awaitReady("workq");
    }

    @Override
    public int awaitReady(String door) throws InterruptedException {
        boolean told = ready.await(SECONDS_PATIENCE, TimeUnit.SECONDS);
        Matcher port = Pattern.compile(door + LISTENS).matcher(String.join("\n", lines()));
        if (!told || !port.find() || !lines().toString().contains("Reeve is ready")) {
            throw new Violation("the server did not come up, it said " + lines());
        }
        return Integer.parseInt(port.group(1));
    }

    /** Waits until the door is open, and returns its port. HTTP opens before the server is ready. */
    public int awaitListening(String door) throws InterruptedException {
        awaitLine(door + " listens on ");
        Matcher port = Pattern.compile(door + LISTENS).matcher(String.join("\n", lines()));
        if (!port.find()) {
            throw new Violation("expected a port of " + door + ", but it said " + lines());
        }
        return Integer.parseInt(port.group(1));
    }

    /** Waits for a line with this text. */
    public void awaitLine(String words) throws InterruptedException {
        if (awaitOneOf(words).isEmpty()) {
            throw new Violation("expected \"" + words + "\", but it said " + lines());
        }
    }

    /** Waits for a line with one of these texts, and returns the text; empty if the process ends first. */
    public String awaitOneOf(String... words) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS_PATIENCE);
        synchronized (lines) {
            while (true) {
                for (String wanted : words) {
                    if (hasSaid(wanted)) {
                        return wanted;
                    }
                }
                long leftMillis = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
                if (hasEnded) {
                    return "";
                }
                if (leftMillis <= 0) {
                    throw new Violation("expected one of " + List.of(words) + ", but it said " + lines);
                }
                lines.wait(leftMillis);
            }
        }
    }

    /** Waits until this many lines begin with this text, and returns them. */
    public List<String> awaitLines(String start, int count) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS_PATIENCE);
        synchronized (lines) {
            while (true) {
                List<String> found =
                        lines.stream().filter(line -> line.startsWith(start)).toList();
                if (found.size() >= count) {
                    return found;
                }
                long leftMillis = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
                if (hasEnded || leftMillis <= 0) {
                    throw new Violation(
                            "expected %d lines that begin with \"%s\", but it said %s".formatted(count, start, lines));
                }
                lines.wait(leftMillis);
            }
        }
    }

    public boolean hasSaid(String words) {
        synchronized (lines) {
            return lines.stream().anyMatch(line -> line.contains(words));
        }
    }

    /** Writes a line to its stdin. */
    public void tell(String line) throws IOException {
        process.getOutputStream().write((line + "\n").getBytes(US_ASCII));
        process.getOutputStream().flush();
    }

    /** Waits for its end; false on a time-out. */
    public boolean awaitExit(long micros) throws InterruptedException {
        return process.waitFor(micros, TimeUnit.MICROSECONDS);
    }

    /** Waits for its end and its last line, and returns the exit code. */
    public int awaitExit() throws InterruptedException {
        if (!process.waitFor(SECONDS_PATIENCE, TimeUnit.SECONDS)) {
            throw new Violation("the server did not end, it said " + lines());
        }
        reader.join();
        return process.exitValue();
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** SIGKILL. */
    public void kill() throws InterruptedException {
        process.toHandle().destroyForcibly();
        awaitExit();
    }

    /** Sends a signal by its name, such as STOP. */
    public void signal(String name) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(pid())).start();
        if (kill.waitFor() != 0) {
            throw new Violation("kill -" + name + " was refused");
        }
    }

    /** SIGTERM. */
    public void terminate() {
        process.toHandle().destroy();
    }

    @Override
    public void close() {
        process.toHandle().destroyForcibly();
    }
}
