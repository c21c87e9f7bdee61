package dev.reeve.node.schedule;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import org.jspecify.annotations.Nullable;

/**
 * A cron expression in a time zone. Where the clocks of the zone change, what is meant by the hours decides:
 *
 * <ul>
 *   <li>Times of the day come once. One that the clocks skip comes at the end of the gap, one that they repeat comes the first
 *       time.
 *   <li>Every hour, or every so many hours, goes by the time that passes. A time that the clocks skip comes as much later as the
 *       gap is long, and one that they repeat comes twice.
 * </ul>
 */
public final class CronExpression {
    private static final long MICROS_A_SECOND = 1_000_000;
    private static final long HORIZON_SECONDS = 51L * 366 * 86_400;

    private final CronFields fields;
    private final ZoneRules rules;

    /** Reads an expression; an {@link IllegalArgumentException} says what is wrong with it. */
    public CronExpression(String text, ZoneId zone) {
        this.fields = CronFields.parse(text);
        this.rules = zone.getRules();
    }

    /** The first time after the given one, in microseconds since 1970; {@link Long#MAX_VALUE} if there is none. */
    public long nextMicros(long afterMicros) {
        long second = Math.floorDiv(afterMicros, MICROS_A_SECOND) + 1;
        long horizon = second + HORIZON_SECONDS;
        while (second < horizon) {
            Instant from = Instant.ofEpochSecond(second);
            ZoneOffsetTransition end = rules.nextTransition(from);
            long endsAt = end == null ? Long.MAX_VALUE : end.toEpochSecond();
            long found = nextBeforeChange(second, from);
            if (found < endsAt) {
                return found * MICROS_A_SECOND;
            }
            second = endsAt;
        }
        return Long.MAX_VALUE;
    }

    /** The first second from that one on, as if the clocks did not change any more. */
    private long nextBeforeChange(long second, Instant from) {
        ZoneOffset offset = rules.getOffset(from);
        ZoneOffsetTransition last = rules.previousTransition(from.plusNanos(1));
        LocalDateTime local = LocalDateTime.ofEpochSecond(second, 0, offset);
        if (last != null && last.isGap() && last.toEpochSecond() == second && !fields.isEveryHour() && comesIn(last)) {
            return second;
        }
        if (last != null && last.isOverlap() && !fields.isEveryHour()) {
            // What the clocks have repeated has come before.
            local = local.isBefore(last.getDateTimeBefore()) ? last.getDateTimeBefore() : local;
        }
        long found = toSecond(fields.next(local), offset);
        if (last != null && last.isGap() && fields.isEveryHour()) {
            LocalDateTime skipped = fields.next(LocalDateTime.ofEpochSecond(second, 0, last.getOffsetBefore()));
            if (skipped != null && skipped.isBefore(last.getDateTimeAfter())) {
                found = Math.min(found, toSecond(skipped, last.getOffsetBefore()));
            }
        }
        return found;
    }

    private static long toSecond(@Nullable LocalDateTime local, ZoneOffset offset) {
        return local == null ? Long.MAX_VALUE : local.toEpochSecond(offset);
    }

    /** Whether a time comes in what the clocks skip. */
    private boolean comesIn(ZoneOffsetTransition gap) {
        LocalDateTime skipped = fields.next(gap.getDateTimeBefore());
        return skipped != null && skipped.isBefore(gap.getDateTimeAfter());
    }
}
