package dev.reeve.testkit;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Measures the turns of an event loop, by a timer that is due all the time: how much processor time the loop needs until
 * it comes to the timer. That is what the input of a client waits for, without what other programs cost. Another
 * thread records what the loop does in a long turn.
 */
public final class LoopWatch {
    /** What a line of figures begins with. */
    public static final String LINE = "watch: ";

    private static final long BEAT_MICROS = 250;
    private static final long LONG_NANOS = Long.getLong("reeve.long-turn-millis", 5) * 1_000_000;
    private static final long SAMPLE_MILLIS = 1;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final String name;
    private final ScheduledExecutorService loop;
    private volatile Thread thread = Thread.currentThread();
    private volatile long lastCpuNanos;
    private long lastNanos;
    private long turns;
    private long longTurns;
    private long longestCpuNanos;
    private long longestNanos;
    private volatile long sampledNanos;
    private volatile String sample = "";
    private String longestDoing = "";
    private final Map<String, Long> longNanosByMethod = new HashMap<>();

    private LoopWatch(String name, ScheduledExecutorService loop) {
        this.name = name;
        this.loop = loop;
    }

    /** Begins to measure the loop. */
    public static LoopWatch of(String name, ScheduledExecutorService loop) {
        LoopWatch watch = new LoopWatch(name, loop);
        loop.execute(watch::begin);
        Thread sampler = new Thread(watch::sample, "sampler-" + name);
        sampler.setDaemon(true);
        sampler.start();
        return watch;
    }

    private void begin() {
        thread = Thread.currentThread();
        lastCpuNanos = THREADS.getCurrentThreadCpuTime();
        lastNanos = System.nanoTime();
        next();
    }

    @SuppressWarnings("FutureReturnValueIgnored") // The timer is never cancelled.
    private void next() {
        loop.schedule(this::beat, BEAT_MICROS, TimeUnit.MICROSECONDS);
    }

    private void beat() {
        long cpuNanos = THREADS.getCurrentThreadCpuTime();
        long nanos = System.nanoTime();
        long usedNanos = cpuNanos - lastCpuNanos;
        turns++;
        if (usedNanos > LONG_NANOS) {
            longTurns++;
            String doing = sampledNanos == lastCpuNanos ? sample : "";
            longNanosByMethod.merge(doing, usedNanos, Long::sum);
            longestDoing = usedNanos > longestCpuNanos ? doing : longestDoing;
        }
        longestCpuNanos = Math.max(longestCpuNanos, usedNanos);
        longestNanos = Math.max(longestNanos, nanos - lastNanos);
        lastCpuNanos = cpuNanos;
        lastNanos = nanos;
        next();
    }

    private void sample() {
        try {
            while (true) {
                Thread.sleep(SAMPLE_MILLIS);
                long since = lastCpuNanos;
                Thread watched = thread;
                if (THREADS.getThreadCpuTime(watched.getId()) - since > LONG_NANOS) {
                    String doing = text(watched.getStackTrace());
                    if (lastCpuNanos == since) {
                        sample = doing;
                        sampledNanos = since;
                    }
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The innermost methods of the project. */
    private static String text(StackTraceElement[] stack) {
        StringBuilder text = new StringBuilder();
        int shown = 0;
        for (StackTraceElement frame : stack) {
            if (frame.getClassName().startsWith("dev.reeve") && shown++ < 5) {
                String className = frame.getClassName();
                text.append(text.isEmpty() ? "" : " < ")
                        .append(className, className.lastIndexOf('.') + 1, className.length())
                        .append('.')
                        .append(frame.getMethodName());
            }
        }
        return text.toString();
    }

    /** Prints the figures since the last call, in one line. */
    public void print() {
        loop.execute(() -> {
            List<String> mostOften = longNanosByMethod.entrySet().stream()
                    .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                    .limit(3)
                    .map(entry -> "%.0f ms %s".formatted(entry.getValue() / 1e6, entry.getKey()))
                    .toList();
            System.err.printf(
                    LINE
                            + "%s turns %d, of processor time longest %.1f ms, above %d ms %d; longest by the clock %.1f ms; in %s; %s%n",
                    name,
                    turns,
                    longestCpuNanos / 1e6,
                    LONG_NANOS / 1_000_000,
                    longTurns,
                    longestNanos / 1e6,
                    longestDoing.isEmpty() ? "-" : longestDoing,
                    mostOften);
            longNanosByMethod.clear();
            turns = 0;
            longTurns = 0;
            longestCpuNanos = 0;
            longestNanos = 0;
            longestDoing = "";
        });
    }
}
