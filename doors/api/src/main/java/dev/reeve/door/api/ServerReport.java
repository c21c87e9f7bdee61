package dev.reeve.door.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What this door tells of the server that it is part of. Safe from any thread. */
public interface ServerReport {
    /** A listener. */
    record Listener(String door, String address, int port, boolean tls) {}

    /**
     * The journal and its disk.
     *
     * @param lastSyncNanos how long the last sync took; 0 before the first
     * @param freeBytes the free space on the disk of the data folder; null if it is not known yet
     * @param neededBytes the free space below which new jobs are refused
     */
    record Journal(
            String durability,
            long bytesSinceSnapshot,
            long unsyncedBytes,
            long lastSyncNanos,
            @Nullable Long freeBytes,
            long neededBytes) {}

    /**
     * A setting.
     *
     * @param value in TOML syntax
     * @param isPrivate whether only those may see it who may change settings: paths and secrets
     */
    record ShownSetting(String key, String value, String source, boolean isPrivate) {}

    /** What is told where there is a node and nothing around it. */
    ServerReport NODE_ALONE = new ServerReport() {
        @Override
        public String version() {
            return "";
        }

        @Override
        public long uptimeMicros() {
            return 0;
        }

        @Override
        public @Nullable String notReady() {
            return null;
        }

        @Override
        public int connections() {
            return 0;
        }

        @Override
        public long memoryLimitBytes() {
            return 0;
        }

        @Override
        public boolean refusesGrowth(long usedBytes) {
            return false;
        }

        @Override
        public long certificateEndMicros() {
            return 0;
        }

        @Override
        public Journal journal() {
            return new Journal("", 0, 0, 0, null, 0);
        }

        @Override
        public List<Listener> listeners() {
            return List.of();
        }

        @Override
        public List<ShownSetting> settings() {
            return List.of();
        }
    };

    String version();

    /** The cluster that the server is part of; null if it is of none. */
    default @Nullable ClusterReport cluster() {
        return null;
    }

    long uptimeMicros();

    /** Why commands that write cannot be answered now; null if there is no reason. */
    @Nullable
    String notReady();

    /** The number of connected clients. */
    int connections();

    long memoryLimitBytes();

    /** Whether new jobs are refused for lack of memory or disk space, or the last large ones were, with that much live data. */
    boolean refusesGrowth(long usedBytes);

    /** When the certificate in use expires; 0 without TLS. */
    long certificateEndMicros();

    Journal journal();

    /** The open doors. */
    List<Listener> listeners();

    List<ShownSetting> settings();
}
