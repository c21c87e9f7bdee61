package dev.reeve.server.cli;

import dev.reeve.server.Version;
import picocli.CommandLine.IVersionProvider;

/** The output of {@code --version}. */
public final class VersionLines implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[] {"Reeve " + Version.number(), "Java " + Runtime.version()};
    }
}
