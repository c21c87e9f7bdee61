package dev.reeve.server.cli.remote;

import dev.reeve.server.log.PlainText;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/** A question before something is done that cannot be taken back. */
public final class Confirmation {
    private Confirmation() {}

    /** Asks a question, which anything but y denies, and says so. It is no part of what a command prints. */
    public static boolean isGiven(PrintWriter err, String question) throws IOException {
        err.print(PlainText.of(question) + " [y/N] ");
        err.flush();
        BufferedReader in = new BufferedReader(new InputStreamReader(Input.stdin(), StandardCharsets.UTF_8));
        String answer = in.readLine();
        if (answer == null) {
            err.println();
        }
        boolean isYes = answer != null && answer.strip().equalsIgnoreCase("y");
        if (!isYes) {
            err.println("reeve: nothing was done; with --yes nobody is asked");
            err.flush();
        }
        return isYes;
    }
}
