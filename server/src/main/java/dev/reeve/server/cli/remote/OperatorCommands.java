package dev.reeve.server.cli.remote;

import dev.reeve.client.ApiRequest;
import dev.reeve.client.JsonObject;
import dev.reeve.client.Reeve;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Commands of few lines, for those who operate a server. */
final class OperatorCommands {
    private OperatorCommands() {}

    /** {@code reeve failures}. */
    @Command(name = "failures", description = "Groups of failed jobs.", mixinStandardHelpOptions = true)
    static final class Failures implements Callable<Integer> {
        @Option(names = "--queue", paramLabel = "NAME", description = "Of this queue only.")
        private @Nullable String queue;

        @Mixin
        private ServerOptions server = new ServerOptions();

        @Override
        public Integer call() {
            String path = queue == null ? "/v1/failures" : "/v1/failures?queue=" + ApiRequest.segment(queue);
            return server.run((reeve, printer) -> {
                Stream<JsonObject> groups = queue == null
                        ? QueuesCommand.all(reeve, path, "failures")
                        : reeve.request("GET", path).send().orElseThrow().objects("failures").stream();
                printer.list(groups, "failure", "failure", "type", "count", "first_at", "last_at", "sample", "message");
                return ExitCode.DONE;
            });
        }
    }

    /** {@code reeve workers}. */
    @Command(name = "workers", description = "The workers that the server knows.", mixinStandardHelpOptions = true)
    static final class Workers implements Callable<Integer> {
        @Mixin
        private ServerOptions server = new ServerOptions();

        @Override
        public Integer call() {
            return server.run((reeve, printer) -> {
                printer.list(
                        QueuesCommand.all(reeve, "/v1/workers", "workers"),
                        "name",
                        "name",
                        "door",
                        "address",
                        "queues",
                        "waiting",
                        "jobs_held",
                        "last_seen_at",
                        "quiet");
                return ExitCode.DONE;
            });
        }
    }

    /** {@code reeve worker quiet}. */
    @Command(name = "worker", description = "Change a worker.", mixinStandardHelpOptions = true)
    static final class OneWorker implements Runnable {
        @Spec
        private CommandSpec spec = CommandSpec.create();

        @Override
        public void run() {
            throw new ParameterException(spec.commandLine(), "Missing subcommand: quiet");
        }

        @Command(description = "Give a worker no more jobs.", mixinStandardHelpOptions = true)
        int quiet(
                @Parameters(paramLabel = "NAME", description = "The worker.") String name,
                @Option(names = "--off", description = "Give it jobs again.") boolean off,
                @Mixin ServerOptions server) {
            return server.run((reeve, printer) -> {
                reeve.request("POST", "/v1/workers/" + ApiRequest.segment(name) + "/quiet")
                        .body("{\"quiet\":" + !off + "}")
                        .send();
                printer.say(name + (off ? " gets jobs again" : " is quiet"));
                return ExitCode.DONE;
            });
        }
    }

    /** {@code reeve schedules}. */
    @Command(name = "schedules", description = "List the schedules.", mixinStandardHelpOptions = true)
    static final class Schedules implements Callable<Integer> {
        @Mixin
        private ServerOptions server = new ServerOptions();

        @Override
        public Integer call() {
            return server.run((reeve, printer) -> {
                printer.list(
                        QueuesCommand.all(reeve, "/v1/schedules", "schedules"),
                        "name",
                        "name",
                        "cron",
                        "every",
                        "zone",
                        "paused",
                        "next");
                return ExitCode.DONE;
            });
        }
    }

    /** {@code reeve schedule show|put|run|pause|resume|delete}. */
    @Command(name = "schedule", description = "Look at and change a schedule.", mixinStandardHelpOptions = true)
    static final class OneSchedule implements Runnable {
        private static final String NAME = "The schedule.";

        @Spec
        private CommandSpec spec = CommandSpec.create();

        @Override
        public void run() {
            throw new ParameterException(
                    spec.commandLine(), "Missing subcommand: show, put, run, pause, resume or delete");
        }

        private static String path(String name) {
            return "/v1/schedules/" + ApiRequest.segment(name);
        }

        private static int send(ServerOptions server, ApiCallOf call, String done) {
            return server.run((reeve, printer) -> {
                call.on(reeve).send().ifPresent(answer -> printer.one(answer, "name"));
                printer.say(done);
                return ExitCode.DONE;
            });
        }

        private interface ApiCallOf {
            ApiRequest on(Reeve reeve);
        }

        @Command(description = "Show a schedule.", mixinStandardHelpOptions = true)
        int show(@Parameters(paramLabel = "NAME", description = NAME) String name, @Mixin ServerOptions server) {
            return server.run((reeve, printer) -> {
                printer.one(reeve.request("GET", path(name)).send().orElseThrow(), "name");
                return ExitCode.DONE;
            });
        }

        @Command(
                description =
                        "Create or replace a schedule: {\"cron\": \"30 2 * * *\", \"job\": {\"queue\": \"reports\"}}.",
                mixinStandardHelpOptions = true)
        int put(
                @Parameters(index = "0", paramLabel = "NAME", description = NAME) String name,
                @Parameters(index = "1", paramLabel = "JSON", description = "The schedule.") String json,
                @Mixin ServerOptions server) {
            return server.run((reeve, printer) -> {
                printer.one(reeve.request("PUT", path(name)).body(json).send().orElseThrow(), "name");
                return ExitCode.DONE;
            });
        }

        @Command(name = "run", description = "Add its job now.", mixinStandardHelpOptions = true)
        int runNow(@Parameters(paramLabel = "NAME", description = NAME) String name, @Mixin ServerOptions server) {
            return server.run((reeve, printer) -> {
                printer.one(
                        reeve.request("POST", path(name) + "/run")
                                .body("{}")
                                .send()
                                .orElseThrow(),
                        "id");
                return ExitCode.DONE;
            });
        }

        @Command(description = "Add no jobs until it is resumed.", mixinStandardHelpOptions = true)
        int pause(@Parameters(paramLabel = "NAME", description = NAME) String name, @Mixin ServerOptions server) {
            return send(
                    server,
                    reeve -> reeve.request("POST", path(name) + "/pause").body("{}"),
                    "paused " + name);
        }

        @Command(description = "End a pause.", mixinStandardHelpOptions = true)
        int resume(@Parameters(paramLabel = "NAME", description = NAME) String name, @Mixin ServerOptions server) {
            return send(
                    server,
                    reeve -> reeve.request("POST", path(name) + "/resume").body("{}"),
                    "resumed " + name);
        }

        @Command(description = "Delete a schedule; its jobs stay.", mixinStandardHelpOptions = true)
        int delete(@Parameters(paramLabel = "NAME", description = NAME) String name, @Mixin ServerOptions server) {
            return send(server, reeve -> reeve.request("DELETE", path(name)), "deleted " + name);
        }
    }

    /** {@code reeve status}. */
    @Command(
            name = "status",
            description = "Version, memory, disk and journal of the server.",
            mixinStandardHelpOptions = true)
    static final class Status implements Callable<Integer> {
        @Mixin
        private ServerOptions server = new ServerOptions();

        @Override
        public Integer call() {
            return server.run((reeve, printer) -> {
                printer.one(reeve.request("GET", "/v1/server").send().orElseThrow(), "version");
                return ExitCode.DONE;
            });
        }
    }
}
