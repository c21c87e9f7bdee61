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
    /** Random bytes in stock: to draw them for each id by itself takes longer than all else about a new job. */
    private static final ThreadLocal<ByteBuffer> RANDOM =
            ThreadLocal.withInitial(() -> ByteBuffer.allocate(STOCK_BYTES).position(STOCK_BYTES));

    private JobIds() {}

    /** A new id, which begins with the time: later ids are larger. */
    static JobId next(long nowMicros) {
        ByteBuffer random = RANDOM.get();
        if (!random.hasRemaining()) {
            byte[] fresh = new byte[STOCK_BYTES];
            SECURE_RANDOM.nextBytes(fresh);
            random.clear().put(fresh).flip();
        }
        long high = (nowMicros / 1000) << 16 | (random.getLong() & 0xFFFF);
        return JobId.ofUuid(version(high, 7), variant(random.getLong()));
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
