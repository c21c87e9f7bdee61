package dev.reeve.door.api;

import dev.reeve.engine.job.JobId;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.List;

/** Ids of jobs for which the client has chosen none. All are UUIDs. */
final class JobIds {
    /** The position of a job that is added alone. */
    static final int ALONE = -1;

    private static final int VERSION_SHIFT = 12;
    private static final long VERSION_BITS = 0xFL << VERSION_SHIFT;
    private static final long VARIANT_BITS = 0b11L << 62;
    private static final long VARIANT = 0b10L << 62;
    private static final int STOCK_BYTES = 4096;

    private static final SecureRandom SECURE_RANDOM = new SecureRandom();
    private static final ThreadLocal<Stock> RANDOM = ThreadLocal.withInitial(Stock::new);

    private JobIds() {}

    /** Random bytes in stock: to draw them for each id by itself takes longer than all else about a new job. */
    private static final class Stock {
        private final byte[] bytes = new byte[STOCK_BYTES];
        private final ByteBuffer left = ByteBuffer.wrap(bytes).position(STOCK_BYTES);

        long next() {
            if (!left.hasRemaining()) {
                SECURE_RANDOM.nextBytes(bytes);
                left.clear();
            }
            return left.getLong();
        }
    }

    /** A new id, which begins with the time: later ids are larger. */
    static JobId next(long nowMicros) {
        Stock random = RANDOM.get();
        long high = (nowMicros / 1000) << 16 | (random.next() & 0xFFFF);
        return JobId.ofUuid(version(high, 7), variant(random.next()));
    }

    /**
     * The id that belongs to an idempotency key: the same sender gets the same id for the same key.
     *
     * @param position that of the job in its request; {@link #ALONE} if it is the only one
     */
    static JobId ofKey(String sender, String key, int position) {
        ByteBuffer hash = ByteBuffer.wrap(Sha256.of(List.of(sender, key, Integer.toString(position))));
        return JobId.ofUuid(version(hash.getLong(), 8), variant(hash.getLong()));
    }

    private static long variant(long low) {
        return (low & ~VARIANT_BITS) | VARIANT;
    }

    private static long version(long high, long version) {
        return (high & ~VERSION_BITS) | version << VERSION_SHIFT;
    }
}
