package dev.reeve.testkit;

/** The requests of the Jobber protocol. */
public final class JobberRequests {
    private JobberRequests() {}

    public static HttpDoorRequest add(String type, String payload) {
        return HttpDoorRequest.of("POST", "/jobber/queue", "{\"type\":\"" + type + "\",\"payload\":" + payload + "}");
    }

    /** Leases a job; the body holds the worker and the visibility timeout, both optional. */
    public static HttpDoorRequest take(String type, String how) {
        return HttpDoorRequest.of("POST", "/jobber/queue/" + HttpDoorRequest.segment(type) + "/take", how);
    }

    /** Reports {@code done}, {@code extend} or {@code release}. */
    public static HttpDoorRequest report(String id, String what, String lock) {
        return HttpDoorRequest.of(
                "POST", "/jobber/job/" + HttpDoorRequest.segment(id) + "/" + what, "{\"lock\":\"" + lock + "\"}");
    }

    public static HttpDoorRequest show(String id) {
        return HttpDoorRequest.of("GET", "/jobber/job/" + HttpDoorRequest.segment(id));
    }
}
