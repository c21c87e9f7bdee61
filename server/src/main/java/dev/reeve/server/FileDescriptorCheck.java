package dev.reeve.server;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Checks the system's limit on open files. Every connection takes one file descriptor. */
final class FileDescriptorCheck {
    private static final Logger log = LoggerFactory.getLogger(FileDescriptorCheck.class);
    /** File descriptors for jars, segments, listening sockets and connections that are being refused. */
    private static final int OTHER_DESCRIPTORS = 2_200;

    private FileDescriptorCheck() {}

    /** Logs a warning if the limit is too low for this number of connections. */
    static void check(int connections) {
        if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system) {
            String warning = warning(system.getMaxFileDescriptorCount(), connections);
            if (warning != null) {
                log.warn(warning);
            }
        }
    }

    /** The warning for a limit of {@code allowed} open files; null if the limit is high enough. */
    static @Nullable String warning(long allowed, int connections) {
        long needed = connections + (long) OTHER_DESCRIPTORS;
        return allowed >= needed
                ? null
                : "the system allows %d open files, too few for %d connections (limits.connections): raise it with ulimit -n %d, or LimitNOFILE=%d in a systemd unit"
                        .formatted(allowed, connections, needed, needed);
    }
}
