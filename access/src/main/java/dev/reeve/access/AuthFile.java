package dev.reeve.access;

import com.sun.security.auth.module.UnixSystem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The auth file on disk. Only the user that the server runs as may read or write it. */
public final class AuthFile {
    private static final int MOST_BYTES = 4 << 20;
    private static final Set<PosixFilePermission> OWNERS =
            EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

    private final Path path;

    public AuthFile(Path path) {
        this.path = path;
    }

    public Path path() {
        return path;
    }

    /** The entries of the file. */
    public List<AuthEntry> read() throws AuthFileException {
        return parse(readText());
    }

    List<AuthEntry> parse(String text) throws AuthFileException {
        return AuthFileReader.parse(path.toString(), text);
    }

    /** The text of the file, if it is owned by this process's user and closed to all others. */
    String readText() throws AuthFileException {
        try {
            checkOwner();
            byte[] bytes;
            try (InputStream in = Files.newInputStream(path)) {
                bytes = in.readNBytes(MOST_BYTES + 1);
            }
            if (bytes.length > MOST_BYTES) {
                throw new AuthFileException(path + ": is larger than " + MOST_BYTES + " bytes");
            }
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (NoSuchFileException e) {
            throw new AuthFileException(path + ": no such file; reeve token create makes it");
        } catch (CharacterCodingException e) {
            throw new AuthFileException(path + ": is not UTF-8 text");
        } catch (IOException e) {
            throw new AuthFileException(
                    path + ": cannot be read: " + e.getClass().getSimpleName());
        }
    }

    private void checkOwner() throws IOException, AuthFileException {
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(path);
        if (!OWNERS.containsAll(permissions)) {
            throw new AuthFileException("%s: has mode %s, but only its owner may read and write it; run chmod 600 %s"
                    .formatted(path, PosixFilePermissions.toString(permissions), path));
        }
        long owner = ((Number) Files.getAttribute(path, "unix:uid")).longValue();
        long user = new UnixSystem().getUid();
        if (owner != user) {
            throw new AuthFileException(
                    "%s: belongs to user %d, but this process runs as user %d".formatted(path, owner, user));
        }
    }
}
