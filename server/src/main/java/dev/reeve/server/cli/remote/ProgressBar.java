package dev.reeve.server.cli.remote;

import dev.reeve.server.Counts;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Shows how far a command is, on one line of a terminal that is drawn anew a few times a second. Where nobody looks, nothing is drawn:
 * pipes and logs stay clean.
 */
final class ProgressBar {
    private static final int WIDTH = 24;
    private static final long NANOS_A_SECOND = 1_000_000_000;
    private static final long BETWEEN_NANOS = NANOS_A_SECOND / 5;
    private static final double LONGEST_LEFT_SECONDS = 1e7;
    private static final String CLEAR_THE_LINE = "\r\u001b[K";

    private final @Nullable PrintWriter terminal;
    private final long total;
    private final LongSupplier nanos;
    private final long begunNanos;
    private long drawnNanos;

    /**
     * Begins.
     *
     * @param terminal null where nobody looks
     * @param total how much there is to do; 0 if nobody knows
     */
    ProgressBar(@Nullable PrintWriter terminal, long total, LongSupplier nanos) {
        this.terminal = terminal;
        this.total = total;
        this.nanos = nanos;
        this.begunNanos = nanos.getAsLong();
        this.drawnNanos = begunNanos - BETWEEN_NANOS;
    }

    /** One that nobody sees. */
    static ProgressBar none() {
        return new ProgressBar(null, 0, System::nanoTime);
    }

    /**
     * Draws the line if it is time.
     *
     * @param done how much of the total is done
     */
    void show(long done, long jobs) {
        long now = nanos.getAsLong();
        if (terminal != null && now - drawnNanos >= BETWEEN_NANOS) {
            drawnNanos = now;
            terminal.print(CLEAR_THE_LINE + text(done, jobs, now - begunNanos));
            terminal.flush();
        }
    }

    /** Takes the line away, before another one is printed and in the end. */
    void clear() {
        if (terminal != null) {
            terminal.print(CLEAR_THE_LINE);
            terminal.flush();
        }
    }

    private String text(long done, long jobs, long passedNanos) {
        double seconds = (double) passedNanos / NANOS_A_SECOND;
        String figures =
                Counts.of(jobs, "job") + (seconds < 1 ? "" : String.format(Locale.ROOT, "  %,.0f/s", jobs / seconds));
        if (total <= 0) {
            return figures;
        }
        double share = Math.min(1, (double) done / total);
        int full = (int) (share * WIDTH);
        String bar = "[" + "#".repeat(full) + ".".repeat(WIDTH - full) + "]";
        double left = share > 0 ? seconds * (1 - share) / share : Double.POSITIVE_INFINITY;
        boolean isTold = seconds >= 1 && left > 0 && left < LONGEST_LEFT_SECONDS;
        return String.format(Locale.ROOT, "%s %3.0f %%  %s", bar, Math.floor(share * 100), figures)
                + (isTold ? "  " + TopScreen.age(left) + " left" : "");
    }
}
