package dev.reeve.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A user whose password is hashed with the fewest iterations that an auth file may have, a sixth of what {@code reeve user add} takes. A
 * check of such a password, or of an unknown user where all users are such, saves a second of a server without the optimizing compiler.
 */
public final class QuickUser {
    public static final String PASSWORD = "correct-horse";

    private static final String HASH =
            "pbkdf2-sha256$100000$AAECAwQFBgcICQoLDA0ODw==$MgdQ9Q348AhuDPCel9CAL1sxdUiWBTNSFRrdvmpFgRU=";

    private QuickUser() {}

    /** Adds the user to an auth file, which is created if there is none. */
    public static void addTo(Path authFile, String name, String role) throws IOException {
        String others = Files.exists(authFile) ? Files.readString(authFile) + "\n" : "";
        String user = "[user.%s]\npassword = \"%s\"\nrole = \"%s\"\n".formatted(name, HASH, role);
        TlsFolder.write(authFile, others + user);
    }
}
