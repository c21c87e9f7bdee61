package dev.reeve.net;

import dev.reeve.engine.Rejection;
import dev.reeve.tally.Traffic;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
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
    private final Map<Line, Count> counts = new ConcurrentHashMap<>();

    private record Line(String door, RefusalKind kind) {}

    private static final class Count {
        private final AtomicBoolean open = new AtomicBoolean();
        private final LongAdder more = new LongAdder();
    }

    /** @param traffic the counters of refusals; null if refusals are not counted */
    public RefusalLog(@Nullable Traffic traffic) {
        this(traffic, CompletableFuture.delayedExecutor(SECONDS, TimeUnit.SECONDS));
    }

    /** @param later runs a task when the ten seconds are over */
    RefusalLog(@Nullable Traffic traffic, Executor later) {
        this.traffic = traffic;
        this.later = later;
    }

    public void refused(String door, Rejection why) {
        RefusalKind kind = RefusalKind.of(why);
        if (kind != null) {
            refused(door, kind);
        }
    }

    public void refused(String door, RefusalKind kind) {
        if (traffic != null) {
            traffic.door(door).refused(kind.label());
        }
        Line line = new Line(door, kind);
        Count count = counts.computeIfAbsent(line, first -> new Count());
        if (count.open.compareAndSet(false, true)) {
            log.warn("{} {} {}: {}", door, kind.verb(), kind.subject(), kind.why());
            later.execute(() -> logCount(line, count));
        } else {
            count.more.increment();
        }
    }

    private void logCount(Line line, Count count) {
        long more = count.more.sumThenReset();
        if (more == 0) {
            count.open.set(false);
            return;
        }
        log.warn(
                "{} {} {} more {} in the last {} s: {}",
                line.door(),
                line.kind().verb(),
                String.format(Locale.ROOT, "%,d", more),
                line.kind().subject(),
                SECONDS,
                line.kind().why());
        later.execute(() -> logCount(line, count));
    }
}
