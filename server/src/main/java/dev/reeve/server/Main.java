package dev.reeve.server;

import dev.reeve.server.cli.ReeveCommand;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The program. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        try {
            System.exit(run(arguments));
        } catch (NoClassDefFoundError e) {
            System.err.println("reeve: the folder lib, which belongs beside reeve.jar, is missing or not whole: "
                    + String.valueOf(e.getMessage()) + " is not in it; copy both from the build");
            System.exit(1);
        }
    }

    /** Apart from the rest, which has to run without the libraries. */
    private static int run(String[] arguments) {
        Logger log = LoggerFactory.getLogger(Main.class);
        // Left to itself, the JVM would print the exception's text as it is.
        Thread.setDefaultUncaughtExceptionHandler((thread, e) -> log.error("{} ended", thread.getName(), e));
        return ReeveCommand.commandLine().execute(arguments);
    }
}
