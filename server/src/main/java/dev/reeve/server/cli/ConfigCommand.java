package dev.reeve.server.cli;

import dev.reeve.server.Settings;
import dev.reeve.server.SettingsDocs;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code reeve config check|show|example|reference}: validates and prints settings without starting a server. */
@Command(
        name = "config",
        description = "Inspect the settings without starting a server.",
        mixinStandardHelpOptions = true,
        versionProvider = VersionLines.class)
final class ConfigCommand implements Runnable {
    private static final String FILE = "Config file in TOML, instead of --config.";

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Missing subcommand: check, show, example or reference");
    }

    @Command(
            description = "Validate the settings, including those from the environment.",
            mixinStandardHelpOptions = true,
            versionProvider = VersionLines.class)
    int check(
            @Parameters(arity = "0..1", paramLabel = "FILE", description = FILE) @Nullable Path file,
            @Mixin SettingsOptions options) {
        options.read(file, System.getenv());
        return print("ok\n");
    }

    @Command(
            description = "Print every setting with its source, as TOML; secrets are masked.",
            mixinStandardHelpOptions = true,
            versionProvider = VersionLines.class)
    int show(
            @Parameters(arity = "0..1", paramLabel = "FILE", description = FILE) @Nullable Path file,
            @Mixin SettingsOptions options) {
        List<Settings.Shown> shown = options.read(file, System.getenv()).shown();
        StringBuilder text = new StringBuilder();
        shown.forEach(setting ->
                text.append("%-42s # %s%n".formatted(setting.key() + " = " + setting.value(), setting.source())));
        return print(text.toString());
    }

    @Command(
            description = "Print a config file with all settings and their explanations.",
            mixinStandardHelpOptions = true,
            versionProvider = VersionLines.class)
    int example() {
        return print(SettingsDocs.example());
    }

    @Command(
            description = "Print docs/settings.md, the page that lists all settings.",
            mixinStandardHelpOptions = true,
            versionProvider = VersionLines.class)
    int reference() {
        return print(SettingsDocs.page());
    }

    private int print(String text) {
        PrintWriter out = spec.commandLine().getOut();
        out.print(text);
        out.flush();
        return 0;
    }
}
