package dev.reeve.server.cli.remote;

import dev.reeve.client.ReeveException;

/** The exit codes of commands that talk to a server. */
public final class ExitCode {
    static final int DONE = 0;
    static final int FAILED = 1;
    static final int USAGE = 2;
    public static final int NOT_FOUND = 4;
    static final int CONFLICT = 5;
    static final int UNREACHED = 6;
    static final int NOT_ALLOWED = 7;
    static final int TIMED_OUT = 8;

    private ExitCode() {}

    static int of(ReeveException problem) {
        if (problem.isType(ReeveException.UNREACHABLE)) {
            return UNREACHED;
        }
        if (problem.isType(ReeveException.TIMEOUT)) {
            return TIMED_OUT;
        }
        return switch (problem.status()) {
            case 401, 403 -> NOT_ALLOWED;
            case 404 -> NOT_FOUND;
            case 409 -> CONFLICT;
            default -> FAILED;
        };
    }
}
