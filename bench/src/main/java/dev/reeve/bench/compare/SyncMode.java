package dev.reeve.bench.compare;

import java.util.Locale;

/** Durability of the servers: synced before every reply, or some time later. */
enum SyncMode {
    SYNCED,
    RELAXED;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
