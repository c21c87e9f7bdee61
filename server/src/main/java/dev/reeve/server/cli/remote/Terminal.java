package dev.reeve.server.cli.remote;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The terminal: whether there is one, and its size, which may change. */
record Terminal(int columns, int rows) {
    private static final Terminal USUAL = new Terminal(80, 24);
    private static final Pattern SIZE = Pattern.compile("([1-9][0-9]{0,3}) ([1-9][0-9]{0,3})\\s*");

    /** The size now; 80 columns and 24 rows if stdin is no terminal. */
    static Terminal now() {
        try {
            Process stty = new ProcessBuilder("stty", "size")
                    .redirectInput(ProcessBuilder.Redirect.INHERIT)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return of(new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII));
        } catch (IOException e) {
            return USUAL;
        }
    }

    /**
     * Whether somebody sees what is printed.
     *
     * @param descriptor 1 for stdout, 2 for stderr
     */
    static boolean isSeen(int descriptor) {
        try {
            return isTerminal(Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor)));
        } catch (IOException | UnsupportedOperationException e) {
            // Not on Linux: another process can tell, which costs more.
            return isSeenByShell(descriptor);
        }
    }

    /** Whether this is the name of a terminal in Linux. */
    static boolean isTerminal(Path device) {
        return device.startsWith("/dev/pts") || device.toString().matches("/dev/(tty.*|console)");
    }

    private static boolean isSeenByShell(int descriptor) {
        try {
            return new ProcessBuilder("test", "-t", Integer.toString(descriptor))
                            .inheritIO()
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** @param printed rows and columns, as {@code stty size} prints them */
    static Terminal of(String printed) {
        Matcher size = SIZE.matcher(printed);
        return size.matches() ? new Terminal(Integer.parseInt(size.group(2)), Integer.parseInt(size.group(1))) : USUAL;
    }
}
