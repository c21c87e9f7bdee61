package dev.reeve.server.cli;

import dev.reeve.access.AuthFileEditor;
import dev.reeve.access.Identity;
import dev.reeve.access.QueuePatterns;
import dev.reeve.access.Role;
import dev.reeve.server.StartException;
import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code reeve user add|remove}: people with passwords in the auth file. A password is never an argument. */
@Command(
        name = "user",
        description = "Add and remove users with passwords in the auth file.",
        mixinStandardHelpOptions = true,
        versionProvider = VersionLines.class)
final class UserCommand implements Runnable {
    private static final String NAME = "Name of the user: 1 to 64 of A-Z a-z 0-9 _ . @ -";
    private static final int SHORTEST_PASSWORD = 8;
    private static final int LONGEST_PASSWORD = 256;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Missing subcommand: add or remove");
    }

    @Command(
            description =
                    "Add a user. The password is asked for on a terminal, else it is the first line of the input.",
            mixinStandardHelpOptions = true,
            versionProvider = VersionLines.class)
    int add(
            @Parameters(paramLabel = "NAME", description = NAME) String name,
            @Mixin RightsOptions rights,
            @Mixin SettingsOptions options) {
        Role role = rights.role();
        QueuePatterns queues = rights.queues();
        AuthFileOption.with(options, file -> {
            new AuthFileEditor(file).addUser(name, role, queues, checked(password()));
            return file;
        });
        return AuthFileOption.print(spec, "added " + name);
    }

    @SuppressWarnings("SystemConsoleNull") // Newer JDKs are asked whether it is a terminal.
    private static char[] password() {
        Console console = System.console();
        if (console == null || !isTerminal(console)) {
            return firstLine();
        }
        char[] password = console.readPassword("Password: ");
        char[] repeated = console.readPassword("Again: ");
        if (password == null || !Arrays.equals(password, repeated)) {
            throw new StartException("the passwords differ");
        }
        return password;
    }

    /** Since JDK 22 there is a console also where the input is not a terminal, and a method that tells. */
    private static boolean isTerminal(Console console) {
        try {
            return (Boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (NoSuchMethodException e) {
            return true;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot ask the console", e);
        }
    }

    private static char[] firstLine() {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try {
            String line = in.readLine();
            return (line == null ? "" : line).toCharArray();
        } catch (IOException e) {
            throw new StartException("the password cannot be read: " + e.getMessage());
        }
    }

    private static char[] checked(char[] password) {
        if (password.length < SHORTEST_PASSWORD || password.length > LONGEST_PASSWORD) {
            throw new StartException("the password must have %d to %d characters, not %d"
                    .formatted(SHORTEST_PASSWORD, LONGEST_PASSWORD, password.length));
        }
        return password;
    }

    @Command(
            description = "Remove a user. A running server refuses the user within 10 seconds.",
            mixinStandardHelpOptions = true,
            versionProvider = VersionLines.class)
    int remove(@Parameters(paramLabel = "NAME", description = NAME) String name, @Mixin SettingsOptions options) {
        AuthFileOption.remove(options, Identity.Kind.USER, name);
        return AuthFileOption.print(spec, "removed " + name);
    }
}
