package dev.reeve.campaign.model;

/** Lines of a job's history, as qless shows them: whole seconds, rounded down. */
final class ModelHistory {
    private ModelHistory() {}

    static String put(long when, String queue) {
        return line(when, "\"q\":\"" + queue + "\",\"what\":\"put\"");
    }

    static String popped(long when, String worker) {
        return line(when, "\"what\":\"popped\",\"worker\":\"" + worker + "\"");
    }

    static String done(long when) {
        return line(when, "\"what\":\"done\"");
    }

    static String timedOut(long when) {
        return line(when, "\"what\":\"timed-out\"");
    }

    static String failed(long when, String group) {
        return line(when, "\"group\":\"" + group + "\",\"what\":\"failed\"");
    }

    static String failed(long when, String group, String worker) {
        return line(when, "\"group\":\"" + group + "\",\"what\":\"failed\",\"worker\":\"" + worker + "\"");
    }

    static String noted(long when, String what) {
        return line(when, "\"what\":\"" + what + "\"");
    }

    private static String line(long when, String rest) {
        return "{\"when\":" + Math.floorDiv(when, Model.SECOND) + "," + rest + "}";
    }
}
