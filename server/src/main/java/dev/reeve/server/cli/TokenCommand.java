package dev.reeve.server.cli;

import dev.reeve.access.AuthEntry;
import dev.reeve.access.AuthFile;
import dev.reeve.access.AuthFileEditor;
import dev.reeve.access.Identity;
import dev.reeve.access.QueuePatterns;
import dev.reeve.access.Role;
import dev.reeve.server.UsageException;
import dev.reeve.settings.Durations;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code reeve token create|list|revoke}: the tokens in the auth file. A running server reads the file again by itself. */
@Command(
        name = "token",
        description = "Create, list and revoke tokens in the auth file.",
        mixinStandardHelpOptions = true,
        versionProvider = VersionLines.class)
final class TokenCommand implements Runnable {
    private static final String NAME = "Name of the token: 1 to 64 of A-Z a-z 0-9 _ . @ -";

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Missing subcommand: create, list or revoke");
    }

    @Command(
            description =
                    "Create a token and print it. It is printed once: the file has only its hash. Creates the file.",
            mixinStandardHelpOptions = true,
            versionProvider = VersionLines.class)
    int create(
            @Parameters(paramLabel = "NAME", description = NAME) String name,
            @Mixin RightsOptions rights,
            @Option(
                            names = "--expires",
                            paramLabel = "TIME",
                            description = "When it expires: 2027-06-30, 2027-06-30T12:00:00Z or a duration such as 90d;"
                                    + " default: never.")
                    @Nullable
                    String expires,
            @Mixin SettingsOptions options) {
        Role role = rights.role();
        QueuePatterns queues = rights.queues();
        Instant end = expires == null ? null : time(expires);
        return AuthFileOption.print(
                spec,
                AuthFileOption.with(options, file -> new AuthFileEditor(file).addToken(name, role, queues, end))
                        + "\n");
    }

    private static Instant time(String text) {
        Instant now = Instant.now();
        Instant end;
        try {
            if (text.matches("\\d{4}-\\d\\d-\\d\\d")) {
                end = LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant();
            } else if (text.contains("T")) {
                end = OffsetDateTime.parse(text).toInstant();
            } else {
                end = now.plus(Durations.parseMicros(text), ChronoUnit.MICROS).truncatedTo(ChronoUnit.SECONDS);
            }
        } catch (DateTimeException | IllegalArgumentException | ArithmeticException e) {
            throw new UsageException(
                    "--expires must be a time such as 2027-06-30, 2027-06-30T12:00:00Z or 90d, not \"" + text + "\"");
        }
        if (!end.isAfter(now)) {
            throw new UsageException("--expires must be in the future, not \"" + text + "\"");
        }
        return end;
    }

    @Command(
            description = "List the tokens: name, id, role, queues and expiry.",
            mixinStandardHelpOptions = true,
            versionProvider = VersionLines.class)
    int list(@Mixin SettingsOptions options) {
        StringBuilder text = new StringBuilder();
        List<AuthEntry> entries = AuthFileOption.with(options, AuthFile::read);
        for (AuthEntry entry : entries) {
            if (entry.kind() == Identity.Kind.TOKEN) {
                text.append("%s id=%s role=%s queues=%s expires=%s%n"
                        .formatted(
                                entry.name(),
                                entry.tokenId(),
                                entry.role().word(),
                                entry.queues(),
                                entry.expires() == null ? "never" : entry.expires()));
            }
        }
        return AuthFileOption.print(spec, text.toString());
    }

    @Command(
            description = "Remove a token. A running server refuses it within 10 seconds and closes its connections.",
            mixinStandardHelpOptions = true,
            versionProvider = VersionLines.class)
    int revoke(@Parameters(paramLabel = "NAME", description = NAME) String name, @Mixin SettingsOptions options) {
        AuthFileOption.remove(options, Identity.Kind.TOKEN, name);
        return AuthFileOption.print(spec, "revoked " + name + "\n");
    }
}
