package dev.reeve.node;

/**
 * Samples at equal distances, the oldest first.
 *
 * @param fromMicros the beginning of the time of the first sample
 * @param columns added, leased, completed, failed, and the number of ready jobs at the end of each sample
 */
@SuppressWarnings("ArrayRecordComponent")
public record Samples(long fromMicros, long stepMicros, int[][] columns) {
    public int[] added() {
        return columns[0];
    }

    public int[] leased() {
        return columns[1];
    }

    public int[] completed() {
        return columns[2];
    }

    public int[] failed() {
        return columns[3];
    }

    public int[] ready() {
        return columns[4];
    }
}
