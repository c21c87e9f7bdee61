package dev.reeve.server.dashboard;

import com.fasterxml.jackson.databind.JsonNode;

/** Makes things at a server that the dashboard has buttons for. Their names begin with one that is given. */
record DashboardThings(DashboardServer server) {
    private static final String BROKEN =
            "\"fail\":{\"retry\":\"never\",\"error\":{\"type\":\"Broken\",\"message\":\"it broke\"}}";

    /**
     * Things that were made.
     *
     * @param delivery the id of a delivery, as in an address; empty if there is none
     */
    record Made(String name, String delivery) {
        /** The text with the names of these things. */
        String named(String text) {
            return text.replace("@", name).replace("~", delivery);
        }
    }

    /** Everything that some page has buttons for. */
    Made makeAll(String name) {
        makeWorkers(name);
        makeJobs(name);
        makeBatch(name);
        makeSchedules(name);
        return new Made(name, makeOthers(name));
    }

    /** What this page has buttons for. */
    Made makeFor(String page, String name) {
        switch (page.replaceAll("[/?@].*", "")) {
            case "workers" -> makeWorkers(name);
            case "batches", "batch" -> makeBatch(name);
            case "schedules", "schedule" -> makeSchedules(name);
            case "queues", "queue", "jobs", "failures" -> makeJobs(name);
            case "job" -> {
                if (page.endsWith("~")) {
                    return new Made(name, makeOthers(name));
                }
                makeJobs(name);
            }
            default -> {
                return new Made(name, makeOthers(name));
            }
        }
        return new Made(name, "");
    }

    /** The last one also waits for jobs of a queue that others may not see. */
    private void makeWorkers(String name) {
        server.take(name, 1, name + "-w");
        server.take(name, 1, name + "-q");
        server.call("POST", "/v1/workers/" + name + "-q/quiet", "{}");
        server.take(name + "\",\"others", 1, name + "-v");
    }

    private void makeJobs(String name) {
        add(name, name + "-failed");
        server.work(name, 1, BROKEN);
        add(name, name + "-leased");
        server.take(name, 1, name + "-w");
        add(name, name + "-ready");
        add(name + "-p", name + "-waits");
        server.call("POST", "/v1/queues/" + name + "-p/pause", "{}");
    }

    private void add(String queue, String id) {
        server.call("POST", "/v1/jobs", "{\"queue\":\"%s\",\"id\":\"%s\"}".formatted(queue, id));
    }

    private void makeBatch(String name) {
        String jobs = "{\"id\":\"@-b\",\"open\":true,\"jobs\":[{\"queue\":\"@\",\"priority\":5},{\"queue\":\"@\"}]}";
        server.call("POST", "/v1/batches", jobs.replace("@", name));
        server.work(name, 1, BROKEN);
    }

    private void makeSchedules(String name) {
        String schedule = "{\"every\":\"1h\",\"job\":{\"queue\":\"%s\"}}".formatted(name);
        server.call("PUT", "/v1/schedules/" + name + "-s", schedule);
        server.call("PUT", "/v1/schedules/" + name + "-z", schedule);
        server.call("POST", "/v1/schedules/" + name + "-z/pause", "{}");
    }

    /** A limit, a token, and the only webhook, which reaches nobody. Returns the id of what it could not deliver. */
    private String makeOthers(String name) {
        server.get("/v1/webhooks")
                .get("webhooks")
                .forEach(hook ->
                        server.call("DELETE", "/v1/webhooks/" + hook.get("name").asText(), ""));
        server.call("PUT", "/v1/limits/" + name + "-l", "{\"max_running\":1}");
        server.call("POST", "/v1/tokens", "{\"name\":\"%s-t\",\"role\":\"viewer\"}".formatted(name));
        server.call(
                "PUT",
                "/v1/webhooks/" + name + "-h",
                "{\"url\":\"http://127.0.0.1:1/old\",\"events\":[\"job.failed\"],\"queues\":[\"none\"],\"secret\":\"whsec_%s\"}"
                        .formatted("A".repeat(32)));
        server.call("POST", "/v1/webhooks/" + name + "-h/test", "{}");
        String deliveries = "/v1/jobs?queue=reeve.webhooks&id_prefix=" + name + "-h:";
        server.await(deliveries, "/jobs/0/state", "retrying");
        return server.value(deliveries, "/jobs/0/id").replace(":", "%3A");
    }

    /** The value that an action changes. A pointer that does not begin with a slash names a list, an entry of it by its name or what it is about, and a field. */
    String value(String path, String pointer) {
        if (pointer.startsWith("/")) {
            return server.value(path, pointer);
        }
        String[] parts = pointer.split("/", 3);
        for (JsonNode entry : server.get(path).get(parts[0])) {
            String name = entry.path("name").asText(entry.path("about").asText());
            if (name.equals(parts[1])) {
                return entry.get(parts[2]).asText();
            }
        }
        return DashboardServer.GONE;
    }
}
