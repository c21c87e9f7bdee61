package dev.reeve.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Detects a CPU quota of this process: a Linux control group, version 1 or 2, that throttles the process when it has used
 * its CPU time. Busy polling would use up that time.
 */
final class ProcessorQuota {
    private static final String GROUP_OF_SELF = "0::";

    private ProcessorQuota() {}

    /** @param root the root of the file system; tests pass another folder */
    static boolean isSet(Path root) {
        Path groups = root.resolve("sys/fs/cgroup");
        if (limits(read(groups.resolve("cpu/cpu.cfs_quota_us")))) {
            return true;
        }
        Path group = groups.resolve(pathOfSelf(root)).normalize();
        while (group.startsWith(groups)) {
            if (limits(read(group.resolve("cpu.max")))) {
                return true;
            }
            group = group.resolveSibling(".").normalize();
        }
        return false;
    }

    /** The control group of this process, relative to the root group; empty if it is the root group or unknown. */
    private static String pathOfSelf(Path root) {
        for (String line : read(root.resolve("proc/self/cgroup"))) {
            if (line.startsWith(GROUP_OF_SELF)) {
                return line.substring(GROUP_OF_SELF.length()).replaceFirst("^/+", "");
            }
        }
        return "";
    }

    /** The first word is the quota in microseconds. A missing file, "max" and -1 mean no quota. */
    private static boolean limits(List<String> lines) {
        String quota = lines.isEmpty() ? "max" : lines.get(0).split(" ", 2)[0];
        return !quota.equals("max") && !quota.startsWith("-");
    }

    private static List<String> read(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            return List.of();
        }
    }
}
