package dev.reeve.engine.limit;

/**
 * A copy of the numbers of a key.
 *
 * @param running how many jobs are leased
 * @param maxRunning how many may be; 0 for any number
 * @param throttled how many jobs wait for a slot
 * @param nextSlotMicros when the rate lets the next job start, if it does not now; 0 if it does, or there is no rate
 */
public record LimitKeyView(String name, int running, int maxRunning, int throttled, long nextSlotMicros) {
    static LimitKeyView of(LimitKey key, Limit limit, long nowMicros) {
        Rate rate = limit.rate();
        boolean waits = rate != null && rate.startsNow(key.pace(), nowMicros) == 0;
        return new LimitKeyView(
                key.name(),
                key.running(),
                limit.ordered() ? 1 : limit.maxRunning(),
                key.throttled(),
                rate == null || !waits ? 0 : rate.nextStartMicros(key.pace(), nowMicros));
    }
}
