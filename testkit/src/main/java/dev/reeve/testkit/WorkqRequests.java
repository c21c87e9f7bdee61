package dev.reeve.testkit;

/** The requests of the Workq protocol, as text with one character per byte. An id is a UUID or its text. */
public final class WorkqRequests {
    private WorkqRequests() {}

    public static String add(Object id, String queue, long ttrMillis, long ttlMillis, String payload, String... flags) {
        return sized("add " + id + " " + queue + " " + ttrMillis + " " + ttlMillis, payload, flags);
    }

    /** Adds a job for later; the terms are the time to run and the time to live in milliseconds, and the time at which it is due. */
    public static String schedule(Object id, String queue, String terms, String payload, String... flags) {
        return sized("schedule " + id + " " + queue + " " + terms, payload, flags);
    }

    public static String run(
            Object id, String queue, long ttrMillis, long waitMillis, String payload, String... flags) {
        return sized("run " + id + " " + queue + " " + ttrMillis + " " + waitMillis, payload, flags);
    }

    /** Leases a job; 0 is for no waiting. */
    public static String lease(long waitMillis, String... queues) {
        return "lease " + String.join(" ", queues) + " " + waitMillis + "\r\n";
    }

    public static String complete(Object id, String result) {
        return sized("complete " + id, result);
    }

    public static String fail(Object id, String result) {
        return sized("fail " + id, result);
    }

    public static String delete(Object id) {
        return "delete " + id + "\r\n";
    }

    public static String result(Object id, long waitMillis) {
        return "result " + id + " " + waitMillis + "\r\n";
    }

    public static String inspect(String what) {
        return "inspect " + what + "\r\n";
    }

    /** A line that ends with the size of a text and with flags, and the text. */
    private static String sized(String line, String text, String... flags) {
        StringBuilder request = new StringBuilder(line).append(' ').append(text.length());
        for (String flag : flags) {
            request.append(' ').append(flag);
        }
        return request.append("\r\n").append(text).append("\r\n").toString();
    }
}
