package dev.reeve.net;

import dev.reeve.engine.Rejection;
import dev.reeve.tally.Traffic;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rate-limited log of refusals, by door and class: the first is logged at once, further ones as a count every ten
 * seconds. Request contents are never logged. All refusals are counted in the tally of the door. Any thread.
 */
public final class RefusalLog {
    private static final Logger log = LoggerFactory.getLogger(RefusalLog.class);
    private static final long SECONDS = 10;

    private final @Nullable Traffic traffic;
    private final Executor later;
    /** The refusals since the last log line, and the one that this line was for. */
    private final ConcurrentMap<Line, Long> counts = new ConcurrentHashMap<>();

    private record Line(String door, RefusalKind kind) {}

    /** @param traffic the counters of refusals; null if refusals are not counted */
    public RefusalLog(@Nullable Traffic traffic) {
        this(traffic, CompletableFuture.delayedExecutor(SECONDS, TimeUnit.SECONDS));
    }

    /** @param later runs a task when the ten seconds are over */
    RefusalLog(@Nullable Traffic traffic, Executor later) {
        this.traffic = traffic;
        this.later = later;
    }

    /** Logs and counts a rejection, unless it is one of normal operation. */
    public void refused(String door, Rejection why) {
        if (why == Rejection.OUT_OF_MEMORY) {
            refused(door, RefusalKind.OUT_OF_MEMORY);
        } else if (why == Rejection.OUT_OF_DISK) {
            refused(door, RefusalKind.OUT_OF_DISK);
        } else if (why == Rejection.JOURNAL_FAULT) {
            refused(door, RefusalKind.JOURNAL_FAULT);
        } else if (why == Rejection.NO_LEADER) {
            refused(door, RefusalKind.NO_LEADER);
        } else if (why == Rejection.OLDER_NODES) {
            refused(door, RefusalKind.OLDER_NODES);
        }
    }

    public void refused(String door, RefusalKind kind) {
        if (traffic != null) {
            traffic.door(door).refused(kind.label());
        }
        Line line = new Line(door, kind);
        if (counts.merge(line, 1L, Long::sum) == 1) {
            log.warn(kind.firstLine(door));
            later.execute(() -> logCount(line));
        }
    }

    private void logCount(Line line) {
        if (!counts.remove(line, 1L)) {
            long more = Objects.requireNonNull(counts.put(line, 1L)) - 1;
            log.warn(line.kind.moreLine(line.door, more, SECONDS));
            later.execute(() -> logCount(line));
        }
    }
}
