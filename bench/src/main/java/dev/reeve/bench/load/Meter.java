package dev.reeve.bench.load;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/**
 * Measures processor time during a run: of the calling thread, of the server if its process is known, and of the whole machine.
 * Values that the system does not provide (there is no /proc outside Linux) count as zero.
 */
public final class Meter {
    private static final double NANOS = 1e9;
    private static final double TICKS = 100;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final OptionalLong server;
    private Sample first;
    private Sample last;

    private record Sample(long nanos, double thread, double waited, double self, double server, Machine machine) {}

    /** Seconds, summed over all processors. */
    private record Machine(double programs, double idle, double stolen) {
        static final Machine UNKNOWN = new Machine(0, 0, 0);
    }

    public Meter(OptionalLong server) {
        this.server = server;
        this.first = sample();
        this.last = first;
    }

    void start() {
        first = sample();
        last = first;
    }

    void stop() {
        last = sample();
    }

    public Usage usage() {
        double seconds = (last.nanos - first.nanos) / NANOS;
        double programs = last.machine.programs - first.machine.programs;
        double known = last.server - first.server + last.self - first.self;
        return new Usage(
                (last.thread - first.thread) / seconds,
                (last.waited - first.waited) / seconds,
                server.isPresent() ? (last.server - first.server) / seconds : -1,
                Math.max(0, programs - known) / seconds,
                (last.machine.stolen - first.machine.stolen) / seconds,
                (last.machine.idle - first.machine.idle) / seconds);
    }

    private Sample sample() {
        return new Sample(
                System.nanoTime(),
                threads.getCurrentThreadCpuTime() / NANOS,
                waited(),
                ticks(ProcessHandle.current().pid()),
                server.isPresent() ? ticks(server.getAsLong()) : 0,
                machine());
    }

    /** Seconds that this thread was runnable without a processor. */
    private static double waited() {
        String[] words = words(Path.of("/proc/thread-self/schedstat"));
        return words.length < 2 ? 0 : Long.parseLong(words[1]) / NANOS;
    }

    /** Processor time of a process in seconds. */
    private static double ticks(long process) {
        String[] words = words(Path.of("/proc/" + process + "/stat"));
        int name = 1;
        while (name < words.length && !words[name].endsWith(")")) {
            name++;
        }
        return words.length < name + 14
                ? 0
                : (Long.parseLong(words[name + 12]) + Long.parseLong(words[name + 13])) / TICKS;
    }

    /** From the first line: user, nice, system, idle, iowait, irq, softirq, steal. */
    private static Machine machine() {
        String[] words = words(Path.of("/proc/stat"));
        if (words.length < 9) {
            return Machine.UNKNOWN;
        }
        double[] seconds = new double[9];
        for (int i = 1; i < seconds.length; i++) {
            seconds[i] = Long.parseLong(words[i]) / TICKS;
        }
        return new Machine(seconds[1] + seconds[2] + seconds[3], seconds[4] + seconds[5], seconds[8]);
    }

    private static String[] words(Path file) {
        try {
            return Files.readString(file).split("\\s+", 32);
        } catch (IOException e) {
            return new String[0];
        }
    }
}
