package dev.reeve.server.cli.remote;

import dev.reeve.client.ApiRequest;
import dev.reeve.server.UsageException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code reeve queue show|set|pause|resume|purge|delete}: one queue. */
@Command(name = "queue", description = "Look at and change a queue.", mixinStandardHelpOptions = true)
final class OneQueueCommand implements Runnable {
    private static final String NAME = "The queue.";

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(), "Missing subcommand: show, set, pause, resume, purge or delete");
    }

    private static String path(String queue) {
        return "/v1/queues/" + ApiRequest.segment(queue);
    }

    @Command(description = "Show a queue.", mixinStandardHelpOptions = true)
    int show(@Parameters(paramLabel = "QUEUE", description = NAME) String queue, @Mixin ServerOptions server) {
        return server.run((reeve, printer) -> {
            printer.one(reeve.request("GET", path(queue)).send().orElseThrow(), "name");
            return ExitCode.DONE;
        });
    }

    @Command(
            description =
                    "Replace the settings of a queue, which are made if they are not there: max_attempts=5 lease=2m.",
            mixinStandardHelpOptions = true)
    int set(
            @Parameters(index = "0", paramLabel = "QUEUE", description = NAME) String queue,
            @Parameters(
                            index = "1..*",
                            arity = "1..*",
                            paramLabel = "NAME=VALUE",
                            description = "Settings; all others get their defaults.")
                    List<String> settings,
            @Mixin ServerOptions server) {
        JsonLine body = new JsonLine();
        for (String setting : settings) {
            int equals = setting.indexOf('=');
            if (equals <= 0) {
                throw new UsageException("\"" + setting + "\": expected NAME=VALUE, as in max_attempts=5");
            }
            String name = setting.substring(0, equals);
            String value = setting.substring(equals + 1);
            if (value.matches("[\\[{].*") && !Input.isJson(value)) {
                throw new UsageException(name + " is not JSON, as in keep='{\"completed\": \"1h\"}'");
            }
            body.value(name, value);
        }
        return server.run((reeve, printer) -> {
            printer.one(
                    reeve.request("PUT", path(queue))
                            .body(body.toString())
                            .send()
                            .orElseThrow(),
                    "name");
            return ExitCode.DONE;
        });
    }

    @Command(description = "Let nobody lease its jobs.", mixinStandardHelpOptions = true)
    int pause(@Parameters(paramLabel = "QUEUE", description = NAME) String queue, @Mixin ServerOptions server) {
        return post(server, queue, "pause", "{}", "paused " + queue);
    }

    @Command(description = "End a pause.", mixinStandardHelpOptions = true)
    int resume(@Parameters(paramLabel = "QUEUE", description = NAME) String queue, @Mixin ServerOptions server) {
        return post(server, queue, "resume", "{}", "resumed " + queue);
    }

    @Command(description = "Delete all jobs of some states.", mixinStandardHelpOptions = true)
    int purge(
            @Parameters(paramLabel = "QUEUE", description = NAME) String queue,
            @Option(
                            names = "--state",
                            split = ",",
                            required = true,
                            paramLabel = "STATE",
                            description = "ready, scheduled, failed, and so on; may be repeated.")
                    List<String> states,
            @Option(
                            names = {"-y", "--yes"},
                            description = "Do not ask.")
                    boolean yes,
            @Mixin ServerOptions server) {
        return server.run((reeve, printer) -> {
            String what = "purge " + String.join(", ", states) + " jobs of " + queue;
            if (!yes && !server.isConfirmed(what + "?")) {
                return ExitCode.FAILED;
            }
            reeve.request("POST", path(queue) + "/purge")
                    .body(new JsonLine().texts("states", states).toString())
                    .send();
            printer.say("purged " + queue);
            return ExitCode.DONE;
        });
    }

    @Command(description = "Delete a queue and all its jobs.", mixinStandardHelpOptions = true)
    int delete(
            @Parameters(paramLabel = "QUEUE", description = NAME) String queue,
            @Option(
                            names = {"-y", "--yes"},
                            description = "Do not ask.")
                    boolean yes,
            @Mixin ServerOptions server) {
        return server.run((reeve, printer) -> {
            if (!yes && !server.isConfirmed("delete " + queue + " and all its jobs?")) {
                return ExitCode.FAILED;
            }
            reeve.request("DELETE", path(queue)).send();
            printer.say("deleted " + queue);
            return ExitCode.DONE;
        });
    }

    private static int post(ServerOptions server, String queue, String word, String body, String done) {
        return server.run((reeve, printer) -> {
            reeve.request("POST", path(queue) + "/" + word).body(body).send();
            printer.say(done);
            return ExitCode.DONE;
        });
    }
}
