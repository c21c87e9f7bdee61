package dev.reeve.server.cli.remote;

import dev.reeve.client.ApiRequest;
import dev.reeve.client.JsonObject;

/**
 * One thing of the server that has a name, such as a schedule: what is asked of it. Every method prints the answer and returns an
 * exit code.
 *
 * @param key the field of its JSON that has the name
 */
record NamedThing(ServerOptions server, String path, String key) {
    /** @param list the path of the list that it is part of */
    static NamedThing of(ServerOptions server, String list, String name, String key) {
        return new NamedThing(server, "/v1/" + list + "/" + ApiRequest.segment(name), key);
    }

    int show() {
        return server.run((reeve, printer) -> {
            printer.one(reeve.request("GET", path).send().orElseThrow(), key);
            return ExitCode.DONE;
        });
    }

    /** Creates or replaces it. */
    int put(String json) {
        return server.run((reeve, printer) -> {
            printer.one(reeve.request("PUT", path).body(json).send().orElseThrow(), key);
            return ExitCode.DONE;
        });
    }

    /**
     * Asks for a change.
     *
     * @param word the last part of the path
     * @param done what is said in the end
     */
    int post(String word, String json, String done) {
        return server.run((reeve, printer) -> {
            reeve.request("POST", path + "/" + word).body(json).send().ifPresent(answer -> printer.one(answer, key));
            printer.say(done);
            return ExitCode.DONE;
        });
    }

    /** Asks for a change that makes a job, whose id is what programs want of the answer. */
    int postForJob(String word) {
        return server.run((reeve, printer) -> {
            JsonObject job =
                    reeve.request("POST", path + "/" + word).body("{}").send().orElseThrow();
            printer.one(job, "id");
            return ExitCode.DONE;
        });
    }

    int delete(String done) {
        return server.run((reeve, printer) -> {
            reeve.request("DELETE", path).send();
            printer.say(done);
            return ExitCode.DONE;
        });
    }
}
