package dev.reeve.server;

import dev.reeve.server.cli.ReeveCommand;

/** The program. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        System.exit(ReeveCommand.commandLine().execute(arguments));
    }
}
