package dev.reeve.campaign.model;

import dev.reeve.testkit.GoqueueRequests;
import dev.reeve.testkit.JobberRequests;
import dev.reeve.testkit.OcypodRequests;
import dev.reeve.testkit.WorkqRequests;
import java.util.List;
import java.util.stream.Stream;

/** A worker of one door: how it leases a job, and its possible reports. */
enum ModelWorker {
    WORKQ('w') {
        @Override
        ModelRequest take(String name, String now) {
            return ModelRequest.of(WorkqRequests.lease(0, "q"));
        }

        @Override
        String proof(String reply) {
            return reply.startsWith("+OK 1") ? "none" : "";
        }

        @Override
        List<ModelRequest> reports(String id, long number, String proof, String now) {
            return List.of(ModelRequest.of(WorkqRequests.complete(id, "ok")));
        }
    },
    GOQUEUE('g') {
        @Override
        ModelRequest take(String name, String now) {
            return ModelRequest.of(GoqueueRequests.reserve("q", 1));
        }

        @Override
        String proof(String reply) {
            return reply.startsWith("RESERVED") ? "none" : "";
        }

        @Override
        List<ModelRequest> reports(String id, long number, String proof, String now) {
            return List.of(ModelRequest.of(GoqueueRequests.delete(number)));
        }
    },
    JOBBER('b') {
        @Override
        ModelRequest take(String name, String now) {
            String how = "{\"worker\":\"" + name + "\",\"visibility_timeout\":\"60s\"}";
            return ModelRequest.of(JobberRequests.take("q", how));
        }

        @Override
        String proof(String reply) {
            return ModelText.part("\"lock\":\"([0-9]+)\"", reply);
        }

        @Override
        List<ModelRequest> reports(String id, long number, String proof, String now) {
            return Stream.of("done", "extend", "release")
                    .map(what -> ModelRequest.of(JobberRequests.report(id, what, proof)))
                    .toList();
        }
    },
    OCYPOD('o') {
        @Override
        ModelRequest take(String name, String now) {
            return ModelRequest.of(OcypodRequests.take("q"));
        }

        @Override
        String proof(String reply) {
            return ModelText.part("lease=([0-9]+) ", reply);
        }

        @Override
        List<ModelRequest> reports(String id, long number, String proof, String now) {
            return Stream.of(
                            OcypodRequests.complete(number, proof),
                            OcypodRequests.patch(number, proof, "{\"status\":\"failed\"}"),
                            OcypodRequests.patch(number, proof, "{\"status\":\"cancelled\",\"output\":1}"),
                            OcypodRequests.output(number, proof, "7"),
                            OcypodRequests.heartbeat(number, proof))
                    .map(ModelRequest::of)
                    .toList();
        }
    },
    QLESS('q') {
        @Override
        ModelRequest take(String name, String now) {
            return ModelQless.request("pop", now, "q", name, "1");
        }

        @Override
        String proof(String reply) {
            return ModelText.part("\"worker\":\"([a-z0-9]+)\",?[^\"]*}", reply.substring(reply.lastIndexOf('{') + 1));
        }

        @Override
        List<ModelRequest> reports(String id, long number, String proof, String now) {
            return List.of(
                    ModelQless.request("complete", now, id, proof, "q", "{}"),
                    ModelQless.request("complete", now, id, proof, "q", "{}", "next", "q2"),
                    ModelQless.request("heartbeat", now, id, proof),
                    ModelQless.request("fail", now, id, proof, "group", "message"),
                    ModelQless.request("retry", now, id, "q", proof));
        }
    };

    private final char door;

    ModelWorker(char door) {
        this.door = door;
    }

    /** The request for a job. */
    abstract ModelRequest take(String name, String now);

    /** The proof of the lease from the reply; empty if the reply has no job. */
    abstract String proof(String reply);

    /** All possible reports about the job; the completing one is first. */
    abstract List<ModelRequest> reports(String id, long number, String proof, String now);

    /** Whether a report names the worker or its lease. */
    boolean named() {
        return this == JOBBER || this == OCYPOD || this == QLESS;
    }

    String client(int number) {
        return door + "" + number;
    }

    static boolean refused(String reply) {
        return reply.startsWith("4") || reply.startsWith("-") || reply.startsWith("ERROR");
    }
}
