package dev.reeve.campaign.model;

import java.util.List;

/** A worker of one door: how it leases a job, and its possible reports. */
enum ModelWorker {
    WORKQ('w') {
        @Override
        String take(String name, String now) {
            return "lease q 0\r\n";
        }

        @Override
        String proof(String reply) {
            return reply.startsWith("+OK 1") ? "none" : "";
        }

        @Override
        List<String> reports(String id, long number, String proof, String now) {
            return List.of("complete " + id + " 2\r\nok\r\n");
        }
    },
    GOQUEUE('g') {
        @Override
        String take(String name, String now) {
            return "RESERVE\0q\0\1\0\0\0";
        }

        @Override
        String proof(String reply) {
            return reply.startsWith("RESERVED") ? "none" : "";
        }

        @Override
        List<String> reports(String id, long number, String proof, String now) {
            StringBuilder text = new StringBuilder("DELETE\0");
            for (int i = 0; i < 8; i++) {
                text.append((char) (number >>> (8 * i) & 0xFF));
            }
            return List.of(text.toString());
        }
    },
    JOBBER('b') {
        @Override
        String take(String name, String now) {
            return "POST /jobber/queue/q/take\n-\n{\"worker\":\"" + name + "\",\"visibility_timeout\":\"60s\"}";
        }

        @Override
        String proof(String reply) {
            return ModelText.part("\"lock\":\"([0-9]+)\"", reply);
        }

        @Override
        List<String> reports(String id, long number, String proof, String now) {
            String job = "POST /jobber/job/" + id;
            String lock = "\n-\n{\"lock\":\"" + proof + "\"}";
            return List.of(job + "/done" + lock, job + "/extend" + lock, job + "/release" + lock);
        }
    },
    OCYPOD('o') {
        @Override
        String take(String name, String now) {
            return "GET /queue/q/job\n-\n";
        }

        @Override
        String proof(String reply) {
            return ModelText.part("lease=([0-9]+) ", reply);
        }

        @Override
        List<String> reports(String id, long number, String proof, String now) {
            String job = " /job/" + number;
            return List.of(
                    "PATCH" + job + "\n" + proof + "\n{\"status\":\"completed\"}",
                    "PATCH" + job + "\n" + proof + "\n{\"status\":\"failed\"}",
                    "PATCH" + job + "\n" + proof + "\n{\"status\":\"cancelled\",\"output\":1}",
                    "PUT" + job + "/output\n" + proof + "\n7",
                    "PUT" + job + "/heartbeat\n" + proof + "\n");
        }
    },
    QLESS('q') {
        @Override
        String take(String name, String now) {
            return ModelQless.request(List.of("pop", now, "q", name, "1"));
        }

        @Override
        String proof(String reply) {
            return ModelText.part("\"worker\":\"([a-z0-9]+)\",?[^\"]*}", reply.substring(reply.lastIndexOf('{') + 1));
        }

        @Override
        List<String> reports(String id, long number, String proof, String now) {
            return List.of(
                    ModelQless.request(List.of("complete", now, id, proof, "q", "{}")),
                    ModelQless.request(List.of("complete", now, id, proof, "q", "{}", "next", "q2")),
                    ModelQless.request(List.of("heartbeat", now, id, proof)),
                    ModelQless.request(List.of("fail", now, id, proof, "group", "message")),
                    ModelQless.request(List.of("retry", now, id, "q", proof)));
        }
    };

    private final char door;

    ModelWorker(char door) {
        this.door = door;
    }

    /** The request for a job. */
    abstract String take(String name, String now);

    /** The proof of the lease from the reply; empty if the reply has no job. */
    abstract String proof(String reply);

    /** All possible reports about the job; the completing one is first. */
    abstract List<String> reports(String id, long number, String proof, String now);

    /** Whether a report names the worker or its lease. */
    boolean named() {
        return this == JOBBER || this == OCYPOD || this == QLESS;
    }

    boolean http() {
        return this == JOBBER || this == OCYPOD;
    }

    String client(int number) {
        return door + "" + number;
    }

    static boolean refused(String reply) {
        return reply.startsWith("4") || reply.startsWith("-") || reply.startsWith("ERROR");
    }
}
