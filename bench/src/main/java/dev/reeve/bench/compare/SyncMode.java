package dev.reeve.bench.compare;

import java.util.Locale;

/** What the servers promise: every reply synced first, or synced some time later. */
enum SyncMode {
    SYNCED,
    RELAXED;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
