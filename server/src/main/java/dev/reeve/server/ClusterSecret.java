package dev.reeve.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Set;

/** The file with the secret that the nodes of a cluster share. */
final class ClusterSecret {
    private static final int FEWEST_CHARACTERS = 32;
    private static final long MOST_BYTES = 64 << 10;
    private static final Set<PosixFilePermission> TOO_OPEN = EnumSet.of(
            PosixFilePermission.GROUP_WRITE,
            PosixFilePermission.OTHERS_READ,
            PosixFilePermission.OTHERS_WRITE,
            PosixFilePermission.OTHERS_EXECUTE);

    private ClusterSecret() {}

    /** The secret, without the white space around it. */
    static byte[] read(Path file) {
        try {
            checkAccess(file);
            if (Files.size(file) > MOST_BYTES) {
                throw refused(file, "is too large");
            }
            String text = Files.readString(file, StandardCharsets.UTF_8).strip();
            if (text.length() < FEWEST_CHARACTERS) {
                throw refused(file, "has fewer than " + FEWEST_CHARACTERS + " characters");
            }
            return text.getBytes(StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw refused(file, "cannot be read: " + IoErrorText.reason(e));
        }
    }

    private static void checkAccess(Path file) throws IOException {
        try {
            if (Files.getPosixFilePermissions(file).stream().anyMatch(TOO_OPEN::contains)) {
                throw refused(file, "is open to other users of this machine: run chmod 600 " + file);
            }
        } catch (UnsupportedOperationException noPosix) {
            // The file system has no such permissions.
        }
    }

    private static StartException refused(Path file, String why) {
        return new StartException("cluster.secret-file: " + file + " " + why);
    }
}
