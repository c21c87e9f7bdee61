package dev.reeve.server.cli;

import dev.reeve.access.QueuePatterns;
import dev.reeve.access.Role;
import dev.reeve.server.UsageException;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say what a new entry of the auth file may do. */
final class RightsOptions {
    @Option(
            names = "--role",
            required = true,
            paramLabel = "ROLE",
            description = "viewer, producer, worker, operator or admin.")
    private String role = "";

    @Option(
            names = "--queues",
            paramLabel = "PATTERN,...",
            description = "Queues that may be used, such as mail*,!mail.internal; default: all.")
    private @Nullable String queues;

    Role role() {
        return Optional.ofNullable(Role.ofWord(role))
                .orElseThrow(() -> new UsageException("--role must be one of %s, not \"%s\""
                        .formatted(
                                Arrays.stream(Role.values()).map(Role::word).collect(Collectors.joining(", ")), role)));
    }

    QueuePatterns queues() {
        if (queues == null) {
            return QueuePatterns.ALL;
        }
        try {
            return QueuePatterns.of(Arrays.asList(queues.split(",", -1)));
        } catch (IllegalArgumentException e) {
            throw new UsageException("--queues: " + e.getMessage());
        }
    }
}
