package dev.reeve.server.cli.remote;

import dev.reeve.client.ApiRequest;
import dev.reeve.client.JobInfo;
import dev.reeve.client.JsonObject;
import dev.reeve.client.Reeve;
import dev.reeve.client.ReeveException;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code reeve job show|wait|retry|cancel|delete|log}: jobs by their ids. */
@Command(name = "job", description = "Look at and change jobs by id.", mixinStandardHelpOptions = true)
final class OneJobCommand implements Runnable {
    private static final String IDS = "Ids of jobs.";
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(50);

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(), "Missing subcommand: show, wait, retry, cancel, delete or log");
    }

    /** What is done with one job. Returns an exit code. */
    private interface Action {
        int on(Reeve reeve, String id, Printer printer);
    }

    /** Goes on with the next job if one is refused, and returns the code of the first refusal. */
    private static int each(ServerOptions server, List<String> ids, Action action) {
        return server.run((reeve, printer) -> {
            int code = ExitCode.DONE;
            for (String id : ids) {
                int one;
                try {
                    one = action.on(reeve, id, printer);
                } catch (ReeveException e) {
                    one = server.refuse(e);
                }
                code = code == ExitCode.DONE ? one : code;
            }
            return code;
        });
    }

    private static int show(JobInfo job, Printer printer) {
        printer.one(job.json(), "id");
        return ExitCode.DONE;
    }

    @Command(description = "Show jobs with payload, result and error.", mixinStandardHelpOptions = true)
    int show(
            @Parameters(arity = "1..*", paramLabel = "ID", description = IDS) List<String> ids,
            @Option(names = "--history", description = "Show what happened to them, too.") boolean history,
            @Mixin ServerOptions server) {
        String parts = history ? "payload,result,error,history" : "payload,result,error";
        return each(server, ids, (reeve, id, printer) -> {
            JsonObject job = reeve.request("GET", path(id))
                    .parameter("include", parts)
                    .send()
                    .orElseThrow();
            printer.one(job, "id");
            return ExitCode.DONE;
        });
    }

    @Command(
            name = "wait",
            description = "Wait for the end of jobs; 1 if one did not complete, 8 after the time.",
            mixinStandardHelpOptions = true)
    int await(
            @Parameters(arity = "1..*", paramLabel = "ID", description = IDS) List<String> ids,
            @Option(
                            names = "--for",
                            paramLabel = "TIME",
                            defaultValue = "1h",
                            description = "At most so long; default: ${DEFAULT-VALUE}.")
                    String longest,
            @Mixin ServerOptions server) {
        long end = System.nanoTime() + AddJobCommand.duration("--for", longest).toNanos();
        return each(server, ids, (reeve, id, printer) -> {
            while (true) {
                Duration left = Duration.ofNanos(Math.max(0, end - System.nanoTime()));
                JobInfo job = reeve.await(id, left.compareTo(LONGEST_WAIT) < 0 ? left : LONGEST_WAIT);
                if (job.hasEnded()) {
                    printer.line(id + " " + job.state());
                    return job.isCompleted() ? ExitCode.DONE : ExitCode.FAILED;
                }
                if (System.nanoTime() >= end) {
                    return server.complain(ExitCode.TIMED_OUT, "job " + id + " is still " + job.state());
                }
            }
        });
    }

    @Command(
            description = "Let jobs run again that failed, timed out or were cancelled.",
            mixinStandardHelpOptions = true)
    int retry(
            @Parameters(arity = "1..*", paramLabel = "ID", description = IDS) List<String> ids,
            @Mixin ServerOptions server) {
        return each(server, ids, (reeve, id, printer) -> show(reeve.retry(id), printer));
    }

    @Command(description = "Cancel jobs.", mixinStandardHelpOptions = true)
    int cancel(
            @Parameters(arity = "1..*", paramLabel = "ID", description = IDS) List<String> ids,
            @Option(names = "--force", description = "Take leased jobs away from their workers.") boolean force,
            @Mixin ServerOptions server) {
        return each(server, ids, (reeve, id, printer) -> show(reeve.cancel(id, force), printer));
    }

    @Command(description = "Delete jobs, whatever their state.", mixinStandardHelpOptions = true)
    int delete(
            @Parameters(arity = "1..*", paramLabel = "ID", description = IDS) List<String> ids,
            @Mixin ServerOptions server) {
        return each(server, ids, (reeve, id, printer) -> {
            if (!reeve.delete(id)) {
                return server.complain(ExitCode.NOT_FOUND, "there is no job " + id);
            }
            printer.line("deleted " + id);
            return ExitCode.DONE;
        });
    }

    @Command(description = "Add a line to the history of a job.", mixinStandardHelpOptions = true)
    int log(
            @Parameters(index = "0", paramLabel = "ID", description = "The id of the job.") String id,
            @Parameters(index = "1", paramLabel = "TEXT", description = "The line.") String text,
            @Mixin ServerOptions server) {
        return server.run((reeve, printer) -> {
            reeve.request("POST", path(id) + "/log")
                    .body(new JsonLine().text("message", text).toString())
                    .send();
            return ExitCode.DONE;
        });
    }

    private static String path(String id) {
        return "/v1/jobs/" + ApiRequest.segment(id);
    }
}
