package dev.reeve.server;

import dev.reeve.server.cli.ReeveCommand;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The program. */
public final class Main {
    private static final Logger log = LoggerFactory.getLogger(Main.class);

    private Main() {}

    public static void main(String[] arguments) {
        // Left to itself, the JVM would print the exception's text as it is.
        Thread.setDefaultUncaughtExceptionHandler((thread, e) -> log.error("{} ended", thread.getName(), e));
        System.exit(ReeveCommand.commandLine().execute(arguments));
    }
}
