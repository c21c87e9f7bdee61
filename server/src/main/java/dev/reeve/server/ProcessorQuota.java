package dev.reeve.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Whether Linux stops this process for a while when it has used so much processor time: then time that is spent waiting is
 * missing later. Containers and services are given such quotas, by control groups of either version.
 */
final class ProcessorQuota {
    private static final String GROUP_OF_SELF = "0::";

    private ProcessorQuota() {}

    /** @param root the root of the file system */
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

    /** The group of this process below the root of all groups; empty if that is the root, or not known. */
    private static String pathOfSelf(Path root) {
        for (String line : read(root.resolve("proc/self/cgroup"))) {
            if (line.startsWith(GROUP_OF_SELF)) {
                return line.substring(GROUP_OF_SELF.length()).replaceFirst("^/+", "");
            }
        }
        return "";
    }

    /** The first word is how many microseconds it may have; there may be none, "max" or -1 for as many as it likes. */
    private static boolean limits(List<String> lines) {
        String most = lines.isEmpty() ? "max" : lines.get(0).split(" ", 2)[0];
        return !most.equals("max") && !most.startsWith("-");
    }

    private static List<String> read(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            return List.of();
        }
    }
}
