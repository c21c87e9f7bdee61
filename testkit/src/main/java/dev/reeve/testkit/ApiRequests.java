package dev.reeve.testkit;

/** The requests of the server's own interface. */
public final class ApiRequests {
    private ApiRequests() {}

    /**
     * Adds a job.
     *
     * @param job its fields as JSON
     */
    public static HttpDoorRequest add(String job) {
        return HttpDoorRequest.of("POST", "/v1/jobs", job);
    }

    /**
     * Adds jobs.
     *
     * @param jobs objects, separated by commas
     */
    public static HttpDoorRequest addAll(String jobs) {
        return HttpDoorRequest.of("POST", "/v1/bulk/add", "{\"jobs\":[" + jobs + "]}");
    }

    public static HttpDoorRequest acquire(String queue, int count) {
        return HttpDoorRequest.of(
                "POST", "/v1/acquire", "{\"queues\":[" + quoted(queue) + "],\"count\":" + count + "}");
    }

    public static HttpDoorRequest show(String id) {
        return HttpDoorRequest.of("GET", path(id));
    }

    public static HttpDoorRequest delete(String id) {
        return HttpDoorRequest.of("DELETE", path(id));
    }

    /** Cancels a job, whoever holds it. */
    public static HttpDoorRequest cancel(String id) {
        return HttpDoorRequest.of("POST", path(id) + "/cancel", "{\"force\":true}");
    }

    /**
     * A report of a worker.
     *
     * @param word such as complete
     * @param more further fields, each with a comma in front
     */
    public static HttpDoorRequest report(String id, String word, String token, String more) {
        return HttpDoorRequest.of("POST", path(id) + "/" + word, "{\"lease_token\":\"" + token + "\"" + more + "}");
    }

    private static String path(String id) {
        return "/v1/jobs/" + HttpDoorRequest.segment(id);
    }

    /** The text as a JSON string. */
    static String quoted(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }
}
