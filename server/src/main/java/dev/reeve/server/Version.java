package dev.reeve.server;

import java.util.Objects;

/** The version from the jar's manifest; "unpackaged" for classes outside a jar. */
public final class Version {
    private Version() {}

    public static String number() {
        return Objects.requireNonNullElse(Version.class.getPackage().getImplementationVersion(), "unpackaged");
    }
}
