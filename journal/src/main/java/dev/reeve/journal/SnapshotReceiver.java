package dev.reeve.journal;

import org.jspecify.annotations.Nullable;

/** Who asked for a copy of a snapshot. */
@FunctionalInterface
public interface SnapshotReceiver {
    /**
     * On any thread.
     *
     * @param copy to be closed by the receiver; null if the snapshot failed
     */
    void received(@Nullable SnapshotCopy copy);
}
