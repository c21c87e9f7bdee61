package dev.reeve.server.cli;

import dev.reeve.server.Settings;
import dev.reeve.server.SettingsReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The command-line options that select the settings. */
final class SettingsOptions {
    private static final Path DEFAULT_CONFIG = Path.of("reeve.toml");

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "Config file in TOML; default: reeve.toml in the current folder, if it exists.")
    private @Nullable Path config;

    @Option(names = "--data", paramLabel = "DIR", description = "Folder for the journal and the snapshots.")
    private @Nullable String data;

    @Option(names = "--bind", paramLabel = "ADDR", description = "Address that every door listens on.")
    private @Nullable String bind;

    @Option(names = "--insecure", description = "Allow an address that other machines can reach.")
    private boolean insecure;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "Set any setting; overrides the file and the environment.")
    private List<String> assignments = List.of();

    Settings read(Map<String, String> environment) {
        return read(null, environment);
    }

    /** Reads the given file, or the file of {@code --config} if it is null. */
    Settings read(@Nullable Path file, Map<String, String> environment) {
        SettingsReader reader = new SettingsReader();
        if (file != null) {
            reader.readFile(file, environment);
        } else if (config != null) {
            reader.readFile(config, environment);
        } else if (Files.exists(DEFAULT_CONFIG)) {
            reader.readFile(DEFAULT_CONFIG, environment);
        }
        reader.readEnvironment(environment);
        assignments.forEach(reader::readAssignment);
        if (data != null) {
            reader.readOption("--data", Settings.DATA, data);
        }
        if (bind != null) {
            reader.readOption("--bind", Settings.BIND, bind);
        }
        if (insecure) {
            reader.readOption("--insecure", Settings.INSECURE, "true");
        }
        return reader.settings();
    }
}
