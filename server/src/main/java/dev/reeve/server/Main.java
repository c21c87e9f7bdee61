package dev.reeve.server;

import dev.reeve.server.cli.ReeveCommand;
import dev.reeve.server.log.LogOutput;
import org.slf4j.LoggerFactory;

/** The entry point of the program. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        try {
            System.exit(run(arguments));
        } catch (NoClassDefFoundError e) {
            System.err.println("reeve: the folder lib beside reeve.jar is missing or incomplete: "
                    + String.valueOf(e.getMessage()) + " not found; copy reeve.jar and lib from the build");
            System.exit(1);
        }
    }

    /** A separate method, because {@code main} has to load even if the libraries are missing. */
    private static int run(String[] arguments) {
        // The JVM's default handler would print the exception's text without escaping control characters.
        Thread.setDefaultUncaughtExceptionHandler((thread, e) ->
                LoggerFactory.getLogger(Main.class).error("uncaught exception in thread {}", thread.getName(), e));
        int code = ReeveCommand.execute(arguments);
        LogOutput.flush();
        return code;
    }
}
