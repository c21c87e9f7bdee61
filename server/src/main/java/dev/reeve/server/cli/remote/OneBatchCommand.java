package dev.reeve.server.cli.remote;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code reeve batch show|results|close|cancel|retry}: one batch of jobs. */
@Command(name = "batch", description = "Look at and change a batch of jobs.", mixinStandardHelpOptions = true)
final class OneBatchCommand implements Runnable {
    private static final String ID = "The id of the batch.";

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Missing subcommand: show, results, close, cancel or retry");
    }

    private static NamedThing batch(ServerOptions server, String id) {
        return NamedThing.of(server, "batches", id, "id");
    }

    @Command(description = "Show the counts and callbacks of a batch.", mixinStandardHelpOptions = true)
    int show(@Parameters(paramLabel = "ID", description = ID) String id, @Mixin ServerOptions server) {
        return batch(server, id).show();
    }

    @Command(description = "List the jobs of a batch with their results.", mixinStandardHelpOptions = true)
    int results(@Parameters(paramLabel = "ID", description = ID) String id, @Mixin ServerOptions server) {
        String path = batch(server, id).path() + "/results";
        return server.run((reeve, printer) -> {
            printer.list(
                    Pages.of(() -> reeve.request("GET", path), "results"),
                    "id",
                    "id",
                    "state",
                    "result",
                    "error.message");
            return ExitCode.DONE;
        });
    }

    @Command(description = "Let no more jobs into a batch.", mixinStandardHelpOptions = true)
    int close(@Parameters(paramLabel = "ID", description = ID) String id, @Mixin ServerOptions server) {
        return batch(server, id).post("close", "{}", "closed " + id);
    }

    @Command(description = "Cancel the jobs of a batch that have not ended.", mixinStandardHelpOptions = true)
    int cancel(
            @Parameters(paramLabel = "ID", description = ID) String id,
            @Option(names = "--force", description = "Take leased jobs away from their workers.") boolean force,
            @Option(
                            names = {"-y", "--yes"},
                            description = "Do not ask.")
                    boolean yes,
            @Mixin ServerOptions server) {
        return server.run((reeve, printer) -> {
            if (!yes && !server.isConfirmed("cancel all jobs of " + id + "?")) {
                return ExitCode.FAILED;
            }
            return batch(server, id).post("cancel", "{\"force\":" + force + "}", "cancelled " + id);
        });
    }

    @Command(
            description = "Let the jobs of a batch run again that failed or were cancelled.",
            mixinStandardHelpOptions = true)
    int retry(@Parameters(paramLabel = "ID", description = ID) String id, @Mixin ServerOptions server) {
        return batch(server, id).post("retry", "{}", "retried " + id);
    }
}
