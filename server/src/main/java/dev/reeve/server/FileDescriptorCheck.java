package dev.reeve.server;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The system's limit on open files, of which every connection takes one. */
final class FileDescriptorCheck {
    private static final Logger log = LoggerFactory.getLogger(FileDescriptorCheck.class);
    /** Jars, segments, sockets that listen, and connections that are being turned away. */
    private static final int BESIDES_CONNECTIONS = 2_200;

    private FileDescriptorCheck() {}

    /** Warns if the system does not allow for so many connections. */
    static void check(int connections) {
        if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system) {
            String warning = warning(system.getMaxFileDescriptorCount(), connections);
            if (warning != null) {
                log.warn(warning);
            }
        }
    }

    /** What there is to say where so many files are allowed, null if nothing. */
    static @Nullable String warning(long allowed, int connections) {
        long wanted = connections + (long) BESIDES_CONNECTIONS;
        return allowed >= wanted
                ? null
                : "the system allows %d open files, too few for %d connections (limits.connections): raise it with ulimit -n %d, or LimitNOFILE=%d in a systemd unit"
                        .formatted(allowed, connections, wanted, wanted);
    }
}
