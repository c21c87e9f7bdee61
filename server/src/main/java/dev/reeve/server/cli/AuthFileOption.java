package dev.reeve.server.cli;

import dev.reeve.access.AuthFile;
import dev.reeve.access.AuthFileEditor;
import dev.reeve.access.AuthFileException;
import dev.reeve.access.AuthSettings;
import dev.reeve.access.Identity;
import dev.reeve.server.NotFoundException;
import dev.reeve.server.StartException;
import dev.reeve.server.UsageException;
import dev.reeve.server.log.PlainText;
import java.io.PrintWriter;
import picocli.CommandLine.Model.CommandSpec;

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

    /** Removes an entry from the auth file of the settings. */
    static void remove(SettingsOptions options, Identity.Kind kind, String name) {
        with(options, file -> {
            if (file.read().stream()
                    .noneMatch(entry -> entry.kind() == kind && entry.name().equals(name))) {
                throw new NotFoundException(file.path() + ": there is no " + kind.word() + " " + name);
            }
            new AuthFileEditor(file).remove(kind, name);
            return file;
        });
    }

    /** Prints the lines of a text, and returns the exit code of a command that has succeeded. */
    static int print(CommandSpec command, String text) {
        PrintWriter out = command.commandLine().getOut();
        text.lines().forEach(line -> out.println(PlainText.of(line)));
        out.flush();
        return 0;
    }
}
