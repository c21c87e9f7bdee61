package dev.reeve.access;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The audit file. Lines are appended. A file that was renamed or removed is followed by a new one at the same path, so a program
 * that rotates logs needs no signal. If it cannot be written, that is logged once until it can be again. One thread at a time.
 */
final class AuditFile {
    private static final Logger log = LoggerFactory.getLogger(AuditFile.class);

    private final Path path;
    private @Nullable FileChannel channel;
    private @Nullable Object key;
    private boolean broken;

    AuditFile(Path path) {
        this.path = path;
    }

    void open() throws AuthFileException {
        try {
            current();
        } catch (IOException e) {
            throw new AuthFileException("audit.file: %s: cannot be written: %s"
                    .formatted(path, e.getClass().getSimpleName()));
        }
    }

    void append(String line) {
        try {
            ByteBuffer bytes = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8));
            FileChannel out = current();
            while (bytes.hasRemaining()) {
                out.write(bytes);
            }
            broken = false;
        } catch (IOException e) {
            close();
            if (!broken) {
                broken = true;
                log.error("audit.file: {}: cannot be written; the lines are in the log only", path, e);
            }
        }
    }

    /** The open file, or a new one if another file or none is at the path. */
    private FileChannel current() throws IOException {
        FileChannel open = channel;
        if (open != null && Objects.equals(key, keyAtPath())) {
            return open;
        }
        close();
        FileChannel opened = FileChannel.open(
                path,
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        channel = opened;
        key = keyAtPath();
        return opened;
    }

    private @Nullable Object keyAtPath() throws IOException {
        return Files.exists(path)
                ? Files.readAttributes(path, BasicFileAttributes.class).fileKey()
                : null;
    }

    void close() {
        FileChannel open = channel;
        channel = null;
        if (open != null) {
            try {
                open.close();
            } catch (IOException e) {
                log.warn("audit.file: {}: could not be closed", path, e);
            }
        }
    }
}
