package dev.reeve.server.cli;

import java.util.Objects;
import picocli.CommandLine.IVersionProvider;

/** The version from the jar's manifest; classes run from a folder have none. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        String version =
                Objects.requireNonNullElse(Version.class.getPackage().getImplementationVersion(), "unpackaged");
        return new String[] {"Reeve " + version, "Java " + Runtime.version()};
    }
}
