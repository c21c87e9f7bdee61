package dev.reeve.server.cli;

import dev.reeve.server.Version;
import picocli.CommandLine.IVersionProvider;

/** What {@code --version} prints. */
public final class VersionLines implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[] {"Reeve " + Version.number(), "Java " + Runtime.version()};
    }
}
