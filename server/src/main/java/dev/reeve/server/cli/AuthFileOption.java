package dev.reeve.server.cli;

import dev.reeve.access.AuthFile;
import dev.reeve.access.AuthFileException;
import dev.reeve.access.AuthSettings;
import dev.reeve.access.QueuePatterns;
import dev.reeve.access.Role;
import dev.reeve.server.StartException;
import dev.reeve.server.UsageException;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What the commands that change the auth file have in common. */
final class AuthFileOption {
    private AuthFileOption() {}

    /** An action on the auth file. */
    interface Action<T> {
        T of(AuthFile file) throws AuthFileException;
    }

    /** Runs the action on the auth file of the settings. */
    static <T> T with(SettingsOptions options, Action<T> action) {
        AuthFile file = options.read(System.getenv())
                .get(AuthSettings.FILE)
                .map(AuthFile::new)
                .orElseThrow(() -> new UsageException(
                        "auth.file is not set: add --set auth.file=FILE, or set it in the config file"));
        try {
            return action.of(file);
        } catch (AuthFileException e) {
            throw new StartException(e.getMessage());
        }
    }

    static Role role(String word) {
        return Optional.ofNullable(Role.ofWord(word))
                .orElseThrow(() -> new UsageException("--role must be one of %s, not \"%s\""
                        .formatted(
                                Arrays.stream(Role.values()).map(Role::word).collect(Collectors.joining(", ")), word)));
    }

    static QueuePatterns queues(@Nullable String patterns) {
        if (patterns == null) {
            return QueuePatterns.ALL;
        }
        try {
            return QueuePatterns.of(Arrays.asList(patterns.split(",", -1)));
        } catch (IllegalArgumentException e) {
            throw new UsageException("--queues: " + e.getMessage());
        }
    }
}
