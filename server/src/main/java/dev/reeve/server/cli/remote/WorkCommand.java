package dev.reeve.server.cli.remote;

import dev.reeve.client.Worker;
import dev.reeve.server.UsageException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code reeve work QUEUE... -- PROGRAM ARGUMENTS}: runs a program for every job until it gets SIGTERM or SIGINT. */
@Command(
        name = "work",
        description = {
            "Run a program for every job.",
            "The payload is on its stdin, and REEVE_JOB_ID, _QUEUE, _TYPE and _ATTEMPT are in its environment.",
            "Exit code 0 completes the job with stdout as its result, 75 gives it back for a while,",
            "and any other fails it with stderr as the error. A job that is cancelled ends the program with SIGTERM."
        },
        mixinStandardHelpOptions = true)
final class WorkCommand implements Callable<Integer> {
    @Parameters(arity = "1..*", paramLabel = "QUEUE... -- PROGRAM", description = "Queues, and after -- the program.")
    private List<String> words = List.of();

    @Option(
            names = "--concurrency",
            paramLabel = "N",
            defaultValue = "1",
            description = "Programs at once; default: ${DEFAULT-VALUE}.")
    private int concurrency = 1;

    @Option(
            names = "--lease",
            paramLabel = "TIME",
            defaultValue = "60s",
            description = "Lease, which is renewed; default: ${DEFAULT-VALUE}.")
    private String lease = "60s";

    @Option(
            names = "--snooze",
            paramLabel = "TIME",
            defaultValue = "1m",
            description = "How long exit code 75 gives a job back; default: ${DEFAULT-VALUE}.")
    private String snooze = "1m";

    @Option(
            names = "--drain",
            paramLabel = "TIME",
            defaultValue = "30s",
            description = "How long programs may go on after SIGTERM; default: ${DEFAULT-VALUE}.")
    private String drain = "30s";

    @Mixin
    private ServerOptions server = new ServerOptions();

    @Override
    public Integer call() {
        List<String> given =
                server.command().root().commandLine().getParseResult().originalArgs();
        int dashes = given.indexOf("--");
        int programWords = dashes < 0 ? 0 : given.size() - dashes - 1;
        if (programWords == 0 || programWords >= words.size()) {
            throw new UsageException("expected queues and a program, as in reeve work mail -- ./send-mail --fast");
        }
        List<String> queues = words.subList(0, words.size() - programWords);
        ProgramHandler program = new ProgramHandler(
                List.copyOf(words.subList(words.size() - programWords, words.size())),
                AddJobCommand.duration("--snooze", snooze));
        Duration length = AddJobCommand.duration("--lease", lease);
        Duration longest = AddJobCommand.duration("--drain", drain);
        return server.run((reeve, printer) -> {
            // Fails at once if the server is not there or lets nobody in.
            reeve.request("GET", "/v1/me").send();
            Worker worker = reeve.worker(queues.toArray(String[]::new))
                    .concurrency(concurrency)
                    .lease(length)
                    .drain(longest)
                    .handleOthers(program)
                    .start();
            printer.say("worker " + worker.name() + " works on " + String.join(", ", queues));
            printer.flush();
            awaitEnd(worker);
            return ExitCode.DONE;
        });
    }

    /** Waits for SIGTERM or SIGINT; the JVM then ends when the worker has drained. */
    private static void awaitEnd(Worker worker) {
        Runtime.getRuntime().addShutdownHook(new Thread(worker::close, "drain"));
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
