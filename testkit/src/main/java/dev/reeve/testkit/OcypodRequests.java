package dev.reeve.testkit;

/** The requests of the Ocypod protocol. A lease is a header that Reeve understands; empty for none. */
public final class OcypodRequests {
    private OcypodRequests() {}

    /** Creates or changes a queue. */
    public static HttpDoorRequest declare(String queue, String settings) {
        return HttpDoorRequest.of("PUT", "/queue/" + HttpDoorRequest.segment(queue), settings);
    }

    public static HttpDoorRequest add(String queue, String job) {
        return HttpDoorRequest.of("POST", "/queue/" + HttpDoorRequest.segment(queue) + "/job", job);
    }

    public static HttpDoorRequest take(String queue) {
        return HttpDoorRequest.of("GET", "/queue/" + HttpDoorRequest.segment(queue) + "/job");
    }

    /** Changes fields of a job, such as the status. */
    public static HttpDoorRequest patch(Object id, String lease, String change) {
        return new HttpDoorRequest("PATCH", "/job/" + id, lease, change);
    }

    public static HttpDoorRequest complete(Object id, String lease) {
        return patch(id, lease, "{\"status\":\"completed\"}");
    }

    public static HttpDoorRequest heartbeat(Object id, String lease) {
        return new HttpDoorRequest("PUT", "/job/" + id + "/heartbeat", lease, "");
    }

    public static HttpDoorRequest output(Object id, String lease, String output) {
        return new HttpDoorRequest("PUT", "/job/" + id + "/output", lease, output);
    }

    public static HttpDoorRequest delete(Object id) {
        return HttpDoorRequest.of("DELETE", "/job/" + id);
    }
}
