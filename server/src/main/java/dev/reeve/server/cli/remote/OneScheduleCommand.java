package dev.reeve.server.cli.remote;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code reeve schedule show|put|run|pause|resume|delete}: one schedule. */
@Command(name = "schedule", description = "Look at and change a schedule.", mixinStandardHelpOptions = true)
final class OneScheduleCommand implements Runnable {
    private static final String NAME = "The schedule.";

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Missing subcommand: show, put, run, pause, resume or delete");
    }

    private static NamedThing schedule(ServerOptions server, String name) {
        return NamedThing.of(server, "schedules", name, "name");
    }

    @Command(description = "Show a schedule.", mixinStandardHelpOptions = true)
    int show(@Parameters(paramLabel = "NAME", description = NAME) String name, @Mixin ServerOptions server) {
        return schedule(server, name).show();
    }

    @Command(
            description =
                    "Create or replace a schedule: {\"cron\": \"30 2 * * *\", \"job\": {\"queue\": \"reports\"}}.",
            mixinStandardHelpOptions = true)
    int put(
            @Parameters(index = "0", paramLabel = "NAME", description = NAME) String name,
            @Parameters(index = "1", paramLabel = "JSON", description = "The schedule: JSON, @FILE, or - for stdin.")
                    String json,
            @Mixin ServerOptions server) {
        return schedule(server, name).put(Input.object("the schedule", json));
    }

    @Command(name = "run", description = "Add its job now.", mixinStandardHelpOptions = true)
    int runNow(@Parameters(paramLabel = "NAME", description = NAME) String name, @Mixin ServerOptions server) {
        return schedule(server, name).postForJob("run");
    }

    @Command(description = "Add no jobs until it is resumed.", mixinStandardHelpOptions = true)
    int pause(@Parameters(paramLabel = "NAME", description = NAME) String name, @Mixin ServerOptions server) {
        return schedule(server, name).post("pause", "{}", "paused " + name);
    }

    @Command(description = "End a pause.", mixinStandardHelpOptions = true)
    int resume(@Parameters(paramLabel = "NAME", description = NAME) String name, @Mixin ServerOptions server) {
        return schedule(server, name).post("resume", "{}", "resumed " + name);
    }

    @Command(description = "Delete a schedule; its jobs stay.", mixinStandardHelpOptions = true)
    int delete(@Parameters(paramLabel = "NAME", description = NAME) String name, @Mixin ServerOptions server) {
        return schedule(server, name).delete("deleted " + name);
    }
}
