package dev.reeve.server;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.reeve.net.ConnectionLimits;
import java.lang.management.ManagementFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps the connection limits within the system's limit on open files. Every connection takes one file descriptor. */
final class FileDescriptorCheck {
    private static final Logger log = LoggerFactory.getLogger(FileDescriptorCheck.class);

    private FileDescriptorCheck() {}

    /** The limits, lowered if the system allows too few open files. */
    static ConnectionLimits lower(ConnectionLimits wanted) {
        return wanted.within(allowed());
    }

    /** Logs a warning if the limits had to be lowered. */
    static void check(ConnectionLimits wanted) {
        String warning = warning(allowed(), wanted);
        if (warning != null) {
            log.warn(warning);
        }
    }

    private static long allowed() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system
                ? system.getMaxFileDescriptorCount()
                : Long.MAX_VALUE;
    }

    /** The warning for a limit of {@code allowed} open files; null if the limit is high enough. */
    static @Nullable String warning(long allowed, ConnectionLimits wanted) {
        long needed = wanted.descriptors();
        return allowed >= needed
                ? null
                : "the system allows %d open files, too few for %d connections (limits.connections), so only %d are accepted: raise it with ulimit -n %d, or LimitNOFILE=%d in a systemd unit"
                        .formatted(
                                allowed,
                                wanted.connections(),
                                wanted.within(allowed).connections(),
                                needed,
                                needed);
    }
}
